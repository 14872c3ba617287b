"""Where the table is in a picture, told by its tiles and its own edges."""

import contextlib
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.errors import PlaneError
from vision.imagefile import Image
from vision.plane.fit import TileFit, fit_tiles
from vision.plane.map import NOMINAL_TILE_MM, Matrix, TablePlane, lifted, mapped
from vision.plane.square import find_square
from vision.plane.standing import laid_down, standing

EDGES: Final = "tiles and edges"

_MOST_HALF: Final = 20 * NOMINAL_TILE_MM
_USUAL_HALF: Final = 15.0
"""Tile widths from the middle to the field's edge, where no edge was found."""

_ENOUGH: Final = 16
"""So many lying tiles need no standing ones beside them."""

_LOOSE: Final = 0.13
"""By how many widths the sides of real tiles stray, at most: a dozen other things that pass for
tiles (keys, figures of a score sheet) can be fitted too, but hardly."""


def find_plane(image: Image, quads: Floats, backs: NDArray[np.bool_]) -> TablePlane:
    """The plane of the lying faces in a picture uint8 [H,W,3], from its tiles [n,4,2] in pixels.

    ``backs`` [n] show no face: before enough tiles lie, the standing ones of the hands and the
    table's edges tell where it is. Its bottom side is the one lowest in the picture. Raises
    ``PlaneError`` where no table is seen.
    """
    hands = standing(quads, backs)
    if not hands.any():
        return _plane(image, quads)
    lying = quads[~hands]
    if len(lying) >= _ENOUGH:
        with contextlib.suppress(PlaneError):
            return _plane(image, lying)
    return _plane(image, np.concatenate([lying, laid_down(quads[hands])]), edges=True)


def _plane(image: Image, tiles: Floats, *, edges: bool = False) -> TablePlane:
    """The plane of tiles [n,4,2], and of the table's edges if they are in sight (or must be)."""
    height, width = image.shape[:2]
    fit = fit_tiles(tiles, (width, height))
    spots = mapped(fit.to_plane, tiles[fit.close].astype(np.float64).mean(axis=1))
    square = find_square(image, fit.to_plane, spots)
    if square is None:
        if edges:
            raise PlaneError("plane: few tiles lie in sight, and no table's edge is")
        return _by_tiles(fit, spots, (width, height))
    half = float(
        np.linalg.norm(np.roll(square.corners, -1, axis=0) - square.corners, axis=1).mean()
    )
    half *= NOMINAL_TILE_MM / 2
    field = np.array([[-half, half], [half, half], [half, -half], [-half, -half]], np.float32)
    pixels = mapped(np.asarray(np.linalg.inv(fit.to_plane)), square.corners).astype(np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(field, pixels), np.float64)
    plane = lifted(TablePlane((width, height), matrix, _tile(fit), half, how=EDGES))
    return replace(plane, half_mm=min(plane.half_mm * square.around, _MOST_HALF)).upright()


def _by_tiles(fit: TileFit, spots: Matrix, size: tuple[int, int]) -> TablePlane:
    """The plane whose middle is that of what lies there, where the table shows no edges."""
    if fit.error > _LOOSE:
        raise PlaneError(
            f"plane: what seem to be tiles differ by {fit.error:.2f} widths and no table's edge is"
            f" in sight; expected {_LOOSE} or less"
        )
    low, high = np.percentile(spots, (3, 97), axis=0)
    if float((high - low).min()) < 8:
        raise PlaneError(
            f"plane: the tiles cover {high[0] - low[0]:.0f} x {high[1] - low[1]:.0f} tile widths "
            "and no table's edge is in sight; expected a whole table"
        )
    x, y = (low + high) / 2
    back = np.linalg.inv(fit.to_plane)
    mm = NOMINAL_TILE_MM
    place = np.array([[1 / mm, 0, x], [0, 1 / mm, y], [0, 0, 1.0]])
    plane = TablePlane(size, back @ place, _tile(fit), _USUAL_HALF * mm, how="tiles")
    return plane.upright()


def _tile(fit: TileFit) -> tuple[float, float]:
    return NOMINAL_TILE_MM, NOMINAL_TILE_MM * fit.aspect
