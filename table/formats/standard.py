"""A game in the words that every reader has; what they have no word for is set apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add
from typing import Any

from scoring.seats import Seat
from table.core.codec import NAMES, event_mapping
from table.core.events import (
    Correction,
    EndKyoku,
    Hora,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartKyoku,
    TableEvent,
    Undo,
)
from table.core.incidents import (
    Chombo,
    DeadHand,
    HandsVoid,
    Incident,
    OutOfSync,
    PutBack,
    ReachVoid,
)
from table.core.units import NO_POINTS, Points
from table.errors import ExportRefusedError
from table.formats.places import hand_places

CHOMBO = "chombo"
"""Reason of the draw that stands for a hand which a foul ended."""
NAGASHI = "nagashi mangan"
_UNSAYABLE = {
    PutBack: "a drawn tile went back to the wall",
    HandsVoid: "hands were declared void",
    OutOfSync: "the observer lost the thread",
    Correction: "earlier entries of a journal were corrected",
    Undo: "an entry of a journal was taken back",
}


@dataclass(frozen=True, slots=True)
class Standard:
    """The game that leaves, and what stays behind."""

    events: tuple[TableEvent, ...]
    aside: tuple[dict[str, Any], ...]
    """For the sidecar: each with its place, the number of the line that it follows, and why."""


def standard(events: Sequence[TableEvent]) -> Standard:
    """Say the game without our own events. Raises ExportRefusedError where that is not possible."""
    kept: list[TableEvent] = []
    aside: list[dict[str, Any]] = []
    hand: list[tuple[TableEvent, str]] = []
    for event, place in zip(events, hand_places(events), strict=True):
        if type(event) in _UNSAYABLE:
            raise ExportRefusedError(
                f"{place}: {_UNSAYABLE[type(event)]} ({NAMES[type(event)]}), which this format"
                " cannot say"
            )
        if isinstance(event, StartKyoku):
            _flush(hand, kept, aside)
        hand.append((event, place))
    _flush(hand, kept, aside)
    return Standard(tuple(kept), tuple(aside))


def _flush(
    hand: list[tuple[TableEvent, str]], kept: list[TableEvent], aside: list[dict[str, Any]]
) -> None:
    """Move one hand, and what follows it, over to the game that leaves."""
    voided = _voided(hand)
    ended = any(isinstance(event, Hora | Ryukyoku) for event, _ in hand)
    paid: Points | None = None
    for event, place in hand:
        if isinstance(event, Incident):
            _set_aside(aside, event, place, len(kept), "mjai has no such event")
            if isinstance(event, Chombo):
                first, second, third, fourth = map(add, paid or NO_POINTS, event.deltas)
                paid = first, second, third, fourth
        elif isinstance(event, Reach | ReachAccepted) and event.actor in voided:
            _set_aside(aside, event, place, len(kept), "the riichi was declared void")
        elif isinstance(event, Hora) and is_nagashi(event):
            _set_aside(aside, event, place, len(kept), "written as a draw")
            kept.append(Ryukyoku(event.deltas, None, "nagashi_mangan"))
        else:
            if isinstance(event, EndKyoku) and not ended and paid is not None:
                kept.append(Ryukyoku(paid, None, CHOMBO))
            kept.append(event)
    hand.clear()


def _voided(hand: Sequence[tuple[TableEvent, str]]) -> set[Seat]:
    """Whose riichi of this hand does not count."""
    return {
        event.actor
        for event, _ in hand
        if isinstance(event, ReachVoid) or (isinstance(event, DeadHand) and event.riichi_void)
    }


def is_nagashi(win: Hora) -> bool:
    """Whether the win is that of a river, which has no winning tile."""
    return any(name == NAGASHI for name, _ in win.yakus)


def _set_aside(
    aside: list[dict[str, Any]], event: TableEvent, place: str, line: int, why: str
) -> None:
    aside.append({"place": place, "after_line": line, "why": why, "event": event_mapping(event)})
