"""The process that watches: frames in, observations and small pictures of them out of a pipe."""

import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

import cv2

from table.bootstrap.watching import Glimpse
from table.web.ports import Preview, WatchCondition
from vision.capture import Capture, Frame, open_recorded
from vision.capture_live import LiveCapture
from vision.capture_source import parse_sources
from vision.errors import VisionError
from vision.plane_seek import Seeker
from vision.reader import Reader
from vision.tracks import TableTracks

PREVIEW_S = 0.5
PREVIEW_WIDTH = 720


def watch(pipe: Connection, source: str, models: Path | None) -> None:
    """Watch a source to its end; a film plays at its own pace. Ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _Eyes(pipe, source, models).run()
    except (VisionError, OSError) as fault:
        _send(pipe, Glimpse("ended", f"{source}: {fault}"))


class _Eyes:
    def __init__(self, pipe: Connection, source: str, models: Path | None) -> None:
        self._pipe = pipe
        (self._source,) = parse_sources([source])
        self._reader = Reader.open(models)
        self._seeker = Seeker(self._reader)
        self._tracks: TableTracks | None = None
        self._glimpsed = self._began = 0.0
        self._first_ns = 0
        self._taken = self._counted = 0

    def run(self) -> None:
        """Every frame in its time."""
        live = self._source.live
        capture: Capture = LiveCapture(self._source) if live else open_recorded(self._source)
        try:
            while not capture.ended:
                frame = capture.read()
                if frame is not None:
                    self._await(frame)
                    self._take(frame)
        finally:
            capture.close()
        _send(self._pipe, Glimpse("ended", "the film has ended"))

    def _await(self, frame: Frame) -> None:
        """Wait until a film's frame is due; a machine too slow for its pace has it play slower."""
        if self._source.live:
            return
        now = time.monotonic()
        if not self._began:
            self._began, self._first_ns = now, frame.captured_ns
        due = self._began + (frame.captured_ns - self._first_ns) / 1e9
        if due > now:
            time.sleep(due - now)
        else:
            self._began += now - due

    def _take(self, frame: Frame) -> None:
        began = time.monotonic()
        self._taken += 1
        if self._tracks is None:
            plane = self._seeker.look(frame)
            if plane is not None:
                self._tracks = TableTracks(self._reader, plane, frame)
        if self._tracks is not None:
            seen = self._tracks.see(frame)
            if seen is not None:
                _send(self._pipe, seen)
        now = time.monotonic()
        if now - self._glimpsed > PREVIEW_S:
            _send(self._pipe, self._glimpse(frame, now, began))

    def _glimpse(self, frame: Frame, now: float, began: float) -> Glimpse:
        found = self._tracks is not None
        rate = round((self._taken - self._counted) / max(now - self._glimpsed, 0.01), 1)
        self._glimpsed, self._counted = now, self._taken
        condition: WatchCondition = "watching" if found else "finding_table"
        words = "all is well" if found else "looking for the table"
        behind = round((time.monotonic() - began) * 1000, 1)
        return Glimpse(condition, words, _preview(frame), rate, behind, found)


def _preview(frame: Frame) -> Preview | None:
    """The frame, small."""
    wide, high = frame.size
    size = (min(wide, PREVIEW_WIDTH), round(high * min(wide, PREVIEW_WIDTH) / wide))
    small = cv2.resize(frame.bgr, size, interpolation=cv2.INTER_AREA)
    good, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 70])
    return Preview(coded.tobytes(), size[0], size[1], frame.captured_ns) if good else None


def _send(pipe: Connection, told: object) -> None:
    """Tell the parent; without one there is nobody to watch for."""
    try:
        pipe.send(told)
    except OSError:
        raise SystemExit(0) from None
