"""Things of a tile's size and shape on the bare table, for what the detector passed over."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane_map import Matrix, TablePlane

_AREA: Final = (0.55, 1.9)
"""How much of the small copy a lone tile takes, in tiles: its side may be seen too."""

_SIDES: Final = (0.75, 1.3)


def tile_blobs(foreign: NDArray[np.bool_], plane: TablePlane, factor: int) -> list[Matrix]:
    """Quadrilaterals [4,2], clockwise, in pixels of the straight frame, in no reading direction.

    ``foreign`` [h,w] marks, ``factor`` times smaller, what is neither table nor a known tile.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8))
    tile = (plane.tile_px() / factor) ** 2 * plane.tile_mm[1] / plane.tile_mm[0]
    found = []
    for number in range(1, count):
        if not _AREA[0] * tile < stats[number, cv2.CC_STAT_AREA] < _AREA[1] * tile:
            continue
        points = np.argwhere(labels == number)[:, ::-1].astype(np.float32)
        quad = _grown(cv2.boxPoints(cv2.minAreaRect(points)).astype(np.float64)) * factor
        corners = plane.to_mm(quad)
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        wide, high = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))
        sized = (wide / plane.tile_mm[0], high / plane.tile_mm[1])
        if all(_SIDES[0] < one < _SIDES[1] for one in sized):
            found.append(_clockwise(quad))
    return found


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
