"""The order in which a picture's faces are read: row by row from the top, as the rows lie."""

from typing import Final

import numpy as np

from vision import geometry
from vision.detections import Floats, Ints

_AGREEING: Final = 0.9
"""How much faces that were laid out in rows lie one way, or a quarter of a turn from it; 1: all."""

_LEVEL: Final = np.radians(3.0)
"""Rows that are tilted by less are told apart as they lie: so far the view alone slants them."""


def in_rows(quads: Floats) -> tuple[Ints, Ints]:
    """The row [n] of each face from the top of the picture, and the reading order [n]."""
    if not len(quads):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    quads = _levelled(quads)
    centres, boxes = quads.mean(axis=1), geometry.boxes(quads)
    height = float(np.median(boxes[:, 3] - boxes[:, 1]))
    down = np.argsort(centres[:, 1], kind="stable")
    rows = np.zeros(len(quads), np.int64)
    rows[down] = np.cumsum(np.diff(centres[down, 1], prepend=centres[down[0], 1]) > height / 2)
    return rows, np.lexsort((centres[:, 0], rows))


def _levelled(quads: Floats) -> Floats:
    """The faces, turned about the picture's corner until their rows are level."""
    tilt = _tilt(quads)
    if abs(tilt) < _LEVEL:
        return quads
    along, down = np.cos(tilt), np.sin(tilt)
    return np.asarray(quads @ np.array([[along, -down], [down, along]]), np.float32)


def _tilt(quads: Floats) -> float:
    """How far the rows fall to the right, in radians; 0 where the faces lie all ways.

    The faces' sides say it, whichever way up each lies. Of those the ones along the rows count:
    a slanting view turns the others by another angle.
    """
    ways = geometry.edges(quads).astype(np.float64)
    sides = ways[..., 0] + 1j * ways[..., 1]
    sides /= np.maximum(np.abs(sides), 1e-9)
    faces = (sides**4).mean(axis=1)  # a quarter of a turn is none
    faces /= np.maximum(np.abs(faces), 1e-9)
    every = faces.mean()
    if abs(every) < _AGREEING:
        return 0.0
    common = np.angle(every) / 4
    off = (np.angle(sides) - common + np.pi / 2) % np.pi - np.pi / 2
    return float(common + np.median(off[np.abs(off) < np.pi / 4]))
