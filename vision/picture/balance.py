"""White balance: the tiles themselves tell what is white where a lamp or a camera colours all."""

from typing import Final

import cv2
import numpy as np

from vision.detections import Detections, Floats
from vision.imagefile import Image
from vision.picture.blanks import bodies, sure_faces

_LEAST: Final = 3
_MOST: Final = 24
"""So many faces tell the light; more say no more."""

_WARM, _TINGED = 0.2, 0.12
"""From when on light is coloured, in the logarithm of a channel: from blue to yellow, as lamps and
daylight differ, and across, from green to magenta. In less, white dragons keep their name; in more
they look like coloured backs. Of the photos none is beyond half of it."""


def cast(image: Image, found: Detections) -> Floats | None:
    """How much brighter [3] than grey a picture's faces are in each channel, where that is much."""
    faces = sure_faces(found.probabilities)[:_MOST]
    if len(faces) < _LEAST:
        return None
    body = np.median(bodies(image, found.quadrilaterals[faces]), axis=0)
    red, green, blue = tint = body - body.mean()
    if abs(red - blue) < 2 * _WARM and abs(green) < _TINGED:
        return None
    return np.asarray(np.exp(tint), np.float32)


def balanced(image: Image, cast: Floats) -> Image:
    """The picture in white light."""
    levels = np.arange(256)[:, None] / cast
    table = np.clip(np.rint(levels), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table[None]), np.uint8)
