"""Foreign faces that are there three times are none: no two flowers or seasons are alike.

So a bird of a kind that was never seen is named when its copies lie side by side in one picture.
And where a whole table shows one foreign face, it is rather a strange bird than the one flower.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.club.prototypes import unit
from vision.detections import Floats, Ints
from vision.labels import BACK, CLASS_OF, COPIES, NONE, OTHER

_ALIKE: Final = 0.95
"""Features of one face have at least this cosine; flowers of one hand come to 0.94."""

_COPIES: Final = 3
_BIRD: Final = CLASS_OF["1s"]
_LIKE_A_BIRD: Final = 0.88
"""What is a bird too has at least this cosine with a sure one."""

_SURE: Final = 0.7
_TABLE: Final = 30
"""So many faces surely named are of a game, not of a set that is shown with its flowers."""

_ASKED, _CERTAIN = 0.02, 0.9
_ODDS: Final = (20.0, 200.0)
"""How much likelier a strange face is a bird than the picture says: by itself, and where it looks
like a bird that was named."""

_LEAST: Final = 1e-6
_MOST: Final = 12
"""More foreign faces than this are no flowers either, and not worth the looks."""


def told_apart(chances: Floats, quads: Floats, features: Callable[[Floats], Floats]) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], foreign ones that are alike named by what else fits.

    ``features`` tells of faces [m,4,2] what the classifier sees [m,2,F], upright and upside down;
    it is asked only where there are enough foreign faces.
    """
    foreign = np.flatnonzero(chances.argmax(axis=1) == OTHER) if len(chances) else np.empty(0, int)
    if len(foreign) > _MOST:
        return chances
    if len(foreign) >= _COPIES:
        chances = _by_copies(chances, foreign, quads, features)
    return _as_birds(chances, quads, features)


def _by_copies(
    chances: Floats, foreign: Ints, quads: Floats, features: Callable[[Floats], Floats]
) -> Floats:
    """The same, by foreign ones that are there often enough."""
    seen = features(quads[foreign])
    if not seen.size:
        return chances
    looks = unit(seen)
    alike = np.maximum(looks[:, 0] @ looks[:, 0].T, looks[:, 0] @ looks[:, 1].T) >= _ALIKE
    told = chances.copy()
    for at, face in enumerate(foreign):
        copies = foreign[alike[at]]
        if len(copies) < _COPIES:
            continue
        logs = np.log(np.maximum(chances[copies, :OTHER], _LEAST)).mean(axis=0)
        named = np.exp(logs - logs.max())
        told[face] = 0
        told[face, :OTHER] = named / named.sum() * (1 - chances[face, OTHER + 1 :].sum())
        told[face, OTHER + 1 :] = chances[face, OTHER + 1 :]
    return told


def asked_for(chances: Floats) -> Ints:
    """Which faces of a whole table are looked at for strange birds, if nothing of them changes."""
    asked, birds = _maybe_birds(chances)
    return np.union1d(asked, birds) if len(birds) else birds


def _as_birds(chances: Floats, quads: Floats, features: Callable[[Floats], Floats]) -> Floats:
    """The same, strange faces of a whole table likelier birds, if those are not too many."""
    asked, birds = _maybe_birds(chances)
    if not len(asked):
        return chances
    odds = np.full(len(asked), _ODDS[0])
    if len(birds):
        every = np.union1d(asked, birds)
        seen = features(quads[every])
        if not seen.size:
            return chances
        looks = unit(seen)
        near = np.maximum(looks[:, 0] @ looks[:, 0].T, looks[:, 0] @ looks[:, 1].T)
        near = near[np.ix_(np.isin(every, asked), np.isin(every, birds))].max(axis=1)
        odds = np.where(near >= _LIKE_A_BIRD, _ODDS[1], 1.0)
    told = chances.copy()
    told[asked, _BIRD] *= odds.astype(np.float32)
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


def _maybe_birds(chances: Floats) -> tuple[Ints, Ints]:
    """The strange faces of a whole table that may be birds, and the sure birds; else none."""
    best, sure = chances.argmax(axis=1), chances.max(axis=1, initial=0)
    bird = chances[:, :OTHER].argmax(axis=1) == _BIRD
    doubtful = (chances[:, [OTHER, _BIRD]] >= _ASKED).all(axis=1) & (sure < _CERTAIN)
    asked = np.flatnonzero(bird & (best < NONE) & (doubtful | (best == OTHER)))
    birds = np.setdiff1d(np.flatnonzero((best == _BIRD) & (sure >= _SURE)), asked)
    many = np.union1d(np.union1d(asked, birds), np.flatnonzero(best == OTHER))
    few = ((best < BACK) & (sure >= _SURE)).sum() < _TABLE
    if few or not len(asked) or len(many) > COPIES:
        return asked[:0], birds[:0]
    return asked, birds
