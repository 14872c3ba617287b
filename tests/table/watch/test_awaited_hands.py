"""Cameras of hands that are not there yet: nobody waits for them, and each is said."""

import threading

import pytest

from table.bootstrap import watching_hands
from table.bootstrap.watching_hands import HandsAwaited
from vision.capture.source import Source
from vision.errors import CaptureError

HAND = Source.parse("hand1=1")


class Cameras:
    """The second hand's camera is there when it is plugged in."""

    def __init__(self):
        self.plugged, self.tried = threading.Event(), threading.Event()
        self.opened = []
        self.fault = CaptureError("camera 1 is not there; expected one of: none")

    def __call__(self, _source):
        self.tried.set()
        if not self.plugged.is_set():
            raise self.fault
        camera = Camera()
        self.opened.append(camera)
        return camera


class Camera:
    alarm = None
    closed = False

    def close(self):
        self.closed = True


@pytest.fixture
def cameras(monkeypatch):
    cameras = Cameras()
    monkeypatch.setattr(watching_hands, "LiveCapture", cameras)
    monkeypatch.setattr(watching_hands, "AGAIN_S", (0.01,))
    return cameras


def come(awaited):
    waiting = threading.Event()
    while not (found := awaited.come()):
        assert not waiting.wait(0.01)
    return found


def test_a_camera_that_comes_late_is_said_and_taken(cameras):
    awaited = HandsAwaited([HAND])
    assert cameras.tried.wait(20)
    while not awaited.findings():
        pass
    assert awaited.findings() == (
        "camera 1 is not there; expected one of: none; it is tried again",
    )
    assert awaited.come() == []
    cameras.plugged.set()
    assert come(awaited) == [(HAND, cameras.opened[0])]
    assert awaited.findings() == ()
    cameras.opened[0].alarm = "hand1=1: no frame for 9 s; expected one each moment"
    assert awaited.findings() == (cameras.opened[0].alarm,)
    awaited.close()
    assert not cameras.opened[0].closed  # who took it closes it


def test_a_camera_that_fails_in_an_unknown_way_is_said_and_tried_again(cameras):
    cameras.fault = RuntimeError("can't start new thread")
    awaited = HandsAwaited([HAND])
    while not awaited.findings():
        assert awaited._threads[0].is_alive()
    (said,) = awaited.findings()
    assert said.startswith("hand1=1: RuntimeError(")
    assert said.endswith("; it is tried again")
    cameras.plugged.set()
    come(awaited)
    awaited.close()


def test_a_camera_that_nobody_took_is_closed(cameras):
    cameras.plugged.set()
    awaited = HandsAwaited([HAND])
    awaited._threads[0].join(20)
    awaited.close()
    assert [one.closed for one in cameras.opened] == [True]
