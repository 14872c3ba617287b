"""Which backs are the tops of standing tiles: rows that run along their long sides."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.plane.map import TILE_ASPECT, Matrix

_BESIDE: Final = (0.8, 1.3)
_ASIDE: Final = 0.4
"""Neighbours in a row are so many sides away, and so many of the other side off it at most."""

_LONG: Final = 1.2
"""Lying, a tile's side along its row is .71 to .94 of the other; standing, 1.6 and more."""


def standing(quads: Floats, backs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which quadrilaterals [n,4,2] in pixels, of which ``backs`` [n] are, stand in a hand's row.

    Their tops lie higher than faces do, and are of another shape.
    """
    first, second = _sides(quads)
    ways = np.stack([_beside(quads, first, second), _beside(quads, second, first)])
    ways &= backs & backs[:, None]
    alone = np.asarray(ways.any(axis=2))
    lengths = np.linalg.norm(np.stack([first, second]), axis=2)
    ratio = np.where(alone[0], lengths[0] / lengths[1], lengths[1] / lengths[0])
    said = alone[0] ^ alone[1]
    found = np.zeros(len(quads), bool)
    for row in _rows(np.asarray(ways.any(axis=0))):
        telling = row[said[row]]
        found[row] = len(telling) > 1 and bool(np.median(ratio[telling]) > _LONG)
    return found


def as_lying(quads: Floats, backs: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """All tiles as if they lay [n,4,2], and which of them are backs that do lie [n]."""
    hands = standing(quads, backs)
    flat = quads.astype(np.float32)
    flat[hands] = laid_down(quads[hands])
    return flat, backs & ~hands


def laid_down(quads: Floats) -> Floats:
    """The tops of standing tiles [n,4,2] made as high as lying ones, about their middles."""
    first, second = _sides(quads)
    long = np.linalg.norm(first, axis=1) > np.linalg.norm(second, axis=1)
    wide = np.where(long[:, None], first, second)
    high = np.where(long[:, None], second, first)
    high *= TILE_ASPECT * (np.linalg.norm(wide, axis=1) / np.linalg.norm(high, axis=1))[:, None]
    middle = quads.astype(np.float64).mean(axis=1)
    corners = [middle - wide / 2 - high / 2, middle + wide / 2 - high / 2,
               middle + wide / 2 + high / 2, middle - wide / 2 + high / 2]  # fmt: skip
    return np.stack(corners, axis=1).astype(np.float32)


def _sides(quads: Floats) -> tuple[Matrix, Matrix]:
    """The two sides [n,2] of each, opposite ones' mean."""
    around = np.roll(quads, -1, axis=1).astype(np.float64) - quads
    return (around[:, 0] - around[:, 2]) / 2, (around[:, 1] - around[:, 3]) / 2


def _beside(quads: Floats, along: Matrix, across: Matrix) -> NDArray[np.bool_]:
    """Which [n,n] lie beside each in the direction of one of its sides."""
    middles = quads.astype(np.float64).mean(axis=1)
    away = middles[None] - middles[:, None]
    on, off = (
        np.abs(np.einsum("ijk,ik->ij", away, side)) / (side**2).sum(axis=1)[:, None]
        for side in (along, across)
    )
    return np.asarray((on > _BESIDE[0]) & (on < _BESIDE[1]) & (off < _ASIDE))


def _rows(linked: NDArray[np.bool_]) -> list[NDArray[np.int64]]:
    """The indices of those that hang together, of each group with more than one."""
    linked = linked | linked.T
    left = set(np.nonzero(linked.any(axis=1))[0].tolist())
    rows = []
    while left:
        waiting, row = [left.pop()], []
        while waiting:
            one = waiting.pop()
            row.append(one)
            near = left.intersection(np.nonzero(linked[one])[0].tolist())
            left -= near
            waiting += near
        rows.append(np.array(sorted(row), np.int64))
    return rows
