"""The table as an observer sees it, and how each event changes it: `state = apply(state, event)`.

The fold knows no rules: an event carries what the rules decided. It only refuses an event that
cannot follow the state (IllegalActionError), so that a journal that folds is a game that can be.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from operator import add

from scoring.seats import Seat, Wind
from table.core.events import (
    SEATS,
    EndGame,
    EndKyoku,
    Hora,
    Points,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    TableEvent,
)
from table.core.incidents import Chombo
from table.errors import IllegalActionError


class Phase(Enum):
    """Where in a game the table is; the value completes "the table is ..."."""

    EMPTY = "empty"
    """Nobody has sat down."""
    SEATED = "seated for a first hand"
    """The first hand brings the points."""
    BETWEEN = "between hands"
    """The next hand is not dealt yet."""
    HAND = "in a hand"
    """A hand is being played."""
    SETTLED = "settling a hand"
    """The hand is won or drawn, and may have more winners."""
    ENDED = "at the end of a game"

    def __str__(self) -> str:
        return self.value


class Riichi(Enum):
    """How far a seat's riichi is."""

    NONE = "none"
    DECLARED = "declared"
    """Said, but the discard may still be won on: no stick yet."""
    ACCEPTED = "accepted"


FourRiichi = tuple[Riichi, Riichi, Riichi, Riichi]
NO_RIICHI: FourRiichi = (Riichi.NONE, Riichi.NONE, Riichi.NONE, Riichi.NONE)


@dataclass(frozen=True, slots=True)
class HandResult:
    """One finished hand."""

    bakaze: Wind
    kyoku: int
    honba: int
    oya: Seat
    wins: tuple[Hora, ...] = ()
    draw: Ryukyoku | None = None
    chombos: tuple[Chombo, ...] = ()
    deltas: Points = (0, 0, 0, 0)
    scores: Points = (0, 0, 0, 0)
    """After the hand."""


@dataclass(frozen=True, slots=True)
class TableState:
    """What is known about the table now."""

    phase: Phase = Phase.EMPTY
    names: tuple[str, str, str, str] = ("", "", "", "")
    rules: str = ""
    riichi_bet: int = 1000
    bakaze: Wind = Wind.EAST
    kyoku: int = 1
    honba: int = 0
    kyotaku: int = 0
    oya: Seat = Seat.FIRST
    scores: Points = (0, 0, 0, 0)
    riichi: FourRiichi = NO_RIICHI
    hands: tuple[HandResult, ...] = ()
    """The finished hands of this game; while the phase is SETTLED the last is the one at hand."""
    gong: int | None = None
    """How many hands were finished when the time was up."""

    @property
    def total(self) -> int:
        """Points and sticks together; no hand changes it."""
        return sum(self.scores) + self.riichi_bet * self.kyotaku

    def seat_wind(self, seat: Seat) -> Wind:
        """The wind of a seat in this hand."""
        return seat.wind(self.oya)


EMPTY = TableState()


def apply(state: TableState, event: TableEvent) -> TableState:
    """The table after the event. Raises IllegalActionError for one that cannot come now."""
    match event:
        case StartGame():
            return TableState(Phase.SEATED, event.names, event.rules, event.riichi_bet)
        case StartKyoku():
            return _start_kyoku(state, event)
        case Reach():
            return _reach(state, event)
        case ReachAccepted():
            return _reach_accepted(state, event)
        case Hora():
            return _hora(state, event)
        case Ryukyoku():
            return _ryukyoku(state, event)
        case EndKyoku():
            _need(state, event, Phase.SETTLED)
            return replace(state, phase=Phase.BETWEEN, riichi=NO_RIICHI)
        case EndGame():
            _need(state, event, Phase.BETWEEN)
            if event.scores is not None:
                _need_equal(event, "scores", event.scores, state.scores)
            return replace(state, phase=Phase.ENDED)
        case _:
            raise IllegalActionError(f"{_name(event)}: belongs to the journal, not to the game")


def fold(events: Iterable[TableEvent], state: TableState = EMPTY) -> TableState:
    """The table after all the events, in their order."""
    return reduce(apply, events, state)


