"""Where tiles may lie on finds of another size, and which of several placements are there."""

import numpy as np
import pytest

from vision.picture.apart import best_apart
from vision.picture.lying import Lie
from vision.picture.places import on_finds

ASPECT = 4 / 3


def find(wide, high):
    """A find so many tiles' widths and heights large; a tile is 30 pixels wide."""
    flat = np.eye(2)[None] / 30
    return Lie(
        np.array([[300.0, 300.0]]), flat, np.array([[1.0, 0.0]]), *np.array([[wide], [high]])
    )


def places(wide, high, turned=True):
    """Middles beside the find's, in tiles' widths, and whether a tile there lies turned."""
    found = on_finds(find(wide, high), ASPECT, turned)
    away = np.round((found.spots - 300) / 30, 2).tolist()
    across = np.abs(found.along[:, 1]) > 0.5
    return {(x, y, bool(turn)) for (x, y), turn in zip(away, across, strict=True)}


def test_a_part_may_end_at_either_of_its_sides():
    assert places(0.6, 1) == {(-0.2, 0, False), (0.2, 0, False)}


@pytest.mark.parametrize("wide", [1.8, 2.0])
def test_two_tiles_side_by_side_are_two(wide):
    assert {x for x, *_ in places(wide, 1)} == {-0.5, 0.5}


def test_one_and_a_half_begin_at_either_end():
    assert {x for x, *_ in places(1.5, 1, turned=False)} == {-0.75, -0.25, 0.25, 0.75}


def test_half_of_a_turned_tile_is_the_half_of_that():
    half = places(ASPECT / 2, 1 / ASPECT)
    assert half == {(-0.33, 0, True), (0.33, 0, True)}
    assert places(ASPECT / 2, 1 / ASPECT, turned=False).isdisjoint(half)


def test_of_what_fits_neither_way_both_are_places():
    assert {turned for *_, turned in places(0.6, 0.6)} == {False, True}


def test_what_is_far_too_long_is_no_group_of_tiles():
    assert not places(8, 1)


def test_of_two_in_one_place_the_better_is_there():
    shared = np.array([[1, 0.5], [0.5, 1]])
    assert best_apart(np.array([0.3, 0.4]), shared, 0.25).tolist() == [1]


def test_two_beside_each_other_are_worth_more_than_one_across():
    shared = np.array([[1, 0.5, 0.5], [0.5, 1, 0.1], [0.5, 0.1, 1]])
    assert best_apart(np.array([0.45, 0.4, 0.35]), shared, 0.25).tolist() == [1, 2]
    assert best_apart(np.array([0.45, 0.2, 0.2]), shared, 0.25).tolist() == [0]


def test_what_has_no_value_is_left_out():
    assert best_apart(np.array([0.3, -0.1]), np.eye(2), 0.25).tolist() == [0]
    assert best_apart(np.empty(0), np.empty((0, 0)), 0.25).tolist() == []


def test_many_placements_are_chosen_among_quickly():
    values = np.linspace(0.5, 0.1, 60)
    shared = np.full((60, 60), 0.9)
    assert best_apart(values, shared, 0.25).tolist() == [0]
