"""Foreign faces that are there three times are none: no two flowers or seasons are alike.

So a bird of a kind that was never seen is named when its copies lie side by side in one picture.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.detections import Floats
from vision.labels import OTHER
from vision.prototypes import unit

_ALIKE: Final = 0.95
"""Features of one face have at least this cosine; flowers of one hand come to 0.94."""

_COPIES: Final = 3
_LEAST: Final = 1e-6
_MOST: Final = 12
"""More foreign faces than this are no flowers either, and not worth the looks."""


def told_apart(chances: Floats, quads: Floats, features: Callable[[Floats], Floats]) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], foreign ones that are alike named by what else fits.

    ``features`` tells of faces [m,4,2] what the classifier sees [m,2,F], upright and upside down;
    it is asked only where there are enough foreign faces.
    """
    foreign = np.flatnonzero(chances.argmax(axis=1) == OTHER) if len(chances) else np.empty(0, int)
    if not _COPIES <= len(foreign) <= _MOST:
        return chances
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
