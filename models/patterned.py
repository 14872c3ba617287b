"""Light that comes in a pattern: through blinds, through leaves, from a screen's rows of dots."""

from collections.abc import Callable
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

PATTERNED_SHARE: Final = 0.25
"""So many windows are lit so."""

Bytes: TypeAlias = NDArray[np.uint8]
Field: TypeAlias = NDArray[np.float32]

_FINEST: Final = 2.5


def wave(rng: np.random.Generator, side: int, period: float, angle: float) -> Field:
    """Waves [side,side] of that many pixels, between -1 and 1, across a direction in radians."""
    along = np.arange(side, dtype=np.float32) * np.float32(2 * np.pi / period)
    across = np.float32(np.cos(angle)) * along + np.float32(rng.uniform(0, 2 * np.pi))
    return np.sin(across + np.float32(np.sin(angle)) * along[:, None])


def blinds(rng: np.random.Generator, side: int) -> Field:
    """Stripes of shade, 0 to 1, with soft or hard edges."""
    stripes = wave(rng, side, between(rng, 8, 200), rng.uniform(0, np.pi))
    hard, wide = between(rng, 1, 30), rng.uniform(-0.7, 0.7)
    return np.clip(0.5 + hard * (stripes - wide), 0, 1)


def screen(rng: np.random.Generator, side: int) -> Field:
    """Fine waves, 0 to 1, in two directions square to each other."""
    angle = rng.uniform(0, np.pi)
    first, second = (
        wave(rng, side, between(rng, _FINEST, 24), angle + turn) for turn in (0, np.pi / 2)
    )
    return np.asarray(0.5 + 0.25 * (first + rng.uniform(0, 1) * second), np.float32)


def leaves(rng: np.random.Generator, side: int) -> Field:
    """Spots of shade, 0 to 1."""
    knots = int(between(rng, 4, 48))
    ground = rng.normal(0, 1, (knots, knots)).astype(np.float32)
    rough = cv2.resize(ground, (side, side), interpolation=cv2.INTER_CUBIC)
    return np.clip(0.5 + between(rng, 1, 20) * (rough - rng.uniform(-0.7, 0.7)), 0, 1)


def between(rng: np.random.Generator, least: float, most: float) -> float:
    """A number of which every size is as likely, as a logarithm."""
    return float(np.exp(rng.uniform(np.log(least), np.log(most))))


_PATTERNS: Final[tuple[tuple[Callable[[np.random.Generator, int], Field], float], ...]] = (
    (blinds, 0.75), (leaves, 0.75), (screen, 0.4),
)  # fmt: skip
"""Each with the share of the light that it takes at most."""


def patterned(rng: np.random.Generator, window: Bytes) -> Bytes:
    """A square window [S,S,3] in such light, often a little brighter where no shade is."""
    pattern, deepest = _PATTERNS[int(rng.integers(len(_PATTERNS)))]
    shade = rng.uniform(0.05, deepest) * pattern(rng, len(window))
    light = rng.uniform(1, 1.25) * (1 - shade)
    return np.clip(window * light[..., None], 0, 255).astype(np.uint8)
