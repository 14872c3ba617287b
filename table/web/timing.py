"""The session's clock, kept in the journal: started, stopped, time given back, the end signal.

While the program runs, time is counted by a clock that cannot jump; what was before comes from the
journal's times. A time that would be negative is none.
"""

import time
from collections.abc import Callable, Iterable
from datetime import datetime

from scoring.ruleset import Ruleset
from table.core import decisions
from table.core.clock import Ends, HandTimes, at_signal, end_signal_s
from table.core.events import StartGame
from table.core.incidents import Signal, Timer
from table.core.state import Phase, TableState
from table.errors import IllegalActionError
from table.journal.carrying import first_written
from table.journal.entry import JournalEntry
from table.journal.store import Draft
from table.session import Session
from table.web.commands import confirmed, order_of
from table.web.editor import last_game, stands
from table.web.views.referee import (
    EndsWord,
    GongCommand,
    GongRequest,
    GongView,
    TimerRequest,
    TimerView,
)
from table.web.views.table import ConfirmedView

JUMP_S = 90.0
"""A difference between the two clocks that people should know of."""


class Clockroom:
    """The clock of one table."""

    def __init__(
        self,
        session: Session,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._session = session
        self._clock = clock
        self._wall = wall
        self._heard: dict[int, float] = {}
        """When entries were first seen, by the clock that cannot jump."""
        self._first = session.snapshot.seq
        """The last entry that was there when we began."""
        self._began = (clock(), max(wall(), _wall(session.written()[self._first - 1])))
        """No earlier than that entry: the machine may have woken with a clock that was set back."""

    def view(self) -> TimerView:
        """The clock now."""
        state, ruleset = self._session.snapshot.state, self._session.snapshot.ruleset
        elapsed, running, extra, asked, note = self._read()
        length = float(asked) if asked else end_signal_s(ruleset)
        none = length == float("inf")
        left = None if none else length + extra - elapsed
        return TimerView(
            running=running,
            length_s=0 if none else int(length),
            extra_s=extra,
            elapsed_s=round(elapsed, 1),
            left_s=None if left is None else round(left, 1),
            due=left is not None and left <= 0 and state.gong is None,
            gong=state.gong is not None,
            note=note,
        )

    async def change(self, request: TimerRequest) -> TimerView:
        """Journal a start, a stop, or time given back. Raises IllegalActionError."""

        def decide(_: TableState, __: Ruleset) -> Iterable[Draft]:
            running = self._read()[1]
            if request.action == "start" and running:
                raise IllegalActionError("timer: it runs already")
            if request.action == "stop" and not running:
                raise IllegalActionError("timer: it does not run")
            timer = Timer(request.action, request.seconds)
            return (Draft(Signal("timer", detail=request.action)), Draft(timer))

        await self._session.change(order_of(request), decide)
        self._read()
        return self.view()

    def preview(self, request: GongRequest) -> GongView:
        """What the end signal would end now; nothing is changed."""
        ruleset = self._session.snapshot.ruleset
        ends = at_signal(self._elapsed(), self._times(request), ruleset)
        return GongView(
            ends=_WORDS[ends],
            words=f"the session ends {ends}",
            clause=ruleset.clauses["timing.between_hands"]
            if self._between()
            else ruleset.clauses["timing.hand_finished"],
        )

    async def ring(self, request: GongCommand) -> ConfirmedView:
        """Journal the end signal, and the end of the game where no hand has begun."""

        def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
            if state.gong is not None:
                raise IllegalActionError("gong: the end signal has been given already")
            times = self._times(request)
            return map(Draft, decisions.ring(state, self._elapsed(), times, ruleset))

        return confirmed(await self._session.change(order_of(request), decide))

    def _elapsed(self) -> float:
        return self._read()[0]

    def _between(self) -> bool:
        """Whether no tile of the hand that is dealt by the record was seen to move."""
        state = self._session.snapshot.state
        return bool(state.hands) and (state.play is None or not state.play.watched)

    def _times(self, request: GongRequest) -> HandTimes:
        """What is known of the hand: between hands it is over, and people say of walls and dice."""
        if not self._between() and self._session.snapshot.state.phase is Phase.HAND:
            return HandTimes()
        thrown = request.walls_built and request.dice_thrown
        return HandTimes(
            over_s=0.0,
            walls_built=request.walls_built,
            dice_s=0.0 if thrown else None,
        )

    def _read(self) -> tuple[float, bool, int, int | None, str]:
        """Seconds that ran, whether it runs, extra, the organiser's length, and a note."""
        elapsed, extra, asked, started, note = 0.0, 0, None, None, ""
        for one in last_game(stands(self._session)):
            event = one.event
            if isinstance(event, StartGame):
                elapsed, extra, asked, started = 0.0, 0, None, None
            if not isinstance(event, Timer):
                continue
            entry = first_written(one.entry, self._session.written())
            if event.action == "extra":
                extra += event.seconds
            elif event.action == "start":
                started, asked = entry, event.seconds or asked
            elif event.action == "stop" and started is not None:
                ran, said = self._between_entries(started, entry)
                elapsed, note, started = elapsed + ran, said or note, None
        if started is not None:
            ran, said = self._since(started)
            elapsed, note = elapsed + ran, said or note
        return elapsed, started is not None, extra, asked, note

    def _since(self, entry: JournalEntry) -> tuple[float, str]:
        """From an entry until now."""
        return self._span(self._moment(entry), self._clock(), _wall(entry), self._wall())

    def _between_entries(self, first: JournalEntry, last: JournalEntry) -> tuple[float, str]:
        if (
            last.seq <= self._first
        ):  # both are of earlier runs: the journal's times are all there is
            return self._span(_wall(first), _wall(last), _wall(first), _wall(last))
        return self._span(self._moment(first), self._moment(last), _wall(first), _wall(last))

    def _moment(self, entry: JournalEntry) -> float:
        """When an entry was written, by the clock that cannot jump."""
        if entry.seq not in self._heard:
            steady, wall = self._began
            earlier = entry.seq <= self._first
            self._heard[entry.seq] = (
                steady - max(0.0, wall - _wall(entry)) if earlier else self._clock()
            )
        return self._heard[entry.seq]

    @staticmethod
    def _span(begin: float, end: float, said_begin: float, said_end: float) -> tuple[float, str]:
        ran, said = end - begin, said_end - said_begin
        note = ""
        if abs(ran - said) > JUMP_S or ran < 0:
            note = "the machine's clock was set while the session ran; its time was counted apart"
        return max(0.0, ran), note


_WORDS: dict[Ends, EndsWord] = {
    Ends.NOW: "now",
    Ends.AFTER_HAND: "after_hand",
    Ends.AFTER_NEXT: "after_next",
}


def _wall(entry: JournalEntry) -> float:
    try:
        return datetime.fromisoformat(entry.at).timestamp()
    except ValueError:
        return 0.0
