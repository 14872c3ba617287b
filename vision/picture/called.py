"""Three white dragons, called: blanks side by side, one of them turned, are no backs.

A wall has no turned tile, nor has a hand face down; a called set has one, its foot in line with
the others'.
"""

from itertools import combinations
from typing import Final

import numpy as np

from vision.detections import Floats, Ints, Reals
from vision.geometry import lengths
from vision.imagefile import Image
from vision.labels import COPIES
from vision.picture.blanks import HAKU, inked, strangeness, sure_faces
from vision.picture.faces import Faces, turned
from vision.picture.lying import Lie, downward, lie_of, strays
from vision.picture.sizes import TileSizes

_NAMED: Final = 0.3
"""What is named so surely is no blank."""

_SAME: Final = 1.0
"""Blanks no more strange than this beside the faces have their colour."""

_STRAY: Final = 0.3
"""A tile of a set lies within so many widths of its place."""

_ASKEW: Final = 0.26
"""So many radians may it lie askew."""

_NEAR: Final = 1.35
"""A fourth one so many widths from any of them makes a wall of it."""

_FITS: Final = 0.35
"""A frame may be taken for the edges: so far may its sides stray from a tile's, as a logarithm."""

_SET: Final = 3
_TOLD: Final = 0.9
"""How surely it is then told."""


def with_called_blanks(image: Image, quads: Floats, scores: Floats, chances: Floats) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], with haku for what can only be a called set of it."""
    asked, faces = np.flatnonzero(inked(chances) < _NAMED), sure_faces(chances)
    sizes = TileSizes.of(quads[faces], scores[faces]) if len(asked) >= _SET else None
    if sizes is None:
        return chances
    hakus = np.flatnonzero(chances.argmax(axis=1) == HAKU)
    blanks = turned(Faces(quads[asked], scores[asked], chances[asked]), sizes)
    lie = lie_of(sizes, blanks.quads)
    told = chances.copy()
    for few in called_sets(lie, sizes.aspect):
        members = asked[few]
        others = np.setdiff1d(hakus, members)
        pale = strangeness(image, quads, faces, members) < _SAME
        if pale.all() and len(others) + _SET <= COPIES:
            told[members] *= np.float32(1 - _TOLD)
            told[members, HAKU] += np.float32(_TOLD)
    return told


def called_sets(lie: Lie, aspect: float) -> list[Ints]:
    """The sets of three tiles, one of them turned, that lie by themselves among tiles [n]."""
    away = lie.away(lie)
    far = lengths(away)
    fits = np.maximum(strays(lie.wide), strays(lie.high)) < _FITS
    rows = downward(lie.along)
    across = np.abs(rows @ lie.along.T) > np.cos(_ASKEW)
    others = across & (far < _SET) & fits[:, None] & fits
    found = []
    for one in np.flatnonzero(others.sum(axis=1) >= _SET - 1).tolist():
        for pair in combinations(np.flatnonzero(others[one]).tolist(), _SET - 1):
            few = np.array([one, *pair])
            rest = np.delete(far[few], few, axis=1)
            if _in_line(away[one, list(pair)], rows[one], aspect) and (rest > _NEAR).all():
                found.append(few)
    return found


def _in_line(ways: Reals, row: Reals, aspect: float) -> bool:
    """Whether two tiles that lie so [2,2] from one turned by a quarter make a set with it.

    ``row`` [2] is the direction of the turned one's longer side.
    """
    steps, feet = ways @ row, ways @ downward(row)
    step, foot = (1 + aspect) / 2, (aspect - 1) / 2
    level = np.abs(np.abs(feet) - foot).max() < _STRAY / 2 and feet[0] * feet[1] > 0
    wanted = ((step, step + 1), (-step - 1, -step), (-step, step))
    stray = min(np.abs(np.sort(steps) - np.array(places)).max() for places in wanted)
    return bool(level and stray < _STRAY)
