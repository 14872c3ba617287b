"""Glare on a part of a face: nobody can tell what lies under it, however sure the rest looks."""

from typing import Final

import numpy as np

from vision.detections import Detections, Floats
from vision.imagefile import Image
from vision.labels import BACK
from vision.picture.blanks import samples

_WHITE: Final = 250
"""Glare is at least so bright in every channel, in grey levels."""

_FEWEST: Final = 5
"""So many faces tell how much of a face is white anyway: the median of them all."""

_FROM, _COSTS, _LEAST = 0.4, 0.6, 0.5
"""Where more than such a share of a face is hidden, names are worth less by so much of what is
hidden beyond half of that, and never less than that. Of 128 such faces 28 were named wrongly, most
of them surely (photos of two sets with spots of light); from half the share on few are."""


def credit(image: Image, found: Detections) -> Floats:
    """What the names of a picture's faces [n] are worth: 1 but where glare hides a part of them."""
    faces = found.class_id != BACK
    worth = np.ones(len(found), np.float32)
    if faces.sum() < _FEWEST:
        return worth
    seen = samples(image, found.quadrilaterals[faces])
    white = (seen.min(axis=-1) >= _WHITE).mean(axis=1)
    hidden = white - np.median(white)
    less = np.maximum(_LEAST, 1 - _COSTS * (hidden - _FROM / 2))
    worth[faces] = np.where(hidden < _FROM, 1, less)
    return worth


def words(found: Detections, worth: Floats) -> tuple[str, ...]:
    """What is to be said of faces whose names are worth so much [n]."""
    under = int((worth < 1).sum())
    if not under:
        return ()
    shown = int((found.class_id != BACK).sum())
    return (f"{under} of {shown} faces lie partly under glare; expected the lamp elsewhere",)
