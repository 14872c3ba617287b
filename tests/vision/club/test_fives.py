"""Of the fives of a suit the one that looks otherwise is red."""

import numpy as np
import pytest

from vision.club.fives import red_among

SAME, OTHER = 0.99, 0.92


def alike(*groups):
    """Cosines of looks [n,n], where those of one number look the same."""
    marks = np.array(groups)
    near = np.where(marks[:, None] == marks[None], SAME, OTHER)
    np.fill_diagonal(near, 1)
    return near.astype(np.float32)


def at_once(count):
    """All of them lie there at one moment."""
    return np.ones((1, count), np.int64)


def test_fives_that_look_the_same_are_plain_if_they_were_all_read_somewhat_red():
    told = red_among(np.array([0.6, 0.5, 0.55]), alike(1, 1, 1), at_once(3))
    assert told.max() < 0.3


def test_what_was_surely_read_red_stays_so_though_it_looks_nearly_as_the_others():
    """It differs by a small mark."""
    told = red_among(np.array([0.95, 0.02, 0.02]), alike(1, 1, 1), at_once(3))
    assert told[0] > 0.8
    assert told[1:].max() < 0.01


@pytest.mark.parametrize("red", [0.1, 0.35])
def test_the_one_that_looks_otherwise_is_red_though_it_was_hardly_read_so(red):
    told = red_among(np.array([0.01, red, 0.01, 0.01]), alike(1, 2, 1, 1), at_once(4))
    assert told[1] > red
    assert told[[0, 2, 3]].max() < 0.01


def test_of_two_that_differ_the_one_that_was_read_so_is_red():
    told = red_among(np.array([0.3, 0.6]), alike(1, 2), at_once(2))
    assert told[1] > 0.7
    assert told[0] < 0.3


def test_one_alone_is_as_it_was_read():
    assert red_among(np.array([0.7]), alike(1), at_once(1)) == pytest.approx(0.7)


def test_two_red_ones_at_once_are_rarer_than_one_that_was_seen_twice():
    red, near = np.array([0.8, 0.8, 0.02]), alike(1, 1, 2)
    together = red_among(red, near, np.array([[1, 1, 1]]))
    in_turn = red_among(red, near, np.array([[1, 0, 1], [0, 1, 1]]))
    assert in_turn[:2].min() > 0.9
    assert together[:2].max() < in_turn[:2].min()


def test_a_red_one_that_was_seen_in_three_ways_is_red_in_each():
    red, near = np.array([0.98, 0.97, 0.99, 0.01, 0.01]), alike(1, 2, 3, 4, 4)
    told = red_among(red, near, np.array([[1, 0, 0, 2, 1], [0, 1, 0, 2, 0], [0, 0, 1, 1, 1]]))
    assert told[:3].min() > 0.9
    assert told[3:].max() < 0.1
