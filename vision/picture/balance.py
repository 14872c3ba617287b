"""White balance: the tiles themselves tell what is white where a lamp or a camera colours all."""

from typing import Final

import cv2
import numpy as np

from vision.detections import Detections, Floats
from vision.imagefile import Image
from vision.picture.blanks import light_bodies, sure_faces

_LEAST: Final = 3
_MOST: Final = 24
"""So many faces tell the light; more say no more."""

_WARM, _TINGED = 0.2, 0.12
"""From when on light is coloured, in the logarithm of a channel: from blue to yellow, as lamps and
daylight differ, and across, from green to magenta. In less, white dragons keep their name; in more
they look like coloured backs. Of 40 photos no channel was beyond 0.09."""

_OWN: Final = 0.35
"""Faces whose light parts are brighter by more than this, as a logarithm, than what is mostly seen
of them bear light ink on a dark body of a colour of its own. Of white sets, in 16
photos in two such lights, it was 0.32 at most."""


def cast(image: Image, found: Detections) -> Floats | None:
    """How much brighter [3] than grey a picture's faces are in each channel, where that is much."""
    faces = sure_faces(found.probabilities)[:_MOST]
    if len(faces) < _LEAST:
        return None
    light, mostly = light_bodies(image, found.quadrilaterals[faces])
    body = np.median(light, axis=0)
    red, green, blue = tint = body - body.mean()
    white = abs(red - blue) < 2 * _WARM and abs(green) < _TINGED
    if white or np.median((light - mostly).mean(axis=1)) > _OWN:
        return None
    return np.asarray(np.exp(tint), np.float32)


def balanced(image: Image, cast: Floats) -> Image:
    """The picture in white light."""
    levels = np.arange(256)[:, None] / cast
    table = np.clip(np.rint(levels), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(image, table[None]), np.uint8)
