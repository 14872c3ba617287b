"""The process that watches: frames in, what is seen and small pictures of it out of a pipe."""

import signal
import time
from multiprocessing.connection import Connection
from typing import Final

import cv2
import numpy as np

from scoring.seats import Seat
from table.bootstrap.recording_evidence import Shelf
from table.bootstrap.recording_run import open_source
from table.bootstrap.table_eye import FILM_BACK_S, LIVE_BACK_S, HandEyes, TableEye
from table.bootstrap.watching_hands import AGAIN_S, HandsAwaited
from table.bootstrap.watching_words import Begins, Cut, Failed, Glimpse, Keep, WatchWish
from table.web.ports import Preview, Seen, WatchCondition
from vision.capture.frames import Capture, FilmCapture, Frame
from vision.capture.live import LiveCapture
from vision.capture.onward import Onward
from vision.capture.source import ROLES, Source, parse_sources
from vision.club.tile_set import load
from vision.errors import CaptureError, VisionError
from vision.imagefile import Image
from vision.observation import Observation
from vision.plane.file import read_plane
from vision.plane.map import Matrix
from vision.quiet import quiet_codecs
from vision.reader import Reader
from vision.shrinking import shrunk

_PLACES, _LEVELS, _SHARE = 120, 24, 0.002
"""Movement: of so many rows and columns of a picture, this share of spots changes so much."""
PREVIEW_S: Final = 0.5
PREVIEW_WIDTH: Final = 720
BUSY_FPS: Final = 12.0
RESTING_FPS: Final = 5.0
"""So often a live camera's picture is looked at, while something moves and while nothing does."""
RESTS_AFTER_S: Final = 2.0


