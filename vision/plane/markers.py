"""Four printed markers in the corners of the field: the surest way to find the table.

Marker k lies upright before seat k, in its right corner, so that the corner of its white rim
touches the field's. What is printed is ArUco's 4x4 dictionary, numbers 0 to 3.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.errors import PlaneError
from vision.imagefile import Image
from vision.plane.map import NOMINAL_TILE_MM, TILE_ASPECT, Matrix, TablePlane, lifted, mapped

SIDE_MM: Final = 48.0
"""How wide a marker's black square is printed."""

RIM_MM: Final = 8.0
"""The white about it."""

MODULES: Final = 6
"""Black or white squares along a side, the black border among them."""

_DICTIONARY: Final = cv2.aruco.DICT_4X4_50
_COUNT: Final = 4
_OUTER: Final = 2
"""The corner that points to the field's, clockwise from the top left as the seat sees it."""

_STRAY: Final = 0.2
"""How far a marker's corner may be from its place, in widths of a marker."""

_FEWEST: Final = 8
_LIKELY_TILE_MM: Final = (15.0, 45.0)


def modules(number: int) -> NDArray[np.bool_]:
    """Which squares [6,6] of a marker are black."""
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, number, MODULES) < 128)


def find_markers(image: Image) -> dict[int, Matrix]:
    """The corners [4,2] in pixels, clockwise from its own top left, of each marker in sight."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(_DICTIONARY), parameters)
    found, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY))
    if not found:
        return {}
    return {
        int(number): np.asarray(corners, np.float64).reshape(4, 2)
        for corners, number in zip(found, numbers.ravel(), strict=True)
        if int(number) < _COUNT
    }


def plane_by_markers(image: Image, quads: Floats) -> TablePlane | None:
    """The plane in which the four markers of a picture lie; None where not all are in sight.

    The tiles [n,4,2] in pixels tell their size. Raises ``PlaneError`` for markers that lie
    elsewhere than in the field's corners.
    """
    found = find_markers(image)
    if len(found) < _COUNT:
        return None
    pixels = np.concatenate([found[number] for number in range(_COUNT)])
    unit, _ = cv2.findHomography(pixels[_OUTER::4], _places(1.0, 0.0)[_OUTER::4])
    if unit is None:
        raise PlaneError("markers: all lie in a line; expected one in each corner of the field")
    flat = mapped(np.asarray(unit, np.float64), pixels).reshape(_COUNT, 4, 2)
    side = float(np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2).mean())
    if not side > 0:
        raise PlaneError("markers: of no size; expected squares")
    reach = SIDE_MM / side
    places = _places(reach, SIDE_MM)
    matrix, _ = cv2.findHomography(places, pixels)
    if matrix is None:
        raise PlaneError("markers: no plane goes through them; expected one in each corner")
    ground = np.asarray(matrix, np.float64)
    to_mm = np.asarray(np.linalg.inv(ground), np.float64)
    away = np.linalg.norm(mapped(to_mm, pixels) - places, axis=1).max()
    if away > _STRAY * SIDE_MM:
        raise PlaneError(
            f"markers: one is {away:.0f} mm from its place; expected marker 0 in the right corner "
            "of the first seat, upright before it, and 1 to 3 so before the next seats"
        )
    height, width = image.shape[:2]
    tile = _tile(to_mm, quads)
    plane = TablePlane((width, height), ground, tile, reach + RIM_MM, how="markers")
    return lifted(plane).upright()


def _places(reach: float, side: float) -> Matrix:
    """Where the corners of all four markers are [16,2]: the outer ones ``reach`` from the axes."""
    corner = np.array([reach, -reach])
    steps = np.array([[-1.0, 1.0], [0.0, 1.0], [0.0, 0.0], [-1.0, 0.0]])
    first = corner + side * steps
    turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    parts = [first]
    for _ in range(_COUNT - 1):
        parts.append(parts[-1] @ turn)
    return np.concatenate(parts)


def _tile(to_mm: Matrix, quads: Floats) -> tuple[float, float]:
    """Width and height of a face as the tiles in sight have them; the usual for too few."""
    usual = (NOMINAL_TILE_MM, NOMINAL_TILE_MM * TILE_ASPECT)
    if len(quads) < _FEWEST:
        return usual
    corners = mapped(to_mm, quads.reshape(-1, 2).astype(np.float64)).reshape(-1, 4, 2)
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    both = np.sort(np.stack([sides[:, ::2].mean(axis=1), sides[:, 1::2].mean(axis=1)], 1), 1)
    wide, high = (float(one) for one in np.median(both, axis=0))
    low, most = _LIKELY_TILE_MM
    return (wide, high) if low < wide < most and 1.1 < high / wide < 1.7 else usual
