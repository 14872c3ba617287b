"""Which way up: a bird reads the way that its neighbours do.

No two sets have the same bird, and nothing tells where its head is; but tiles side by side, in a
row or in the rows of a pond, are read from one side.
"""

from typing import Final

import numpy as np

from vision.detections import Floats, Ints, Mask
from vision.geometry import lengths
from vision.labels import CLASS_OF
from vision.picture.lying import Lie

_BIRD: Final = CLASS_OF["1s"]
_EVEN: Final = [
    _BIRD,
    *(CLASS_OF[f"{number}p"] for number in (0, 1, 2, 3, 4, 5, 6, 8, 9)),
    *(CLASS_OF[f"{number}s"] for number in (0, 2, 4, 5, 6, 8, 9)),
    *(CLASS_OF[name] for name in ("5z", "back", "other", "none")),
]
"""What looks the same upside down, or nearly so, tells nothing."""

_NEAR: Final = 2.3
_LEVEL: Final = 0.96
"""Faces so many widths apart and so parallel (as a cosine) lie in a row or a pond."""

_MORE: Final = 1
"""So many more neighbours that have an upper side must read the other way."""


def as_in_rows(quads: Floats, classes: Ints, lie: Lie) -> Floats:
    """The faces [n,4,2], birds of class [n] among others that read the other way turned round."""
    birds = np.flatnonzero(classes == _BIRD)
    if not len(birds):
        return quads
    others = np.flatnonzero(~np.isin(classes, _EVEN))
    against = _against(lie.at(birds), lie.at(others))
    turned = quads.copy()
    turned[birds[against]] = np.roll(quads[birds[against]], 2, axis=1)
    return turned


def _against(lie: Lie, others: Lie) -> Mask:
    """Which faces [n] read against most of those near them."""
    near = lengths(lie.away(others)) < _NEAR
    same = lie.along @ others.along.T
    votes = np.where(near & (np.abs(same) > _LEVEL), np.sign(same), 0)
    return np.asarray(votes.sum(axis=1) <= -_MORE)
