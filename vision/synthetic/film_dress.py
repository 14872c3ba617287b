"""What the arms of a film's players wear: nothing, sleeves of every pattern, gloves, a watch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import muted
from vision.synthetic.table_arm import Arm, Look, shapes
from vision.synthetic.table_layout import TURN, Plan, turned

Pattern: TypeAlias = Literal["plain", "hoops", "stripes", "checks"]
PATTERNS: tuple[Pattern, ...] = ("plain", "hoops", "stripes", "checks")
TONES = np.array(
    [[245, 214, 190], [228, 186, 152], [198, 150, 112], [150, 104, 72], [104, 70, 48], [66, 46, 36]]
)
"""Skin, from pale to dark, RGB."""
BARE_MM = 900.0
"""A sleeve that begins so far from the fingertips is never seen."""
WRIST_MM = 172.0
SHOULDER_MM = 460.0
"""As far beyond the field's edge as other arms begin."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Outlines (n, 2) mm in one colour; ``within``: only where the layer before is."""

    outlines: tuple[Floats, ...]
    rgb: Floats
    within: bool = False


@dataclass(frozen=True, slots=True)
class Dress:
    """What one player's arms look like."""

    look: Look
    glove: Floats | None = None
    watch: Floats | None = None
    pattern: Pattern = "plain"
    second: Floats | None = None
    """The pattern's colour."""
    pitch_mm: float = 30.0

    @classmethod
    def of(cls, seed: int, seat: int) -> Dress:
        """A seat's under a seed."""
        rng = np.random.default_rng((seed, seat, 97))
        look = Look.of(seed, seat)
        tone = float(rng.uniform(0, len(TONES) - 1))
        low = min(int(tone), len(TONES) - 2)
        skin = TONES[low] + (tone - low) * (TONES[low + 1] - TONES[low]) + rng.normal(0, 4, 3)
        bare = rng.random() < 0.3
        look = replace(
            look, skin=skin.clip(20, 250), cuff=BARE_MM if bare else float(rng.uniform(185, 420)),
            stout=float(rng.uniform(0.68, 1.35)),
        )  # fmt: skip
        gloved, pattern = rng.random() < 0.12, PATTERNS[int(rng.integers(len(PATTERNS)))]
        glove = muted(rng).astype(np.float64) if gloved else None
        if glove is not None and rng.random() < 0.5:
            glove = np.full(3, float(rng.choice([28.0, 238.0])))  # a dealer's, black or white
        watched = rng.random() < 0.3 and not gloved
        watch = np.full(3, float(rng.uniform(20, 210))) + rng.normal(0, 12, 3) if watched else None
        return cls(
            look, glove, watch, pattern, muted(rng).astype(np.float64),
            float(rng.uniform(14, 46)),
        )  # fmt: skip

    def layers(self, arm: Arm, plan: Plan) -> list[Layer]:
        """What covers what, from below upwards; the first is skin."""
        skin, sleeve = shapes(arm, plan, self.look)
        line = _Line.of(arm, plan, self.look.stout)
        over = [Layer(tuple(skin), self.look.skin)]
        if self.glove is not None:
            hand = [one for number, one in enumerate(skin) if number != 1]
            over.append(Layer((*hand, line.band(120, 200, 36, 42)), self.glove))
        if self.watch is not None:
            over.append(Layer(self._watch(line), self.watch))
        if self.look.cuff < BARE_MM:
            over.append(Layer(tuple(sleeve), self.look.sleeve))
            if self.pattern != "plain" and self.second is not None:
                over.append(Layer(self._pattern(line), self.second, within=True))
        return over

    def _watch(self, line: _Line) -> tuple[Floats, ...]:
        ring = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        dial = [line.point(WRIST_MM + 17 * np.cos(t), 17 * np.sin(t)) for t in ring]
        return line.band(WRIST_MM - 10, WRIST_MM + 10, 31, 32), np.array(dial)

    def _pattern(self, line: _Line) -> tuple[Floats, ...]:
        pitch, near, far = self.pitch_mm, min(self.look.cuff, line.length), line.length
        bands = []
        if self.pattern in {"hoops", "checks"}:
            begins = np.arange(near + pitch, max(far, near + pitch), 2 * pitch)
            bands += [line.band(begin, begin + pitch, 90, 90) for begin in begins]
        if self.pattern in {"stripes", "checks"}:
            wide = 0.4 * pitch
            bands += [
                line.strip(near, far, aside - wide / 2, aside + wide / 2)
                for aside in np.arange(-80, 80, pitch)
            ]
        return tuple(bands)


@dataclass(frozen=True, slots=True)
class _Line:
    """From the fingertips back along an arm, and across it."""

    tip: Floats
    along: Floats
    across: Floats
    length: float
    stout: float

    @classmethod
    def of(cls, arm: Arm, plan: Plan, stout: float) -> _Line:
        side = -1.0 if arm.left else 1.0
        start = np.array(turned((80.0 * side, -(plan.edge + SHOULDER_MM)), arm.seat * TURN))
        tip = np.array(arm.at)
        length = max(float(np.linalg.norm(tip - start)), 1.0)
        along = (tip - start) / length
        return cls(tip, along, np.array([-along[1], along[0]]), length, stout)

    def point(self, back: float, aside: float) -> Floats:
        return np.asarray(self.tip - self.along * back + self.across * aside * self.stout)

    def band(self, near: float, far: float, narrow: float, wide: float) -> Floats:
        """Across the arm, as wide to both sides."""
        return np.array([
            self.point(near, -narrow), self.point(near, narrow),
            self.point(far, wide), self.point(far, -wide),
        ])  # fmt: skip

    def strip(self, near: float, far: float, left: float, right: float) -> Floats:
        """Along the arm."""
        return np.array([
            self.point(near, left), self.point(near, right),
            self.point(far, right), self.point(far, left),
        ])  # fmt: skip


def plain(seed: int, seat: int) -> Dress:
    """An arm as those of photos."""
    return Dress(Look.of(seed, seat))
