"""Face crops as the classifier takes them, in training and in use: a face and its rim, squared."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import Floats
from vision.imagefile import Image

SIDE: Final = 64
"""Pixels a side of a crop, as the network takes it."""

MARGIN: Final = 0.12
"""What a crop shows beyond the face at each side, as a part of the face's size."""

_MOST_OVERSAMPLING: Final = 4
_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def cut(image: Image, quads: Floats, side: int = SIDE, margin: float = MARGIN) -> NDArray[np.uint8]:
    """Crops uint8 [n,side,side,3], each a quadrilateral and its margin made square.

    Each is warped once, at a whole multiple of its size, and averaged down, so that no detail of
    a large face is skipped; very large ones come out of a halved copy of the picture.
    """
    crops = np.empty((len(quads), side, side, 3), np.uint8)
    levels = [image]
    for index, quad in enumerate(quads):
        around = _grown(quad, margin)
        length = float(geometry.sides(around[None]).max())
        level = max(0, int(np.ceil(np.log2(max(length, 1.0) / (_MOST_OVERSAMPLING * side)))))
        while len(levels) <= level:
            levels.append(_halved(levels[-1]))
        scale = 0.5**level
        times = max(1, round(length * scale / side))
        crops[index] = _warped(levels[level], around * scale, side, times)
    return crops


def _grown(quad: Floats, margin: float) -> Floats:
    """The quadrilateral [4,2] with its margin, in its own perspective."""
    low, high = -margin, 1 + margin
    rim = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(_UNIT, np.asarray(quad, np.float32))
    return np.asarray(cv2.perspectiveTransform(rim[None], matrix)[0], np.float32)


def _halved(image: Image) -> Image:
    height, width = image.shape[:2]
    size = (max(1, (width + 1) // 2), max(1, (height + 1) // 2))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _warped(image: Image, quad: Floats, side: int, times: int) -> NDArray[np.uint8]:
    """The quadrilateral [4,2] as uint8 [side,side,3], averaged over times x times samples."""
    fine = side * times
    matrix = cv2.getPerspectiveTransform(quad, (_UNIT * fine - 0.5).astype(np.float32))
    crop = cv2.warpPerspective(
        image, matrix, (fine, fine), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if times > 1:
        crop = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)
