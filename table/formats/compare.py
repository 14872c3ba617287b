"""Whether two records tell the same play, whatever their formats leave open."""

from collections.abc import Sequence
from dataclasses import replace

from table.core.events import (
    Ankan,
    Chi,
    Daiminkan,
    Dora,
    EndGame,
    Hora,
    Kakan,
    Pon,
    Ryukyoku,
    StartGame,
    TableEvent,
)
from table.formats.places import hand_places


def first_difference(
    events: Sequence[TableEvent], others: Sequence[TableEvent], *, dora: bool = True
) -> str:
    """Where two games part, in words; empty where they are the same play.

    The order of a meld's own tiles, the worth of wins, the reason of draws and what the final
    points are do not count; without `dora`, nor does the moment when an indicator is turned.
    """
    ours, theirs = (_essence(one, dora=dora) for one in (events, others))
    for (event, place), (other, _) in zip(ours, theirs, strict=False):
        if event != other:
            return f"{place}: {_name(event)} against {_name(other)}"
    if len(ours) != len(theirs):
        return f"the end: {len(ours)} events against {len(theirs)}"
    return ""


def _essence(events: Sequence[TableEvent], *, dora: bool) -> list[tuple[TableEvent, str]]:
    return [
        (_bare(event), place)
        for event, place in zip(events, hand_places(events), strict=True)
        if not isinstance(event, StartGame | EndGame) and (dora or not isinstance(event, Dora))
    ]


def _bare(event: TableEvent) -> TableEvent:
    match event:
        case Chi() | Pon() | Daiminkan() | Ankan() | Kakan():
            return replace(event, consumed=tuple(sorted(event.consumed)))
        case Hora(actor=actor, target=target, deltas=deltas, ura_markers=ura):
            return Hora(actor, target, deltas, ura)
        case Ryukyoku(deltas=deltas):
            return Ryukyoku(deltas, reason="")
        case _:
            return event


def _name(event: TableEvent) -> str:
    fields = ("actor", "pai", "target")
    said = (str(getattr(event, field)) for field in fields if hasattr(event, field))
    return " ".join((type(event).__name__, *said))
