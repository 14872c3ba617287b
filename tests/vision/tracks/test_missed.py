"""Where tiles were sought in vain they are sought ever more rarely, and never for good."""

import numpy as np

from vision.tracks.missed import Vain

SECOND = 1_000_000_000
TILE_MM = 20.0
HERE = np.array([[105.0, 55.0]])
THERE = np.array([[305.0, 55.0]])


def tries(every_ns, seconds):
    """How often one place is tried, if it is asked for so often."""
    vain = Vain(TILE_MM)
    count = 0
    for now in range(0, seconds * SECOND, every_ns):
        if vain.open(HERE, now).all():
            vain.note(HERE, now)
            count += 1
    return count


def test_a_place_where_nothing_is_found_is_tried_ever_more_rarely():
    often, rarely = tries(SECOND // 10, 10), tries(SECOND // 10, 20)
    assert 3 <= often <= 8
    assert rarely - often <= 2


def test_a_place_that_is_seldom_asked_for_is_always_tried():
    assert tries(9 * SECOND, 90) == 10


def test_other_places_do_not_wait_for_it():
    vain = Vain(TILE_MM)
    for _ in range(5):
        vain.note(HERE, 0)
    assert vain.open(np.concatenate([HERE, THERE]), SECOND // 10).tolist() == [False, True]
    assert vain.known(HERE, SECOND)
    assert not vain.known(THERE, SECOND)


def test_what_was_tried_long_ago_is_new_again():
    vain = Vain(TILE_MM)
    for _ in range(5):
        vain.note(HERE, 0)
    assert not vain.known(HERE, 60 * SECOND)
    vain.note(HERE, 60 * SECOND)
    assert vain.open(HERE, 60 * SECOND).all()