def _start_kyoku(state: TableState, event: StartKyoku) -> TableState:
    _need(state, event, Phase.SEATED, Phase.BETWEEN)
    if state.phase is Phase.BETWEEN:
        _need_equal(event, "scores", event.scores, state.scores)
        _need_equal(event, "kyotaku", event.kyotaku, state.kyotaku)
    return replace(
        state,
        phase=Phase.HAND,
        bakaze=event.bakaze,
        kyoku=event.kyoku,
        honba=event.honba,
        kyotaku=event.kyotaku,
        oya=event.oya,
        scores=event.scores,
    )


def _reach(state: TableState, event: Reach) -> TableState:
    _need(state, event, Phase.HAND)
    _need_riichi(state, event, Riichi.NONE)
    return replace(state, riichi=_put(state.riichi, event.actor, Riichi.DECLARED))


def _reach_accepted(state: TableState, event: ReachAccepted) -> TableState:
    _need(state, event, Phase.HAND)
    _need_riichi(state, event, Riichi.DECLARED)
    scores = list(state.scores)
    scores[event.actor] -= state.riichi_bet
    return replace(
        state,
        riichi=_put(state.riichi, event.actor, Riichi.ACCEPTED),
        scores=_points(scores),
        kyotaku=state.kyotaku + 1,
    )


def _hora(state: TableState, event: Hora) -> TableState:
    _need(state, event, Phase.HAND, Phase.SETTLED)
    result = _open_result(state)
    if result.draw is not None:
        raise IllegalActionError(f"{_name(event)}: the hand is drawn already")
    taken = sum(event.deltas)
    sticks = taken // state.riichi_bet if state.riichi_bet else state.kyotaku
    if taken != sticks * state.riichi_bet or not 0 <= sticks <= state.kyotaku:
        raise IllegalActionError(
            f"{_name(event)}: deltas {list(event.deltas)} add up to {taken}, expected"
            f" {state.riichi_bet} for each stick taken of the {state.kyotaku} on the table"
        )
    return _settle(
        replace(state, kyotaku=state.kyotaku - sticks),
        replace(result, wins=(*result.wins, event)),
        event.deltas,
    )


def _ryukyoku(state: TableState, event: Ryukyoku) -> TableState:
    _need(state, event, Phase.HAND)
    _need_equal(event, "sum of the deltas", sum(event.deltas), 0)
    return _settle(state, replace(_open_result(state), draw=event), event.deltas)


def _open_result(state: TableState) -> HandResult:
    """The result being written: the last one while it may have more winners, else a new one."""
    if state.phase is Phase.SETTLED:
        return state.hands[-1]
    return HandResult(state.bakaze, state.kyoku, state.honba, state.oya)


def _settle(state: TableState, result: HandResult, deltas: Points) -> TableState:
    scores = _points(map(add, state.scores, deltas))
    done = replace(result, deltas=_points(map(add, result.deltas, deltas)), scores=scores)
    earlier = state.hands[:-1] if state.phase is Phase.SETTLED else state.hands
    return replace(state, phase=Phase.SETTLED, scores=scores, hands=(*earlier, done))


def _need(state: TableState, event: TableEvent, *phases: Phase) -> None:
    if state.phase not in phases:
        expected = " or ".join(str(phase) for phase in phases)
        raise IllegalActionError(f"{_name(event)}: the table is {state.phase}, not {expected}")


def _need_equal(event: TableEvent, what: str, got: object, expected: object) -> None:
    if got != expected:
        raise IllegalActionError(f"{_name(event)}: {what} {got}, expected {expected}")


def _need_riichi(state: TableState, event: Reach | ReachAccepted, expected: Riichi) -> None:
    riichi = state.riichi[event.actor]
    if riichi is not expected:
        raise IllegalActionError(
            f"{_name(event)}: riichi of seat {event.actor} is {riichi.value}, not {expected.value}"
        )


def _name(event: TableEvent) -> str:
    return type(event).__name__


def _put(riichi: FourRiichi, seat: Seat, value: Riichi) -> FourRiichi:
    first, second, third, fourth = (
        value if other == seat else old for other, old in zip(SEATS, riichi, strict=True)
    )
    return first, second, third, fourth


def _points(values: Iterable[int]) -> Points:
    first, second, third, fourth = values
    return first, second, third, fourth
