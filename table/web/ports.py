"""What the web needs of the machine's eyes; the composition root gives the real ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from vision.hand.proposal import HandProposal
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen in one picture."""

    reading: Reading
    proposal: HandProposal


class Reads(Protocol):
    """Reads tiles, and can be told with which set."""

    def use(self, club: tuple[Path, str]) -> None:
        """Read with this tile set from now on: a data folder and a name in it."""
        ...


class Eyes(Reads, Protocol):
    """Reads pictures away from the event loop, one after another."""

    async def open(self) -> None:
        """Get ready, so that the first picture is not slow. Raises vision.errors.ModelError."""
        ...

    async def look(self, data: bytes, name: str, copy: Path) -> Look:
        """Read a picture file's bytes and write the upright picture to `copy` as JPEG.

        `name` stands in the messages. Raises vision.errors.ImageError.
        """
        ...

    async def capture(self, index: int, copy: Path) -> Look:
        """Read a picture of a camera. Raises vision.errors.CameraError."""
        ...

    async def cameras(self) -> list[tuple[int, str]]:
        """The machine's cameras: index and name."""
        ...

    def close(self) -> None:
        """Stop reading, at once."""
        ...


@dataclass(frozen=True, slots=True)
class KnownSet:
    """An enrolled tile set."""

    name: str
    kinds: int
    reds: int


@dataclass(frozen=True, slots=True)
class ShownFace:
    """One face of a set that is being enrolled."""

    place: str
    """How a mend names it: picture.row.column, from 1."""
    picture: int
    """From 0."""
    tile: str
    confidence: float
    doubt: str
    polygon: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ShownSet:
    """What photos show of a set."""

    faces: tuple[ShownFace, ...]
    doubts: tuple[str, ...]
    missing: tuple[str, ...]


class TileSets(Protocol):
    """Learns a club's own tile sets from photos."""

    @property
    def chosen(self) -> str:
        """The set that photos are read with; "" for none."""
        ...

    def known(self) -> list[KnownSet]:
        """The sets that can be read."""
        ...

    async def propose(self, pictures: Sequence[Path], mends: Mapping[str, str]) -> ShownSet:
        """What the pictures show. Raises vision.errors.TileSetError."""
        ...

    async def keep(
        self, name: str, pictures: Sequence[Path], mends: Mapping[str, str], *, replace: bool
    ) -> KnownSet:
        """Keep the set and read with it. Raises vision.errors.TileSetError, DataFolderError."""
        ...

    def close(self) -> None:
        """Stop learning, at once."""
        ...


@dataclass(frozen=True, slots=True)
class Seen:
    """One tile in a preview, as it is drawn over the picture."""

    tile: str
    """MPSZ, "back", or "?"."""
    polygon: tuple[tuple[float, float], ...]
    """In the preview's pixels."""
    probability: float


@dataclass(frozen=True, slots=True)
class Preview:
    """What the watching camera sees now, small enough to be sent often."""

    jpeg: bytes
    width: int
    height: int
    at_ns: int
    """When it was captured, on the camera's own clock."""
    seen: tuple[Seen, ...] = ()


WatchCondition = Literal["opening", "finding_table", "watching", "stalled", "lost", "ended"]


@dataclass(frozen=True, slots=True)
class WatchHealth:
    """How the watching camera is."""

    source: str
    """The camera or film, in words."""
    condition: WatchCondition
    words: str
    """One line for people: what is wrong and what helps, or that all is well."""
    frames_per_s: float | None = None
    behind_ms: float | None = None
    """From the capture of the newest frame that was understood until now."""
    table_found: bool = False
    tile_set: str = ""
    """The enrolled tile set in use; "" for none."""
    findings: tuple[str, ...] = field(default=())
    """What could be better: light, sharpness, a covered corner."""


class Watcher(Protocol):
    """Watches the table and writes to the session what it is sure of; asks the rest."""

    @property
    def sources(self) -> tuple[str, ...]:
        """What is watched, as `ROLE=SOURCE`; none where no camera is chosen."""
        ...

    def choose(self, sources: tuple[str, ...]) -> None:
        """Watch these from now on, at once and whenever this table is started again.

        None: nobody watches. Raises vision.errors.CaptureError for what is no source,
        DataFolderError where the choice cannot be kept.
        """
        ...

    def clip(self, film: Path, at_s: float, before_s: float, after_s: float) -> bytes:
        """A part of a film of evidence as an MP4. Raises UnknownThingError."""
        ...

    async def open(self) -> None:
        """Begin to watch; a camera that is not there is waited for."""
        ...

    async def close(self) -> None:
        """Stop watching."""
        ...

    def health(self) -> WatchHealth | None:
        """How the watching is; None where no camera is chosen."""
        ...

    def preview(self) -> Preview | None:
        """The newest picture with the readings on it; None before the first."""
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """What was found about one part of the machine."""

    part: str
    health: Literal["well", "note", "broken"]
    words: str


class Doctor(Protocol):
    """Looks at the machine: models, cameras, serial ports, disk, settings."""

    async def examine(self) -> list[Found]:
        """Everything, now; it may take seconds."""
        ...
