"""When a plane once found is given up for another."""

from dataclasses import replace

import numpy as np
import pytest

from vision.detections import Detections
from vision.labels import BACK, CLASS_OF, LABELS
from vision.plane import doubt as doubting
from vision.plane.doubt import Doubt
from vision.plane.find import EDGES
from vision.plane.map import NOMINAL_TILE_MM, TablePlane

SIZE = (1000, 1000)
WIDE, HIGH = NOMINAL_TILE_MM, 35.0
FROM_ABOVE = np.array([[1.0, 0, 500], [0, -1, 500], [0, 0, 1]])
TRUE = TablePlane(SIZE, FROM_ABOVE, (WIDE, HIGH), 430.0, how=EDGES)


def upright(x, y, *, turned=False):
    """A tile's corners [4,2] in millimetres."""
    half = np.array([HIGH, WIDE] if turned else [WIDE, HIGH]) / 2
    return np.array([x, y]) + half * [[-1, 1], [1, 1], [1, -1], [-1, -1]]


class Walls:
    """Reads a table with four walls and a pond, wherever it is asked."""

    def read_region(self, *_):
        along = [WIDE * (k - 5.5) for k in range(12)]
        walls = [upright(k, side) for side in (-260, 260) for k in along]
        walls += [upright(side, k, turned=True) for side in (-260, 260) for k in along]
        pond = [upright(WIDE * (k - 2.5), -100) for k in range(6)]
        quads = np.stack([TRUE.to_px(tile) for tile in walls + pond]).astype(np.float32)
        classes = np.array([BACK] * len(walls) + [CLASS_OF["1p"]] * len(pond))
        said = np.full((len(quads), len(LABELS)), 0.001, np.float32)
        said[np.arange(len(quads)), classes] = 1 - 0.001 * (len(LABELS) - 1)
        return Detections(quads, np.full(len(quads), 0.9, np.float32), classes, said)

    def mirrored(self, *_):
        return False


def looked(monkeypatch, plane, other):
    monkeypatch.setattr(doubting, "find_plane", lambda *_: other)
    image = np.zeros((*SIZE, 3), np.uint8)
    return Doubt(Walls(), plane, 0).better(image, plane, 0)


def grown(plane, times):
    """The same table with tiles of another size."""
    return replace(plane, matrix=plane.matrix @ np.diag([1 / times, 1 / times, 1.0]))


def aside(plane, mm):
    """The same table with its middle so many millimetres to the right."""
    return replace(plane, matrix=plane.matrix @ np.array([[1, 0, mm], [0, 1, 0], [0, 0, 1.0]]))


def test_a_plane_whose_tiles_are_of_the_wrong_size_is_given_up(monkeypatch):
    better = looked(monkeypatch, grown(TRUE, 1.25), TRUE)
    assert better is not None
    assert better.to_px(np.zeros((1, 2)))[0] == pytest.approx([500, 500])


def test_a_size_put_right_is_no_gain_where_the_middle_goes_wrong(monkeypatch):
    assert looked(monkeypatch, grown(TRUE, 1.25), aside(TRUE, WIDE / 2)) is None


def test_a_middle_put_right_is_a_gain(monkeypatch):
    better = looked(monkeypatch, aside(grown(TRUE, 1.1), 2.5 * WIDE), TRUE)
    assert better is not None
