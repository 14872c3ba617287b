"""The table's camera and those of the hands: frames in, what lies and stands there out."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from scoring.seats import Seat
from table.watch.notes import HandSeen
from vision.capture.frames import Capture, Frame
from vision.capture.memory import Memory
from vision.capture.onward import Onward
from vision.errors import PlaneError
from vision.hand.looks import Known, Looks
from vision.hand.row import HandRow
from vision.observation import Observation
from vision.plane.doubt import WRONG_VIEW
from vision.plane.file import check_size
from vision.plane.map import Matrix, TablePlane
from vision.plane.seek import Seeker
from vision.reader import Reader
from vision.tracks.still import Watching
from vision.tracks.table import TableTracks

NEWS: Final = 3
LOST_S: Final = 2.0
"""A picture that fits nowhere for so long is another view: the table is looked for again."""

FILM_BACK_S: Final = 60.0
LIVE_BACK_S: Final = 8.0
"""So many seconds before the table was found are looked at afterwards: no more than a live table
can make up for in a moment."""

_UNMOVED_PX: Final = 2.0
_SOON_S: Final = 2.5
"""Where the table was found so soon nothing was missed."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where tiles are in a frame: corners [4,2] in pixels by track, and how wide a tile is."""

    quads: dict[int, Matrix] = field(default_factory=dict)
    tile_px: float = 30.0


class TableEye:
    """Looks at one table: finds it, follows its tiles, finds it anew when the view has changed.

    A track's number never comes twice, however often following begins anew.
    """

    def __init__(
        self, reader: Reader, plane: TablePlane | None = None, tracks_from: int = 0,
        lose: Callable[[str], None] = lambda _why: None, *, back_s: float = FILM_BACK_S,
    ) -> None:  # fmt: skip
        """``plane``: where the table is, when that is known; ``lose`` is told of a lost view.

        ``back_s``: as many seconds before it was found are looked at afterwards.
        """
        self._memory = Memory(back_s)
        self._reader, self._known, self._lose = reader, plane, lose
        self._seeker = Seeker(reader)
        self.news: list[str] = []
        """What people should know of the view, the last few."""
        self._tracks: TableTracks | None = None
        self._was_found, self._misfit = False, ""
        """Whether it ever knew; why the plane that was given is of other pictures than these."""
        self._lost_since: int | None = None
        self._base = self._highest = tracks_from

    @property
    def found(self) -> bool:
        """Whether it knows where the table is."""
        return self._tracks is not None

    @property
    def lost(self) -> bool:
        """Whether the newest frame could not be laid on those before it."""
        return self._tracks is not None and self._tracks.lost

    @property
    def fault(self) -> str:
        """Why the table was not found."""
        return self._misfit or self._seeker.fault

    def look(self, frame: Frame) -> Observation | None:
        """Take a frame; an observation of it where there is something to say. See ``looks``."""
        found = [seen for taken, seen in self.looks(frame) if taken is frame]
        return found[0] if found else None

    def looks(self, frame: Frame) -> Iterator[tuple[Frame, Observation]]:
        """Take a frame; what there is to say, and of which frame.

        When the table has just been found, what was seen before is gone over first: a table is
        found only when some tiles lie there, and those were called or laid in some order.
        Raises PlaneError where the plane that was given is of other pictures than the first.
        """
        if self._tracks is not None and frame.size != self._tracks.plane.size:
            self._forget(f"{frame.captured_ns / 1e9:.1f} s: the pictures have another size")
        if self._tracks is None:
            plane = self._plane(frame)
            if plane is None:
                self._memory.keep(frame)
                return
            self._base = self._highest
            for earlier in self._memory.take(self._unmoved_since(plane, frame)):
                yield from self._seen(earlier, plane)
            yield from self._seen(frame, plane)
        else:
            yield from self._seen(frame, self._tracks.plane)

    def _seen(self, frame: Frame, plane: TablePlane) -> Iterator[tuple[Frame, Observation]]:
        if self._tracks is None:
            self._tracks = TableTracks(self._reader, plane, frame)
            self._was_found = True
        seen = self._tracks.see(frame)
        fresh = self._tracks.news()
        self.news = [*self.news, *fresh][-NEWS:]
        for words in WRONG_VIEW.intersection(fresh):
            self._lose(words)
        self._watch_over(frame)
        if seen is not None:
            yield frame, self._numbered(seen)

    def _unmoved_since(self, plane: TablePlane, frame: Frame) -> int:
        """Since when the camera has stood as it does now, as far as is remembered."""
        watching = Watching(frame.bgr, plane.tile_px())
        since = frame.captured_ns
        for earlier in self._memory.back():
            if earlier.size != frame.size:
                break
            seen = watching.look(earlier.bgr, 2 * frame.captured_ns - earlier.captured_ns)
            moved = float(np.abs(seen.drift.step[:, 2]).max()) * watching.factor
            if seen.lost or moved > _UNMOVED_PX:
                break
            since = earlier.captured_ns
        return since if frame.captured_ns - since > _SOON_S * 1e9 else frame.captured_ns

    def known(self) -> Known:
        """What the faces on the table look like, and are taken for."""
        return [] if self._tracks is None else self._tracks.known()

    def places(self) -> Places:
        """Where the tiles are in the newest frame."""
        if self._tracks is None:
            return Places()
        quads = {self._base + track: quad for track, quad in self._tracks.places().items()}
        return Places(quads, self._tracks.plane.tile_px())

    def _plane(self, frame: Frame) -> TablePlane | None:
        if self._known is None:
            return self._seeker.look(frame)
        try:
            check_size(self._known, frame.size)
        except PlaneError as fault:
            if not self._was_found:
                raise
            self._misfit = str(fault)
            return None
        self._misfit = ""
        return self._known

    def _numbered(self, seen: Observation) -> Observation:
        """The observation with tracks that nobody had before."""
        tracks = (self._base + one.track for one in seen.sightings)
        self._highest = max((self._highest, *tracks))
        if not self._base:
            return seen
        sightings = tuple(replace(one, track=self._base + one.track) for one in seen.sightings)
        return replace(seen, sightings=sightings)

    def _watch_over(self, frame: Frame) -> None:
        """Look for the table anew where the camera shows something else for long."""
        if self._tracks is None or not self._tracks.lost:
            self._lost_since = None
        elif self._lost_since is None:
            self._lost_since = frame.captured_ns
        elif frame.captured_ns - self._lost_since > LOST_S * 1e9:
            self._forget(f"{frame.captured_ns / 1e9:.1f} s: the camera shows another view")

    def _forget(self, why: str) -> None:
        """Look for the table anew."""
        self._lose(why)
        self._tracks, self._lost_since = None, None
        self._seeker = Seeker(self._reader)


