"""Simple characters written stroke by stroke: hands that no font has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.synthetic.characters import Forms
from vision.synthetic.designs import drawn
from vision.synthetic.pen import Ink, Pen, Points, curve, ribbon

# Strokes in the box -1..1 (y down): a kind, then the control points of a curve.
# h level, v upright, p falling left, n falling right, d dot, s sword (the middle of 中).
# Forms that different hands give a character are parted by " / ".
_TEXT = {
    "一": "h -.9 .08 0 -.06 .9 -.04",
    "二": "h -.55 -.5 .5 -.58|h -.95 .62 0 .48 .95 .52",
    "三": "h -.7 -.75 .65 -.82|h -.55 0 .5 -.06|h -.95 .78 0 .66 .95 .7",
    "四": "v -.8 -.7 -.7 .72|h -.8 -.66 .8 -.7|v .8 -.68 .68 .72|p -.25 -.6 -.28 0 -.6 .25"
    "|v .2 -.6 .2 .2 .68 .15|h -.7 .66 .68 .64",
    "五": "h -.75 -.75 .75 -.82|v -.05 -.75 -.35 .75|h -.62 -.1 .55 -.16|v .55 -.16 .42 .75"
    "|h -.95 .8 .95 .74",
    "六": "d -.12 -1 .12 -.66|h -.95 -.28 .95 -.42|p -.25 0 -.35 .5 -.85 .92|n .25 0 .5 .4 .9 .9",
    "七": "h -.95 .12 0 -.1 .95 -.34|v -.15 -.95 -.18 .6 .05 .84|h 0 .82 .4 .95 .86 .76"
    "|p .84 .8 .88 .4",
    "八": "p -.25 -.5 -.3 .3 -.95 .82|n .08 -.75 .3 .25 .95 .82"
    " / p -.3 -.2 -.45 .35 -.95 .72|h -.1 -.82 .2 -.9|n .18 -.9 .1 .35 .98 .78"
    " / d -.42 -.2 -.3 .12|p -.4 .1 -.6 .5 -.98 .68|v .1 -.92 .3 -.7|n .24 -.8 .2 .3 .98 .74"
    " / p -.4 -.55 -.5 .1 -.85 .9|n .3 -.6 .45 .1 .85 .9",
    "九": "p -.25 -.95 -.1 .3 -.95 .92|h -.8 -.25 .42 -.42|v .4 -.42 .22 .4 .36 .8"
    "|h .34 .8 .6 .94 .9 .74|p .88 .78 .94 .34",
    "中": "v -.75 -.45 -.64 .32|h -.78 -.4 .76 -.5|v .74 -.48 .6 .32|h -.68 .26 .64 .2|s 0 -1 0 1",
    "東": "h -.8 -.6 .8 -.68|v -.5 -.35 -.45 .3|h -.5 -.33 .5 -.37|v .5 -.36 .45 .3"
    "|h -.45 -.03 .42 -.06|h -.45 .26 .42 .22|v 0 -1 0 1|p -.1 .3 -.35 .65 -.95 .88"
    "|n .1 .3 .4 .6 .95 .88",
    "南": "h -.75 -.65 .75 -.72|v 0 -1 0 -.32|v -.76 -.3 -.72 1|h -.76 -.28 .76 -.34"
    "|v .75 -.33 .7 .95|p .7 .95 .48 .78|d -.32 -.15 -.16 .06|p .32 -.2 .16 .06|h -.4 .2 .4 .16"
    "|h -.45 .52 .45 .48|v 0 .2 0 .95",
    "西": "h -.85 -.85 .85 -.92|v -.76 -.35 -.64 .82|h -.76 -.33 .76 -.39|v .75 -.38 .62 .82"
    "|p -.25 -.85 -.2 -.1 -.5 .2|v .2 -.85 .2 .2 .55 .14|h -.64 .74 .62 .7",
    "北": "h -.92 -.22 -.3 -.32|v -.3 -.95 -.3 .82|p -.3 .34 -.55 .55 -.95 .74"
    "|p .85 -.58 .5 -.25 .2 -.12|v .2 -.95 .16 .65 .36 .84|h .32 .82 .6 .94 .95 .72"
    "|p .92 .78 .96 .34"
    " / p -.35 -.9 -.4 .1 -.34 .85|h -.9 -.25 -.4 -.34|p -.36 .3 -.6 .6 -.98 .7"
    "|v .22 -.92 .16 .4 .3 .7|p .9 -.6 .6 -.3 .22 -.16|h .28 .72 .6 .9 .98 .62|d .96 .6 .9 .2"
    " / v -.28 -.85 -.26 .9|h -.85 -.35 -.28 -.4|n -.95 .62 -.6 .55 -.28 .3"
    "|v .28 -.95 .24 .5 .4 .78|p .8 -.5 .55 -.3 .28 -.2|h .38 .78 .65 .86 .92 .78",
}
SKELETONS: dict[str, list[list[tuple[str, Points]]]] = {
    character: [
        [(part[0], np.array(part[2:].split(), float).reshape(-1, 2)) for part in form.split("|")]
        for form in text.split(" / ")
    ]
    for character, text in _TEXT.items()
}
"""The forms of each character, each a list of strokes."""
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
        even = self.level if kind == "h" else 1.0
        ends = np.minimum(1, np.minimum(t + 0.02, 1.02 - t) / 0.06)  # a touch of rounding
        return np.asarray((even * (1 - swell) + shape * even * swell) * (0.5 + 0.5 * ends))
