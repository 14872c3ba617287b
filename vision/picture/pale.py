"""A haku taken for a back or for nothing: it is as pale as the faces, and no back is.

Where backs have a colour of their own, a find of a tile's size that has just the colour of the
faces, and shows nothing, can only be a blank face.
"""

from typing import Final

import numpy as np

from vision.detections import Floats
from vision.imagefile import Image
from vision.labels import BACK, COPIES
from vision.picture.blanks import (
    HAKU,
    colours_apart,
    inked,
    is_cloth,
    strangeness_of,
    sure_faces,
)
from vision.picture.lying import strays
from vision.picture.sizes import TileSizes

_LEAST: Final = 10
"""With fewer faces there is no telling what colour they have."""

_MAYBE, _NAMED = 0.05, 0.3
"""What is asked about may be blank with so much chance, and is nothing else with more than that."""

_SAME, _NEARER = 0.6, 0.25
"""It is no more strange than this beside the faces, and by so much less than beside the backs."""

_OTHER, _BACKS, _MOST = 1.0, 5, 2 / 3
"""Backs are stranger than this: so many, and so large a part of what is taken for one."""

_FITS: Final = 0.25
"""Its sides stray no more from a tile's, as a logarithm."""

_TOLD: Final = 0.75
"""How surely it is then told."""


def with_pale(image: Image, quads: Floats, scores: Floats, chances: Floats) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], with haku for what can be nothing else."""
    best = chances.argmax(axis=1)
    maybe = (best != HAKU) & (chances[:, HAKU] >= _MAYBE) & (inked(chances) < _NAMED)
    asked = np.flatnonzero(maybe)
    faces = sure_faces(chances)
    if not len(asked) or len(faces) < _LEAST:
        return chances
    sizes = TileSizes.of(quads[faces], scores[faces])
    if sizes is None:
        return chances
    wide, high = sizes.sizes(quads[asked])
    asked = asked[np.maximum(strays(wide), strays(high)) < _FITS]
    backs = np.setdiff1d(np.flatnonzero(best == BACK), asked)
    if not len(asked) or len(backs) < _BACKS:
        return chances
    apart = colours_apart(image, quads, faces, np.concatenate([asked, backs]))
    own, others = np.split(apart, [len(asked)])
    others = others[strangeness_of(others) > _OTHER]
    if len(others) < max(_BACKS, _MOST * len(backs)):
        return chances
    strange = strangeness_of(own)
    like = (strange < _SAME) & (strange < _NEARER * strangeness_of(own - np.median(others, axis=0)))
    asked, strange = asked[like], strange[like]
    asked = asked[~is_cloth(image, quads, faces, asked, strange)]
    if len(asked) + (best == HAKU).sum() > COPIES:
        return chances
    told = chances.copy()
    told[asked] *= np.float32(1 - _TOLD)
    told[asked, HAKU] += np.float32(_TOLD)
    return told
