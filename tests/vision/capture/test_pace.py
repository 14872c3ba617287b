"""A camera that is faster than anybody looks: pictures that come too soon are not even decoded."""

import threading

import numpy as np

from vision.capture.live import LiveCapture
from vision.capture.source import Source


class Fast:
    """Thirty pictures a second, by a clock of its own."""

    def __init__(self):
        self.now_ns = 0
        self.grabbed = self.taken = 0
        self.done = threading.Event()
        self.ask = lambda: None

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return True

    def grab(self):
        if self.grabbed == 90:
            self.done.set()
            threading.Event().wait(0.01)
            return True
        self.ask()
        self.grabbed += 1
        self.now_ns += 33_333_333
        return True

    def retrieve(self):
        self.taken += 1
        return True, np.full((9, 16, 3), self.taken % 256, np.uint8)

    def read(self):
        raise AssertionError("it can be passed over")

    def release(self):
        pass


def watched(device, *, asked):
    """A capture after three seconds, in which somebody asks for every picture, or nobody."""
    begun = threading.Event()

    def open_it(_source):
        return device

    device.ask = begun.wait
    capture = LiveCapture(Source.parse("0"), open_it, lambda: device.now_ns)
    device.ask = (lambda: capture.read(0)) if asked else (lambda: None)
    begun.set()
    assert device.done.wait(50)
    return capture


def test_pictures_that_come_too_soon_are_passed_over():
    device = Fast()
    capture = watched(device, asked=True)
    capture.close()
    assert device.grabbed == 90
    assert 40 <= device.taken <= 50
    assert capture.lost == 0


def test_pictures_that_nobody_asks_for_are_mostly_passed_over():
    device = Fast()
    capture = watched(device, asked=False)
    frame = capture.read(50)
    capture.close()
    assert frame is not None
    assert device.grabbed == 90
    assert 15 <= device.taken <= 22
    assert device.now_ns - frame.captured_ns < 200_000_000
