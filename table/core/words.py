"""What events mean to a person, in one line."""

from collections.abc import Iterable, Sequence

from table.core.events import Correction, Hora, ReachAccepted, Ryukyoku, StartGame, TableEvent
from table.core.incidents import (
    Call,
    Chombo,
    DeadHand,
    Gong,
    HandsVoid,
    Irregularity,
    Penalty,
    ReachVoid,
    RulingCancelled,
    Substitute,
    WarningGiven,
)
from table.core.state import HandResult
from table.core.units import SEATS

Names = Sequence[str]
"""The players, by seat."""

_TOLD = (
    Hora,
    Ryukyoku,
    Chombo,
    HandsVoid,
    DeadHand,
    ReachVoid,
    Penalty,
    WarningGiven,
    RulingCancelled,
    Substitute,
    ReachAccepted,
    Gong,
)
"""What a commit is named after, the weightiest first."""


def describe_commit(names: Names, events: Iterable[TableEvent]) -> str:
    """What a person did, of all the events that were written together."""
    kinds: dict[type, list[TableEvent]] = {}
    for event in events:
        kinds.setdefault(type(event), []).append(event)
        if isinstance(event, Correction):
            return f"correction: {event.reason}".removesuffix(": ")
    for kind in _TOLD:
        if kind in kinds:
            said = "; ".join(_told(names, event) for event in kinds[kind])
            spoilt = kind is Ryukyoku and Chombo in kinds
            also = "; ".join(_told(names, event) for event in kinds[Chombo]) if spoilt else ""
            return f"{said}; {also}" if also else said
    return "new game" if StartGame in kinds else "change"


def describe_result(names: Names, result: HandResult) -> str:
    """One finished hand: who won from whom, or who was tenpai, or whose chombo ended it."""
    said = [
        f"{names[win.actor]} by {_how(win)}"
        + ("" if win.tsumo else f" from {names[win.target]}")
        + f", {win.hora_points}"
        for win in result.wins
    ]
    if result.draw is not None:
        said.append(_drawn(names, result.draw))
    said += [_told(names, chombo) for chombo in result.chombos]
    return "; ".join(said)


def describe_event(event: TableEvent) -> str:
    """What an event is about: why a hand was drawn, which foul, which word; empty for none."""
    match event:
        case Irregularity():
            return event.detail or _reason(event.kind)
        case Call():
            return event.word
        case Ryukyoku() | Chombo() | DeadHand() | ReachVoid() | Penalty() | WarningGiven():
            return _reason(event.reason)
        case _:
            return ""


def _told(names: Names, event: TableEvent) -> str:
    """One event, as a commit is named after it."""
    match event:
        case Hora():
            return f"win of {names[event.actor]} by {_how(event)}"
        case Ryukyoku():
            return _reason(event.reason)
        case HandsVoid():
            return f"{event.count} hands void, {_reason(event.reason)}"
        case RulingCancelled():
            return f"ruling {event.ruling + 1} taken back: {event.reason}"
        case Substitute():
            return f"{event.name} sits down for {names[event.actor]}"
        case ReachAccepted():
            return f"riichi of {names[event.actor]}"
        case Gong():
            return "the time is up"
        case Penalty():
            points = f"{event.tenths / 10:g} points off" if event.tenths else "no points"
            return f"{names[event.actor]}: {_reason(event.reason)}, {points}"
        case Chombo() | DeadHand() | ReachVoid() | WarningGiven():
            what = _RULINGS[type(event)]
            return f"{what} {names[event.actor]}, {_reason(event.reason)}"
        case _:
            return "change"


_RULINGS: dict[type, str] = {
    Chombo: "chombo of",
    DeadHand: "dead hand of",
    ReachVoid: "void riichi of",
    WarningGiven: "warning to",
}


def _drawn(names: Names, draw: Ryukyoku) -> str:
    if draw.reason not in {"exhaustive_draw", "nagashi_mangan"}:
        return _reason(draw.reason)
    ready = [names[seat] for seat in SEATS if draw.tenpai(seat)]
    what = "draw" if draw.reason == "exhaustive_draw" else _reason(draw.reason)
    return f"{what}, tenpai: {', '.join(ready) or 'nobody'}"


def _reason(name: str) -> str:
    """The name of a foul or a draw, for a person."""
    return name.replace("_", " ")


def _how(win: Hora) -> str:
    return "tsumo" if win.tsumo else "ron"
