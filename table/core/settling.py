"""How points and sticks move on the record: riichi, wins, draws, chombo, void hands."""

from collections.abc import Iterable
from dataclasses import replace
from operator import add, sub

from scoring.seats import Seat
from table.core.events import EndGame, Hora, Reach, ReachAccepted, Ryukyoku, StartKyoku
from table.core.incidents import Chombo, HandsVoid
from table.core.moves import reach, won
from table.core.play import deal
from table.core.table import (
    NO_RIICHI,
    FourRiichi,
    HandResult,
    Phase,
    Riichi,
    RulingMade,
    TableState,
    with_play,
)
from table.core.units import SEATS, Points
from table.errors import IllegalActionError


def start_kyoku(state: TableState, event: StartKyoku) -> TableState:
    """A hand is dealt."""
    need(state, event, Phase.SEATED, Phase.BETWEEN)
    if state.phase is Phase.BETWEEN:
        need_equal(event, "scores", event.scores, state.scores)
        need_equal(event, "kyotaku", event.kyotaku, state.kyotaku)
    return replace(
        state,
        phase=Phase.HAND,
        bakaze=event.bakaze,
        kyoku=event.kyoku,
        honba=event.honba,
        kyotaku=event.kyotaku,
        oya=event.oya,
        scores=event.scores,
        riichi=NO_RIICHI,
        play=deal(event, aka_flag=state.aka_flag),
    )


def declare(state: TableState, event: Reach) -> TableState:
    """Riichi is said."""
    need(state, event, Phase.HAND)
    _need_riichi(state, event, Riichi.NONE)
    if state.play is not None:
        state = with_play(state, reach(state.play, event))
    return replace(state, riichi=put_riichi(state.riichi, event.actor, Riichi.DECLARED))


def accept(state: TableState, event: ReachAccepted) -> TableState:
    """The stick is laid."""
    need(state, event, Phase.HAND)
    _need_riichi(state, event, Riichi.DECLARED)
    state = replace(state, riichi=put_riichi(state.riichi, event.actor, Riichi.ACCEPTED))
    return move_stick(state, event.actor, 1)


def hora(state: TableState, event: Hora) -> TableState:
    """A win is paid."""
    need(state, event, Phase.HAND, Phase.SETTLED)
    result = open_result(state)
    if result.draw is not None:
        raise IllegalActionError(f"{name(event)}: the hand is drawn already")
    if state.play is not None:
        state = with_play(state, won(state.play, event))
    return _settle(state, event, replace(result, wins=(*result.wins, event)))


def ryukyoku(state: TableState, event: Ryukyoku) -> TableState:
    """The hand is drawn."""
    need(state, event, Phase.HAND)
    need_equal(event, "sum of the deltas", sum(event.deltas), 0)
    return _settle(state, event, replace(open_result(state), draw=event))


def chombo(state: TableState, event: Chombo) -> TableState:
    """A chombo is paid; it ends the hand unless a win stands beside it."""
    need(state, event, Phase.HAND, Phase.SETTLED)
    made = RulingMade(event, finished(state))
    state = replace(state, rulings=(*state.rulings, made))
    if state.phase is Phase.HAND and not event.ends_hand:
        return pay(state, event, event.deltas)
    result = open_result(state)
    return _settle(state, event, replace(result, chombos=(*result.chombos, event)))


def end_kyoku(state: TableState) -> TableState:
    """The table is cleared."""
    return replace(state, phase=Phase.BETWEEN, riichi=NO_RIICHI, play=None, setup=())


def end_game(state: TableState, event: EndGame) -> TableState:
    """The game is over; left-over sticks may go to somebody."""
    need(state, event, Phase.BETWEEN, Phase.SEATED, Phase.HAND)
    if state.phase is Phase.HAND and (
        state.riichi != NO_RIICHI or (state.play is not None and state.play.watched)
    ):
        raise IllegalActionError(f"{name(event)}: the hand has begun, expected its end before")
    if event.scores is not None:
        gains = points(map(sub, event.scores, state.scores))
        if min(gains) < 0:
            need_equal(event, "scores", event.scores, state.scores)
        state = pay(state, event, gains)
    return replace(state, phase=Phase.ENDED, play=None)


