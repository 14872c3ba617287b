"""Follows a table for a session: what is seen and heard goes to a watcher, what it decides is kept.

Whoever else writes in the journal is believed. What was seen of the hand in progress is logged, so
that a program that was killed goes on in its middle.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from table.asking import Alternative, Asked
from table.bootstrap.bridge import SOURCE as BRIDGE
from table.bootstrap.recording_bridge import heard
from table.bootstrap.recording_ledger import SOURCE, moments
from table.bootstrap.recording_log import Sight, SightLog
from table.bootstrap.recording_scribe import WAY_BACK, Pictures, Scribe
from table.bootstrap.recording_wins import sheet_by
from table.core.events import EndKyoku, StartGame, StartKyoku, TableEvent
from table.core.history import Commit, last_deed
from table.core.incidents import Signal
from table.core.state import Phase
from table.errors import IllegalActionError, StaleStateError
from table.journal.entry import JournalEntry
from table.journal.store import Draft
from table.session import Order, Session
from table.watch.decisions import Decision, Entry, InStep, OutOfStep
from table.watch.notes import HandSeen, Said
from table.watch.watcher import Watcher
from vision.observation import Observation

BEGUN: Final = 1
"""The start of a game is the session's, names and all."""
WAYS: Final = (
    ("go on from what lies on the table now", "seen"),
    ("go back to the last sure event", "back"),
)


class SessionBook:
    """A session as the ledger writes it, from a thread that is not the loop's."""

    def __init__(self, session: Session, loop: asyncio.AbstractEventLoop) -> None:
        self._session, self._loop = session, loop
        self.known = last_deed(self.commits)
        """The commit of the last deed that whoever writes here has read, or written."""

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
        """Write and apply.

        Raises IllegalActionError for what cannot follow, StaleStateError for deeds where somebody
        has written since.
        """
        deeds = not Commit(0, tuple(draft.event for draft in drafts), supersedes).is_note
        known = self.known if deeds else None
        done = asyncio.run_coroutine_threadsafe(
            self._session.put(Order(source=source), drafts, supersedes, known=known), self._loop
        )
        commit = done.result().commit
        if deeds:
            self.known = commit.number
        return commit


@dataclass(frozen=True, slots=True)
class Manners:
    """How a table is followed."""

    sides: tuple[int, ...] = (0, 1, 2, 3)
    """Where seats 0-3 sit: 0 the bottom of the picture, counter-clockwise."""
    accept: float | None = None
    """From this confidence on a hand's end needs nobody; None: it always does."""


