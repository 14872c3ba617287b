"""Tiles that were found as one thing at first are new when each of them is found."""

from dataclasses import replace

import numpy as np
import pytest

from vision.labels import CLASS_OF
from vision.tracks.fuse import Look
from vision.tracks.unsettled import Unsettled

WIDTH = 26.0
SECOND = 1_000_000_000


def look(x, name="3m", sure=0.97):
    chances = np.full(38, (1 - sure) / 37)
    chances[CLASS_OF[name]] = sure
    spot = np.array([x * WIDTH, 0.0])
    return Look(np.zeros((4, 2)), spot, 90.0, chances, face_up=True, confidence=0.9)


def across(x):
    """The outline of what was found, two tiles wide."""
    corners = [[-1, 0.7], [1, 0.7], [1, -0.7], [-1, -0.7]]
    return (np.array(corners) + np.array([x, 0])) * WIDTH


@pytest.fixture
def unsettled():
    """A table at which two tiles were found as one thing."""
    found = Unsettled(WIDTH)
    found.note([across(0)], [], SECOND)
    return found


def test_both_of_two_tiles_that_were_found_as_one_are_new(unsettled):
    looks = [look(-0.5), look(0.5, "4m"), look(1.5, "2m")]
    assert unsettled.settled(looks, 3 * SECOND) == looks[:2]


@pytest.mark.parametrize(
    "strange",
    [
        look(0, sure=0.8),
        look(0, "5z"),
        replace(look(0), face_up=False),
        replace(look(0), clear=0.9),
    ],
)
def test_what_is_no_sure_face_is_not(unsettled, strange):
    assert not unsettled.settled([strange], 3 * SECOND)


def test_after_a_minute_it_is_forgotten(unsettled):
    assert not unsettled.settled([look(0)], 62 * SECOND)


def test_what_was_found_on_a_tile_that_was_read_is_settled():
    unsettled = Unsettled(WIDTH)
    unsettled.note([across(0)], [look(0.4)], SECOND)
    assert not unsettled.settled([look(-0.5)], 2 * SECOND)
