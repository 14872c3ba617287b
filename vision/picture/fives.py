"""The fives of a picture beside each other: which of them is red shows best by the others."""

from typing import Final

import numpy as np

from vision.club.fives import red_among
from vision.club.prototypes import alikeness, unit
from vision.detections import Floats, Ints
from vision.labels import CLASS_OF
from vision.nets.ahead import Looks

_FIVES: Final = [(CLASS_OF[f"5{suit}"], CLASS_OF[f"0{suit}"]) for suit in "mps"]
"""Plain and red, of each suit."""

_READ: Final = 0.5
_DOUBTED: Final = 0.02
"""Where the fives of a suit are surer than this, and one is red at most, none is looked at."""

_MOST: Final = 6
"""More fives of a suit than this are of several sets."""


def red_by_others(chances: Floats, quads: Floats, looks: Looks) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], fives of a suit held against each other.

    ``looks`` gives [m,2,F]: faces as they are seen upright and upside down.
    """
    groups = [(five, found) for five in _FIVES if len(found := _doubted(chances, five))]
    if not groups:
        return chances
    seen = looks(quads[np.concatenate([found for _, found in groups])])
    if not seen.size:
        return chances
    told, seen = chances.copy(), unit(seen)
    for (plain, red), found in groups:
        own, seen = seen[: len(found)], seen[len(found) :]
        both = chances[found][:, [plain, red]].sum(axis=1)
        there = np.ones((1, len(found)), np.int64)
        is_red = red_among(chances[found, red] / both, alikeness(own), there)
        told[found, plain], told[found, red] = both * (1 - is_red), both * is_red
    return told


def _doubted(chances: Floats, five: tuple[int, int]) -> Ints:
    """Which faces are fives of a suit, if it is worth a look which of them is red."""
    plain, red = five
    both = chances[:, plain] + chances[:, red]
    found = np.flatnonzero(both > _READ)
    shares = chances[found, red] / both[found]
    in_doubt = np.minimum(shares, 1 - shares).max(initial=0) > _DOUBTED
    worth = 1 < len(found) <= _MOST and (in_doubt or (shares > _READ).sum() > 1)
    return found if worth else np.empty(0, np.int64)
