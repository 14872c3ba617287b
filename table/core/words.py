"""What events mean to a person, in one line."""

from collections.abc import Iterable, Sequence

from table.core.events import SEATS, Hora, ReachAccepted, Ryukyoku, StartGame, TableEvent
from table.core.state import HandResult

Names = Sequence[str]
"""The players, by seat."""


def describe_commit(names: Names, events: Iterable[TableEvent]) -> str:
    """What a person did, of all the events that were written together."""
    kinds = {type(event): event for event in events}
    for event in (kinds.get(Hora), kinds.get(Ryukyoku), kinds.get(ReachAccepted)):
        match event:
            case Hora():
                return f"win of {names[event.actor]} by {_how(event)}"
            case Ryukyoku():
                return "exhaustive draw"
            case ReachAccepted():
                return f"riichi of {names[event.actor]}"
            case _:
                continue
    return "new game" if StartGame in kinds else "change"


def describe_result(names: Names, result: HandResult) -> str:
    """One finished hand: who won from whom, or who was tenpai."""
    if result.draw is not None:
        ready = [names[seat] for seat in SEATS if result.draw.tenpai(seat)]
        return f"draw, tenpai: {', '.join(ready) or 'nobody'}"
    return "; ".join(
        f"{names[win.actor]} by {_how(win)}"
        + ("" if win.tsumo else f" from {names[win.target]}")
        + f", {win.hora_points}"
        for win in result.wins
    )


def _how(win: Hora) -> str:
    return "tsumo" if win.tsumo else "ron"
