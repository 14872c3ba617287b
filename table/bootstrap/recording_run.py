"""From sources to a record: opens cameras and films, finds the table, and watches to the end."""

import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.bootstrap.recording import Recording
from table.bootstrap.recording_bridge import (
    LiveBridge,
    LoggedBridge,
    check_bridge,
    log_of,
    open_bridge,
)
from table.bootstrap.recording_evidence import MOST_BYTES
from table.bootstrap.recording_hands import Beside, Moment, Waiting
from table.bootstrap.table_eye import HandEyes, TableEye
from table.core.events import StartKyoku
from vision.capture.frames import Capture, FilmCapture, Frame, open_recorded
from vision.capture.live import LiveCapture
from vision.capture.onward import Onward
from vision.capture.source import ROLES, Source
from vision.club.tile_set import ClubSet
from vision.errors import PlaneError
from vision.plane.map import TablePlane
from vision.reader import Reader

FILES_EVERY_S: Final = 5.0
GIVE_UP_S: Final = 30.0
"""A stream that gives no frame for so long has ended."""

HANDS_FPS: Final = 7.0
"""Of a hand's film so many frames a second are enough: a drawn tile stands for longer."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be recorded."""

    sources: tuple[Source, ...]
    """The table's, and those of hands."""
    ruleset: Ruleset
    folder: Path
    start: StartKyoku | None = None
    sides: tuple[int, ...] = (0, 1, 2, 3)
    plane: TablePlane | None = None
    models: Path | None = None
    give_up_s: float = GIVE_UP_S
    club: ClubSet | None = None
    bridge: str | None = None
    evidence_bytes: int = MOST_BYTES

    @property
    def table(self) -> Source:
        """The camera over the table."""
        return next(source for source in self.sources if source.role == "table")