class HandEyes:
    """Looks at the hands that have cameras of their own, up to a moment of the table's."""

    def __init__(
        self, reader: Reader, captures: Mapping[Seat, Capture], clock: Onward | None = None
    ) -> None:
        """``clock``: names the moments of the table's camera, and so of these."""
        self._reader, self._clock = reader, clock or Onward()
        self._captures: dict[Seat, Capture] = {}
        self._rows: dict[Seat, HandRow] = {}
        self._looks = Looks()
        self._next: dict[Seat, Frame | None] = {}
        self._sizes: dict[Seat, tuple[int, int]] = {}
        for seat, capture in captures.items():
            self.add(seat, capture)

    @property
    def any(self) -> bool:
        """Whether there are such cameras."""
        return bool(self._captures)

    def add(self, seat: Seat, capture: Capture) -> None:
        """Look at one more hand."""
        self._captures[seat] = capture
        self._rows[seat] = HandRow(self._reader, self._looks)

    def learn_from(self, known: Callable[[], Known]) -> None:
        """What tiles of the same set look like on the table."""
        self._looks.elsewhere = known

    def until(self, captured_ns: int, *, live: bool) -> Iterator[HandSeen]:
        """What came to rest in the hands up to this moment.

        Films are read as far as the table's; of a live camera the newest frame is taken.
        """
        for seat, capture in self._captures.items():
            yield from self._of(seat, capture, captured_ns, live=live)

    def close(self) -> None:
        """Let the cameras go."""
        for capture in self._captures.values():
            capture.close()

    def _of(
        self, seat: Seat, capture: Capture, captured_ns: int, *, live: bool
    ) -> Iterator[HandSeen]:
        while True:
            frame = self._next.pop(seat, None)
            if frame is None and not capture.ended:
                taken = capture.read(0.0) if live else capture.read()
                frame = None if taken is None else self._clock.named(taken)
            if frame is None:
                return
            if frame.captured_ns > captured_ns and not live:
                self._next[seat] = frame
                return
            if self._sizes.setdefault(seat, frame.size) != frame.size:
                self._sizes[seat] = frame.size
                self._rows[seat] = HandRow(self._reader, self._looks)
            row = self._rows[seat].look(frame)
            if row is not None:
                yield HandSeen(
                    seat, row.captured_ns, row.chances, row.apart, row.looks, row.renamed
                )
            if live:
                return
