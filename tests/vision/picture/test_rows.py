"""Rows of tiles: who lies beside whom, and at which place."""

import numpy as np
import pytest

from vision.picture import rows


def linked(spots, angles=0.0):
    spots = np.array(spots, float)
    angles = np.broadcast_to(np.float64(angles), len(spots)) + 90
    return rows.links(spots[None] - spots[:, None], angles)


def test_neighbours_and_the_next_but_one_and_two_are_linked():
    found = linked([(0, 0), (1.02, 0), (3.1, 0), (7.1, 0)])
    assert found[0].tolist() == [False, True, True, False]
    assert found[1].tolist() == [True, False, True, False]
    assert found[2].tolist() == [True, True, False, False]


@pytest.mark.parametrize(
    ("spot", "angle"), [((0.5, 0), 0), ((1.02, 0.5), 0), ((0, 1.34), 0), ((1.02, 0), 40)]
)
def test_what_lies_across_or_apart_or_turned_is_not_linked(spot, angle):
    assert not linked([(0, 0), spot], [0, angle]).any()


def test_upside_down_is_no_other_row():
    assert linked([(0, 0), (1.02, 0)], [0, 180])[0, 1]


def test_chains_are_whole_rows_and_leave_out_lone_tiles():
    found = linked([(0, 0), (2.04, 0), (9, 9), (1.02, 0), (20, 0), (21, 0)])
    assert rows.chains(found) == [[0, 1, 3], [4, 5]]


def test_places_count_the_free_ones():
    assert rows.places(np.array([1.04, 2.08, 1.05])).tolist() == [0, 1, 3, 4]
    assert rows.places(np.array([1.04, 0.5])) is None
    assert rows.places(np.array([1.0, 4.0])) is None
