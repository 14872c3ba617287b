"""The red one among the fives of a suit: it alone looks otherwise than the others.

A set has one red five a suit, or two of the pins, so that of fives that all look alike hardly one
is red, however much red there is in them; and one that looks otherwise is, however little.
"""

from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats, Ints

_MOST: Final = 4
"""So many looks of a suit may be red ones, at most: one tile has several, badly seen."""

_SECOND: Final = -4.0
"""Nats for each red five more than one that lies there at once."""

_ALIKE: Final = 0.962
"""Cosine of two fives that says nothing. Of copies of one, 19 in 20 have more than 0.977; of a
plain one and a red one, 99 in 100 less than 0.951."""

_NATS: Final = (0.015, 0.01)
"""Cosine a nat below that, and above it."""

_AT_MOST: Final = (-2.0, 1.0)
"""Nats at most that the mean of the others says: a red five by a small mark is nearly like them."""

_LEAST: Final = 0.01
"""No reading is surer than this of whether one is red."""


def red_among(red: Floats, near: Floats, there: Ints) -> Floats:
    """Probabilities [n] that looks of fives of one suit are red, from ``red`` [n], as each is read.

    ``near`` [n,n]: cosines of their features. ``there`` [m,n]: how many tiles of each look lay on
    the table at once, at so many moments.
    """
    chances = np.clip(np.asarray(red, np.float64), _LEAST, 1 - _LEAST)
    count = len(chances)
    parts = [part for size in range(_MOST + 1) for part in combinations(range(count), size)]
    is_red = np.zeros((len(parts), count))
    for row, part in zip(is_red, parts, strict=True):
        row[list(part)] = 1
    weights = np.log1p(-chances).sum() + is_red @ np.log(chances / (1 - chances))
    at_once = (is_red @ there.T).max(axis=1, initial=0)
    weights += _SECOND * np.maximum(at_once - 1, 0)
    weights += _agreement(is_red, near) / max(count - 1, 1)
    shares = np.exp(weights - weights.max())
    return np.asarray(shares @ is_red / shares.sum(), np.float32)


def _agreement(is_red: NDArray[np.float64], near: Floats) -> NDArray[np.float64]:
    """Nats for each way [k,n] of naming them: the pairs that it names alike should look alike."""
    apart = (near + near.T) / 2 - _ALIKE
    nats = np.clip(np.where(apart < 0, apart / _NATS[0], apart / _NATS[1]), *_AT_MOST)
    np.fill_diagonal(nats, 0)
    plain = 1 - is_red
    alike = np.einsum("ki,ij,kj->k", is_red, nats, is_red)
    return np.asarray((alike + np.einsum("ki,ij,kj->k", plain, nats, plain)) / 2)
