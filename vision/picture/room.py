"""Room around a small picture: a tile at its rim is found by what lies around it, too."""

from typing import Final

import cv2
import numpy as np

from vision.imagefile import Image
from vision.nets.detector import BORDER
from vision.picture.scales import first_scale

_ROOM: Final = 32
"""Pixels at each side, as the detector sees them; in more grey, white dragons are found less."""

_SMALL: Final = 1_200_000
"""A picture of more pixels, as the detector sees it, is left as it is: that would take longer, and
few of its tiles lie at its rim."""


def room_around(width: int, height: int) -> int:
    """How many pixels at each side a picture of that size wants; 0 for most."""
    scale = first_scale(width, height)
    return round(_ROOM / scale) if width * height * scale**2 <= _SMALL else 0


def with_room(image: Image, room: int) -> Image:
    """A picture with so many grey pixels at each side."""
    if not room:
        return image
    grey = (BORDER,) * 3
    wider = cv2.copyMakeBorder(image, room, room, room, room, cv2.BORDER_CONSTANT, value=grey)
    return np.asarray(wider, np.uint8)
