"""Frames in: every one of a film, the newest of a camera, and what happens when it goes away."""

import threading
import time
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import av
import cv2
import numpy as np
import pytest

from vision.capture.frames import FilmCapture, FolderCapture, frames, open_recorded
from vision.capture.live import LiveCapture
from vision.capture.source import Source, parse_sources
from vision.errors import CaptureError

SIZE = (96, 64)


def picture(level):
    image = np.full((SIZE[1], SIZE[0], 3), 30, np.uint8)
    image[:, :, 2] = 4 * level
    return image


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), 10, SIZE)
    for level in range(25):
        writer.write(picture(level))
    writer.release()
    return path


def test_every_frame_of_a_film_counts(film):
    capture = open_recorded(Source.parse(str(film)))
    assert (capture.fps, capture.frames) == (10, 25)
    seen = list(frames(capture))
    assert [frame.number for frame in seen] == list(range(25))
    assert [frame.captured_ns for frame in seen[:3]] == [0, 100_000_000, 200_000_000]
    assert seen[20].rgb[30, 40, 0] == pytest.approx(80, abs=6)
    assert seen[0].size == SIZE
    assert capture.ended
    capture.close()


def test_of_a_film_no_more_frames_come_than_are_wanted(film):
    capture = open_recorded(Source.parse(str(film)), 5.0)
    seen = list(frames(capture))
    assert [frame.number for frame in seen] == list(range(0, 25, 2))
    assert [frame.captured_ns for frame in seen[:2]] == [0, 200_000_000]
    assert seen[10].rgb[30, 40, 0] == pytest.approx(80, abs=6)
    assert capture.ended
    capture.close()


def test_a_film_that_breaks_off_says_so(tmp_path):
    path = tmp_path / "film.mp4"
    with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("libx264", rate=10)
        stream.width, stream.height = SIZE
        stream.pix_fmt, stream.options = "yuv420p", {"g": "10"}
        for level in range(60):
            shown = av.VideoFrame.from_ndarray(picture(level), format="bgr24")
            container.mux(stream.encode(shown))
        container.mux(stream.encode())
    whole = open_recorded(Source.parse(str(path)))
    assert len(list(frames(whole))) == 60
    assert whole.broken is None
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    cut = open_recorded(Source.parse(str(path)))
    seen = len(list(frames(cut)))
    assert 0 < seen < 50
    assert cut.broken == f"{path}: breaks off after {seen / 10:.0f} s; expected 6 s"


def test_a_film_can_be_left_in_the_middle(film):
    capture = FilmCapture(film)
    assert capture.read() is not None
    capture.close()
    assert capture.ended
    assert capture.read() is None


