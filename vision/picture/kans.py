"""A closed kan shows two of its tiles between two backs, however blank and pale those are."""

from typing import Final

import numpy as np

from vision.detections import Floats, Ints
from vision.geometry import lengths
from vision.labels import BACK, KIND_OF
from vision.picture import rows
from vision.picture.blanks import HAKU
from vision.picture.lying import Lie

_SURE: Final = 0.7
"""So sure two are of one kind."""

_CLEAR: Final = 0.9
_MAYBE: Final = 0.1
"""A blank so clear is one; what is a back with so much chance may be one."""

_STEP: Final = 1.25
"""Tiles side by side are no more widths apart."""


def with_closed_kans(chances: Floats, lie: Lie) -> Floats:
    """Probabilities [n,40] of faces, doubtful blanks on both sides of two of a kind named backs."""
    best, sure = chances.argmax(axis=1), chances.max(axis=1, initial=0)
    blank = (best == HAKU) & (sure < _CLEAR) & (chances[:, BACK] >= _MAYBE)
    if blank.sum() < 2:
        return chances
    told = chances.copy()
    away = lie.away(lie)
    angles = np.degrees(np.arctan2(lie.along[:, 0], -lie.along[:, 1]))
    for chain in rows.chains(rows.links(away, angles)):
        members = np.array(chain)
        row = members[np.argsort(away[chain[0], members] @ lie.along[chain[0]])]
        for at in range(len(row) - 3):
            four = row[at : at + 4]
            close = (lengths(away[four[:-1], four[1:]]) < _STEP).all()
            inner = four[1:3]
            if close and blank[four[[0, 3]]].all() and _of_a_kind(best[inner], sure[inner]):
                ends = four[[0, 3]]
                told[ends, BACK] += told[ends, HAKU]
                told[ends, HAKU] = 0
    return told


def _of_a_kind(best: Ints, sure: Floats) -> bool:
    """Whether two faces are surely of one kind that is no blank."""
    kinds = np.array(KIND_OF)[best]
    return bool((sure >= _SURE).all() and kinds[0] == kinds[1] >= 0 and kinds[0] != HAKU)
