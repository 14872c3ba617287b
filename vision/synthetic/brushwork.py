"""Simple characters written stroke by stroke: hands that no font has."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.synthetic.characters import Forms
from vision.synthetic.designs import drawn
from vision.synthetic.pen import Ink, Pen, Points, curve, ribbon
from vision.synthetic.skeletons import SKELETONS
from vision.synthetic.strokes import Stroke
from vision.synthetic.written_forms import FAMILIES

_SHARE = np.linspace(0, 1, 20)
_FAMILY = 0.75
"""How often a character that has a family of forms is written in one of it."""

_BARBED = 0.3
"""How many hands begin their strokes with a carved corner."""
_REACH = 1.0
"""Strokes further apart than this, in the box -1..1, are never joined."""


@dataclass(frozen=True, slots=True)
class Brushwork:
    """A brush hand: widths in shares of the box, and how strokes swell and wander."""

    seed: int
    width: float
    level: float  # width of level strokes against upright ones
    swell: float  # 0 even strokes, 1 strongly swelling ones
    wander: float
    arch: float
    rise: float  # slope of level strokes
    point: float  # share of a stroke over which its ends grow thin
    head: tuple[float, float]  # how far the brush is set down askew, in widths, and its angle
    flow: float  # share of strokes that run on into the next
    nib: tuple[float, float]  # 0 round .. 0.7 broad, and its angle
    barb: float = 0.0  # length of the notch with which a carved stroke begins, in widths
    own: tuple[tuple[str, Callable[[np.random.Generator], list[Stroke]]], ...] = ()
    """Characters that this hand writes in forms of its own."""

    @classmethod
    def random(cls, rng: np.random.Generator, forms: Forms = "training") -> Brushwork:
        """Any hand from an even marker to a fat brush, standing, chiselled or running."""
        seed = drawn(lambda: int(rng.integers(1 << 31)), lambda seed: seed, forms)
        chiselled, running, broad = rng.random(3) < (0.5, 0.25, 0.35)
        return cls(
            seed,
            float(rng.triangular(0.08, 0.14, 0.24)),
            float(rng.uniform(0.35, 1.1)),
            float(rng.uniform(0.1, 1.0)),
            float(rng.uniform(0.0, 0.05)),
            float(rng.normal(0, 0.08)),
            float(rng.uniform(-0.04, 0.16)),
            float(rng.choice((0.06, 0.06, rng.uniform(0.06, 0.4)))),
            (float(rng.uniform(0.3, 1.1)) * chiselled, float(rng.uniform(0.3, 1.4))),
            float(rng.uniform(0.15, 0.9)) * running,
            (float(rng.uniform(0.2, 0.7)) * broad, float(rng.uniform(0.2, 1.2))),
            float(rng.uniform(0.3, 1.1)) * bool(rng.random() < _BARBED),
        )

    def write(
        self, pen: Pen, character: str, box: tuple[float, float, float, float], ink: Ink
    ) -> None:
        """Write a character of SKELETONS into box (centre x, centre y, width, height)."""
        rng = np.random.default_rng((self.seed, ord(character)))
        half = np.array(box[2:]) / 2
        own = dict(self.own).get(character)
        strokes = own(rng) if own else _form(rng, character)
        crowd = min(1.0, 2.1 / np.sqrt(len(strokes)))
        width = self.width * 2 * float(half.min()) * crowd
        paths = []
        for kind, control in strokes:
            path = self._path(rng, kind, control) * half * 0.94 + np.array(box[:2])
            paths.append(path)
            widths = width * self._profile(kind, rng) * self._broad(path)
            pen.fill([ribbon(path, widths)], ink)
            if self.head[0] and kind != "k":
                size = min(float(widths.max()), 1.4 * float(widths[:5].max()))
                pen.fill([self._head(path[0], size, rng)], ink)
            if self.barb and kind != "k":
                pen.fill([self._barb(path, float(widths.max()), rng)], ink)
        for one, other in itertools.pairwise(paths):
            if rng.random() < self.flow:
                self._join(pen, one[-1], other[0], width, float(half.min()) * _REACH, rng, ink)

    def _path(self, rng: np.random.Generator, kind: str, control: Points) -> Points:
        """The way of a stroke in the box -1..1."""
        points = control + rng.normal(0, self.wander, control.shape)
        points[:, 1] -= self.rise * points[:, 0] * (kind == "h")
        if len(points) == 2 and kind in "hv":
            middle = points.mean(0) + (points[1] - points[0])[::-1] * (1, -1) * self.arch
            points = np.stack([points[0], middle, points[1]])
        return curve(*((x, y) for x, y in points), count=len(_SHARE))

    def _broad(self, path: Points) -> Points:
        """How a broad nib held at an angle thins the parts drawn along it."""
        step = np.gradient(path, axis=0)
        across = np.abs(np.sin(np.arctan2(step[:, 1], step[:, 0]) - self.nib[1]))
        return np.asarray(1 - self.nib[0] * (1 - across))

    def _head(self, start: Points, width: float, rng: np.random.Generator) -> Points:
        """The dab with which a stroke begins, lying askew of it."""
        reach, angle = self.head
        turn = angle + rng.normal(0, 0.15)
        way = np.array([np.cos(turn), np.sin(turn)]) * width * reach
        line = np.linspace(-0.75, 0.6, 10)[:, None]
        return ribbon(start + way * line, width * np.sin(np.linspace(0.15, 2.9, 10)) * 0.9)

    def _barb(self, path: Points, width: float, rng: np.random.Generator) -> Points:
        """A sharp corner that stands out to one side near a stroke's beginning."""
        way = path[3] - path[0]
        way /= max(float(np.hypot(*way)), 1e-6)
        side = np.array([-way[1], way[0]]) * (1 if rng.random() < 0.5 else -1)
        far = path[0] + (side * float(rng.uniform(0.4, 1.0)) - way * 0.4) * width * self.barb
        return np.stack([path[0] - side * width * 0.3, far, path[0] + way * width * 0.8])

    def _join(
        self, pen: Pen, start: Points, end: Points, width: float, reach: float,
        rng: np.random.Generator, ink: Ink,
    ) -> None:  # fmt: skip
        """The thin trace of a brush that hardly leaves the ground between two strokes."""
        gap = end - start
        if float(np.hypot(*gap)) > reach:
            return
        middle = (start + end) / 2 + gap[::-1] * (1, -1) * rng.normal(0, 0.12)
        path = curve(*((x, y) for x, y in (start, middle, end)), count=12)
        pen.fill([ribbon(path, width * float(rng.uniform(0.15, 0.4)))], ink)

    def _profile(self, kind: str, rng: np.random.Generator) -> Points:
        """Width along a stroke of a kind, as a share of the full width."""
        t, swell = _SHARE, self.swell
        tip = float(rng.uniform(0.3, 1.0))
        shape = {
            "h": 0.55 + 0.45 * np.abs(2 * t - 0.9) ** 1.5 + 0.3 * (t > 0.8) * tip,
            "v": 0.75 + 0.35 * (1 - t) ** 2 + 0.15 * t**4,
            "p": 1.15 * (1 - t) ** 0.6 + 0.08,
            "n": 0.25 + 1.1 * np.sin(np.pi * np.clip(t, 0, 0.97) ** 1.8),
            "d": 0.35 + 0.9 * np.sin(np.pi * (0.15 + 0.75 * t)),
            "s": 0.5
            + 0.6 * np.exp(-(((t - 0.08) / 0.07) ** 2))
            + 0.5 * np.sin(np.pi * t**2)
            - 0.75 * t**5,
            "t": (0.75 + 0.4 * np.sin(np.pi * t)) * (1 - np.clip(t - 0.45, 0, 1) / 0.56) ** 0.7,
            "k": (1 - t) ** 0.8 + 0.05,
        }[kind]
        blunt = 0.5 if self.point < 0.1 else 0.15
        even = self.level if kind == "h" else 1.0
        ends = np.minimum(1, np.minimum(t + 0.02, 1.02 - t) / self.point)
        if kind in "tk":
            ends, swell = np.ones_like(t), max(swell, 0.7)
        return np.asarray(
            (even * (1 - swell) + shape * even * swell) * (blunt + (1 - blunt) * ends)
        )


def _form(rng: np.random.Generator, character: str) -> list[Stroke]:
    """One form of a character: of its family, or one of those listed."""
    family = FAMILIES.get(character)
    if family is not None and rng.random() < _FAMILY:
        return family(rng)
    forms = SKELETONS[character]
    return list(forms[int(rng.integers(len(forms)))])