def watch(pipe: Connection, wish: WatchWish) -> None:
    """Watch to the end of a film, or for ever; a film plays at its own pace. Ends with its parent.

    A camera that is not there, or goes away, is said and waited for; so is a table.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    with quiet_codecs():
        try:
            _Eyes(pipe, wish).run()
        except (VisionError, OSError) as fault:
            _send(pipe, Failed(str(fault)))


class _Eyes:
    def __init__(self, pipe: Connection, wish: WatchWish) -> None:
        self._pipe = pipe
        sources = parse_sources(list(wish.sources))
        self._source = next(one for one in sources if one.role == "table")
        hands = [one for one in sources if one.role != "table"]
        self._hand_films = [one for one in hands if not one.live]
        self._awaited = HandsAwaited(one for one in hands if one.live)
        club = None if wish.club is None else load(*wish.club)
        self._reader = Reader.open(wish.models, club=club)
        plane = None if wish.calibration is None else read_plane(wish.calibration)
        back_s = LIVE_BACK_S if self._source.live else FILM_BACK_S
        self._eye = TableEye(self._reader, plane, wish.tracks_from, back_s=back_s)
        self._clock = Onward(wish.after_ns)
        self._hands = HandEyes(self._reader, {}, self._clock)
        self._hands.learn_from(self._eye.known)
        self._shelf = Shelf(wish.evidence, wish.evidence_bytes)
        self._frame: Frame | None = None
        self._pace = Pace()
        self._seen: Observation | None = None
        self._glimpsed = self._began = 0.0
        self._first_ns = 0
        self._taken = self._counted = 0

    def run(self) -> None:
        """Every frame in its time."""
        capture = self._open(self._source)
        try:
            for source in self._hand_films:
                self._hands.add(_seat(source), self._open(source))
            while not capture.ended:
                self._obey()
                for source, come in self._awaited.come():
                    self._hands.add(_seat(source), come)
                taken = capture.read(PREVIEW_S)
                if taken is None:
                    self._say_silence(capture)
                    continue
                frame = self._named(taken)
                self._await(frame)
                began = time.monotonic()
                self._take(frame, capture)
                if self._source.live:
                    self._obey(max(0.0, began + self._pace.wait_s(frame) - time.monotonic()))
            broken = capture.broken if isinstance(capture, FilmCapture) else None
            _send(self._pipe, Glimpse("ended", broken or "the film has ended", self._preview()))
            self._obey(2.0)
        finally:
            self._shelf.close()
            self._awaited.close()
            self._hands.close()
            capture.close()

    def _open(self, source: Source) -> Capture:
        """The source, when it is there; a live one is waited for."""
        attempt = 0
        while True:
            try:
                return open_source(source)
            except CaptureError as fault:
                if not source.live:
                    raise
                _send(self._pipe, Glimpse("opening", f"{fault}; it is tried again"))
                self._obey(AGAIN_S[min(attempt, len(AGAIN_S) - 1)])
                attempt += 1

    def _obey(self, wait_s: float = 0.0) -> None:
        """Do what the table asks for, for so long."""
        until = time.monotonic() + wait_s
        while True:
            left = max(0.0, until - time.monotonic())
            if self._pipe.poll(left):
                try:
                    asked = self._pipe.recv()
                except (EOFError, OSError):
                    raise SystemExit(0) from None
                self._do(asked)
            elif not left:
                return

    def _do(self, asked: object) -> None:
        match asked:
            case Keep():
                if self._frame is None:
                    return
                places = self._eye.places()
                quads = [places.quads[one] for one in asked.tracks if one in places.quads]
                margin = 2.0 * places.tile_px
                self._shelf.keep(asked.name, self._frame, quads, margin, asked.at_ns)
            case Cut():
                self._shelf.cut()
            case _:
                pass

    def _named(self, taken: Frame) -> Frame:
        """The frame as the table knows its moment; of the first it is said how."""
        frame = self._clock.named(taken)
        if self._frame is None:
            _send(self._pipe, Begins(self._clock.later_ns))
        return frame

    def _await(self, frame: Frame) -> None:
        """Wait until a film's frame is due; a machine too slow for its pace has it play slower."""
        if self._source.live:
            return
        now = time.monotonic()
        if not self._began:
            self._began, self._first_ns = now, frame.captured_ns
        due = self._began + (frame.captured_ns - self._first_ns) / 1e9
        if due > now:
            self._obey(due - now)
        else:
            self._began += now - due

    def _take(self, frame: Frame, capture: Capture) -> None:
        began = time.monotonic()
        self._taken += 1
        self._frame = frame
        film = self._shelf.remember(frame)
        if film is not None:
            _send(self._pipe, film)
        for row in self._hands.until(frame.captured_ns, live=self._source.live):
            _send(self._pipe, row)
        for _, seen in self._eye.looks(frame):
            self._seen = seen
            _send(self._pipe, seen)
        now = time.monotonic()
        if now - self._glimpsed > PREVIEW_S:
            _send(self._pipe, self._glimpse(capture, now, began))

    def _say_silence(self, capture: Capture) -> None:
        """No frame came: say since when, and keep what was seen."""
        alarm = capture.alarm if isinstance(capture, LiveCapture) else None
        if alarm is not None:
            self._glimpsed = time.monotonic()
            glimpse = Glimpse("stalled", alarm, self._preview(), 0.0, None, self._eye.found)
            _send(self._pipe, glimpse)

    def _glimpse(self, capture: Capture, now: float, began: float) -> Glimpse:
        found = self._eye.found
        rate = round((self._taken - self._counted) / max(now - self._glimpsed, 0.01), 1)
        self._glimpsed, self._counted = now, self._taken
        condition: WatchCondition = "watching" if found else "finding_table"
        words = "all is well" if found else f"looking for the table: {self._eye.fault}"
        if self._eye.lost:
            condition, words = "lost", "the camera shows another view; expected the table"
        alarm = capture.alarm if isinstance(capture, LiveCapture) else None
        if alarm is not None:
            condition, words = "stalled", alarm
        if self._source.live and self._frame is not None:
            now_ns = time.monotonic_ns() + self._clock.later_ns
            behind = (now_ns - self._frame.captured_ns) / 1e6
        else:
            behind = (time.monotonic() - began) * 1000
        news = (*self._eye.news, *self._awaited.findings())
        return Glimpse(condition, words, self._preview(), rate, round(behind, 1), found, news)

    def _preview(self) -> Preview | None:
        """The newest frame, small, with the readings on it."""
        frame = self._frame
        if frame is None:
            return None
        wide, high = frame.size
        scale = min(wide, PREVIEW_WIDTH) / wide
        size = (round(wide * scale), round(high * scale))
        good, coded = cv2.imencode(".jpg", shrunk(frame.bgr, size), [cv2.IMWRITE_JPEG_QUALITY, 70])
        if not good:
            return None
        seen = tuple(self._readings(scale))
        return Preview(coded.tobytes(), size[0], size[1], frame.captured_ns, seen)

    def _readings(self, scale: float) -> list[Seen]:
        quads = self._eye.places().quads
        known = {} if self._seen is None else {one.track: one for one in self._seen.sightings}
        return [
            Seen(one.best or "?", _polygon(quads[track], scale),
                 round(max(one.probabilities, default=1.0), 3))
            for track, one in known.items()
            if track in quads and one.face_up
        ]  # fmt: skip


class Pace:
    """How soon a live camera's next picture is worth a look."""

    def __init__(self) -> None:
        self._last: Image | None = None
        self._moved_ns = 0

    def wait_s(self, frame: Frame) -> float:
        """Soon while something moves, or has moved just now."""
        height, width = frame.bgr.shape[:2]
        rows, columns = max(1, height // _PLACES), max(1, width // _PLACES)
        now = np.ascontiguousarray(frame.bgr[::rows, ::columns, 1])
        last, self._last = self._last, now
        if last is None or last.shape != now.shape or _moved(last, now):
            self._moved_ns = frame.captured_ns
        resting = frame.captured_ns - self._moved_ns > RESTS_AFTER_S * 1e9
        return 1 / (RESTING_FPS if resting else BUSY_FPS)


def _seat(source: Source) -> Seat:
    return Seat(ROLES.index(source.role) - 1)


def _moved(last: Image, now: Image) -> bool:
    return float(np.mean(cv2.absdiff(last, now) > _LEVELS)) > _SHARE


def _polygon(quad: Matrix, scale: float) -> tuple[tuple[float, float], ...]:
    points = np.round(quad * scale, 1)
    return tuple((float(x), float(y)) for x, y in points)


def _send(pipe: Connection, told: object) -> None:
    """Tell the parent; without one there is nobody to watch for."""
    try:
        pipe.send(told)
    except OSError:
        raise SystemExit(0) from None
