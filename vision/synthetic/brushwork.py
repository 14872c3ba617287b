"""Simple characters written stroke by stroke: hands that no font has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.synthetic.characters import Forms
from vision.synthetic.designs import drawn
from vision.synthetic.pen import Ink, Pen, Points, curve, ribbon
from vision.synthetic.skeletons import SKELETONS

_SHARE = np.linspace(0, 1, 20)


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

    @classmethod
    def random(cls, rng: np.random.Generator, forms: Forms = "training") -> Brushwork:
        """Any hand from an even marker to a fat brush."""
        return cls(
            drawn(lambda: int(rng.integers(1 << 31)), lambda seed: seed, forms),
            float(rng.uniform(0.09, 0.24)),
            float(rng.uniform(0.5, 1.1)),
            float(rng.uniform(0.1, 1.0)),
            float(rng.uniform(0.0, 0.05)),
            float(rng.normal(0, 0.08)),
            float(rng.uniform(-0.04, 0.14)),
            float(rng.choice((0.06, 0.06, rng.uniform(0.06, 0.4)))),
        )

    def write(
        self, pen: Pen, character: str, box: tuple[float, float, float, float], ink: Ink
    ) -> None:
        """Write a character of SKELETONS into box (centre x, centre y, width, height)."""
        rng = np.random.default_rng((self.seed, ord(character)))
        half = np.array(box[2:]) / 2
        forms = SKELETONS[character]
        strokes = forms[int(rng.integers(len(forms)))]
        crowd = min(1.0, 2.2 / np.sqrt(len(strokes)))
        width = self.width * 2 * float(half.min()) * crowd
        for kind, control in strokes:
            points = control + rng.normal(0, self.wander, control.shape)
            points[:, 1] -= self.rise * points[:, 0] * (kind == "h")
            if len(points) == 2 and kind in "hv":
                middle = points.mean(0) + (points[1] - points[0])[::-1] * (1, -1) * self.arch
                points = np.stack([points[0], middle, points[1]])
            path = curve(*((x, y) for x, y in points), count=len(_SHARE)) * half * 0.94
            pen.fill([ribbon(path + np.array(box[:2]), width * self._profile(kind, rng))], ink)

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
        }[kind]
        blunt = 0.5 if self.point < 0.1 else 0.15
        even = self.level if kind == "h" else 1.0
        ends = np.minimum(1, np.minimum(t + 0.02, 1.02 - t) / self.point)
        return np.asarray(
            (even * (1 - swell) + shape * even * swell) * (blunt + (1 - blunt) * ends)
        )
