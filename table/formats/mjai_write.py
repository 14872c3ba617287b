"""Events to mjai JSON lines: a replay of full knowledge, or what one seat saw.

The fields are those that every reader of the dialect takes, and the rules where they are known.
An event that mjai has no word for stays behind, for the sidecar; a hole in the record refuses the
replay.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.codec import event_mapping
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Hora,
    Kakan,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    TableEvent,
    Tsumo,
)
from table.errors import ExportRefusedError
from table.formats.places import hand_places
from table.formats.said_rules import ID, said_rules

_FIELDS: dict[type[TableEvent], tuple[str, ...]] = {
    StartGame: ("names", "kyoku_first", "aka_flag"),
    StartKyoku: (
        "bakaze", "dora_marker", "kyoku", "honba", "kyotaku", "oya", "scores", "tehais",
    ),
    Tsumo: ("actor", "pai"),
    Dahai: ("actor", "pai", "tsumogiri"),
    Chi: ("actor", "target", "pai", "consumed"),
    Pon: ("actor", "target", "pai", "consumed"),
    Daiminkan: ("actor", "target", "pai", "consumed"),
    Ankan: ("actor", "consumed"),
    Kakan: ("actor", "pai", "consumed"),
    Dora: ("dora_marker",),
    Reach: ("actor",),
    ReachAccepted: ("actor",),
    Hora: ("actor", "target", "deltas", "ura_markers"),
    Ryukyoku: ("deltas", "reason"),
    EndKyoku: (),
    EndGame: (),
}  # fmt: skip
"""mjai's own events, each with the fields that leave."""
_REASONS = {"nine_kinds": "kyushu_kyuhai"}
"""Where other readers know another word for a draw."""


def is_mjai(event: TableEvent) -> bool:
    """Whether mjai has a word for this event."""
    return type(event) in _FIELDS


def check_holes(events: Sequence[TableEvent], seat: Seat | None = None) -> None:
    """Check that all is known, or all that one seat sees. Raises ExportRefusedError."""
    expected = "a record without holes" if seat is None else f"all that seat {seat} saw"
    for event, place in zip(events, hand_places(events), strict=True):
        hole = _hole(event, seat)
        if hole:
            raise ExportRefusedError(f"{place}: {hole}, expected {expected}")


def replay_lines(events: Sequence[TableEvent], said: Mapping[str, Any] | None = None) -> list[str]:
    """A replay, everything visible; `said` is what its `start_game` is to say of the rules.

    Raises ExportRefusedError naming the first hole.
    """
    check_holes(events)
    lines = []
    for event in filter(is_mjai, events):
        mapping = _mapping(event)
        if isinstance(event, StartGame):
            mapping |= said or {}
        lines.append(_json(mapping))
    return lines


def seat_lines(
    events: Sequence[TableEvent], seat: Seat, said: Mapping[str, Any] | None = None
) -> list[str]:
    """What one seat saw: the others' hands and draws are "?". Raises ExportRefusedError."""
    check_holes(events, seat)
    lines = []
    for event in filter(is_mjai, events):
        mapping = _mapping(_seen_by(event, seat))
        if isinstance(event, StartGame):
            mapping |= {"id": int(seat)} | dict(said or {})
        lines.append(_json(mapping))
    return lines


def record_lines(events: Iterable[TableEvent], ruleset: Ruleset) -> list[str]:
    """Our own record, holes and incidents and all: every field of every event, and the rules."""
    lines = []
    for event in events:
        mapping = event_mapping(event)
        if isinstance(event, StartGame):
            mapping["rules"] = {ID: event.rules} | said_rules(ruleset, event)
        lines.append(_json(mapping))
    return lines


def _mapping(event: TableEvent) -> dict[str, Any]:
    whole = event_mapping(event)
    mapping = {"type": whole["type"]} | {name: whole[name] for name in _FIELDS[type(event)]}
    if isinstance(event, Hora) and event.pao is not None:
        mapping["pao"] = int(event.pao)
    if isinstance(event, Ryukyoku):
        mapping["reason"] = _REASONS.get(event.reason, event.reason)
        if not event.reason:
            del mapping["reason"]
    return mapping


def _json(mapping: dict[str, Any]) -> str:
    return json.dumps(mapping, ensure_ascii=False, separators=(",", ":"))


def _seen_by(event: TableEvent, seat: Seat) -> TableEvent:
    """The event as this seat saw it."""
    if isinstance(event, StartKyoku):
        hidden = (None,) * 13
        hands = tuple(hand if other == seat else hidden for other, hand in enumerate(event.tehais))
        return replace(event, tehais=hands)
    if isinstance(event, Tsumo) and event.actor != seat:
        return replace(event, pai=None)
    return event


def _hole(event: TableEvent, seat: Seat | None = None) -> str:
    """What is unknown in an event, in words; empty for nothing that the reader needs.

    With a seat, the others' hands and draws may be unknown.
    """
    match event:
        case StartKyoku():
            if event.dora_marker is None:
                return "dora_marker is unknown"
            for owner, hand in enumerate(event.tehais):
                if None in hand and seat in {None, owner}:
                    return f"{hand.count(None)} dealt tiles of seat {owner} are unknown"
        case Tsumo(actor=actor, pai=None) if seat in {None, actor}:
            return f"the tile that seat {actor} drew is unknown"
        case Dahai(actor=actor, pai=None):
            return f"the tile that seat {actor} discarded is unknown"
        case Dahai(actor=actor, tsumogiri=None):
            return f"whether seat {actor} discarded the tile just drawn is unknown"
        case Dora(dora_marker=None):
            return "dora_marker is unknown"
        case _:
            pass
    return ""
