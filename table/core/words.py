"""What events mean to a person, in one line."""

from collections.abc import Iterable

from scoring.seats import Seat
from table.core.events import Hora, ReachAccepted, Ryukyoku, StartGame, TableEvent
from table.core.state import HandResult, TableState


def describe_commit(events: Iterable[TableEvent]) -> str:
    """The event that a person caused among those written together."""
    kinds = {type(event): event for event in events}
    for event in (kinds.get(Hora), kinds.get(Ryukyoku), kinds.get(ReachAccepted)):
        match event:
            case Hora():
                return f"win of seat {event.actor} by {_how(event)}"
            case Ryukyoku():
                return "exhaustive draw"
            case ReachAccepted():
                return f"riichi of seat {event.actor}"
            case _:
                continue
    return "new game" if StartGame in kinds else "change"


def describe_result(state: TableState, result: HandResult) -> str:
    """One finished hand: who won from whom, or who was tenpai."""
    if result.draw is not None:
        ready = [_player(state, Seat(seat)) for seat in range(4) if result.draw.tenpais[seat]]
        return f"draw, tenpai: {', '.join(ready) or 'nobody'}"
    return "; ".join(
        f"{_player(state, win.actor)} by {_how(win)}"
        + ("" if win.tsumo else f" from {_player(state, win.target)}")
        + f", {win.hora_points}"
        for win in result.wins
    )


def _player(state: TableState, seat: Seat) -> str:
    return state.names[seat]


def _how(win: Hora) -> str:
    return "tsumo" if win.tsumo else "ron"
