"""Face crops as the classifier takes them, in training and in use: a face and its rim, squared."""

from collections.abc import Callable
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import Floats, Ints
from vision.imagefile import Image

SIDE: Final = 64
"""Pixels a side of a crop, as the network takes it."""

MARGIN: Final = 0.12
"""What a crop shows beyond the face at each side, as a part of the face's size."""

Matrices: TypeAlias = NDArray[np.float64]

_MOST_OVERSAMPLING: Final = 4
_FLAT: Final = 1e-9
_AS_GIVEN: Final = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


def cut(image: Image, quads: Floats, side: int = SIDE, margin: float = MARGIN) -> NDArray[np.uint8]:
    """Crops uint8 [n,side,side,3], each a quadrilateral and its margin made square."""
    return cutter(image, quads, side, margin)(slice(None))


def cutter(
    image: Image, quads: Floats, side: int = SIDE, margin: float = MARGIN
) -> Callable[[slice], NDArray[np.uint8]]:
    """What cuts a part of them, when it is asked for.

    Each is warped once, at a whole multiple of its size, and averaged down, so that no detail of
    a large face is skipped; very large ones come out of a halved copy of the picture.
    """
    places = _rims(quads, margin)
    lengths = geometry.sides(_corners(places)).max(axis=1)
    depths = np.ceil(np.log2(np.maximum(lengths, 1.0) / (_MOST_OVERSAMPLING * side)))
    depths = np.maximum(depths, 0).astype(np.int64)
    scales = 0.5**depths
    times = np.maximum(np.rint(lengths.astype(np.float64) * scales / side), 1).astype(np.int64)
    levels = [image]
    while len(levels) <= depths.max(initial=0):
        levels.append(_halved(levels[-1]))
    grids = _grids(places, scales, side * times)

    def cut_some(part: slice) -> NDArray[np.uint8]:
        some = zip(grids[part], depths[part].tolist(), times[part].tolist(), strict=True)
        crops = np.empty((len(grids[part]), side, side, 3), np.uint8)
        for crop, (matrix, level, often) in zip(crops, some, strict=True):
            _warp(levels[level], matrix, often, crop)
        return crops

    return cut_some


def _rims(quads: Floats, margin: float) -> Matrices:
    """Homographies [n,3,3] from the unit square to the quadrilaterals [n,4,2] and their margin.

    The margin is a part of the face's size in the face's own perspective (Heckbert 1989, 2.2.3).
    """
    p = quads.astype(np.float64)
    (ax, ay), (bx, by) = (p[:, 1] - p[:, 2]).T, (p[:, 3] - p[:, 2]).T
    cx, cy = (p[:, 0] - p[:, 1] + p[:, 2] - p[:, 3]).T
    area = ax * by - bx * ay
    area = np.where(np.abs(area) < _FLAT, _FLAT, area)
    g, h = (cx * by - bx * cy) / area, (ax * cy - cx * ay) / area
    right = p[:, 1] - p[:, 0] + g[:, None] * p[:, 1]
    down = p[:, 3] - p[:, 0] + h[:, None] * p[:, 3]
    face = np.empty((len(p), 3, 3))
    face[:, :2, 0], face[:, :2, 1], face[:, :2, 2] = right, down, p[:, 0]
    face[:, 2, 0], face[:, 2, 1], face[:, 2, 2] = g, h, 1
    wide = 1 + 2 * margin
    return np.asarray(face @ np.array([[wide, 0, -margin], [0, wide, -margin], [0, 0, 1]]))


def _corners(places: Matrices) -> Floats:
    """Where homographies [n,3,3] put the unit square's corners: [n,4,2]."""
    unit = np.array([[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], np.float64)
    put = unit @ places.transpose(0, 2, 1)
    return np.asarray(put[..., :2] / put[..., 2:], np.float32)


def _halved(image: Image) -> Image:
    height, width = image.shape[:2]
    size = (max(1, (width + 1) // 2), max(1, (height + 1) // 2))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _grids(places: Matrices, scales: Matrices, sides: Ints) -> Matrices:
    """Homographies [n,3,3] from pixels of crops, so many a side [n], to the picture's, scaled."""
    step, half = 1 / sides[:, None], 0.5 / sides[:, None]
    grids = np.empty_like(places)
    right, down = places[..., 0], places[..., 1]
    grids[..., 0], grids[..., 1] = right * step, down * step
    grids[..., 2] = right * half + down * half + places[..., 2]
    grids[:, :2] *= scales[:, None, None]
    return grids


def _warp(image: Image, matrix: Matrices, times: int, crop: NDArray[np.uint8]) -> None:
    """Fill ``crop`` [side,side,3] by ``matrix`` [3,3], averaged over times x times samples."""
    side = len(crop)
    if times == 1:
        cv2.warpPerspective(image, matrix, (side, side), crop, _AS_GIVEN, cv2.BORDER_REPLICATE)
        return
    fine = (side * times, side * times)
    finer = cv2.warpPerspective(
        image, matrix, fine, flags=_AS_GIVEN, borderMode=cv2.BORDER_REPLICATE
    )
    cv2.resize(finer, (side, side), crop, interpolation=cv2.INTER_AREA)
