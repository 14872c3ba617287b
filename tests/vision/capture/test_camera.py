"""Cameras: those the kernel lists, a picture in RGB, and a clear word where there is none."""

import cv2
import numpy as np
import pytest

from vision.capture import camera
from vision.capture.camera import Camera, capture, list_cameras
from vision.errors import CameraError


class FakeSource:
    """An OpenCV capture that opens or not and then gives frames or not."""

    def __init__(self, opens=True, frames=99):
        self.opens, self.frames, self.released = opens, frames, False

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return self.opens

    def set(self, *_):
        return True

    def read(self):
        self.frames -= 1
        blue = np.zeros((4, 6, 3), np.uint8)
        blue[..., 0] = 255
        return (True, blue) if self.frames >= 0 else (False, None)

    def release(self):
        self.released = True


def pretend(monkeypatch, source):
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: source)
    return source


def test_a_picture_is_rgb_and_the_camera_let_go(monkeypatch):
    source = pretend(monkeypatch, FakeSource())
    image = capture(0)
    assert image.shape == (4, 6, 3)
    assert image[0, 0].tolist() == [0, 0, 255]
    assert source.released


def test_a_camera_that_stops_giving_is_named(monkeypatch):
    source = pretend(monkeypatch, FakeSource(frames=3))
    with pytest.raises(CameraError, match="camera 2 is there but gives no picture"):
        capture(2)
    assert source.released


def test_a_camera_that_is_not_there_is_named_with_those_that_are(monkeypatch):
    pretend(monkeypatch, FakeSource(opens=False))
    monkeypatch.setattr(camera, "list_cameras", lambda: (Camera(0, "a"), Camera(4, "b")))
    with pytest.raises(CameraError, match="camera 63 is not there; expected one of: 0, 4"):
        capture(63)


def test_a_negative_index_is_refused():
    with pytest.raises(CameraError, match="camera -1: expected an index of 0 or more"):
        capture(-1)


def test_a_really_missing_camera_makes_no_noise(capfd):
    with pytest.raises(CameraError, match="camera 63 is not there"):
        capture(63)
    assert capfd.readouterr().err == ""


def test_the_kernel_list_leaves_metadata_nodes_out(tmp_path):
    for number, index, name in [(2, 0, "Desk camera"), (3, 1, "Desk camera"), (0, 0, "Lid camera")]:
        node = tmp_path / f"video{number}"
        node.mkdir()
        (node / "index").write_text(f"{index}\n")
        (node / "name").write_text(f"{name}\n")
    (tmp_path / "video9").mkdir()
    found = camera._linux_cameras(tmp_path)
    assert found == (Camera(0, "Lid camera"), Camera(2, "Desk camera"), Camera(9, "video9"))


def test_listing_this_machine_works():
    assert all(isinstance(one, Camera) for one in list_cameras())