class Watch:
    """Watches one table from its sources to their end."""

    def __init__(
        self,
        wish: Wish,
        progress: Progress = lambda _done, _all: None,
        say: Callable[[str], None] = lambda _line: None,
    ) -> None:
        """``say`` hears in a line what is taken for granted."""
        self._wish = wish
        self._progress = progress
        self._say = say
        self._reader = Reader.open(wish.models, club=wish.club)
        self._written_at = time.monotonic()
        self._begun = time.monotonic()
        self._bridge: LiveBridge | LoggedBridge | None = None
        self._clock = Onward()
        self.frames = 0

    def run(self) -> dict[str, Any]:
        """Record to the end of the source; the summary.

        Raises CaptureError, PlaneError where no table was ever seen, BridgeError, JournalError,
        OSError.
        """
        wish = self._wish
        if wish.bridge is not None:
            check_bridge(wish.bridge)
        with ExitStack() as stack:
            stack.callback(cv2.setNumThreads, cv2.getNumThreads())
            cv2.setNumThreads(1)  # its threads wait busily between many small steps
            capture = open_source(wish.table)
            stack.callback(capture.close)
            hands: dict[Seat, Capture] = {}
            for source in wish.sources:
                if source.role != "table":
                    opened = hands[Seat(ROLES.index(source.role) - 1)] = open_hand(source)
                    stack.callback(opened.close)
            recording = Recording(
                wish.folder, wish.ruleset, wish.start, wish.sides, sources=wish.sources,
                log=log_of(wish.bridge), evidence_bytes=wish.evidence_bytes,
            )  # fmt: skip
            stack.callback(recording.close)
            if recording.assumed:
                self._say(recording.assumed)
            if wish.bridge is not None:
                self._bridge = open_bridge(wish.bridge, recording.kept)
                stack.callback(self._bridge.close)
            self._clock = Onward(recording.seen_ns if wish.table.live else -1)
            beside = Beside(HandEyes(self._reader_of_hands(), hands, self._clock))
            stack.callback(beside.close)
            eye = TableEye(self._reader, wish.plane, max(0, recording.tracks), beside.lose)
            beside.learn_from(eye.known)
            faults = Faults([capture, *hands.values()], recording.lose)
            ended = self._follow(capture, beside, eye, recording, faults)
            self._tell(beside.ready(0), recording)
            faults.heed()  # the hands' films were looked at up to their ends only now
            if not eye.found and recording.seen_ns < 0:
                raise PlaneError(f"{wish.table}: no table in {self.frames} frames ({eye.fault})")
            self._listen(float("inf"), recording)
            return recording.finish(seconds=self._seconds(), frames=self.frames, ended=ended)

    def _reader_of_hands(self) -> Reader:
        """Of a film's hands another one: they are looked at beside the table."""
        if self._wish.table.live or len(self._wish.sources) == 1:
            return self._reader
        return Reader.open(self._wish.models, threads=1, club=self._wish.club)

    def _follow(
        self, capture: Capture, beside: Beside, eye: TableEye, recording: Recording,
        faults: "Faults",
    ) -> str:  # fmt: skip
        silent_since = time.monotonic()
        total = getattr(capture, "frames", 0)
        try:
            while not capture.ended:
                taken = capture.read()
                faults.heed()
                if taken is None:
                    if time.monotonic() - silent_since > self._wish.give_up_s:
                        recording.lose(f"{self._wish.table}: no frame any more")
                        return "the source gave no frame any more"
                    continue
                silent_since = time.monotonic()
                self.frames += 1
                frame = self._clock.named(taken)
                if frame.captured_ns > recording.seen_ns:
                    self._take(frame, beside, eye, recording)
                self._progress(self.frames, total)
        except KeyboardInterrupt:
            return "interrupted"
        return "the source ended"

    def _take(self, frame: Frame, beside: Beside, eye: TableEye, recording: Recording) -> None:
        beside.begin(frame, live=self._wish.table.live)
        for taken, seen in eye.looks(frame):
            beside.see(taken, seen, eye.places())
            if taken is not frame:  # of what is remembered there is too much to wait
                self._tell(beside.ready(0), recording)
        self._tell(beside.ready(), recording)

    def _tell(self, waiting: Iterable[Waiting], recording: Recording) -> None:
        """Have recorded what frames of the table, and the hands up to their moments, show."""
        for one in waiting:
            if isinstance(one, Moment):
                recording.remember(one.frame)
                self._listen(one.frame.captured_ns / 1e9, recording)
                for row in one.rows.result():
                    if row.captured_ns > recording.seen_ns:
                        recording.hand(row)
            elif isinstance(one, str):
                recording.lose(one)
            else:
                taken, seen, places = one
                recording.see(seen, taken, places)
        if time.monotonic() - self._written_at > FILES_EVERY_S:
            self._written_at = time.monotonic()
            recording.write_files(seconds=self._seconds(), frames=self.frames, ended="")

    def _listen(self, at_s: float, recording: Recording) -> None:
        """Hear the automatic table up to a moment of the film."""
        if self._bridge is None:
            return
        self._bridge.until(at_s, lambda said: recording.hear(said, at_s))
        if self._bridge.fault:
            recording.lose(f"{self._wish.bridge}: {self._bridge.fault}")
            self._bridge.fault = ""
        recording.doubt(at_s)

    def _seconds(self) -> float:
        return time.monotonic() - self._begun


class Faults:
    """What is wrong with cameras and films, said once each time."""

    def __init__(self, captures: Iterable[Capture], lose: Callable[[str], None]) -> None:
        self._known: dict[Capture, str | None] = dict.fromkeys(captures)
        self._lose = lose

    def heed(self) -> None:
        """Say which camera gives no frame or always the same one, and which film breaks off."""
        for capture, known in self._known.items():
            fault = _fault(capture)
            if fault is not None and known is None:
                self._lose(fault)
            self._known[capture] = fault


def _fault(capture: Capture) -> str | None:
    if isinstance(capture, LiveCapture):
        return capture.alarm
    return capture.broken if isinstance(capture, FilmCapture) else None


def open_hand(source: Source) -> Capture:
    """The camera or film of a hand, whose tiles stand. Raises CaptureError, OSError."""
    return LiveCapture(source) if source.live else open_recorded(source, HANDS_FPS)


def open_source(source: Source) -> Capture:
    """A camera or stream, a film or folder. Raises CaptureError, OSError."""
    return LiveCapture(source) if source.live else open_recorded(source)
