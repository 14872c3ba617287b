"""A camera or film watched beside a running table: what is decided goes into its session.

The pictures are read in a process of their own (`watching_eyes`), which is started again when it
dies; a thread here decides what they mean (`watching_follow`) and writes it.
"""

import asyncio
import json
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from table.bootstrap.recording_evidence import (
    AFTER,
    BEFORE,
    EARLIER_NS,
    KEPT_NS,
    MOST_BYTES,
    picture_id,
)
from table.bootstrap.recording_film import Filmed, clip, film_at
from table.bootstrap.watching_follow import Follower, Manners, SessionBook
from table.bootstrap.watching_words import Begins, Cut, Failed, Glimpse, Keep, WatchWish
from table.errors import DataFolderError
from table.files import write_atomically
from table.session import Session
from table.watch.decisions import Evidence
from table.watch.notes import HandSeen
from table.web.ports import Preview, WatchCondition, WatchHealth
from vision.capture.source import ROLES, parse_sources
from vision.errors import VisionError
from vision.observation import Observation

STOPS_S: Final = 5.0
AGAIN_S: Final = 1.0
"""A process that died is started again after so long."""
FAILED_AGAIN_S: Final = 5.0
"""So is one that could not see anything."""
POLL_S: Final = 0.2
EYES: Final = "table.bootstrap.watching_eyes"
"""Imported by the process that watches, and by no other: it brings the networks."""


def begin(pipe: Connection, wish: WatchWish, eyes: str) -> None:
    """Watch, in a process of its own."""
    import_module(eyes).watch(pipe, wish)


Moment = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Kit:
    """What watching needs besides the cameras."""

    folder: Path
    """Where the hand in progress is logged."""
    chosen: Path
    """The file of the cameras that were chosen on the page."""
    evidence: Path
    evidence_bytes: int = MOST_BYTES
    models: Path | None = None
    club: tuple[Path, str] | None = None
    calibration: Path | None = None
    manners: Manners = field(default_factory=Manners)
    moment: Moment | None = None
    """Told of every moment that is seen, in ns of the camera's clock."""
    eyes: str = EYES
    """The module of the process that sees."""


class EyesPictures:
    """Evidence that the process of the eyes keeps, when it is asked to."""

    def __init__(self) -> None:
        self.pipe: Connection | None = None
        self.films: list[Filmed] = []
        self.first_ns = self.now_ns = 0
        """Between these moments there are frames."""

    def begin(self, pipe: Connection) -> None:
        """Another process sees now, and has no frame yet."""
        self.pipe = pipe
        self.first_ns = self.now_ns = 0

    def keep(self, name: str, evidence: Evidence) -> list[str]:
        """See Pictures; of a tile that is seen late there is no earlier frame any more."""
        if self.pipe is None or not evidence.tracks:
            return []
        self._ask(Keep(name, evidence.tracks, evidence.captured_ns))
        earlier = evidence.captured_ns - EARLIER_NS
        there = max(self.first_ns, self.now_ns - KEPT_NS) < earlier
        return [picture_id(name, when) for when in (AFTER, BEFORE)[: 1 + there]]

    def film(self, at_ns: int) -> tuple[str, float] | None:
        """See Pictures."""
        return film_at(self.films, at_ns)

    def cut(self) -> None:
        """See Pictures."""
        self._ask(Cut())

    def _ask(self, what: Keep | Cut) -> None:
        if self.pipe is None:
            return
        try:
            self.pipe.send(what)
        except OSError:
            self.pipe = None


