"""Faces whose size does not fit the table that the others lie on lose their credit."""

import numpy as np
import pytest

from vision.picture.size_credit import size_credit


def squares(centres, sizes):
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    quads = np.array(centres)[:, None] + half[None] * np.array(sizes)[:, None, None]
    return quads.astype(np.float32)


def credit(centres, sizes):
    return size_credit(squares(centres, sizes), np.full(len(sizes), 0.9, np.float32))


GRID = [(100 + 90 * (at % 6), 100 + 90 * (at // 6)) for at in range(24)]


def test_tiles_of_one_size_keep_their_credit():
    assert credit(GRID, [40] * 24).min() > 0.99


@pytest.mark.parametrize("odd", [12, 20, 90])
def test_a_face_of_half_or_double_size_loses_most_of_it(odd):
    found = credit([*GRID, (300, 250)], [40] * 24 + [odd])
    assert found[:24].min() > 0.95
    assert found[24] < 0.33


def test_many_small_rings_on_a_console_do_not_win():
    rings = [(700 + 15 * at, 500) for at in range(9)]
    found = credit(GRID + rings, [40] * 24 + [13] * 9)
    assert found[:24].min() > 0.9
    assert found[24:].max() < 0.3


def test_a_slanting_view_is_no_oddity():
    sizes = [20 + 0.12 * y for _, y in GRID]
    assert max(sizes) > 1.5 * min(sizes)
    assert credit(GRID, sizes).min() > 0.95


def test_a_row_says_nothing_of_the_rest_of_the_table():
    row = [(60 + 45 * at, 400) for at in range(13)]
    found = credit([*row, (300, 120)], [40] * 13 + [32])
    assert found.min() > 0.85


def test_few_faces_are_all_believed():
    assert credit(GRID[:5], [40, 10, 80, 30, 200]).tolist() == [1] * 5


def test_nothing_is_odd_where_nothing_is_a_face():
    quads = squares(GRID, [40] * 23 + [90])
    assert size_credit(quads, np.zeros(24, np.float32)).tolist() == [1] * 24


def test_no_faces_are_no_trouble():
    assert size_credit(np.empty((0, 4, 2), np.float32), np.empty(0, np.float32)).shape == (0,)
