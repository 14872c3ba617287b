"""The line from an automatic table into a running session: heard, judged, journaled, acknowledged.

A thread speaks with the table; each thing that it says is one commit of the session, and is
acknowledged when that commit is on the disk. What the record is not sure of becomes a question.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from firmware_bridge.discovery import find
from firmware_bridge.happenings import Condition, Gap, Happening, Kept, Notice, Started
from firmware_bridge.link import Link, Opener
from firmware_bridge.messages import State
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.session import Line
from firmware_bridge.session import Session as Conversation
from scoring.ruleset import Ruleset
from table.bootstrap.bridge import FIRST_DEALER, SOURCE, signal
from table.bootstrap.bridge_again import heard_again, told_before, without_moments
from table.bootstrap.settings import BridgeSettings
from table.core.incidents import Signal
from table.core.state import TableState
from table.ingest import from_bridge
from table.ingest.doubts import OF_POINTS, count_of, in_transit, lasting
from table.ingest.from_bridge import Taken
from table.ingest.proposal import Question
from table.ingest.senses import Senses, forgotten
from table.journal.entry import JournalEntry
from table.journal.store import Draft
from table.session import Order, Session
from table.web.views.bridge import BridgeView
from table.web.views.bridge import Condition as ConditionName

PULSE_S = 0.5
RETRY_S = 1.0
_NAMES: dict[Condition, ConditionName] = {
    Condition.LINKED: "linked",
    Condition.RECOVERED: "linked",
    Condition.LOST: "lost",
    Condition.MUTE: "mute",
    Condition.REFUSED: "refused",
    Condition.LYING: "lying",
}


class _StoppedError(Exception):
    """The program ends; what is not written stays with the table."""


class _NothingError(Exception):
    """Before the commit's turn came, another one had made it void."""


@dataclass(frozen=True, slots=True)
class _Health:
    """How the line is."""

    condition: ConditionName
    words: str
    since: datetime


