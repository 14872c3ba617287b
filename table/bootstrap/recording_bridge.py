"""An automatic table beside a recording: what it says is kept, acknowledged, and is evidence.

Listened to as it speaks, or taken from a log (the lines of `bridge watch --json`, their `t_ms` the
time of the film). Nothing is acknowledged before it is in the journal.
"""

import json
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Final

from firmware_bridge.drivers.built_in import open_driver
from firmware_bridge.errors import MessageError
from firmware_bridge.happenings import Event, Happening, Kept
from firmware_bridge.messages import (
    Action,
    Button,
    ButtonMoved,
    Dice,
    RiichiStick,
)
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.bootstrap.bridge import FIRST_DEALER, check, signal
from table.bootstrap.bridge_again import event_of, heard_again, without_moments
from table.bootstrap.recording_ledger import Proof
from table.core import incidents
from table.core.state import Phase, TableState
from table.errors import InvalidOptionError
from table.ingest import from_bridge
from table.ingest.doubts import differing, lasting
from table.ingest.proposal import Question
from table.ingest.senses import Senses
from table.journal.store import Draft
from table.watch.notes import BridgeNote, Dealer, Said, StickLaid, TableSet

Note = BridgeNote | Said
_WORDS: Final = {Button.RIICHI: "riichi", Button.RON: "ron", Button.TSUMO: "tsumo"}
_TELLING: Final = frozenset({"riichi_stick", "dice", "button"})
_WAIT_S: Final = 0.2


class _StoppedError(Exception):
    """Nobody writes any more; what is not written stays with the table."""


@dataclass(slots=True)
class _Said:
    happening: Happening
    kept: threading.Event = field(default_factory=threading.Event)


class LiveBridge:
    """A table that is listened to by a thread of its own."""

    def __init__(self, target: str, kept: Kept) -> None:
        """Begin to listen. Raises BridgeError where that cannot even begin."""
        self._driver, self._kept = open_driver(target), kept
        self._queue: Queue[_Said] = Queue()
        self._stop = threading.Event()
        self.fault = ""
        """Why it listens no more."""
        self._thread = threading.Thread(target=self._listen, name="bridge", daemon=True)
        self._thread.start()

    def until(self, _at_s: float, keep: Callable[[Happening], None]) -> None:
        """Hand on what it has said; acknowledged when ``keep`` returns."""
        while True:
            try:
                said = self._queue.get_nowait()
            except Empty:
                return
            keep(said.happening)
            said.kept.set()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(2)

    def _listen(self) -> None:
        try:
            self._driver.run(self._kept, self._bring, self._stop)
        except _StoppedError:
            pass
        except Exception as fault:  # noqa: BLE001 - a thread that is dead unseen loses events
            self.fault = str(fault) or repr(fault)

    def _bring(self, happening: Happening) -> None:
        said = _Said(happening)
        self._queue.put(said)
        while not said.kept.wait(_WAIT_S):
            if self._stop.is_set():
                raise _StoppedError


class LoggedBridge:
    """A table's log, told as the film comes to its moments."""

    fault = ""

    def __init__(self, path: Path, kept: Kept) -> None:
        """Read it. Raises InvalidOptionError naming the first line that is none."""
        text = path.read_text(encoding="utf-8", errors="replace")
        happenings = list(_logged(path, text))
        self._left = [
            one for one in happenings if one.first > (kept.number(one.device, one.boot) or 0)
        ]

    def until(self, at_s: float, keep: Callable[[Happening], None]) -> None:
        """Hand on what was said up to a moment of the film."""
        while self._left and self._left[0].t_ms <= at_s * 1000:
            keep(self._left.pop(0))

    def close(self) -> None:
        """Nothing is open."""


def log_of(target: str | None) -> Path | None:
    """The log that a target is, where it is a plain file."""
    return Path(target) if target is not None and Path(target).is_file() else None


def open_bridge(target: str, kept: Kept) -> LiveBridge | LoggedBridge:
    """A log; else a port, a table's UUID, or DRIVER:TARGET.

    Raises BridgeError, InvalidOptionError.
    """
    log = log_of(target)
    return LiveBridge(target, kept) if log is None else LoggedBridge(log, kept)


def check_bridge(target: str) -> None:
    """Raise what is raised for a log that cannot be read, or a port that cannot be opened now."""
    log = log_of(target)
    if log is None:
        check(target)
    else:
        LoggedBridge(log, Kept())


