"""What lies alone on a table is doubted: a wind plate, a chip, a die or a cup are no tiles.

Tiles in play lie side by side, or near others at least. A wind far from all of them is the plate
that tells the round; what has another colour than the faces, what is the only face among backs, and
what lies farther away than a first discard would of many faces, is none that can be told. But what
looks just as a face of its name does beside others is of the same set, wherever it lies.
"""

from typing import Final

import numpy as np

from vision.club.prototypes import unit
from vision.detections import Floats, Ints, Mask, Reals
from vision.geometry import lengths
from vision.imagefile import Image
from vision.labels import BACK, CLASS_OF
from vision.nets.ahead import Looks
from vision.picture.blanks import strangeness
from vision.picture.lying import Lie
from vision.picture.sizes import FEWEST

_WINDS: Final = [CLASS_OF[f"{number}z"] for number in range(1, 5)]

_APART: Final = (0.85, 3.3)
"""What lies nearer than this, in widths, is the same thing; what lies farther is no neighbour."""

_BESIDE: Final = 1.8
"""No wind of a strange colour is a tile beside which none lies, however near the next."""

_FAR: Final = 5.3
_MANY: Final = 36
"""Where so many faces lie every pond has begun, and no face is so many widths from the nearest
tile; a keypad is, or a print."""

_TABLE: Final = 2.5
"""Widths by which tiles spread on a table, in the direction in which they spread less; those of a
hand in a row do not."""

_STRANGE: Final = 2.5
_SURE, _SEEN = 0.7, 0.5

_PLATE: Final = 0.1
_ONLY: Final = 0.25
"""What a wind plate, a thing of a strange colour or one far away is still worth, and the only face
of many backs."""

_LIKE: Final = 0.96
"""Cosine with a sure face of its name from which on a face is of the set: of 30 prints, plates and
other things taken for faces none had more than 0.94, of tiles none less than 0.98."""


def credited(
    image: Image, quads: Floats, chances: Floats, lie: Lie, good: Mask,
    looks: Looks | None = None,
) -> Reals:  # fmt: skip
    """What [n] each face [n,4,2] is still worth where it lies alone; 1 for all others.

    ``good`` [n]: those of which nothing else is doubted; what lies alone may look as they do.
    """
    credit = _by_place(image, quads, chances, lie)
    lost = np.flatnonzero((credit < 1) & good)
    if looks is not None and len(lost):
        sure = np.flatnonzero((credit == 1) & good & (chances.max(axis=1) >= _SURE))
        credit[lost[_like_others(lost, sure, quads, chances.argmax(axis=1), looks)]] = 1
    return credit


def _like_others(lost: Ints, sure: Ints, quads: Floats, best: Ints, looks: Looks) -> Mask:
    """Which of some faces look just as sure ones of their name do."""
    same = best[lost][:, None] == best[sure]
    asked, known = lost[same.any(axis=1)], sure[same.any(axis=0)]
    if not len(asked):
        return np.zeros(len(lost), np.bool_)
    seen = looks(quads[np.concatenate([asked, known])])
    near = np.full((len(lost), len(sure)), -1.0)
    if seen.size:
        seen = unit(seen)
        near[np.ix_(same.any(axis=1), same.any(axis=0))] = seen[: len(asked)] @ seen[len(asked) :].T
    return np.asarray(np.where(same, near, -1).max(axis=1, initial=-1) >= _LIKE)


def _by_place(image: Image, quads: Floats, chances: Floats, lie: Lie) -> Reals:
    """What each face is worth by where it lies."""
    best = chances.argmax(axis=1)
    credit = np.ones(len(quads))
    ways = lie.away(lie)
    alone = (best < BACK) & lonely(ways)
    asked = alone | (np.isin(best, _WINDS) & lonely(ways, _BESIDE))
    if not asked.any() or not _is_table(lie):
        return credit
    faces = np.flatnonzero((best < BACK) & (chances.max(axis=1) >= _SURE) & ~alone)
    if len(faces) < FEWEST:
        credit[alone] = _ONLY
    else:
        asked = np.flatnonzero(asked)
        credit[asked[strangeness(image, quads, faces, asked) > _STRANGE]] = _PLATE
    credit[alone & np.isin(best, _WINDS)] = _PLATE
    if len(faces) >= _MANY and alone.any():
        tiles = lie.at((best <= BACK) & (chances.max(axis=1) >= _SEEN))
        away = lengths(lie.at(alone).away(tiles))
        far = ~((away > _APART[0]) & (away < _FAR)).any(axis=1)
        credit[alone] = np.where(far, _PLATE, credit[alone])
    return credit


def lonely(ways: Reals, farthest: float = _APART[1]) -> Mask:
    """Which [n] have no neighbour, by the ways [n,n,2] from each to each, in widths."""
    away = lengths(ways)
    return np.asarray(~((away > _APART[0]) & (away < farthest)).any(axis=1))


def _is_table(lie: Lie) -> bool:
    """Whether tiles lie all over a plane, not in a row."""
    middle = lie.spots.mean(axis=0)
    away = (lie.spots - middle) @ lie.flat.mean(axis=0).T
    spread = np.linalg.svd(away, compute_uv=False) / len(away) ** 0.5
    return bool(spread[-1] > _TABLE)
