"""What the process that watches and the table say to each other: small, plain values."""

from dataclasses import dataclass
from pathlib import Path

from table.bootstrap.recording_evidence import MOST_BYTES
from table.web.ports import Preview, WatchCondition


@dataclass(frozen=True, slots=True)
class WatchWish:
    """What is to be watched, and with what."""

    sources: tuple[str, ...]
    """`[ROLE=]SOURCE`, exactly one of them the table's."""
    evidence: Path
    """The folder of pictures and films."""
    models: Path | None = None
    club: tuple[Path, str] | None = None
    """An enrolled tile set: a data folder and a name in it."""
    calibration: Path | None = None
    evidence_bytes: int = MOST_BYTES
    tracks_from: int = 0
    """Tracks up to this number are known from an earlier process."""
    after_ns: int = -1
    """So are moments up to this one."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """How the watching goes, and what is seen."""

    condition: WatchCondition
    words: str
    preview: Preview | None = None
    frames_per_s: float | None = None
    behind_ms: float | None = None
    table_found: bool = False
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Begins:
    """The first frame is there; all moments are named so much later than by the cameras' clock."""

    later_ns: int


@dataclass(frozen=True, slots=True)
class Failed:
    """Nothing can be seen, for a reason: not the end of what there is to see."""

    words: str


@dataclass(frozen=True, slots=True)
class Keep:
    """To the eyes: keep crops of these tiles as they lie now, and before a moment."""

    name: str
    tracks: tuple[int, ...]
    at_ns: int


@dataclass(frozen=True, slots=True)
class Cut:
    """To the eyes: a hand is over, begin another film."""
