"""The colours of one set: inks by role, body and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from vision.synthetic.pen import Ink

NEAR_BLACK = ((22, 30, 42), (18, 22, 28), (26, 38, 52), (30, 30, 34), (16, 40, 50))
TEAL = ((20, 62, 72), (28, 70, 66), (18, 50, 64), (30, 84, 88))
GREEN = ((24, 76, 44), (20, 100, 54), (34, 60, 40), (16, 84, 34), (46, 120, 62), (10, 62, 30))
BLUE = ((36, 44, 130), (24, 30, 96), (40, 70, 160), (20, 60, 120), (50, 50, 170))
RED = ((206, 40, 40), (188, 30, 44), (222, 60, 40), (170, 32, 36), (232, 50, 60))
DARK_RED = ((120, 28, 40), (104, 20, 30), (134, 40, 46), (96, 26, 40))
BODY = (
    (240, 236, 222),
    (250, 250, 246),
    (236, 226, 200),
    (228, 222, 206),
    (244, 238, 200),
    (234, 242, 232),
    (222, 214, 190),
    (245, 243, 238),
    (214, 212, 208),
    (246, 232, 186),
)
BACK = (
    (24, 120, 70),
    (20, 80, 60),
    (30, 70, 160),
    (70, 130, 210),
    (240, 190, 40),
    (20, 20, 24),
    (226, 116, 30),
    (176, 120, 62),
    (96, 50, 130),
    (180, 30, 40),
    (240, 130, 160),
    (120, 200, 180),
    (60, 60, 70),
    (150, 200, 60),
)
BLACK = {"training": 0.15, "unseen": 0.03}
"""How often tiles are black: seldom, but a reader that hardly saw any is blind to them."""
DARK_BODY = (
    (26, 26, 30),
    (12, 12, 14),
    (40, 36, 34),
    (20, 40, 30),
    (30, 34, 70),
    (58, 20, 28),
    (52, 50, 54),
    (62, 42, 30),
)
LIGHT_INK = ((236, 234, 226), (230, 190, 90), (220, 220, 220), (150, 220, 170), (140, 190, 245))
PALE_BACK = 0.07
"""How often a tile's back is as pale as its front."""
ONE_TONE = 45
SCHEMES = ("riichi", "chinese", "hongkong", "colour", "mono")


@dataclass(frozen=True, slots=True)
class Palette:
    """Inks of a set; `dark` is its main ink, `a` and `b` the two pin colours."""

    scheme: str
    dark: Ink
    red: Ink
    green: Ink
    blue: Ink
    five: Ink
    body: Ink
    back: Ink

    @classmethod
    def random(
        cls,
        rng: np.random.Generator,
        forms: Literal["training", "unseen"] = "training",
        black: float | None = None,
    ) -> Palette:
        """Colours of a family that sets come in, jittered; ``black`` in that share of cases."""
        scheme = str(rng.choice(SCHEMES, p=(0.42, 0.18, 0.17, 0.17, 0.06)))
        dark = _pick(rng, NEAR_BLACK)
        green, blue, red = _pick(rng, GREEN), _pick(rng, BLUE), _pick(rng, RED)
        if scheme == "riichi":
            dark = _pick(rng, NEAR_BLACK + TEAL)
            red = _pick(rng, DARK_RED + DARK_RED + DARK_RED + RED)
            green = dark if rng.random() < 0.6 else _pick(rng, TEAL + GREEN)
            blue = dark if rng.random() < 0.75 else blue
        elif scheme == "chinese":
            blue = dark if rng.random() < 0.6 else blue
        elif scheme == "mono":
            green = blue = dark
            red = _pick(rng, RED + DARK_RED)
        ink = {"dark": dark, "red": red, "green": green, "blue": blue}
        body = _pick(rng, BODY, 6)
        five = _pick(rng, RED, 16)
        if rng.random() < (BLACK[forms] if black is None else black):  # with light inks
            body = _pick(rng, DARK_BODY)
            same = _pick(rng, LIGHT_INK)
            mixed = rng.random() < 0.7
            ink = {name: _pick(rng, LIGHT_INK) if mixed else same for name in ink}
            ink["red"] = _pick(rng, ((232, 150, 50), (236, 90, 80), (230, 70, 60)))
            five = _pick(rng, ((236, 50, 50),))
        back = _pick(rng, BODY, 6) if rng.random() < PALE_BACK else _pick(rng, BACK, 18)
        return cls(scheme, **ink, five=five, body=body, back=back)

    @property
    def one_tone(self) -> bool:
        """Whether a bare back looks like a bare face."""
        return max(abs(a - b) for a, b in zip(self.body, self.back, strict=True)) < ONE_TONE

    @property
    def wind(self) -> Ink:
        """The ink that winds are usually drawn in."""
        return self.blue if self.scheme in ("hongkong", "colour") else self.dark


def _pick(rng: np.random.Generator, inks: tuple[Ink, ...], spread: float = 12.0) -> Ink:
    """One of the inks, jittered in brightness and hue."""
    ink = np.array(inks[int(rng.integers(len(inks)))], float)
    ink = ink + rng.normal(0, spread * 0.5, 3) + rng.normal(0, spread * 0.7)
    red, green, blue = (int(v) for v in np.clip(ink, 4, 253))
    return red, green, blue
