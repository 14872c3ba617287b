"""Blanks side by side, one of them turned, are a called set of white dragons."""

import numpy as np
import pytest

from vision.labels import BACK
from vision.picture.blanks import HAKU
from vision.picture.called import with_called_blanks

WIDE, ASPECT = 30.0, 1.4
TILE, OTHER = (215, 220, 225), (60, 140, 90)


def quad(x, y, turned=False):
    """A tile in pixels, by widths from the left and from the top."""
    wide, high = (ASPECT, 1.0) if turned else (1.0, ASPECT)
    half = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    return ((half + np.array([x, y])) * WIDE + 60).astype(np.float32)


def table(blanks, colour=TILE):
    """Twelve inked faces in two rows and some blanks: picture, quads, scores, chances."""
    faces = [quad(at % 6 * 1.02, at // 6 * 1.5) for at in range(12)]
    quads = np.array([*faces, *(quad(*blank) for blank in blanks)])
    image = np.full((600, 600, 3), (30, 90, 60), np.uint8)
    for at, one in enumerate(quads):
        (left, top), (right, bottom) = (one[0].astype(int), one[2].astype(int))
        image[top:bottom, left:right] = TILE if at < 12 else colour
        if at < 12:
            image[top + 15 : top + 22, left + 10 : right - 10] = 20
    chances = np.full((len(quads), 40), 1e-4, np.float32)
    chances[np.arange(12), np.arange(12)] = 0.95
    chances[12:, BACK], chances[12:, HAKU] = 0.9, 0.08
    return image, quads, np.full(len(quads), 0.9, np.float32), chances


def told(*args, **more):
    image, quads, scores, chances = table(*args, **more)
    return with_called_blanks(image, quads, scores, chances)[12:].argmax(axis=1).tolist()


FOOT = 6 + (ASPECT - 1) / 2
CALLED = {
    "left": [(1, FOOT, True), (2.2, 6), (3.2, 6)],
    "middle": [(0.8, 6), (2, FOOT, True), (3.2, 6)],
    "right": [(0, 6), (1, 6), (2.2, FOOT, True)],
}


@pytest.mark.parametrize("place", CALLED)
def test_blanks_of_the_faces_colour_of_which_one_lies_turned_are_hakus(place):
    assert told(CALLED[place]) == [HAKU] * 3


@pytest.mark.parametrize(
    ("blanks", "colour"),
    [
        (CALLED["right"], OTHER),
        ([(0, 6), (1, 6), (2, 6)], TILE),
        ([*CALLED["right"], (-1, 6)], TILE),
        ([(0, 6), (1, 6), (2.2, 6, True)], TILE),
        ([(0, 6), (1.6, 6), (2.8, FOOT, True)], TILE),
    ],
    ids=["another colour", "none turned", "a fourth one", "feet not in line", "apart"],
)
def test_what_is_no_called_set_stays(blanks, colour):
    assert set(told(blanks, colour=colour)) == {BACK}


def test_no_more_hakus_are_told_than_a_set_has():
    image, quads, scores, chances = table([*CALLED["right"], (5, 8), (5, 10)])
    chances[15:, BACK], chances[15:, HAKU] = 0.08, 0.9
    assert with_called_blanks(image, quads, scores, chances)[12:15, HAKU].max() < 0.1


def test_few_faces_tell_no_sizes():
    image, quads, scores, chances = table(CALLED["left"])
    few = np.r_[0:3, 12:15]
    assert np.array_equal(
        with_called_blanks(image, quads[few], scores[few], chances[few]), chances[few]
    )
