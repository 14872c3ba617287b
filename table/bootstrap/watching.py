"""A camera or film watched beside a running table: what is decided goes into its session.

The pictures are read in a process of their own (`watching_eyes`); a thread here decides what they
mean and writes it. Whoever else changes the record is believed.
"""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from table.asking import Alternative, Asked, question_draft, withdrawal_draft
from table.bootstrap.recording_ledger import Ledger
from table.core.history import Commit
from table.errors import IllegalActionError
from table.journal.entry import JournalEntry
from table.journal.store import Draft
from table.session import Order, Session
from table.watch import decisions
from table.watch.decisions import Decision, Entry
from table.watch.watcher import Watcher
from table.web.ports import Preview, WatchCondition, WatchHealth
from vision.observation import Observation

SOURCE = "camera"
STOPS_S = 5.0
EYES = "table.bootstrap.watching_eyes"
"""Imported by the process that watches, and by no other: it brings the networks."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """How the watching goes, and what is seen."""

    condition: WatchCondition
    words: str
    preview: Preview | None = None
    frames_per_s: float | None = None
    behind_ms: float | None = None
    table_found: bool = False


def begin(pipe: Connection, source: str, models: Path | None) -> None:
    """Watch, in a process of its own."""
    import_module(EYES).watch(pipe, source, models)


class SessionBook:
    """A session as the ledger writes it, from a thread that is not the loop's."""

    def __init__(self, session: Session, loop: asyncio.AbstractEventLoop) -> None:
        self._session, self._loop = session, loop

    @property
    def commits(self) -> Sequence[Commit]:
        """All commits, oldest first."""
        return self._session.commits()

    @property
    def entries(self) -> Sequence[JournalEntry]:
        """All entries, oldest first."""
        return self._session.written()

    def append(
        self, drafts: Sequence[Draft], *, source: str, supersedes: int | None = None
    ) -> Commit:
        """Write and apply; raises IllegalActionError for what cannot follow."""
        done = asyncio.run_coroutine_threadsafe(
            self._session.put(Order(source=source), drafts, supersedes), self._loop
        )
        return done.result().commit


class SessionWatcher:
    """Watches one source, and writes to one session."""

    def __init__(self, session: Session, source: str, models: Path | None = None) -> None:
        self._session, self._source, self._models = session, source, models
        self._health = WatchHealth(Path(source).name, "opening", "opening the camera")
        self._preview: Preview | None = None
        self._watcher = Watcher(session.snapshot.ruleset)
        self._ledger: Ledger | None = None
        self._written = 0
        """The number of the last commit that is known here."""
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._asked: set[str] = set()

    def health(self) -> WatchHealth:
        """How the watching is."""
        return self._health

    def preview(self) -> Preview | None:
        """The newest picture with the readings on it."""
        return self._preview

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
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, STOPS_S)

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take what the eyes send until they end, or nobody wants it any more."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        eyes = context.Process(target=begin, args=(theirs, self._source, self._models), daemon=True)
        eyes.start()
        theirs.close()
        book = SessionBook(self._session, loop)
        try:
            self._listen(ours, book)
        except (EOFError, OSError):
            self._say("ended", "the process that watches has ended")
        except CancelledError:
            pass
        except Exception as fault:  # noqa: BLE001 - said on the page; the table goes on by hand
            self._say("lost", f"watching stopped: {fault}")
        finally:
            ours.close()
            eyes.kill()
            eyes.join()

    def _listen(self, pipe: Connection, book: SessionBook) -> None:
        while not self._stop.is_set():
            if not pipe.poll(0.2):
                continue
            told = pipe.recv()
            match told:
                case Glimpse():
                    self._preview = told.preview
                    self._health = replace(
                        self._health, condition=told.condition, words=told.words,
                        frames_per_s=told.frames_per_s, behind_ms=told.behind_ms,
                        table_found=told.table_found,
                    )  # fmt: skip
                    if told.condition == "ended":
                        self._decided(self._watcher.finish(), book)
                        return
                case Observation():
                    self._hear_people(book)
                    self._decided(self._watcher.see(told), book)

    def _hear_people(self, book: SessionBook) -> None:
        """Believe what people wrote and answered since."""
        last = _last_deed(book)
        if self._ledger is None or last != self._written:
            fresh = Ledger(book)
            if self._ledger is not None:
                self._watcher.taken_over(fresh.events)
            self._ledger, self._written = fresh, last
        closed = self._session.questions.closed
        for question in [one for one in self._asked if one in closed]:
            self._asked.discard(question)
            self._decided(self._watcher.answer(question, closed[question].choice), book)

    def _decided(self, made: Sequence[Decision], book: SessionBook) -> None:
        for one in made:
            match one:
                case decisions.Written() if self._ledger is not None:
                    self._write(one, book)
                case decisions.Asked():
                    self._ask(one.question, book)
                case decisions.Settled() if one.question_id in self._asked:
                    self._asked.discard(one.question_id)
                    book.append([withdrawal_draft(one.question_id, one.why)], source=SOURCE)
                case decisions.OutOfStep():
                    self._say("lost", one.reason)
                case decisions.InStep():
                    self._say("watching", "it follows the table again")
                case _:
                    pass

    def _write(self, one: decisions.Written, book: SessionBook) -> None:
        """Write what is decided; the game's own beginning is the session's, names and all."""
        ledger = self._ledger
        if ledger is None:
            return
        at, entries = (one.at, one.entries) if one.at else (1, one.entries[1:])
        try:
            ledger.write(at, entries, _illustrated)
        except IllegalActionError as fault:
            self._say("lost", f"what the camera saw does not follow: {fault}")
        self._written = _last_deed(book)

    def _ask(self, question: decisions.Question, book: SessionBook) -> None:
        if question.id in self._asked:
            return
        self._asked.add(question.id)
        choices = tuple(Alternative(label) for label in question.alternatives)
        asked = Asked(question.id, question.kind, question.text, alternatives=choices)
        book.append([question_draft(asked)], source=SOURCE)

    def _say(self, condition: WatchCondition, words: str) -> None:
        self._health = replace(self._health, condition=condition, words=words)


def _last_deed(book: SessionBook) -> int:
    """The number of the last commit that is more than a note."""
    return next((one.number for one in reversed(book.commits) if not one.is_note), 0)


def _illustrated(_place: int, entry: Entry) -> dict[str, object]:
    """What the journal keeps as evidence of an entry."""
    rests_on = entry.evidence
    return {
        "frame": rests_on.frame, "captured_ns": rests_on.captured_ns, "rule": rests_on.rule,
        "alternatives": [list(one) for one in rests_on.alternatives],
    }  # fmt: skip
