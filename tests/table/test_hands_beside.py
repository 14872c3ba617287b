"""Hand films beside a table's: all is told in the order of the frames, whoever is quicker."""

import threading

import numpy as np
import pytest

from table.bootstrap.recording_hands import MOST, Beside, Moment
from table.bootstrap.table_eye import Places
from vision.capture.frames import Frame
from vision.observation import Observation


def frame(number):
    return Frame(number, number * 100, np.zeros((2, 2, 3), np.uint8))


class Hands:
    """Shows at each moment what was known of the table; slow where told to wait."""

    def __init__(self):
        self.any, self.gate = True, threading.Event()
        self.gate.set()

    def learn_from(self, known):
        self.known = known

    def until(self, captured_ns, *, live):
        if not live:
            assert self.gate.wait(10)
        yield captured_ns, tuple(self.known())


def told(waiting):
    """Frames' numbers, rows and observations, as they are told."""
    for one in waiting:
        if isinstance(one, Moment):
            yield from (("frame", one.frame.number), *one.rows.result())
        else:
            yield one if isinstance(one, str) else one[1].captured_ns


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def beside(hands):
    made = Beside(hands)
    yield made
    hands.gate.set()
    made.close()


def observed(number):
    return frame(number), Observation(number, number, 26.0, (), (), (), False), Places()


def test_what_lies_there_waits_for_the_hands_and_they_know_only_what_was_seen_before(hands, beside):
    on_table = []
    beside.learn_from(lambda: list(on_table))
    hands.gate.clear()
    for number in range(3):
        beside.begin(frame(number), live=False)
        beside.see(*observed(number))
        on_table.append(number)
    beside.lose("another view")
    assert list(beside.ready()) == []
    hands.gate.set()
    expected = [
        *(("frame", 0), (0, ()), 0),
        *(("frame", 1), (100, (0,)), 1),
        *(("frame", 2), (200, (0, 1)), 2),
    ]
    assert list(told(beside.ready(0))) == [*expected, "another view"]


def test_no_more_frames_wait_than_a_few(hands, beside):
    hands.gate.clear()
    for number in range(MOST + 2):
        beside.begin(frame(number), live=False)
        beside.see(*observed(number))
    threading.Timer(0.05, hands.gate.set).start()
    assert next(told(beside.ready())) == ("frame", 0)


def test_hands_of_a_live_table_are_looked_at_at_once(hands, beside):
    beside.begin(frame(1), live=True)
    assert list(told(beside.ready())) == [("frame", 1), (100, ())]


def test_a_table_without_hand_cameras_waits_for_nothing(hands):
    hands.any = False
    alone = Beside(hands)
    alone.begin(frame(1), live=False)
    alone.see(*observed(1))
    assert list(told(alone.ready())) == [("frame", 1), 1]
    alone.close()


def test_what_goes_wrong_with_a_hand_film_is_not_swallowed(hands, beside):
    def broken(_captured_ns, *, live):
        raise OSError(f"gone {live}")

    hands.until = broken
    beside.begin(frame(1), live=False)
    with pytest.raises(OSError, match="gone"):
        list(beside.ready(0))
