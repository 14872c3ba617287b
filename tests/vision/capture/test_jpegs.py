"""A network camera that sends JPEGs: those that nobody takes are not decoded."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from vision.capture import live
from vision.capture.jpegs import Jpegs
from vision.capture.live import LiveCapture
from vision.capture.source import Source

MJPG = int.from_bytes(b"MJPG", "little")


def coded(grey):
    picture = np.full((48, 64, 3), grey, np.uint8)
    picture[:, 32:] = (20, 90, 160)
    return cv2.imencode(".jpg", picture)[1]


class Device:
    """What OpenCV makes of a stream, its pictures coded where that is asked."""

    def __init__(self, pictures, name=MJPG, *, coding=True):
        self.pictures, self.name, self.coding = pictures, name, coding
        self.at, self.open, self.set_to = -1, True, None

    def get(self, _property):
        return float(self.name)

    def set(self, _property, value):
        self.set_to = value
        return self.coding

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return self.open

    def grab(self):
        self.at += 1
        return self.at < len(self.pictures)

    def retrieve(self):
        return True, self.pictures[self.at].reshape(1, -1)

    def release(self):
        self.open = False


def test_only_what_is_taken_is_decoded(monkeypatch):
    pictures = [coded(grey) for grey in (10, 60, 110, 160)]
    stream = Jpegs.of(Device(pictures))
    decoded = []
    plain = cv2.imdecode
    monkeypatch.setattr(cv2, "imdecode", lambda *one: decoded.append(1) or plain(*one))
    assert stream.grab()
    assert stream.grab()
    _, picture = stream.retrieve()
    assert len(decoded) == 1
    assert np.array_equal(picture, plain(pictures[2], cv2.IMREAD_COLOR))
    assert np.array_equal(stream.read()[1], plain(pictures[3], cv2.IMREAD_COLOR))
    assert stream.read() == (False, None)


def boundless():
    """A picture whose head tells of more pixels than OpenCV decodes."""
    picture = coded(10).copy()
    size = picture.tobytes().index(b"\xff\xc0") + 5
    picture[size : size + 4] = (0xFF, 0xDC, 0xFF, 0xDC)
    return picture


def test_a_damaged_head_of_a_picture_ends_no_stream():
    stream = Jpegs.of(Device([coded(10), boundless(), coded(60)]))
    assert stream.read() == (True, None)
    assert stream.read()[1] is not None


def test_a_damaged_picture_is_passed_over():
    stream = Jpegs.of(Device([coded(10), np.zeros(40, np.uint8), coded(60)]))
    assert stream.read() == (True, None)
    assert stream.read()[1] is not None


@pytest.mark.parametrize(
    ("device", "still_open"),
    [
        (Device([coded(10)], int.from_bytes(b"H264", "little")), True),
        (Device([coded(10)], coding=False), True),
        (Device([np.zeros(40, np.uint8)]), False),
        (Device([]), False),
    ],
)
def test_another_stream_is_left_to_opencv(device, still_open):
    assert Jpegs.of(device) is None
    assert device.isOpened() is still_open


@contextmanager
def served(pictures):
    """The address of a camera that sends each picture, again and again."""

    class Answer(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
            self.end_headers()
            for picture in (one for _ in range(500) for one in pictures):
                head = (
                    f"--next\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                )
                try:
                    self.wfile.write(head.encode() + picture + b"\r\n")
                except OSError:
                    return
                if stop.wait(0.02):
                    return

    stop = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/camera.mjpg"
    finally:
        stop.set()
        server.shutdown()
        server.server_close()


def test_a_network_camera_is_seen_picture_by_picture(monkeypatch):
    picture = coded(90).tobytes()
    opened = []
    plain = live._device
    monkeypatch.setattr(live, "_device", lambda source: opened.append(plain(source)) or opened[-1])
    with served([picture]) as address:
        capture = LiveCapture(Source.parse(address))
        frame = capture.read(20)
        capture.close()
    assert isinstance(opened[0], Jpegs)
    expected = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(frame.bgr, expected)
