"""What lies on the table and is no known tile: of what size and shape, for a closer look."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Box
from vision.plane.map import Matrix, TablePlane

_AREA: Final = (0.45, 9.0)
"""How large something is that may be tiles which nobody found, in tiles: sides and shadows may be
seen too."""

_ALONE: Final = (0.55, 1.9)
_SIDES: Final = (0.75, 1.3)
"""How large one tile by itself may seem."""

_APART: Final = 0.35
"""Tile widths between the places of something large."""

_MARGIN: Final = 1.1
"""Tile widths that are looked at around it."""


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """Something on the bare table. Places are pixels of the straight frame."""

    box: Box
    """The part of the frame to look at."""

    points: Matrix
    """[n,2] places all over it."""

    quad: Matrix | None
    """[4,2] its outline, clockwise from any corner, where it is as large as one tile."""


def leftovers(foreign: NDArray[np.bool_], plane: TablePlane, factor: int) -> list[Blob]:
    """What may be tiles, the smallest first.

    ``foreign`` [h,w] marks, ``factor`` times smaller, what is neither table nor a known tile.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8))
    width = plane.tile_px() / factor
    tile = width**2 * plane.tile_mm[1] / plane.tile_mm[0]
    found = []
    for number in np.argsort(stats[1:count, cv2.CC_STAT_AREA]) + 1:
        left, top, wide, high, size = (int(one) for one in stats[number])
        if not _AREA[0] * tile < size < _AREA[1] * tile:
            continue
        margin = _MARGIN * width
        box = tuple(
            round(side * factor)
            for side in (left - margin, top - margin, left + wide + margin, top + high + margin)
        )
        points = np.argwhere(labels == number)[:, ::-1].astype(np.float32)
        lone = _ALONE[0] * tile < size < _ALONE[1] * tile
        quad = _tile(points, plane, factor) if lone else None
        step = max(1, round(_APART * width))
        middle = points.mean(axis=0)
        some = points[(np.rint(points - middle) % step == 0).all(axis=1)]
        spots = (np.vstack([middle, some]).astype(np.float64) + 0.5) * factor
        found.append(Blob((box[0], box[1], box[2], box[3]), spots, quad))
    return found


def _tile(points: NDArray[np.float32], plane: TablePlane, factor: int) -> Matrix | None:
    """The rectangle around pixels [n,2], where it is as large as a tile."""
    quad = _grown(cv2.boxPoints(cv2.minAreaRect(points)).astype(np.float64)) * factor
    corners = plane.to_mm(quad)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    wide, high = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))
    sized = (wide / plane.tile_mm[0], high / plane.tile_mm[1])
    if not all(_SIDES[0] < one < _SIDES[1] for one in sized):
        return None
    return _clockwise(quad)


def _grown(quad: Matrix) -> Matrix:
    """The rectangle around pixels, not around their middles."""
    middle = quad.mean(axis=0)
    away = quad - middle
    length = np.linalg.norm(away, axis=1, keepdims=True)
    return np.asarray(middle + away * (1 + 0.7 / np.maximum(length, 1.0)) + 0.5)


def _clockwise(quad: Matrix) -> Matrix:
    following = np.roll(quad, -1, axis=0)
    twice = float((quad[:, 0] * following[:, 1] - following[:, 0] * quad[:, 1]).sum())
    return quad if twice > 0 else quad[::-1].copy()
