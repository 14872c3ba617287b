"""The table as an observer sees it, and how each event changes it: `state = apply(state, event)`.

The fold knows no rules: an event carries what the rules decided, and what they do not allow is
recorded all the same (`table.core.legal` judges it). Only an event that cannot follow the state is
refused (IllegalActionError), so that a record that folds is a game that can be.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from table.core import calls, events, incidents, moves, rulings, settling
from table.core.events import EndKyoku, StartGame, TableEvent
from table.core.play import Play
from table.core.table import (
    EMPTY,
    NO_RIICHI,
    FourRiichi,
    HandResult,
    Phase,
    Riichi,
    RulingMade,
    TableState,
    with_play,
)
from table.errors import IllegalActionError

__all__ = [
    "EMPTY",
    "NO_RIICHI",
    "FourRiichi",
    "HandResult",
    "Phase",
    "Riichi",
    "RulingMade",
    "TableState",
    "apply",
    "fold",
]


def apply(state: TableState, event: TableEvent) -> TableState:
    """The table after the event. Raises IllegalActionError for one that cannot come now."""
    kind = type(event)
    move = _MOVES.get(kind)
    if move is not None:
        if state.play is None or state.phase not in _WITHIN.get(kind, _IN_HAND):
            settling.need(state, event, *_WITHIN.get(kind, _IN_HAND))
            raise IllegalActionError(f"{kind.__name__}: no hand is dealt")
        return with_play(state, move(state.play, event))
    if kind in _CALLS:
        settling.need(state, event, Phase.HAND)
        if state.play is None:
            raise IllegalActionError(f"{kind.__name__}: no hand is dealt")
        return with_play(state, calls.call(state.play, event, state.oya))  # type: ignore[arg-type]
    change = _CHANGES.get(kind)
    if change is None:
        raise IllegalActionError(f"{kind.__name__}: belongs to the journal, not to the game")
    return change(state, event)


def fold(events: Iterable[TableEvent], state: TableState = EMPTY) -> TableState:
    """The table after all the events, in their order."""
    return reduce(apply, events, state)


def _start_game(_state: TableState, event: StartGame) -> TableState:
    return TableState(Phase.SEATED, event.names, event.rules, event.riichi_bet, event.aka_flag)


def _end_kyoku(state: TableState, event: EndKyoku) -> TableState:
    settling.need(state, event, Phase.SETTLED)
    return settling.end_kyoku(state)


def _set_up(
    state: TableState, event: incidents.Seating | incidents.Dice | incidents.WallBreak
) -> TableState:
    return replace(state, setup=(*state.setup, event))


def _unchanged(state: TableState, _event: TableEvent) -> TableState:
    return state


_IN_HAND = (Phase.HAND,)
_WITHIN: dict[type[TableEvent], tuple[Phase, ...]] = {
    incidents.Reveal: (Phase.HAND, Phase.SETTLED),
    events.Dora: (Phase.HAND, Phase.SETTLED),
    incidents.OutOfSync: (Phase.HAND, Phase.SETTLED),
}
_MOVES: dict[type[TableEvent], Callable[[Play, Any], Play]] = {
    events.Tsumo: moves.tsumo,
    events.Dahai: moves.dahai,
    events.Ankan: calls.ankan,
    events.Kakan: calls.kakan,
    events.Dora: moves.dora,
    incidents.Call: moves.said,
    incidents.Reveal: moves.reveal,
    incidents.Tenpai: moves.announced,
    incidents.PutBack: moves.put_back,
    incidents.CountsAsDiscard: moves.counts,
    incidents.OutOfSync: moves.lost,
}
"""What changes the hand in progress alone."""
_CALLS = frozenset({events.Chi, events.Pon, events.Daiminkan})
_CHANGES: dict[type[TableEvent], Callable[[TableState, Any], TableState]] = {
    events.StartGame: _start_game,
    events.StartKyoku: settling.start_kyoku,
    events.Reach: settling.declare,
    events.ReachAccepted: settling.accept,
    events.Hora: settling.hora,
    events.Ryukyoku: settling.ryukyoku,
    events.EndKyoku: _end_kyoku,
    events.EndGame: settling.end_game,
    incidents.Chombo: settling.chombo,
    incidents.HandsVoid: settling.hands_void,
    incidents.Penalty: rulings.note,
    incidents.WarningGiven: rulings.note,
    incidents.DeadHand: rulings.dead_hand,
    incidents.ReachVoid: rulings.reach_void,
    incidents.RulingCancelled: rulings.cancelled,
    incidents.Gong: rulings.gong,
    incidents.Substitute: rulings.substitute,
    incidents.Seating: _set_up,
    incidents.Dice: _set_up,
    incidents.WallBreak: _set_up,
    incidents.Irregularity: _unchanged,
    incidents.StickCount: _unchanged,
    incidents.Signal: _unchanged,
    incidents.Timer: _unchanged,
}
