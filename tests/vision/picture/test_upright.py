"""Birds read the way their neighbours do; other faces keep their own."""

import numpy as np
import pytest

from vision.labels import CLASS_OF
from vision.picture.lying import lie_of
from vision.picture.sizes import TileSizes
from vision.picture.upright import as_in_rows

BIRD, OTHER = CLASS_OF["1s"], CLASS_OF["3m"]


def row(count=7, columns=7):
    corners = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    steps = [(31 * (at % columns), 42 * (at // columns)) for at in range(count)]
    return np.array([corners + step for step in steps], np.float32)


def upright(quads, classes):
    sizes = TileSizes.of(quads, np.ones(len(quads), np.float32))
    return as_in_rows(quads, np.array(classes), lie_of(sizes, quads))


@pytest.mark.parametrize("at", [1, 3, 6])
def test_a_bird_upside_down_in_its_row_is_turned_round(at):
    quads = row()
    seen = quads.copy()
    seen[at] = np.roll(quads[at], 2, axis=0)
    classes = [OTHER] * 7
    classes[at] = BIRD
    assert np.array_equal(upright(seen, classes), quads)


def test_every_other_face_lies_as_it_is_read():
    quads = row()
    quads[3] = np.roll(quads[3], 2, axis=0)
    assert np.array_equal(upright(quads, [OTHER] * 7), quads)


def test_a_bird_laid_across_stays_so():
    quads = row()
    quads[3] = np.roll(quads[3], 1, axis=0)
    assert np.array_equal(upright(quads, [OTHER] * 3 + [BIRD] + [OTHER] * 3), quads)


def test_faces_that_look_the_same_upside_down_have_no_say():
    quads = row()
    seen = quads.copy()
    seen[1:4] = np.roll(quads[1:4], 2, axis=1)
    classes = [OTHER, CLASS_OF["4s"], BIRD, CLASS_OF["8p"], OTHER, OTHER, OTHER]
    told = upright(seen, classes)
    assert np.array_equal(told[2], quads[2])
    assert np.array_equal(told[[1, 3]], seen[[1, 3]])


def test_one_neighbour_that_has_an_upper_side_is_enough():
    quads = row()
    seen = quads.copy()
    seen[0] = np.roll(quads[0], 2, axis=0)
    classes = [BIRD, OTHER, *[CLASS_OF["8p"]] * 5]
    assert np.array_equal(upright(seen, classes), quads)


def test_neighbours_that_disagree_say_nothing():
    quads = row()
    quads[3:6] = np.roll(quads[3:6], 2, axis=1)
    assert np.array_equal(upright(quads, [OTHER] * 3 + [BIRD] + [OTHER] * 3), quads)


def test_birds_do_not_follow_birds_nor_what_lies_far_away():
    quads = row()
    quads[3] = np.roll(quads[3], 2, axis=0)
    assert np.array_equal(upright(quads, [BIRD] * 7), quads)
    quads[3] += 300
    assert np.array_equal(upright(quads, [OTHER] * 3 + [BIRD] + [OTHER] * 3), quads)
