"""A calibration as a file: where the table is in a camera's pictures, in JSON."""

import json
from pathlib import Path
from textwrap import shorten
from typing import Any, Final

import cv2
import numpy as np

from vision.errors import PlaneError
from vision.plane.map import NOMINAL_TILE_MM, TILE_ASPECT, Lens, Matrix, TablePlane

_FIELD_MM: Final = 28.0 * NOMINAL_TILE_MM
"""How wide a field is taken to be where nobody says."""


def read_plane(path: Path) -> TablePlane:
    """The plane in a file: its matrix, or the field's four corners as somebody clicked them.

    With ``corners`` (pixels, from the field's top left clockwise as the camera shows it) there may
    be ``field_mm``, the side of the square, and ``tile_mm``. Raises ``PlaneError``, ``OSError``.
    """
    try:
        told = json.loads(path.read_text(encoding="utf-8", errors="replace"))
        width, height = (int(side) for side in told["size"])
        lens = _lens(told.get("lens"))
        if "corners" in told:
            return _clicked(told, (width, height), lens)
        wide, high = (float(side) for side in told["tile_mm"])
        matrix = np.array(told["matrix"], np.float64)
        half = float(told["half_mm"])
        return TablePlane((width, height), matrix, (wide, high), half, lens, "file")
    except PlaneError as fault:
        raise PlaneError(f"{path}: {fault}") from None
    except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError) as fault:
        raise PlaneError(
            f"{path}: {shorten(repr(fault), 100)}; expected a calibration with size and matrix or"
            " corners"
        ) from None


def check_size(plane: TablePlane, size: tuple[int, int]) -> None:
    """Raise ``PlaneError`` where a calibration is for pictures of another size."""
    if plane.size != size:
        raise PlaneError(
            f"calibration is for pictures of {plane.size[0]}x{plane.size[1]}; "
            f"expected {size[0]}x{size[1]}, as this camera gives them"
        )


def _goes_round(corners: Matrix) -> bool:
    """Whether corners [4,2] are those of a convex area, clockwise as a picture shows it."""
    sides = np.roll(corners, -1, axis=0) - corners
    onward = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * onward[:, 1] - sides[:, 1] * onward[:, 0] > 0).all())


def _lens(told: Any) -> Lens | None:
    if told is None:
        return None
    x, y = (float(one) for one in told["centre"])
    return Lens(float(told["focal"]), (x, y), tuple(float(one) for one in told["distortion"]))


def _clicked(told: dict[str, Any], size: tuple[int, int], lens: Lens | None) -> TablePlane:
    corners = np.array(told["corners"], np.float64)
    if corners.shape != (4, 2):
        raise PlaneError(f"calibration: corners of shape {corners.shape}; expected 4 points x, y")
    if not _goes_round(corners):
        raise PlaneError(
            f"calibration: corners {corners.tolist()}; expected them clockwise, around an area"
        )
    half = float(told.get("field_mm", _FIELD_MM)) / 2
    tile = told.get("tile_mm", [NOMINAL_TILE_MM, NOMINAL_TILE_MM * TILE_ASPECT])
    straight = corners if lens is None else lens.straightened(corners)
    field = np.array([[-half, half], [half, half], [half, -half], [-half, -half]], np.float32)
    matrix = cv2.getPerspectiveTransform(field, straight.astype(np.float32))
    wide, high = (float(side) for side in tile)
    return TablePlane(size, np.asarray(matrix, np.float64), (wide, high), half, lens, "clicks")