class Hearing:
    """What an automatic table says, as drafts for a journal and notes for a watcher."""

    def __init__(self) -> None:
        self._senses = Senses()
        self._asked: set[str] = set()

    def take(
        self, said: Happening, state: TableState, ruleset: Ruleset, at_s: float
    ) -> tuple[list[Draft], list[Note]]:
        """One thing that it said, held against the record: what to write, what it is evidence of.

        Dice and the break of the wall are written; everything else is for the watcher to weigh.
        """
        taken = from_bridge.take(self._senses, state, ruleset, said, at_s)
        self._senses = taken.senses
        return [signal(said), *_of_dice(taken)], list(self._notes(said, state))

    def recall(
        self, past: Iterable[tuple[Proof, TableState]], ruleset: Ruleset, asked: Iterable[str]
    ) -> list[Note]:
        """Know again what was said to an earlier run, and asked; what it was evidence of.

        ``past`` is what a journal has of the table, each with the record before it.
        """
        notes: list[Note] = []
        for told, state in past:
            self._senses = heard_again(self._senses, told, state, ruleset)
            if "t_ms" in told:
                notes += self._notes(event_of(told), state)
        self._senses = without_moments(self._senses)
        self._asked = set(asked)
        return notes

    @property
    def waits(self) -> bool:
        """Whether dice were thrown that have no hand yet."""
        return bool(self._senses.throws)

    def due(self, state: TableState, ruleset: Ruleset, at_s: float) -> list[Draft]:
        """What waited for its hand to be dealt; ``state`` is the table after the last deal."""
        taken = from_bridge.tick(self._senses, state, ruleset, at_s)
        self._senses = taken.senses
        return list(_of_dice(taken))

    def doubts(self, state: TableState, ruleset: Ruleset, at_s: float) -> list[Question]:
        """Counts of sticks that have differed from the record for long and are not asked yet."""
        self._senses = from_bridge.tick(self._senses, state, ruleset, at_s).senses
        fresh = [one for one in lasting(self._senses, at_s) if one.id not in self._asked]
        self._asked &= {one.id for one in differing(self._senses)}
        self._asked |= {one.id for one in fresh}
        return fresh

    def _notes(self, said: Happening, state: TableState) -> Iterator[Note]:
        """What it is evidence of."""
        if isinstance(said, Event):
            # Dice in the middle of a hand are the next one's, or play with the button.
            begun = state.play is not None and state.play.watched
            dealing = state.phase is not Phase.HAND or not begun
            yield from _notes(said, self._senses.turn, dealing=dealing)


def _of_dice(taken: from_bridge.Taken) -> Iterator[Draft]:
    """Dice and the break of the wall; everything else is for a watcher to weigh."""
    for one in taken.written:
        proof = {"why": one.why, "source": one.source}
        for event in one.events:
            if isinstance(event, incidents.Dice | incidents.WallBreak):
                yield Draft(event, proof, one.likelihood)


def heard(told: Proof) -> Iterator[Note]:
    """What an entry of a journal, which a running table's line has written, is evidence of.

    Dealers are left out: the line itself holds them against the record.
    """
    if "t_ms" in told and told.get("type") in _TELLING:
        turn = told.get(FIRST_DEALER)
        yield from _notes(event_of(told), turn if isinstance(turn, int) else 0, dealing=False)


def _notes(said: Event, turn: int, *, dealing: bool) -> Iterator[Note]:
    """``turn``: the table's number of the place where seat 0 sits."""
    senses = Senses(turn)
    match said.message:
        case RiichiStick(seat=place, present=present) if place < len(Seat):
            yield StickLaid(senses.seat(place), bool(present))
        case Dice(seat=place) if dealing and place < len(Seat):
            yield Dealer(senses.seat(place))
        case ButtonMoved(action=Action.PRESSED, button=Button.SET):
            yield TableSet()
        case ButtonMoved(action=Action.PRESSED, button=button, seat=place) if place < len(Seat):
            seat = senses.seat(place)
            if button == Button.DEALER and dealing:
                yield Dealer(seat)
            elif button in _WORDS:
                yield Said(seat, _WORDS[Button(button)])
        case _:
            pass


def _logged(path: Path, text: str) -> Iterator[Event]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            told = _object(json.loads(line))
            if "t_ms" in told:
                yield event_of(told)
        except (ValueError, TypeError, RecursionError):
            raise InvalidOptionError(
                f"--bridge {path}: line {number}, {line[:60]!r}: expected a line of"
                " `bridge watch --json`"
            ) from None
        except MessageError as fault:
            raise InvalidOptionError(
                f"--bridge {path}: line {number}, {fault}: expected a line of `bridge watch --json`"
            ) from None


def _object(told: object) -> dict[str, Any]:
    if not isinstance(told, dict):
        raise TypeError
    return told
