"""Tiles lie on one table: their size in a picture changes as their places are near or far."""

from typing import Final

import numpy as np

from vision import geometry
from vision.detections import Floats
from vision.picture.perspective import Nearness

_SPREADS: Final = (0.33, 0.27, 0.2, 0.13, 0.1, 0.1, 0.1)
"""How far nearness may stray (as a logarithm), round by round: first any slant of the table, at
last only what height and the detector's own error do."""

_STRICTNESS: Final = 1.2
_FEWEST: Final = 6
"""With fewer faces there is no telling which of them are the odd ones; nor where none is one."""


def size_credit(quads: Floats, scores: Floats) -> Floats:
    """How well each face's size [n] fits the others': 1 for the same, about 0.3 for half or double.

    What is off the slant of most (rings, labels and lamps of a console) has little say.
    """
    if len(quads) < _FEWEST or not scores.any():
        return np.ones(len(quads), np.float32)
    nearness = Nearness.of(quads, scores, _SPREADS)
    expected = nearness.usual * nearness.at(quads.mean(axis=1))
    areas = np.abs(geometry.areas(quads))
    doublings = np.log2(np.maximum(areas, 1e-9)) / 2 - 1.5 * np.log2(expected)
    return np.asarray(np.exp(-_STRICTNESS * doublings**2), np.float32)
