"""Faces burnt white: so much light fell on them that hardly any ink is left to be seen."""

from typing import Final

import numpy as np

from vision.detections import Detections, Floats, Mask
from vision.imagefile import Image
from vision.labels import BACK, COPIES
from vision.picture.blanks import samples

_WHITE: Final = 243
"""A face is burnt white whose darkest channel is mostly brighter than this, in grey levels."""

_FAINT: Final = 38
"""So little darker is the ink of burnt faces, which is told by a tenth of a face: so is that
of most white faces of a picture that may have ink. In 70 tables with none it was 46 or more."""

_LEAST: Final = COPIES + 2
"""So many white faces tell; the white dragons among them have no ink in any light."""

_EVENLY: Final = np.linspace(0.14, 0.86, 9)
_INSIDE: Final = np.array(
    [[(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y] for y in _EVENLY for x in _EVENLY]
).T
"""[4,k]: places all over a face, from its corners."""


def among(image: Image, found: Detections) -> Mask:
    """Which faces [n] of a picture have too little ink left to be sure of, burnt as others are."""
    if len(found) < _LEAST:
        return np.zeros(len(found), np.bool_)
    ink, body = _levels(image, found.quadrilaterals)
    white = (body > _WHITE) & (found.class_id != BACK)
    if white.sum() < _LEAST or np.median(np.sort(ink[white])[COPIES:]) > _FAINT:
        return np.zeros(len(found), np.bool_)
    return np.asarray(white & (ink < _FAINT))


def words(found: Detections, white: Mask) -> tuple[str, ...]:
    """What is to be said of faces, of which these [n] are burnt."""
    if not white.any():
        return ()
    shown = int((found.class_id != BACK).sum())
    return (f"{white.sum()} of {shown} faces are burnt white; expected less light",)


def _levels(image: Image, quads: Floats) -> tuple[Floats, Floats]:
    """How much darker [n] the ink of faces [n,4,2] is than they mostly are; and that [n]."""
    red, green, blue = np.moveaxis(samples(image, quads, _INSIDE), -1, 0)
    darkest = np.sort(np.minimum(np.minimum(red, green), blue), axis=1)  # min() is slow along it
    ink, body = (darkest[:, round(share * _INSIDE.shape[1])] for share in (0.1, 0.5))
    return np.asarray(body - ink, np.float32), np.asarray(body, np.float32)
