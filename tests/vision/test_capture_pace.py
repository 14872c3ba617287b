"""A camera that is faster than anybody looks: pictures that come too soon are not even decoded."""

import threading

import numpy as np

from vision.capture_live import LiveCapture
from vision.capture_source import Source


class Fast:
    """Thirty pictures a second, by a clock of its own."""

    def __init__(self):
        self.now_ns = 0
        self.grabbed = self.taken = 0
        self.done = threading.Event()

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return True

    def grab(self):
        if self.grabbed == 90:
            self.done.set()
            threading.Event().wait(0.01)
            return True
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


def test_pictures_that_come_too_soon_are_passed_over():
    device = Fast()
    capture = LiveCapture(Source.parse("0"), lambda _source: device, lambda: device.now_ns)
    assert device.done.wait(50)
    frame = capture.read(50)
    capture.close()
    assert frame is not None
    assert device.grabbed == 90
    assert 40 <= device.taken <= 50
    assert capture.lost == 0