class Follower:
    """Follows the table of one session. Lives in one thread."""

    def __init__(
        self, session: Session, book: SessionBook, pictures: Pictures, folder: Path | None,
        manners: Manners = Manners(), tell: Callable[[str], None] = lambda _why: None,
    ) -> None:  # fmt: skip
        """Go on where the journal is; ``tell`` is told why the table is lost, "" when it is not."""
        self._session, self._book, self._manners = session, book, manners
        self._folder, self._tell = folder, tell
        fill = sheet_by(lambda: session.snapshot.ruleset)
        self._scribe = Scribe(book, pictures, self._stepped, fill)
        self._heard = len(book.entries)
        self.highest_track, self.seen_ns = 0, -1
        """The highest track, and the latest moment, that was seen."""
        self._rules = self._spoilt = ""
        self._hand = ""
        self._watcher = self._new_watcher()
        self._log: SightLog | None = None
        self._take_up()

    def take(self, sight: Sight) -> None:
        """Take in what was seen or heard; what is decided is on the disk when this returns."""
        self.hear_people()
        self._show(sight)

    def hear_people(self) -> None:
        """Believe what people and an automatic table wrote since, and take their answers."""
        if last_deed(self._book.commits) != self._book.known:
            self._believe()
        self._hear_table()
        closed = self._session.questions.closed
        for question in [one for one in self._scribe.asked if one in closed]:
            self._scribe.answered(question)
            choice = closed[question].choice
            way = dict(WAYS).get(choice) if question.startswith(WAY_BACK) else None
            made = self._watcher.answer(question, choice) if way is None else (
                self._watcher.resync(way)
            )  # fmt: skip
            self._decided(made)

    def finish(self) -> None:
        """There is no more to see."""
        self.hear_people()
        self._decided(self._watcher.finish())

    def close(self) -> None:
        """Close the log."""
        if self._log is not None:
            self._log.close()

    def _new_watcher(self) -> Watcher:
        ruleset, accept = self._session.snapshot.ruleset, self._manners.accept
        self._rules = ruleset.id
        if accept == 0:
            return Watcher(ruleset, sides=self._manners.sides)
        if accept is None:
            return Watcher(ruleset, sides=self._manners.sides, attended=True)
        return Watcher(ruleset, sides=self._manners.sides, attended=True, accept=accept)

    def _take_up(self) -> None:
        """Bring the watcher to where the journal is."""
        self._scribe.take_up(case.asked for case in self._session.questions.waiting())
        self._hand = self._hand_now()
        events = self._scribe.ledger.events
        place = self._deal()
        begun = events if place is None else events[: place + 1]
        self._begin_at(begun)
        before = [Entry(event) for event in self._watcher.events]
        made: list[Decision] = []
        if self._folder is not None:
            self._log = SightLog(self._folder / f"{self._hand}.jsonl")
            made = self._seen_before(self._log, begun)
            self._drop_old_logs()
        ours = place is None or not self._is_others(place)
        if ours and made:
            before[:BEGUN] = [Entry(event) for event in events[:BEGUN]]
            self._scribe.catch_up(before, made)
        elif made or len(events) > len(begun):
            self._watcher.taken_over(events, moments(self._book.entries))
            self._decided(self._watcher.again(made))

    def _is_others(self, place: int) -> bool:
        """Whether somebody else has written in the hand that begins there, or taken back in it."""
        since, entries = self._scribe.ledger.seq(max(place - 1, 0)), self._book.entries
        return any(
            commit.number > since
            and not commit.is_note
            and entries[commit.number - 1].source != SOURCE
            for commit in self._book.commits
        )

    def _begin_at(self, begun: Sequence[TableEvent]) -> None:
        """Have a watcher that knows of the record what was before the hand in progress."""
        self._watcher = self._new_watcher()
        if len(begun) != BEGUN + 1 or not isinstance(begun[BEGUN], StartKyoku):
            self._watcher.taken_over(begun)

    def _seen_before(self, log: SightLog, begun: Sequence[TableEvent]) -> list[Decision]:
        """What is decided by all that was seen of the hand; what cannot be used is set aside.

        Else a line that a power cut has spoilt, or that no watcher can follow, would stop the
        table again and again.
        """
        try:
            return [one for sight in list(log.read()) for one in self._told(sight)]
        except Exception as fault:  # noqa: BLE001 - said, and kept
            log.set_aside()
            self._begin_at(begun)
            self._spoilt = f"what was seen of this hand before is lost: {fault}"
            self._tell(self._spoilt)
            return []

    def _believe(self) -> None:
        """Go on from the record as others have made it."""
        self._book.known = last_deed(self._book.commits)
        self._scribe.read_again()
        if self._session.snapshot.ruleset.id != self._rules:
            self._watcher = self._new_watcher()
        self._watcher.taken_over(self._scribe.ledger.events, moments(self._book.entries))
        self._turn_page(None)

    def _hear_table(self) -> None:
        """What the automatic table has said, as the journal has it, is evidence too."""
        entries = self._book.entries
        fresh, self._heard = entries[self._heard :], len(entries)
        for entry in fresh:
            event = entry.event
            if entry.source == BRIDGE and isinstance(event, Signal) and entry.evidence:
                for note in heard(entry.evidence):
                    self._show(note)

    def _show(self, sight: Sight) -> None:
        if self._log is not None:
            sight = self._log.take(sight)
        self._decided(self._told(sight))
        self._turn_page(sight)

    def _told(self, sight: Sight) -> tuple[Decision, ...]:
        if isinstance(sight, Observation | HandSeen):
            self.seen_ns = max(self.seen_ns, sight.captured_ns)
        match sight:
            case Observation():
                highest = (one.track for one in sight.sightings)
                self.highest_track = max((self.highest_track, *highest))
                return self._watcher.see(sight)
            case HandSeen():
                return self._watcher.hand(sight)
            case Said():
                return self._watcher.declare(sight)
            case _:
                return self._watcher.hear(sight)

    def _decided(self, made: Sequence[Decision]) -> None:
        try:
            self._scribe.decided(made, skip=BEGUN)
        except StaleStateError:  # somebody wrote in the same moment
            self._believe()
            self._decided(self._watcher.again(made))
        except IllegalActionError as fault:  # what was seen cannot be; the record stands
            self._believe()
            self._tell(f"what the camera saw does not follow: {fault}")

    def _stepped(self, one: OutOfStep | InStep) -> None:
        """The thread is lost, or found: say so, and offer the ways back."""
        if isinstance(one, InStep):
            self._tell("")
            self._scribe.ask_way_back(None)
            return
        self._tell(one.reason)
        name = f"{WAY_BACK}{len(self._book.entries)}"
        ways = tuple(Alternative(label) for label, _ in WAYS)
        self._scribe.ask_way_back(Asked(name, "out_of_step", one.reason, None, ways))

    def _turn_page(self, sight: Sight | None) -> None:
        """With a hand's end its log has served; the next begins with what lies there now."""
        hand = self._hand_now()
        if hand == self._hand:
            return
        self._hand = hand
        if self._spoilt:
            self._spoilt = ""
            self._tell("")
        self._scribe.proposal_is_past()
        if self._folder is None:
            return
        if self._log is not None:
            self._log.close()
        self._log = SightLog(self._folder / f"{hand}.jsonl")
        self._log.begin_again()
        if sight is not None:
            self._log.take(sight)
        self._drop_old_logs()

    def _drop_old_logs(self) -> None:
        if self._folder is not None:
            for old in self._folder.glob("*.jsonl"):
                if old.stem != self._hand:
                    old.unlink(missing_ok=True)

    def _hand_now(self) -> str:
        """The hand in progress, or the one to come, by the record."""
        events = self._scribe.ledger.events
        games = sum(isinstance(event, StartGame) for event in events)
        return f"{games}-{sum(isinstance(event, EndKyoku) for event in events)}"

    def _deal(self) -> int | None:
        """Where in the record the hand in progress begins; None between hands."""
        if self._session.snapshot.state.phase is not Phase.HAND:
            return None
        events = self._scribe.ledger.events
        return max(at for at, event in enumerate(events) if isinstance(event, StartKyoku))
