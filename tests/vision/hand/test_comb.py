"""A row of standing tiles as a comb: what was cut in two or missed is found by what is not."""

import numpy as np
import pytest

from vision.hand.comb import combed

WIDE, HIGH = 50.0, 60.0


def tile(place, *, wide=WIDE, left=0.0, shrink=0.0, y=100.0):
    """A face at a place of a row, perhaps only a part of it, in a row that shrinks to the right."""
    x = 20 + place * WIDE - shrink * place**2 + left
    wide -= 2 * shrink * place * wide / WIDE
    slope = 0.05 * x
    return [
        [x, y - slope], [x + wide, y - slope],
        [x + wide, y + HIGH - slope], [x, y + HIGH - slope],
    ]  # fmt: skip


def row(count, *, without=(), **how):
    return [tile(place, **how) for place in range(count) if place not in without]


def lefts(comb):
    return np.round(comb.quads[:, :, 0].min(axis=1), 1)


@pytest.mark.parametrize("shrink", [0.0, 0.2])
def test_a_whole_row_stays_as_it_was_found(shrink):
    quads = np.array(row(13, shrink=shrink))
    turned = [np.roll(quad, number % 4, axis=0) for number, quad in enumerate(quads[::-1])]
    comb = combed(np.array(turned))
    assert comb.found == tuple(range(12, -1, -1))
    assert comb.apart is None


@pytest.mark.parametrize("cut", [0, 5, 12])
def test_a_tile_that_was_found_as_two_is_one(cut):
    halves = [tile(cut, wide=22), tile(cut, wide=20, left=29)]
    comb = combed(np.array(row(13, without={cut}) + halves))
    assert len(comb.found) == 13
    assert comb.found[cut] is None
    assert comb.found.count(None) == 1
    assert abs(lefts(comb)[cut] - (20 + cut * WIDE)) < 3


def test_a_part_of_the_last_tile_shows_the_whole_one_and_a_missed_one_is_there():
    comb = combed(np.array([*row(10, without={4, 9}), tile(9, wide=30)]))
    assert [at for at, one in enumerate(comb.found) if one is None] == [4, 9]


@pytest.mark.parametrize("parts", [[(50.0, 0.0)], [(21.0, 0.0), (22.0, 27.0)]])
def test_the_drawn_tile_stands_apart_whole_or_cut(parts):
    apart = [tile(13, wide=wide, left=22 + left) for wide, left in parts]
    comb = combed(np.array(row(13, without={11}) + apart))
    assert comb.apart == 13
    assert len(comb.found) == 14
    assert (comb.found[13] is None) is (len(parts) == 2)
    assert comb.found[11] is None


def test_what_lies_far_off_is_not_of_the_row_and_a_few_tiles_make_no_comb():
    comb = combed(np.array([*row(8), tile(14)]))
    assert comb.found == tuple(range(8))
    assert combed(np.array(row(3))) is None


def test_the_first_and_last_that_nobody_found_would_stand_beyond_the_others():
    comb = combed(np.array(row(13, without={0, 11, 12})))
    assert len(comb.found) == 10
    assert abs(comb.before[0][:, 0].min() - 20) < 3
    assert abs(comb.after[1][:, 0].min() - (20 + 12 * WIDE)) < 3


def test_faces_found_without_their_upper_strokes_are_as_high_as_the_others():
    quads = np.array(row(13, shrink=0.2))
    quads[:4, :2, 1] += 12
    comb = combed(quads)
    assert np.abs(comb.quads - np.array(row(13, shrink=0.2))).max() < 2.5


def test_a_cut_tile_is_still_known_to_be_at_its_place():
    comb = combed(np.array([*row(13, without={6}), tile(6, wide=30, left=8)]))
    assert comb.found[6] is None
    assert comb.loose[6] == 12