class TableLine:
    """One automatic table, and one session; begins to listen when it is opened."""

    def __init__(
        self,
        settings: BridgeSettings,
        session: Session,
        kept: Kept,
        *,
        turn: int = 0,
        opener: Opener | None = None,
        clock: Callable[[], float] = time.monotonic,
        warn: Callable[[str], object] = lambda _: None,
    ) -> None:
        """Nothing is opened yet; `kept` is what the session's journal has of each boot.

        `turn` is the place of seat 0 as the journal has it last, where the settings do not say.
        `warn` is told why a table that never answered is not there.
        """
        self._settings = settings
        self._session = session
        self._kept = kept
        self._opener = opener or (lambda: SerialPort(find(settings.port)))
        self._clock = clock
        self._warn = warn
        told = settings.first_dealer
        senses = recalled(session, turn if told is None else told)
        self._senses = replace(senses, told=told is not None)
        self._turn = asyncio.Lock()
        self._stop = threading.Event()
        self._conversation = Conversation(kept)
        self._snapshot: State | None = None
        """The last that was taken in or is older than what was."""
        self._told: set[str] = set()
        """The open questions that the journal has."""
        self._thread: threading.Thread | None = None
        self._pulse: asyncio.Task[None] | None = None
        self._health = _Health("opening", f"opening {settings.port}", datetime.now(UTC))
        self._before: _Health | None = None
        """How the line was before the pulse got stuck; it is so again when that has passed."""

    async def open(self) -> None:
        """Begin to listen."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(
            target=self._listen, args=(loop,), name="bridge", daemon=True
        )
        self._thread.start()
        self._pulse = asyncio.create_task(self._beat())

    def stop(self) -> None:
        """Stop listening soon."""
        self._stop.set()

    async def close(self) -> None:
        """Stop listening; returns when the port is closed."""
        self.stop()
        if self._pulse is not None:
            self._pulse.cancel()
            await asyncio.gather(self._pulse, return_exceptions=True)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def questions(self) -> tuple[Question, ...]:
        """What differs from the record for longer than a moment."""
        return lasting(self._senses, self._clock(), self._settings.lasting_s)

    def health(self) -> BridgeView:
        """How the line is."""
        talk, senses = self._conversation, self._senses
        hello, beat = talk.hello, talk.heartbeat
        device = talk.device or next(reversed(self._kept.boots), None)
        boots = sum(of == device for of, _ in list(self._kept.numbers))
        kept = self._kept.number(hello.uuid, hello.boot) if hello is not None else None
        return BridgeView(
            port=self._settings.port,
            condition=self._health.condition,
            words=self._health.words,
            since=self._health.since.isoformat(timespec="milliseconds"),
            device=device,
            firmware=None if hello is None else f"{hello.firmware_major}.{hello.firmware_minor}",
            last=None if beat is None else beat.last,
            kept=kept or 0,
            unacked=0 if beat is None else beat.unacked,
            dropped=0 if beat is None else beat.dropped,
            bad_frames=talk.bad_frames,
            reboots=max(0, boots - 1),
            in_transit=in_transit(senses, self._session.snapshot.state),
            unsure_trays=[
                seat for seat, tray in enumerate(senses.trays) if tray is not None and not tray.good
            ],
        )

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Speak with the table until told to stop; a journal that refuses is tried again."""
        while not self._stop.is_set():
            link = Link(self._conversation, self._opener, lambda said: self._keep(loop, said))
            try:
                link.run(self._stop)
            except _StoppedError:
                return
            except Exception as fault:  # noqa: BLE001 - a line that is dead unseen loses events
                self._become("stuck", f"not kept, so not acknowledged: {fault}")
                self._stop.wait(RETRY_S)

    def _keep(self, loop: asyncio.AbstractEventLoop, said: Happening) -> None:
        """Bring it to the session and wait until it is on the disk."""
        if loop.is_closed():
            raise _StoppedError
        _wait(asyncio.run_coroutine_threadsafe(self._take(said), loop), self._stop)

    async def _take(self, said: Happening) -> None:
        if isinstance(said, Notice):
            if said.condition is Condition.LOST and self._health.condition == "opening":
                self._warn(said.words)
            self._become(_NAMES[said.condition], said.words)
        elif isinstance(said, Started | Gap) and self._health.condition != "linked":
            self._become("linked", said.words)
        await self._write(said)

    async def _beat(self) -> None:
        """Look at the table's last snapshot now and then, and at what waits for the record."""
        while True:
            await asyncio.sleep(PULSE_S)
            try:
                await self._place()
                await self._tell()
            except Exception as fault:  # noqa: BLE001 - a pulse that is dead unseen is a blind line
                if self._before is None:
                    before = self._health
                    self._become("stuck", str(fault) or repr(fault))
                    self._before = before
            else:
                self._health, self._before = self._before or self._health, None

    async def _write(self, said: Happening) -> None:
        """Take it in on the record as it stands, and write it with what follows, or nothing."""
        key = None if isinstance(said, Notice) else said.key
        async with self._turn:
            done: list[Taken] = []

            def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
                done.append(taken := self._taken(said, state, ruleset))
                return [_note(signal(said), taken.senses), *_following(taken)]

            outcome = await self._session.change(Order(key, source=SOURCE), decide)
            if outcome.repeated:  # the journal has it, the senses may not
                done.append(self._taken(said, outcome.after.state, outcome.after.ruleset))
            self._senses = done[-1].senses
            self._snapshot = self._conversation.state  # older than what was said, or as old

    async def _place(self) -> None:
        """Take in a new snapshot, and write what waited and has its place now."""
        async with self._turn:
            snapshot = self._fresh()
            now = self._session.snapshot
            done = [self._taken(snapshot, now.state, now.ruleset)]

            def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
                done.append(taken := self._taken(snapshot, state, ruleset))
                if not taken.written:
                    raise _NothingError
                placed = Draft(Signal("placed", detail=taken.written[0].why))
                return [_note(placed, taken.senses), *_following(taken)]

            if done[0].written:
                with suppress(_NothingError):
                    await self._session.change(Order(source=SOURCE), decide)
            self._senses = done[-1].senses

    def _fresh(self) -> State | None:
        """The table's last snapshot, where nothing has been taken in since it came."""
        snapshot = self._conversation.state
        heard = self._conversation.line is Line.LINKED and snapshot is not self._snapshot
        self._snapshot = snapshot
        return snapshot if heard else None

    async def _tell(self) -> None:
        """Journal each question when it comes up, with the count that it rests on."""
        asked = {question.id: question for question in self.questions()}
        self._told &= asked.keys()
        for key in asked.keys() - self._told:
            one = asked[key]
            drafts = [Draft(Signal("question", one.seat, one.text, one.id))]
            if one.kind in OF_POINTS:
                drafts.append(Draft(count_of(self._senses)))
            await self._session.change(Order(source=SOURCE), lambda *_, said=drafts: said)
            self._told.add(key)

    def _taken(self, said: Happening | State | None, state: TableState, ruleset: Ruleset) -> Taken:
        at_s = self._clock()
        if said is None:
            return from_bridge.tick(self._senses, state, ruleset, at_s)
        return from_bridge.take(self._senses, state, ruleset, said, at_s)

    def _become(self, condition: ConditionName, words: str) -> None:
        self._health, self._before = _Health(condition, words, datetime.now(UTC)), None


def last_turn(entries: Iterable[JournalEntry]) -> int:
    """The place of seat 0 as the table's entries of a journal have it last."""
    turn = 0
    for entry in entries:
        if isinstance(entry.event, Signal) and entry.evidence is not None:
            turn = entry.evidence.get(FIRST_DEALER, turn)
    return turn


def recalled(session: Session, turn: int) -> Senses:
    """What an earlier run heard and placed; as after a lost line, only its dice still wait."""
    senses = Senses(turn, told=True)  # the journal has where seat 0 sits, whoever throws first
    ruleset = session.snapshot.ruleset
    for told, state in told_before(session.written(), session.commits()):
        senses = heard_again(senses, told, state, ruleset)
    return without_moments(replace(forgotten(senses), throws=senses.throws))


def _following(taken: Taken) -> Iterable[Draft]:
    """What follows for the record from what the table said."""
    for one in taken.written:
        proof = {"why": one.why, "source": one.source}
        yield from (Draft(event, proof, one.likelihood) for event in one.events)


def _note(draft: Draft, senses: Senses) -> Draft:
    """The signal with the record's seat in the place of the table's, which stays in evidence."""
    event = draft.event
    if isinstance(event, Signal) and event.actor is not None:
        event = replace(event, actor=senses.seat(event.actor))
    return Draft(event, {**(draft.evidence or {}), FIRST_DEALER: senses.turn})


def _wait(coming: "Future[None]", stop: threading.Event) -> None:
    """Wait for a commit, but not for one that cannot come because the program ends."""
    while True:
        try:
            return coming.result(PULSE_S)
        except TimeoutError:
            if stop.is_set():
                coming.cancel()
                raise _StoppedError from None
        except CancelledError:
            raise _StoppedError from None
