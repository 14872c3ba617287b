"""Tiles lie on one table: their size in a picture changes evenly from place to place."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import Floats

_SPREADS: Final = (0.5, 0.4, 0.3, 0.2, 0.15, 0.15, 0.15)
"""How far sizes may stray (as a logarithm), round by round: first any slant of the table, at last
only what height and the detector's own error do."""

_STIFFNESS: Final = 0.004
"""How much the fit prefers no change at all, where faces do not show one."""

_STRICTNESS: Final = 1.2
_FEWEST: Final = 6
"""With fewer faces there is no telling which of them are the odd ones; nor where none is one."""


def size_credit(quads: Floats, scores: Floats) -> Floats:
    """How well each face's size [n] fits the others': 1 for the same, about 0.3 for half or double.

    On a plane seen in perspective the size is linear in the picture's coordinates; that line is
    fitted so that what is off it (rings, labels and lamps of a console) has little say.
    """
    if len(quads) < _FEWEST or not scores.any():
        return np.ones(len(quads), np.float32)
    size = np.sqrt(np.abs(geometry.areas(quads))).astype(np.float64)
    centre = quads.mean(axis=1).astype(np.float64)
    extent = max(float(np.ptp(centre, axis=0).max()), 1.0)
    terms = np.column_stack([np.ones(len(quads)), (centre - centre.mean(axis=0)) / extent])
    usual = _weighted_median(size, scores)
    stiffness = np.diag([0.0, 1.0, 1.0]) * _STIFFNESS * len(quads)
    expected = np.full(len(quads), usual)
    for spread in _SPREADS:
        stray = np.log(size / expected) / spread
        weights = scores / (1 + stray**2) ** 2
        normal = terms.T @ (weights[:, None] * terms) + stiffness * float(weights.mean())
        line = np.linalg.solve(normal, terms.T @ (weights * size))
        expected = np.maximum(terms @ line, 0.2 * usual)
    doublings = np.log2(size / expected)
    return np.asarray(np.exp(-_STRICTNESS * doublings**2), np.float32)


def _weighted_median(values: NDArray[np.float64], weights: Floats) -> float:
    order = np.argsort(values)
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])
