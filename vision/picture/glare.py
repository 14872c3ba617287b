"""Glare on a part of a face: nobody can tell what lies under it, however sure the rest looks."""

from typing import Final

import numpy as np

from vision.detections import Detections, Floats, Mask
from vision.imagefile import Image
from vision.labels import BACK, CLASS_OF
from vision.picture.blanks import GRID_SIDE, samples

_WHITE: Final = 250
"""Glare is at least so bright in every channel, in grey levels."""

_FEWEST: Final = 5
"""So many faces tell how much of a face is white anyway: the median of them all."""

_HIDDEN: Final = 0.4
"""So much of a face is white with nothing but white around it, where glare hides its print; where
a body is only brightly lit, ink stands in between."""

WORTH: Final = 0.6
"""What the name of such a face is worth. Of 25 faces so white in photos of two sets with spots of
light 14 were named wrongly, most of them surely; of 28 in 85 renders, most of them blank, two."""

_BLANK: Final = (BACK, CLASS_OF["5z"])


def among(image: Image, found: Detections) -> Mask:
    """Which faces [n] of a picture glare hides much of, where others are clear.

    Those that are told as blank are not among them: white without print is what they are.
    """
    hidden = np.zeros(len(found), np.bool_)
    faces = found.class_id != BACK
    if faces.sum() < _FEWEST:
        return hidden
    core = _all_white(image, found.quadrilaterals[faces])
    hidden[faces] = core - np.median(core) >= _HIDDEN
    return np.asarray(hidden & ~np.isin(found.class_id, _BLANK))


def words(found: Detections, hidden: Mask) -> tuple[str, ...]:
    """What is to be said of faces, of which these [n] are hidden in part."""
    if not hidden.any():
        return ()
    shown = int((found.class_id != BACK).sum())
    return (f"{hidden.sum()} of {shown} faces lie partly under glare; expected the lamp elsewhere",)


def _all_white(image: Image, quads: Floats) -> Floats:
    """The share [n] of each face that is white, and so is what is around it within the face."""
    seen = samples(image, quads).min(axis=-1).reshape(-1, GRID_SIDE, GRID_SIDE)
    white = np.pad(seen >= _WHITE, ((0, 0), (1, 1), (1, 1)), constant_values=True)
    beside = white[:, :-2, 1:-1] & white[:, 2:, 1:-1] & white[:, 1:-1, :-2] & white[:, 1:-1, 2:]
    return np.asarray((white[:, 1:-1, 1:-1] & beside).mean(axis=(1, 2)), np.float32)