class SessionWatcher:
    """Watches the cameras of one table, and writes to its session; other cameras can be chosen."""

    def __init__(self, session: Session, sources: tuple[str, ...], kit: Kit) -> None:
        """Nothing is opened yet; without sources nobody watches until some are chosen."""
        self._session, self._sources, self._kit = session, sources, kit
        self._club = kit.club
        self._health = self._opening()
        self._lost = ""
        """Why the table is out of step; "" while it is followed."""
        self._preview: Preview | None = None
        self._pictures = EyesPictures()
        self._later_ns = 0
        """So much later than by the camera's clock moments are named."""
        self._stop, self._turn = threading.Event(), threading.Event()
        """Whether to stop at all, and whether other cameras have been chosen."""
        self._thread: threading.Thread | None = None

    @property
    def sources(self) -> tuple[str, ...]:
        """What is watched, as `[ROLE=]SOURCE`."""
        return self._sources

    def health(self) -> WatchHealth | None:
        """How the watching is; None where no camera is chosen."""
        if not self._sources:
            return None
        if self._lost and self._health.condition == "watching":
            return replace(self._health, condition="lost", words=self._lost)
        return self._health

    def preview(self) -> Preview | None:
        """The newest picture with the readings on it."""
        return self._preview if self._sources else None

    def choose(self, sources: tuple[str, ...]) -> None:
        """See Watcher."""
        for source in parse_sources(list(sources)) if sources else ():
            source.check_there()
        told = json.dumps({"sources": list(sources)}) + "\n"
        try:  # a camera's address has its password
            write_atomically(self._kit.chosen, told, mode=0o600)
        except OSError as fault:
            raise DataFolderError(
                f"cameras: not kept, {fault.strerror}; expected a data folder with room to write"
            ) from None
        self._sources = sources
        self._preview, self._health = None, self._opening()
        self._turn.set()

    def use(self, club: tuple[Path, str]) -> None:
        """See Reads. Cameras begin anew with it; a film under way is not begun from its start."""
        self._club = club
        if self._sources and all(one.live for one in parse_sources(list(self._sources))):
            self._health = self._opening()
            self._turn.set()

    def clip(self, film: Path, at_s: float, before_s: float, after_s: float) -> bytes:
        """See Watcher."""
        with tempfile.TemporaryDirectory(prefix="jantaku-clip-") as folder:
            made = Path(folder) / "clip.mp4"
            clip(film, made, max(0.0, at_s - before_s), at_s + after_s)
            return made.read_bytes()

    async def open(self) -> None:
        """Begin to watch."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._run, args=(loop,), name="watching", daemon=True
        )
        self._thread.start()

    async def close(self) -> None:
        """Stop watching."""
        self._stop.set()
        self._turn.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, STOPS_S)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Watch what is chosen, and start over when it is another, or the eyes have died."""
        book = SessionBook(self._session, loop)
        follower: Follower | None = None
        while True:
            self._turn.clear()
            if self._stop.is_set():  # asked behind: else a stop in the same moment goes unheard
                break
            try:
                if self._sources and follower is None:
                    follower = self.follower(book)
                if follower is not None and self._sources:
                    self._watch(follower)
                else:
                    self._turn.wait()
            except CancelledError:
                break
            except Exception as fault:  # noqa: BLE001 - said on the page; it is tried again
                self._say("lost", f"watching stopped and begins again: {fault}")
                _close(follower)
                follower = None
                self._turn.wait(AGAIN_S)
        _close(follower)

    def follower(self, book: SessionBook) -> Follower:
        """Who decides what is seen, from where the journal is."""
        folder, kit = self._kit.folder, self._kit
        folder.mkdir(parents=True, exist_ok=True)
        return Follower(self._session, book, self._pictures, folder, kit.manners, self._step)

    def _watch(self, follower: Follower) -> None:
        """One life of the process that sees."""
        kit = self._kit
        wish = WatchWish(
            self._sources, kit.evidence, kit.models, self._club, kit.calibration,
            kit.evidence_bytes, follower.highest_track, follower.seen_ns,
        )  # fmt: skip
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        eyes = context.Process(target=begin, args=(theirs, wish, kit.eyes), daemon=True)
        eyes.start()
        theirs.close()
        self._pictures.begin(ours)
        try:
            over = self.listen(ours, follower)
        except (EOFError, OSError) as fault:
            over = False
            words = "the process that watches has died; it is started again"
            if isinstance(fault, OSError) and fault.filename is not None:  # a pipe has no name
                why = f"{fault.filename}: {fault.strerror}"
                words = f"watching stopped and begins again: {why}"
            self._say("lost", words)
        finally:
            self._pictures.pipe = None
            ours.close()
            eyes.kill()
            eyes.join()
        if over:
            self._idle(follower)
        else:
            self._turn.wait(AGAIN_S)

    def listen(self, pipe: Connection, follower: Follower) -> bool:
        """Take what the eyes tell until they end; whether there is no more to see."""
        while not self._turn.is_set():
            if not pipe.poll(POLL_S):
                follower.hear_people()
                continue
            told = pipe.recv()
            match told:
                case Glimpse():
                    self._glimpsed(told)
                    if told.condition == "ended":
                        follower.finish()
                        return True
                case Failed():
                    self._say("lost", told.words)
                    if not self._is_live():  # a film that failed always will
                        return True
                    self._turn.wait(FAILED_AGAIN_S)
                    return False
                case Begins():
                    self._later_ns = told.later_ns
                case Filmed():
                    self._pictures.films.append(told)
                case Observation() | HandSeen():
                    pictures = self._pictures
                    pictures.now_ns = told.captured_ns
                    pictures.first_ns = pictures.first_ns or told.captured_ns
                    follower.take(told)
                    self._tell_moment(told.captured_ns)
                case _:
                    pass
        return False

    def _idle(self, follower: Follower) -> None:
        """There is no more to see: people may still answer."""
        while not self._turn.wait(POLL_S):
            follower.hear_people()

    def _glimpsed(self, told: Glimpse) -> None:
        self._preview = told.preview or self._preview
        if told.preview is not None:
            self._tell_moment(told.preview.at_ns)
        self._health = replace(
            self._health, condition=told.condition, words=told.words, findings=told.findings,
            frames_per_s=told.frames_per_s, behind_ms=told.behind_ms,
            table_found=told.table_found,
        )  # fmt: skip

    def _tell_moment(self, at_ns: int) -> None:
        if self._kit.moment is not None:
            self._kit.moment(at_ns - self._later_ns)

    def _is_live(self) -> bool:
        """Whether a camera is over the table; what is no source is none."""
        try:
            sources = parse_sources(list(self._sources))
        except VisionError:
            return False
        return next(one for one in sources if one.role == "table").live

    def _step(self, why: str) -> None:
        self._lost = why

    def _opening(self) -> WatchHealth:
        beside = tuple(f"{role}=" for role in ROLES if role != "table")
        shown = next((one for one in self._sources if not one.startswith(beside)), "")
        club = "" if self._club is None else self._club[1]
        return WatchHealth(
            _short(shown.removeprefix("table=")), "opening", "opening the camera", tile_set=club
        )

    def _say(self, condition: WatchCondition, words: str) -> None:
        self._health = replace(self._health, condition=condition, words=words)


def _close(follower: Follower | None) -> None:
    """Let go of its log; what a full disk has not taken of it is lost."""
    if follower is not None:
        with suppress(OSError):
            follower.close()


def chosen_sources(file: Path) -> tuple[str, ...] | None:
    """The cameras that were chosen on the page; None where nobody has. Raises DataFolderError."""
    if not file.is_file():
        return None
    try:
        told = json.loads(file.read_text(encoding="utf-8"))["sources"]
        sources = tuple(str(one) for one in told)
        if sources:
            parse_sources(list(sources))
    except (OSError, ValueError, LookupError, TypeError, RecursionError, VisionError) as fault:
        raise DataFolderError(
            f"{file}: {fault}, expected the file that this program wrote; remove it to begin"
            " without"
        ) from None
    return sources


def _short(where: str) -> str:
    """A source for people: a file's name, an address without its password."""
    if "://" not in where:
        return Path(where).name or where
    parts = urlsplit(where)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
