"""How a set tells its red fives: red ink, a red dot, star or band, or a whole red face."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.synthetic.palette import Palette
from vision.synthetic.pen import HEIGHT, WIDTH, Ink, Pen, Points, ellipse

STYLES = ("ink", "ink dot", "ink star", "dot", "band", "face")
ODDS = (0.6, 0.14, 0.06, 0.09, 0.05, 0.06)


@dataclass(frozen=True, slots=True)
class FiveStyle:
    """One set's way; ``ink`` None leaves the motif in its usual inks, ``ground`` None the body."""

    style: str
    ink: Ink | None
    ground: Ink | None
    red: Ink
    size: float
    at: tuple[float, float]

    @classmethod
    def random(cls, rng: np.random.Generator, palette: Palette) -> FiveStyle:
        """Mostly red ink."""
        style = str(rng.choice(STYLES, p=ODDS))
        red, five, ground = palette.five, None, None
        size, at = 8.0, (WIDTH * 0.14, HEIGHT * 0.5)
        if style.startswith("ink"):
            five = red
        elif style == "face":
            share = float(rng.uniform(0.3, 1.0))
            mixed = np.array(palette.body) * (1 - share) + np.array(red) * share
            ground = (int(mixed[0]), int(mixed[1]), int(mixed[2]))
            five = (250, 246, 236) if share > 0.6 else (30, 26, 30)
        else:
            size = float(rng.uniform(12, 20))
            across, along = rng.choice((0.15, 0.5, 0.85)), rng.choice((0.11, 0.89))
            at = (float(across) * WIDTH, float(along) * HEIGHT)
        return cls(style, five, ground, red, size, at)

    def mark(self, pen: Pen) -> None:
        """What a red five bears beside its motif."""
        if self.style in ("ink dot", "dot"):
            pen.fill([ellipse(self.at, (self.size, self.size))], self.red)
        elif self.style == "ink star":
            pen.fill([_star(self.size * 1.35) + self.at], self.red)
        elif self.style == "band":
            pen.fill([_bar(self.size, self.at[1])], self.red)


def _bar(thick: float, y: float) -> Points:
    """A band across the face."""
    half = thick * 0.6
    return np.array([[0.0, y - half], [WIDTH, y - half], [WIDTH, y + half], [0.0, y + half]])


def _star(size: float) -> Points:
    """A star with five points about the origin."""
    angle = np.linspace(0, 2 * np.pi, 10, endpoint=False) - np.pi / 2
    radius = np.where(np.arange(10) % 2, 0.42, 1.0) * size
    return np.stack([np.cos(angle) * radius, np.sin(angle) * radius], 1)
