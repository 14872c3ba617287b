"""A row of backs is a wall: what in it is no sure face is a back, however its print may look."""

from typing import Final

import numpy as np

from vision.detections import Floats, Ints
from vision.imagefile import Image
from vision.labels import BACK, NONE
from vision.picture import rows
from vision.picture.blanks import HAKU, strangeness
from vision.picture.lying import Lie

_SURE, _SURER = 0.9, 0.97
"""Faces so sure may be indicators in a wall, and so are those so much surer."""

_PRINTED: Final = [at for at in range(BACK) if at != HAKU]
"""The names of faces that show ink."""

_LEAST: Final = 3
"""So many side by side are a wall."""

_CREDIT: Final = 0.9
_SAME, _OTHER = 1.0, 1.5
"""A face so little strange beside backs has their colour; one so strange has not."""

_FACES: Final = 3


def as_walls(image: Image, quads: Floats, chances: Floats, lie: Lie) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], with backs for those in walls that are no faces.

    What is surely named may be an indicator, unless it has the backs' colour and not the faces'.
    """
    best = chances.argmax(axis=1)
    sure = np.maximum(chances[:, _PRINTED].sum(axis=1), chances[:, HAKU])
    if (best == BACK).sum() < _LEAST - 1 or not (best < BACK).any():
        return chances
    angles = np.degrees(np.arctan2(lie.along[:, 0], -lie.along[:, 1]))
    told = chances.copy()
    faces = np.flatnonzero((best < BACK) & (sure >= _SURE))
    for chain in rows.chains(rows.links(lie.away(lie), angles)):
        members = np.array(chain)
        shown = members[best[members] < BACK]
        backs = members[best[members] == BACK]
        certain = shown[sure[shown] >= _SURE]
        enough = len(members) >= max(_LEAST, 1 + 2 * len(certain))
        if not (enough and len(backs) and len(shown)):
            continue
        like = strangeness(image, quads, backs, shown)
        others = np.setdiff1d(faces, members)
        beside = strangeness(image, quads, others, shown) if len(others) >= _FACES else like + 9
        over = np.where(
            sure[shown] >= _SURE,
            (like < _SAME) & (beside > like + _SAME / 2) & (sure[shown] < _SURER),
            (like < _OTHER) | (beside > like),
        )
        _turn_over(told, shown[over])
    return told


def _turn_over(told: Floats, shown: Ints) -> None:
    """Make backs of them."""
    lost = _CREDIT * told[shown, :NONE].sum(axis=1) - told[shown, BACK]
    told[shown, :BACK] *= 1 - _CREDIT
    told[shown, BACK] += np.maximum(lost, 0)
    told[shown] /= told[shown].sum(axis=1, keepdims=True)
