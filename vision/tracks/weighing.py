"""Looks at places that overlap, weighed against each other: which of them are tiles together."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.plane.map import Matrix
from vision.tracks.fuse import Look

_TOUCHING: Final = 0.04
"""So much of a tile's outline may seem to lie in its neighbour's."""

_PRICE: Final = 0.4


def alone(looks: Sequence[Look], apart_mm: float) -> list[Look]:
    """The looks without those so near a better one: two finds may settle on one tile."""
    kept: list[Look] = []
    for look in sorted(looks, key=worth, reverse=True):
        if nearest(look.spot, kept) > apart_mm:
            kept.append(look)
    return kept


def overlap(quad: Matrix, other: Matrix) -> float:
    """Which share of an outline [4,2] lies in another."""
    first, second = quad.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared) / max(float(cv2.contourArea(first)), 1.0)


def over_others(quad: Matrix, others: Sequence[Matrix]) -> float:
    """How much of an outline [4,2] lies in others, which may touch it."""
    return sum(max(overlap(quad, other) - _TOUCHING, 0.0) for other in others)


def worth(look: Look) -> float:
    """How surely a look shows what it shows."""
    sure = float(look.chances.max()) if look.face_up else 1.0
    return look.confidence * sure


def nearest(spot: Matrix, looks: Sequence[Look]) -> float:
    """How far from a place [2] the nearest look is, in millimetres."""
    return min((float(np.linalg.norm(look.spot - spot)) for look in looks), default=np.inf)


def together(looks: list[Look], others: list[Matrix], apart_mm: float) -> list[Look]:
    """The looks, none too near another, of the highest worth in all; overlaps count against it.

    Overlaps with ``others`` too, outlines [4,2].
    """
    spots = np.stack([look.spot for look in looks])
    apart = np.linalg.norm(spots[:, None] - spots[None], axis=2) >= apart_mm
    over = np.array([[overlap(one.quad, other.quad) for other in looks] for one in looks])
    worths = np.array([
        worth(look) - _PRICE - sum(overlap(look.quad, other) for other in others)
        for look in looks
    ])  # fmt: skip

    def best(free: list[int]) -> tuple[float, list[int]]:
        if not free:
            return 0.0, []
        first, rest = free[0], free[1:]
        beside = [at for at in rest if apart[first, at]]
        total, taken = best(beside)
        total += worths[first] - sum(over[first, at] for at in taken)
        without = best(rest) if len(beside) < len(rest) else (-np.inf, [])
        return (total, [first, *taken]) if total >= without[0] else without

    return [looks[at] for at in best([*range(len(looks))])[1]]