def test_pictures_of_a_folder_come_by_number(tmp_path):
    for number in (10, 9, 2):
        cv2.imwrite(str(tmp_path / f"frame{number}.png"), picture(number))
    (tmp_path / "frame3.png").write_bytes(b"no picture")
    (tmp_path / "frame4.png").symlink_to(tmp_path / "nowhere.png")
    (tmp_path / "notes.txt").write_text("no frame")
    seen = list(frames(FolderCapture(tmp_path)))
    assert [frame.bgr[0, 0, 2] // 4 for frame in seen] == [2, 9, 10]
    assert [frame.number for frame in seen] == [0, 3, 4]


@pytest.mark.parametrize(("rate", "refused"), [(480, ""), (2000, "2000"), (Fraction(1, 5), "0.2")])
def test_slow_motion_is_a_film_and_other_rates_are_named(tmp_path, rate, refused):
    path = tmp_path / "film.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=rate)
        stream.width, stream.height = SIZE
        stream.pix_fmt = "yuv420p"
        for level in range(12):
            shown = av.VideoFrame.from_ndarray(picture(level), format="bgr24")
            container.mux(stream.encode(shown))
        container.mux(stream.encode())
    if refused:
        with pytest.raises(CaptureError, match=f"has {refused} frames a second; expected 0.5 to"):
            FilmCapture(path)
        return
    capture = FilmCapture(path)
    seen = list(frames(capture))
    capture.close()
    assert [frame.captured_ns for frame in seen] == [round(n * 1e9 / rate) for n in range(12)]


def test_what_is_no_film_is_named(tmp_path):
    text = tmp_path / "notes.mp4"
    text.write_text("no film")
    with pytest.raises(CaptureError, match=r"notes\.mp4: is no film"):
        FilmCapture(text)
    with pytest.raises(FileNotFoundError):
        FilmCapture(tmp_path / "nowhere.mp4")
    with pytest.raises(CaptureError, match="holds no pictures"):
        FolderCapture(tmp_path)


@pytest.mark.parametrize(
    ("text", "role", "kind"),
    [
        ("0", "table", "camera"),
        ("hand2=1", "hand2", "camera"),
        ("rtsp://host/stream?a=b", "table", "stream"),
        ("hand0=http://host:81/video", "hand0", "stream"),
        ("film.mp4", "table", "film"),
        ("a=b.mp4", None, None),
        ("hand4=0", None, None),
        ("ftp://host/film", None, None),
        ("hand1= ", None, None),
    ],
)
def test_a_source_has_a_role_and_a_kind(text, role, kind):
    if role is None:
        with pytest.raises(CaptureError):
            Source.parse(text)
        return
    source = Source.parse(text)
    assert (source.role, source.kind) == (role, kind)
    assert str(source) == text


def test_no_name_is_too_long_to_be_told_apart():
    assert Source.parse("hand3=" + "0" * 500).role == "hand3"
    assert Source.parse("x" * 5000).kind == "film"


def test_one_source_is_the_tables():
    assert len(parse_sources(["0", "hand0=1", "hand3=2"])) == 3
    with pytest.raises(CaptureError, match="expected one that is the table's"):
        parse_sources(["hand0=1"])
    with pytest.raises(CaptureError, match="2 sources are 'table'"):
        parse_sources(["0", "1"])


def test_sources_share_a_clock_so_all_are_live_or_none(tmp_path):
    assert len(parse_sources(["rtsp://host/table", "hand0=1"])) == 2
    assert len(parse_sources([str(tmp_path), "hand0=hand.mp4"])) == 2
    for sources in (["table.mp4", "hand0=1"], ["hand0=1", "table.mp4"]):
        with pytest.raises(CaptureError, match=r"'1' is live and 'table\.mp4' a film or folder;"):
            parse_sources(sources)
    with pytest.raises(CaptureError, match=r"'http://host/a' is live and 'hand\.mp4' a film"):
        parse_sources(["http://host/a", "hand3=hand.mp4"])


def test_no_source_has_two_roles(film, tmp_path):
    with pytest.raises(CaptureError, match="is both 'table' and 'hand1'; expected a source of its"):
        parse_sources([str(film), f"hand1={tmp_path / '.' / '..' / tmp_path.name / film.name}"])
    with pytest.raises(CaptureError, match=r"'a\.mp4' is both 'hand0' and 'hand2'"):
        parse_sources(["table.mp4", "hand0=a.mp4", "hand2=a.mp4"])
    with pytest.raises(CaptureError, match="'01' is both 'table' and 'hand1'"):
        parse_sources(["1", "hand1=01"])


class Device:
    """Gives a few pictures, then nothing."""

    def __init__(self, levels):
        self.levels = list(levels)
        self.emptied = threading.Event()

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return bool(self.levels)

    def read(self):
        time.sleep(0.002)
        if self.levels:
            return True, picture(self.levels.pop(0))
        self.emptied.set()
        return False, None

    def release(self):
        self.levels.clear()


def test_the_newest_frame_wins_and_a_lost_camera_is_opened_again():
    ten = Device(range(10))
    devices = iter([ten, Device([]), Device([40, 41])])
    capture = LiveCapture(Source.parse("0"), lambda _source: next(devices, Device([])))
    assert ten.emptied.wait(30)
    first = capture.read()
    assert first.number == 9
    assert first.bgr[0, 0, 2] == 36
    later = capture.read(timeout_s=30)
    assert later.number > 9
    assert capture.lost >= 1
    while capture.read(timeout_s=0.3) is not None:
        pass
    capture.close()
    assert capture.ended


class Failing(Device):
    """Fails in OpenCV itself."""

    def read(self):
        raise cv2.error("assertion failed")


def test_a_camera_that_fails_in_opencv_is_opened_again():
    devices = iter([Failing([1]), Device([40])])
    capture = LiveCapture(Source.parse("0"), lambda _source: next(devices, Device([])))
    assert capture.read(timeout_s=30).bgr[0, 0, 2] == 160
    assert capture.lost >= 1
    capture.close()


def test_an_old_picture_raises_an_alarm():
    now = [10**9]
    device = Device([5, 5])
    capture = LiveCapture(Source.parse("3"), lambda _source: device, clock=lambda: now[0])
    assert device.emptied.wait(30)
    while capture.read(timeout_s=0.2) is not None:
        pass
    assert capture.alarm is None
    now[0] += 3 * 10**9
    assert capture.alarm == "3: no frame for 3 s; expected one each moment"
    capture.close()


def test_a_picture_that_never_changes_raises_an_alarm():
    now = [10**9]
    device = Device([5] * 500)
    capture = LiveCapture(Source.parse("3"), lambda _source: device, clock=lambda: now[0])
    capture.read()
    now[0] += 3 * 10**9
    time.sleep(0.05)
    assert "the same frame for 3 s" in capture.alarm
    capture.close()


def test_a_camera_that_is_not_there_is_named():
    with pytest.raises(CaptureError, match="camera 7 is not there"):
        LiveCapture(Source.parse("7"), lambda _source: Device([]))


class Stream(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for level in range(60):
            data = cv2.imencode(".jpg", picture(level))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return
            time.sleep(0.01)

    def log_message(self, *_):
        pass


def test_a_stream_over_http_is_read():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        capture = LiveCapture(Source.parse(f"http://127.0.0.1:{server.server_port}/video"))
        frame = capture.read(timeout_s=10)
        assert frame.size == SIZE
        capture.close()
    finally:
        server.shutdown()
        server.server_close()
