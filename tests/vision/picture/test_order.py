"""Faces are read row by row, however the rows lie in the picture."""

import numpy as np
import pytest

from vision.picture.order import in_rows

WIDE, HIGH = 40, 54


def layout(columns, rows, tilt=0.0, turns=None):
    """Faces [n,4,2] in rows whose tiles touch, row by row; tilted, and each turned by itself."""
    half = np.array([[-WIDE, -HIGH], [WIDE, -HIGH], [WIDE, HIGH], [-WIDE, HIGH]]) / 2
    spots = [
        ((WIDE + 1) * column, (HIGH + 6) * row) for row in range(rows) for column in range(columns)
    ]
    turns = np.zeros(len(spots)) if turns is None else turns
    quads = [half @ turned(-turn).T + spot for turn, spot in zip(turns, spots, strict=True)]
    return (np.array(quads) @ turned(-tilt) + (800, 600)).astype(np.float32)


def turned(degrees):
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


@pytest.mark.parametrize("columns", [9, 17])
@pytest.mark.parametrize("tilt", [-30, -12, -8, -5, -2, 0, 2, 5, 8, 12, 30])
def test_rows_stay_rows_however_far_the_photo_is_tilted(tilt, columns):
    quads = layout(columns, 4, tilt)
    mixed = np.random.default_rng(1).permutation(len(quads))
    rows, order = in_rows(quads[mixed])
    assert mixed[order].tolist() == list(range(len(quads)))
    assert rows.tolist() == (mixed // columns).tolist()


def test_a_tile_that_lies_sideways_or_upside_down_tilts_nothing():
    turns = np.where(np.arange(36) % 7 == 3, 90, 180 * (np.arange(36) % 2))
    _, order = in_rows(layout(9, 4, 8, turns))
    assert order.tolist() == list(range(36))


def test_rows_that_are_seen_slantwise_from_a_corner_stay_rows():
    quads = layout(9, 2, 25)
    middle = quads.reshape(-1, 2).mean(axis=0)
    flattened = ((quads - middle) * (1, 0.7) + middle).astype(np.float32)
    rows, order = in_rows(flattened)
    assert rows.tolist() == [at // 9 for at in range(18)]
    assert order.tolist() == list(range(18))


def test_faces_that_lie_all_ways_are_read_as_the_picture_lies():
    turns = np.random.default_rng(2).uniform(0, 90, 36)
    rows, _ = in_rows(layout(9, 4, 0, turns))
    assert rows.tolist() == [at // 9 for at in range(36)]


def test_no_faces_have_no_rows():
    assert [len(part) for part in in_rows(np.empty((0, 4, 2), np.float32))] == [0, 0]
