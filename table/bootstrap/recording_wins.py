"""A win that was seen, as the win sheet takes it: what a person would have to type is filled in."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.ruleset import Ruleset
from table.core.events import Hora, TableEvent
from table.core.state import TableState, apply, fold
from table.errors import IllegalActionError
from table.web.declaring import declaration_view

Filled = Callable[[Sequence[TableEvent], Sequence[TableEvent]], Mapping[str, Any] | None]
"""The record and the events that would end the hand -> the sheet; None where it is no one win."""


def sheet_by(ruleset: Callable[[], Ruleset]) -> Filled:
    """How a win sheet is filled under the ruleset of the moment."""
    return lambda record, ending: filled_sheet(record, ending, ruleset())


def filled_sheet(
    record: Sequence[TableEvent], ending: Sequence[TableEvent], ruleset: Ruleset
) -> Mapping[str, Any] | None:
    """The only win among the last events of a hand, in the words of POST /api/score."""
    wins = [event for event in ending if isinstance(event, Hora)]
    if len(wins) != 1:
        return None
    (win,) = wins
    try:
        state = _before(fold(record), ending, win)
        view = declaration_view(state, win.actor, win.target, ruleset)
    except IllegalActionError:
        return None
    if view.win_tile is None or not view.concealed:
        return None
    ura = [str(tile) for tile in win.ura_markers]
    return {**view.model_dump(mode="json", exclude_none=True), "ura": ura or view.ura}


def _before(state: TableState, ending: Sequence[TableEvent], win: Hora) -> TableState:
    for event in ending:
        if event is win:
            break
        state = apply(state, event)
    return state
