"""A shown hand: each of its tiles counts once, and the one that lies apart is known."""

import pytest

from scoring.seats import Seat
from table.watch.corners import Corner
from table.watch.faces import INDEX
from table.watch.places import Placed
from vision.observation import FACE_NAMES, REST

NAMES = ["5m", "6m", "7m", "5s", "5s", "6s", "6s", "7s", "8s", "8s", "7s"]
PITCH = 1.02
HAND_Y = -12.6


def placed(track, name, x, sure=0.99):
    chances = [(1 - sure) / REST] * (REST + 1)
    chances[FACE_NAMES.index(name)] = sure
    return Placed(track, x, HAND_Y, False, True, tuple(chances), 0, 0, 1.0)


def shown(*more):
    row = [placed(at, name, -5 + PITCH * at) for at, name in enumerate(NAMES[:-1])]
    row.append(placed(10, NAMES[-1], -5 + PITCH * 11.4))
    corner = Corner(Seat(0))
    corner.shown = tuple(sorted([*row, *more], key=lambda one: one.x))
    return corner.hand()


@pytest.mark.parametrize("off", [-0.3, 0.3])
def test_a_tile_that_was_found_twice_counts_once(off):
    twice = shown(placed(99, "6p", -5 + PITCH * 6 + off, sure=0.6))
    assert twice == shown()
    assert len(twice.tiles) == len(NAMES)
    assert twice.apart == len(NAMES) - 1
    faces = [max(INDEX, key=lambda name: one.chances[INDEX[name]]) for one in twice.tiles]
    assert [str(face) for face in faces] == NAMES
