"""Moments that come after those seen before, whatever a camera's clock counts from."""

import numpy as np

from vision.capture.frames import Frame
from vision.capture.onward import Onward


def frame(at):
    return Frame(3, at, np.zeros((2, 2, 3), np.uint8))


def test_a_clock_that_began_again_goes_on():
    clock = Onward(90_000_000_000)
    first, second = clock.named(frame(5)), clock.named(frame(1_000_005))
    assert first.captured_ns > 90_000_000_000
    assert second.captured_ns - first.captured_ns == 1_000_000
    assert second.captured_ns == 1_000_005 + clock.later_ns
    assert second.number == 3


def test_a_clock_that_went_on_is_left_alone():
    clock = Onward(90)
    assert [clock.named(frame(at)).captured_ns for at in (91, 80)] == [91, 80]
    assert clock.later_ns == 0


def test_the_first_moment_of_all_may_be_nought():
    assert Onward().named(frame(0)).captured_ns == 0
