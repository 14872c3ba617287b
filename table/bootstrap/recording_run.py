"""From sources to a record: opens cameras and films, finds the table, and watches to the end."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from scoring.ruleset import Ruleset
from table.bootstrap.recording import Places, Recording
from table.core.events import StartKyoku
from vision.capture import Capture, Frame, open_recorded
from vision.capture_live import LiveCapture
from vision.capture_source import Source
from vision.club import ClubSet
from vision.errors import PlaneError
from vision.plane_file import check_size
from vision.plane_map import TablePlane
from vision.plane_seek import Seeker
from vision.reader import Reader
from vision.tracks import TableTracks

FILES_EVERY_S: Final = 5.0
LOST_S: Final = 2.0
"""A picture that fits nowhere for so long is another view: the table is looked for again."""

GIVE_UP_S: Final = 30.0
"""A stream that gives no frame for so long has ended."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be recorded."""

    source: Source
    ruleset: Ruleset
    folder: Path
    start: StartKyoku | None = None
    sides: tuple[int, ...] = (0, 1, 2, 3)
    plane: TablePlane | None = None
    models: Path | None = None
    give_up_s: float = GIVE_UP_S
    club: ClubSet | None = None


class Watch:
    """Watches one table from a source to its end."""

    def __init__(self, wish: Wish, progress: Progress = lambda _done, _all: None) -> None:
        self._wish = wish
        self._progress = progress
        self._reader = Reader.open(wish.models, club=wish.club)
        self._seeker = Seeker(self._reader)
        self._tracks: TableTracks | None = None
        self._lost_since: int | None = None
        self._written_at = time.monotonic()
        self._begun = time.monotonic()
        self.frames = 0

    def run(self) -> dict[str, Any]:
        """Record to the end of the source; the summary.

        Raises CaptureError, PlaneError where no table was ever seen, JournalError, OSError.
        """
        wish = self._wish
        capture = LiveCapture(wish.source) if wish.source.live else open_recorded(wish.source)
        total = getattr(capture, "frames", 0)
        recording = Recording(wish.folder, wish.ruleset, wish.start, wish.sides)
        try:
            ended = self._follow(capture, recording, total)
            if self._tracks is None and recording.seen_ns < 0:
                raise PlaneError(
                    f"{wish.source}: no table in {self.frames} frames ({self._seeker.fault})"
                )
            return recording.finish(seconds=self._seconds(), frames=self.frames, ended=ended)
        finally:
            recording.close()
            capture.close()

    def _follow(self, capture: Capture, recording: Recording, total: int) -> str:
        silent_since = time.monotonic()
        try:
            while not capture.ended:
                frame = capture.read()
                if frame is None:
                    if time.monotonic() - silent_since > self._wish.give_up_s:
                        recording.lose(f"{self._wish.source}: no frame any more")
                        return "the source gave no frame any more"
                    continue
                silent_since = time.monotonic()
                self.frames += 1
                if frame.captured_ns > recording.seen_ns or self._wish.source.live:
                    self._take(frame, recording)
                self._progress(self.frames, total)
        except KeyboardInterrupt:
            return "interrupted"
        return "the source ended"

    def _take(self, frame: Frame, recording: Recording) -> None:
        recording.remember(frame)
        if self._tracks is None:
            plane = self._plane(frame)
            if plane is None:
                return
            self._tracks = TableTracks(self._reader, plane, frame)
        seen = self._tracks.see(frame)
        if seen is not None:
            places = Places(self._tracks.places(), self._tracks.plane.tile_px())
            recording.see(seen, frame, places)
        self._watch_over(frame, recording)
        if time.monotonic() - self._written_at > FILES_EVERY_S:
            self._written_at = time.monotonic()
            recording.write_files(seconds=self._seconds(), frames=self.frames, ended="")

    def _plane(self, frame: Frame) -> TablePlane | None:
        if self._wish.plane is not None:
            check_size(self._wish.plane, frame.size)
            return self._wish.plane
        return self._seeker.look(frame)

    def _watch_over(self, frame: Frame, recording: Recording) -> None:
        """Look for the table anew where the camera shows something else for long."""
        if self._tracks is None or not self._tracks.lost:
            self._lost_since = None
            return
        if self._lost_since is None:
            self._lost_since = frame.captured_ns
        elif frame.captured_ns - self._lost_since > LOST_S * 1e9:
            recording.lose(f"{frame.captured_ns / 1e9:.1f} s: the camera shows another view")
            self._tracks, self._lost_since = None, None
            self._seeker = Seeker(self._reader)

    def _seconds(self) -> float:
        return time.monotonic() - self._begun
