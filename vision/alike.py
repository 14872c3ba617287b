"""Narrow characters are told by their like: a 2m that looks more like the 3m of its set is none.

All tiles of a picture are of one set, so that copies of a face look alike however strange its
characters are; of faces a few pixels wide that says more than the strokes that are left of them.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.detections import Floats, Ints
from vision.geometry import short_sides
from vision.labels import CLASS_OF
from vision.prototypes import unit

Looks = Callable[[Floats], Floats]
"""From faces [m,4,2] to what the classifier sees [m,F] in them, upright."""

_CHARACTERS: Final = [CLASS_OF[f"{number}m"] for number in range(1, 10)]

_NARROW: Final = 39.0
"""Pixels across a face from which on its strokes are clear."""

_READ: Final = 0.5
_ALIKE: Final = 0.9
_MORE: Final = 0.04
"""A face is doubted that is so like (as a cosine) one of another name, and by so much more than it
is like any of its own."""

_SHARE: Final = 0.6
"""How surely it then has the other name."""


def agreed(chances: Floats, quads: Floats, looks: Looks) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], characters that look like others named as those."""
    best = chances.argmax(axis=1)
    read = np.isin(best, _CHARACTERS) & (chances.max(axis=1, initial=0) >= _READ)
    asked = np.flatnonzero(read)
    if len(asked):
        asked = asked[short_sides(quads[asked]) < _NARROW]
    copies = np.bincount(best[asked], minlength=1)
    if copies.max(initial=0) < 2 or np.count_nonzero(copies) < 2:
        return chances
    seen = looks(quads[asked])
    if not seen.size:
        return chances
    told = chances.copy()
    for face, other in _unlike_their_own(unit(seen), best[asked]):
        at, total = asked[face], chances[asked[face], [best[asked[face]], other]].sum()
        told[at, other], told[at, best[at]] = _SHARE * total, (1 - _SHARE) * total
    return told


def _unlike_their_own(looks: Floats, names: Ints) -> list[tuple[int, int]]:
    """Which faces [n] look like one of another name, and which name that is."""
    near = looks @ looks.T
    np.fill_diagonal(near, -1)
    same = names[:, None] == names[None]
    own = np.where(same, near, -1).max(axis=1)
    others = np.where(same, -1, near)
    best, nearest = others.max(axis=1), others.argmax(axis=1)
    found = (own > -1) & (best >= _ALIKE) & (best > own + _MORE)
    return [(face, int(names[nearest[face]])) for face in np.flatnonzero(found).tolist()]
