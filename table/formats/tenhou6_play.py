"""The turns of a round as one line of events: where dora are turned and riichi sticks are laid."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import (
    Ankan,
    Dahai,
    Daiminkan,
    Dora,
    Kakan,
    PlayEvent,
    Reach,
    ReachAccepted,
    Tsumo,
)
from table.formats.tenhou6_result import Result
from table.formats.tenhou6_turns import Turn

KanDora = Literal["before_discard", "at_once"]
"""When an open kan turns its indicator: before the discard that follows, or with the kan."""


@dataclass(frozen=True, slots=True)
class Play:
    """A round from its first draw to its result."""

    events: tuple[PlayEvent, ...]
    accepted: tuple[Seat, ...]
    """Who laid a stick."""
    last_tile: Tile | None
    """The tile that a win would be on."""
    notes: tuple[str, ...] = ()


def lay_out(
    order: Iterable[Turn],
    indicators: Sequence[Tile],
    result: Result,
    kan_dora: KanDora,
    sticks: tuple[int, int | None],
) -> Play:
    """Put the events of the turns in a row.

    `sticks` lie on the table before the round and, where known, after it. Raises ValueError for
    more indicators than the kans turn.
    """
    row = _Row(indicators, at_once=kan_dora == "at_once")
    for turn in order:
        row.turn(turn)
    row.end(result, sticks)
    return Play(tuple(row.events), tuple(row.accepted), row.last_tile, tuple(row.notes))


class _Row:
    """The events so far, and what the next ones owe."""

    def __init__(self, indicators: Sequence[Tile], *, at_once: bool) -> None:
        self.events: list[PlayEvent] = []
        self.accepted: list[Seat] = []
        self.last_tile: Tile | None = None
        self.notes: list[str] = []
        self._left = deque(indicators)
        self._at_once = at_once
        self._due = 0
        """Indicators to be turned before the next draw."""
        self._owed = 0
        """Indicators of open kans, to be turned before the next discard."""
        self._kans = 0
        self._declared: Seat | None = None

    def turn(self, turn: Turn) -> None:
        if self._declared is not None:
            self._accept(self._declared)
        for event in turn.events:
            self._before(event)
            self.events.append(event)
            self._after(event)
        if turn.riichi:
            self._declared = turn.seat

    def end(self, result: Result, sticks: tuple[int, int | None]) -> None:
        if self._declared is not None and self._stands(result, sticks):
            self._accept(self._declared)
        left = len(self._left)
        if left > self._due + self._owed:
            raise ValueError(f"{left} dora indicators left over after {self._kans} kans")
        self._turn_dora(left)
        turned = sum(isinstance(event, Dora) for event in self.events)
        if 0 < turned < self._kans - 1:
            self.notes.append(f"{turned} indicators for {self._kans} kans: the first ones got them")

    def _before(self, event: PlayEvent) -> None:
        match event:
            case Tsumo():
                self._turn_dora(self._due)
                self._due = 0
            case Reach() | Dahai():
                self._turn_dora(self._due + self._owed)
                self._due = self._owed = 0
            case _:
                pass

    def _after(self, event: PlayEvent) -> None:
        match event:
            case Tsumo(pai=tile) | Dahai(pai=tile):
                self.last_tile = tile
            case Ankan(consumed=tiles):
                self.last_tile = tiles[0]
                self._due += self._owed + 1
                self._owed = 0
            case Daiminkan():
                self._kan(self._at_once)
            case Kakan(pai=tile):
                self.last_tile = tile
                self._due += self._owed
                self._owed = 0
                self._kan(self._at_once)
            case _:
                return
        self._kans += isinstance(event, Ankan | Daiminkan | Kakan)

    def _kan(self, at_once: bool) -> None:
        if at_once:
            self._due += 1
        else:
            self._owed += 1

    def _turn_dora(self, count: int) -> None:
        for _ in range(min(count, len(self._left))):
            self.events.append(Dora(self._left.popleft()))

    def _accept(self, seat: Seat) -> None:
        self.events.append(ReachAccepted(seat))
        self.accepted.append(seat)
        self._declared = None

    def _stands(self, result: Result, sticks: tuple[int, int | None]) -> bool:
        """Whether the stick of a riichi with the last discard was laid."""
        if result.wins:
            return False
        before, after = sticks
        laid = before + len(self.accepted)
        if after in {laid, laid + 1}:
            return after == laid + 1
        return result.draw is None or result.draw.reason != "triple_ron"