def hands_void(state: TableState, event: HandsVoid) -> TableState:
    """Hands fall, the one in progress with them."""
    need(state, event, Phase.HAND, Phase.SETTLED, Phase.BETWEEN)
    standing = state.hands[:-1] if state.phase is Phase.SETTLED else state.hands
    if event.count > len(standing):
        raise IllegalActionError(
            f"{name(event)}: {event.count} hands, expected at most the {len(standing)} played"
        )
    kept = standing[: len(standing) - event.count]
    scores, pot = state.scores, state.kyotaku
    if event.count:
        scores, pot = standing[len(kept)].opening, standing[len(kept)].pot
    elif state.play is not None:
        scores, pot = state.play.opening, state.play.pot
    return replace(
        state,
        phase=Phase.BETWEEN,
        hands=kept,
        scores=scores,
        kyotaku=pot,
        riichi=NO_RIICHI,
        play=None,
        gong=None if state.gong is None else min(state.gong, len(kept)),
        rulings=tuple(
            made._replace(void=True) if made.hand >= len(kept) else made for made in state.rulings
        ),
    )


def pay(state: TableState, event: Hora | Chombo | EndGame | Ryukyoku, deltas: Points) -> TableState:
    """Points change hands; what they add up to are sticks that leave the table."""
    taken = sum(deltas)
    sticks = taken // state.riichi_bet if state.riichi_bet else state.kyotaku
    if taken != sticks * state.riichi_bet or not 0 <= sticks <= state.kyotaku:
        raise IllegalActionError(
            f"{name(event)}: deltas {list(deltas)} add up to {taken}, expected"
            f" {state.riichi_bet} for each stick taken of the {state.kyotaku} on the table"
        )
    scores = points(map(add, state.scores, deltas))
    return replace(state, scores=scores, kyotaku=state.kyotaku - sticks)


def move_stick(state: TableState, actor: Seat, sticks: int) -> TableState:
    """A stick is laid on the table (1) or goes back (-1)."""
    scores = list(state.scores)
    scores[actor] -= sticks * state.riichi_bet
    return replace(state, scores=points(scores), kyotaku=state.kyotaku + sticks)


def finished(state: TableState) -> int:
    """How many hands are finished."""
    return len(state.hands) - (state.phase is Phase.SETTLED)


def open_result(state: TableState) -> HandResult:
    """The result being written: the last one while it may have more winners, else a new one."""
    if state.phase is Phase.SETTLED:
        return state.hands[-1]
    play = state.play
    opening, pot = (state.scores, state.kyotaku) if play is None else (play.opening, play.pot)
    return HandResult(state.bakaze, state.kyoku, state.honba, state.oya, opening=opening, pot=pot)


def put_riichi(riichi: FourRiichi, seat: Seat, value: Riichi) -> FourRiichi:
    """The four riichi, one of them changed."""
    first, second, third, fourth = (
        value if other == seat else old for other, old in zip(SEATS, riichi, strict=True)
    )
    return first, second, third, fourth


def points(values: Iterable[int]) -> Points:
    """Four numbers as points."""
    first, second, third, fourth = values
    return first, second, third, fourth


def need(state: TableState, event: object, *phases: Phase) -> None:
    """Refuse an event that belongs elsewhere in the game."""
    if state.phase not in phases:
        expected = " or ".join(str(phase) for phase in phases)
        raise IllegalActionError(f"{name(event)}: the table is {state.phase}, not {expected}")


def need_equal(event: object, what: str, got: object, expected: object) -> None:
    """Refuse an event that contradicts the state."""
    if got != expected:
        raise IllegalActionError(f"{name(event)}: {what} {got}, expected {expected}")


def name(event: object) -> str:
    """What a message calls an event."""
    return type(event).__name__


def _settle(state: TableState, event: Hora | Ryukyoku | Chombo, result: HandResult) -> TableState:
    earlier = state.hands[:-1] if state.phase is Phase.SETTLED else state.hands
    paid = pay(state, event, event.deltas)
    done = replace(result, deltas=points(map(add, result.deltas, event.deltas)), scores=paid.scores)
    return replace(paid, phase=Phase.SETTLED, hands=(*earlier, done))


def _need_riichi(state: TableState, event: Reach | ReachAccepted, expected: Riichi) -> None:
    riichi = state.riichi[event.actor]
    if riichi is not expected:
        raise IllegalActionError(
            f"{name(event)}: riichi of seat {event.actor} is {riichi.value}, not {expected.value}"
        )
