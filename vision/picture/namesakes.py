"""Two looks under one name: of the green dragons of a picture, those that look otherwise are birds.

No two sets have the same bird, and one that was never seen may look most like the strokes of a
green dragon. But all faces of a name look alike in one set.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.club.prototypes import alikeness, unit
from vision.detections import Floats, Ints
from vision.labels import CLASS_OF, COPIES

_BIRD: Final = CLASS_OF["1s"]
_DRAGON: Final = CLASS_OF["6z"]

_ASKED: Final = 0.0004
"""A dragon is doubted that is so likely a bird, beside how likely it is a dragon."""

_SURER: Final = 4.0
"""Dragons so many times less likely birds tell what a dragon looks like."""

_SAME: Final = 0.9
_UNLIKE: Final = 0.85
"""Features of one face have a cosine of at least the first; below the second there are two."""

_SURE: Final = 0.7
_CREDIT: Final = 0.9
"""How surely what looks otherwise is a bird."""

_MOST: Final = 10
"""More faces than two sets have of both are not worth the looks."""


def birds_among_dragons(
    chances: Floats, quads: Floats, features: Callable[[Floats], Floats]
) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], dragons that look like none of the others named birds.

    ``features`` tells of faces [m,4,2] what the classifier sees [m,2,F], upright and upside down;
    it is asked only where a dragon may be a bird, and there is another face to compare it with.
    """
    best, sure = chances.argmax(axis=1), chances.max(axis=1, initial=0)
    odds = np.asarray(chances[:, _BIRD] / np.maximum(chances[:, _DRAGON], 1e-9), np.float32)
    asked = np.flatnonzero((best == _DRAGON) & (odds >= _ASKED))
    birds = np.flatnonzero((best == _BIRD) & (sure >= _SURE))
    every = np.union1d(np.flatnonzero(best == _DRAGON), birds)
    if not len(asked) or not 1 < len(every) <= _MOST:
        return chances
    seen = features(quads[every])
    if not seen.size:
        return chances
    near = np.eye(len(chances), dtype=np.float32)
    alike = alikeness(unit(seen))
    near[np.ix_(every, every)] = np.minimum(alike, alike.T)
    known = len(birds)
    for one in asked[np.argsort(odds[asked])]:
        if _is_bird(one, near[one], odds, birds, every):
            birds = np.append(birds, one)
    found = birds[known:]
    if not len(found) or len(birds) > COPIES:
        return chances
    told = chances.copy()
    both = chances[found, _BIRD] + chances[found, _DRAGON]
    told[found, _BIRD], told[found, _DRAGON] = _CREDIT * both, (1 - _CREDIT) * both
    return told


def _is_bird(one: int, near: Floats, odds: Floats, birds: Ints, every: Ints) -> bool:
    """Whether a face looks like the birds, or like none of the surer dragons."""
    dragons = np.setdiff1d(every[odds[every] * _SURER < odds[one]], birds)
    like_dragons = near[dragons].max(initial=-1)
    like_birds = near[birds].max(initial=-1)
    if like_birds >= _SAME:
        return bool(like_birds > like_dragons + _SAME - _UNLIKE)
    return bool(len(dragons) and like_dragons < _UNLIKE)
