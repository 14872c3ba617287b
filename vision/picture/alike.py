"""Narrow characters are told by their like: a 2m that looks more like the 3m of its set is none.

All tiles of a picture are of one set, so that copies of a face look alike however strange its
characters are; of faces a few pixels wide that says more than the strokes that are left of them.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.club.prototypes import unit
from vision.detections import CLASSES, Floats, Ints
from vision.geometry import short_sides
from vision.labels import CLASS_OF

Looks = Callable[[Floats], Floats]
"""From faces [m,4,2] to what the classifier sees [m,F] in them, upright."""

_IS_CHARACTER: Final = np.zeros(CLASSES, np.bool_)
_IS_CHARACTER[[CLASS_OF[f"{number}m"] for number in range(1, 10)]] = True

_NARROW: Final = 39.0
"""Pixels across a face from which on its strokes are clear."""

_READ: Final = 0.5
_ALIKE: Final = 0.9
_MORE: Final = 0.04
"""A face is doubted that is so like (as a cosine) one of another name, and by so much more than it
is like any of its own."""

_SHARE: Final = 0.6
"""How surely it then has the other name."""

_CLEAR: Final = 0.99
_POSSIBLE: Final = 0.004
"""A face that is named more surely than that is not doubted, nor is another's name less likely."""


_Rivals = list[tuple[int, Ints, Ints]]


def agreed(chances: Floats, quads: Floats, looks: Looks) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], characters that look like others named as those."""
    rivals = _rivals(chances, quads)
    if not rivals:
        return chances
    asked = _of(rivals)
    seen = looks(quads[asked])
    if not seen.size:
        return chances
    best = chances.argmax(axis=1)
    near = np.full((len(chances), len(chances)), -1.0)
    near[np.ix_(asked, asked)] = unit(seen) @ unit(seen).T
    np.fill_diagonal(near, -1)
    told = chances.copy()
    for one, own, others in rivals:
        other = others[near[one, others].argmax()]
        if near[one, other] >= max(_ALIKE, near[one, own].max() + _MORE):
            total = chances[one, best[[one, other]]].sum()
            told[one, best[[other, one]]] = _SHARE * total, (1 - _SHARE) * total
    return told


def asked_for(chances: Floats, quads: Floats) -> Ints:
    """Which of the faces [n,4,2] are looked at to make them agree, if nothing of them changes."""
    return _of(_rivals(chances, quads))


def _of(rivals: _Rivals) -> Ints:
    parts = [part for _, own, others in rivals for part in (own, others)]
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, np.int64)


def _rivals(chances: Floats, quads: Floats) -> _Rivals:
    """Characters in doubt, and which faces have their name and which another that they may have."""
    best, sure = chances.argmax(axis=1), chances.max(axis=1, initial=0)
    read = np.flatnonzero(_IS_CHARACTER[best] & (sure >= _READ))
    read = read[short_sides(quads[read]) < _NARROW]
    names = best[read]
    doubted = read[sure[read] < _CLEAR]
    same = best[doubted][:, None] == names
    other = ~same & (chances[doubted][:, names] >= _POSSIBLE)
    worth = np.flatnonzero((same.sum(axis=1) > 1) & other.any(axis=1)).tolist()
    return [(int(doubted[at]), read[same[at]], read[other[at]]) for at in worth]
