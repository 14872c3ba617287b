"""Pictures that are remembered come back as they were, and no more of them than were asked for."""

import numpy as np

from vision.capture.frames import Frame
from vision.capture.memory import Memory

TENTH = 100_000_000


def frame(number):
    """A picture whose grey tells its number."""
    return Frame(number, number * TENTH, np.full((48, 64, 3), 40 + number, np.uint8))


def remembered(seconds, count):
    memory = Memory(seconds)
    for number in range(count):
        memory.keep(frame(number))
    return memory


def test_a_few_pictures_a_second_are_kept_the_newest_first():
    back = list(remembered(60.0, 31).back())
    assert [one.number for one in back] == [30, 27, 24, 21, 18, 15, 12, 9, 6, 3, 0]
    assert [one.captured_ns for one in back] == [one.number * TENTH for one in back]
    assert all(np.abs(one.bgr.astype(int) - 40 - one.number).max() <= 2 for one in back)


def test_what_is_too_old_is_forgotten():
    assert min(one.number for one in remembered(2.0, 100).back()) >= 99 - 20


def test_what_is_taken_comes_in_order_and_is_forgotten():
    memory = remembered(60.0, 31)
    assert [one.number for one in memory.take(20 * TENTH)] == [21, 24, 27, 30]
    assert len(memory) == 0


def test_a_clock_that_goes_back_begins_anew():
    memory = remembered(60.0, 31)
    memory.keep(frame(2))
    assert [one.number for one in memory.back()] == [2]


def test_nothing_is_kept_without_a_span():
    assert len(remembered(0.0, 31)) <= 1
