"""mjai JSON lines to events, line by line, up to the first that cannot be."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from table.core.codec import TYPES, parse_event
from table.core.events import (
    Dahai,
    EndGame,
    EndKyoku,
    Hora,
    Ryukyoku,
    StartKyoku,
    TableEvent,
    Tsumo,
)
from table.errors import TableError
from table.formats.draws import name_draw
from table.formats.record import MJAI, Fault, Note, Record
from table.formats.said_rules import named_id, said_of
from table.formats.words import DRAWS, DRAWS_MJLOG

MOST_EVENTS = 100_000
"""A game has about 1,500."""
_OTHER_REASONS = {
    **DRAWS, **{word: reason for word, reason in DRAWS_MJLOG.items() if word},
    "exhaustive": "exhaustive_draw", "fanpai": "exhaustive_draw",
    "nagashimangan": "nagashi_mangan", "nagashi": "nagashi_mangan",
    "kyushukyuhai": "nine_kinds", "kyushu_kyuhai": "nine_kinds", "nine_terminals": "nine_kinds",
    "sufurenta": "four_winds", "sufuurenta": "four_winds", "suufon_renda": "four_winds",
    "suukansanra": "four_kans", "suukansansen": "four_kans",
    "suuchariichi": "four_riichi", "suucha_riichi": "four_riichi",
    "sanchaho": "triple_ron", "sanchahou": "triple_ron",
}  # fmt: skip
"""How other programs name the reason of a draw."""
_OF_THREE = frozenset({"kita", "nukidora"})
_FREQUENT = ('{"type":"tsumo"', '{"type":"dahai"', '{"type": "tsumo"', '{"type": "dahai"')
_WORTH = ("yakus", "fan", "fu", "hora_points")
"""Fields of a win that others fill in their own way."""


def read_mjai(text: str) -> Record:
    """Read a whole game, one event a line; fields that we do not know are passed over."""
    reader = _Reader(text)
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(_FREQUENT) and reader.repeat(_draw_or_discard(line), number):
            continue
        if not line or line.isspace():
            continue
        try:
            reader.take(_mapping(line), f"line {number}")
        except (ValueError, TypeError, TableError, RecursionError) as failure:
            return reader.record(Fault(f"line {number}", _reason(failure)))
    return reader.record(reader.end(f"line {number}"))


class _Reader:
    """The game so far."""

    def __init__(self, text: str) -> None:
        self._events: list[TableEvent] = []
        self._places: list[str] = []
        self._notes: list[Note] = []
        self._reds = any(red in text for red in ('"5mr"', '"5pr"', '"5sr"'))
        self._ours = False
        self._said: dict[str, Any] = {}
        self._hand_from = 0
        """Where the hand at play begins among the events."""

    def record(self, fault: Fault | None) -> Record:
        """All that could be read."""
        events, places = tuple(self._events), tuple(self._places)
        return Record(MJAI, events, places, fault, tuple(self._notes), said=self._said)

    def take(self, mapping: dict[str, Any], place: str) -> None:
        """Read the next event. Raises ValueError or TableError."""
        kind = mapping.get("type")
        if self._events and isinstance(self._events[-1], EndGame):
            raise ValueError(f"event {str(kind)[:40]!r} after end_game, expected one game a file")
        if kind == "none":
            return
        if kind in _OF_THREE:
            raise ValueError(f"event {kind}: a north set aside, expected a game of four players")
        if len(self._events) >= MOST_EVENTS:
            raise ValueError(f"more than {MOST_EVENTS} events, expected one game")
        if kind == "start_game":
            mapping = self._start(mapping, place)
        elif not self._events:
            self._add(self._parse(self._start({"type": "start_game"}, place)), place)
            self._notes.append(Note(place, "no start_game: the players' names are not said"))
        if kind == "hora":
            mapping = self._win(mapping)
        elif kind == "ryukyoku":
            mapping = self._draw(mapping, place)
        event = self._parse(mapping)
        if isinstance(event, StartKyoku | EndGame) and isinstance(
            self._events[-1], Hora | Ryukyoku
        ):
            self._add(EndKyoku(), place)
            self._notes.append(Note(place, "no end_kyoku: the hand ends with its result"))
        if isinstance(event, StartKyoku):
            _check_hands(event)
            self._hand_from = len(self._events)
        elif isinstance(event, Ryukyoku) and not event.reason:
            event = name_draw(event, self._events[self._hand_from :])
        self._add(event, place)

    def repeat(self, event: Tsumo | Dahai | None, number: int) -> bool:
        """Take an event of a line that was read before; False where it needs a closer look."""
        count = len(self._events)
        if event is None or not 0 < count < MOST_EVENTS or type(self._events[-1]) is EndGame:
            return False
        self._add(event, f"line {number}")
        return True

    def end(self, place: str) -> Fault | None:
        """What is wrong when there are no more lines."""
        if not self._events:
            return Fault("", "no event, expected mjai's, one a line")
        if isinstance(self._events[-1], EndGame):
            return None
        name = type(self._events[-1]).__name__
        return Fault(place, f"the record ends after {name}, expected end_game")

    def _add(self, event: TableEvent, place: str) -> None:
        self._events.append(event)
        self._places.append(place)

    def _parse(self, mapping: Mapping[str, Any]) -> TableEvent:
        return parse_event(mapping, extras=True)

    def _start(self, mapping: dict[str, Any], place: str) -> dict[str, Any]:
        """With what others leave out."""
        rules = named_id(mapping.get("rules"))
        self._ours = bool(rules)
        self._said, bad = said_of(mapping)
        self._notes += [
            Note(place, f"rules {name[:60]!r}: left out, expected a value that JSON has")
            for name in bad
        ]
        start = {"names": ["", "", "", ""], "aka_flag": self._reds} | mapping | {"rules": rules}
        if not isinstance(start["names"], list) or len(start["names"]) == 3:
            raise ValueError(f"names {repr(start['names'])[:60]}, expected four names")
        return start

    def _win(self, mapping: dict[str, Any]) -> dict[str, Any]:
        if "ura_markers" not in mapping and "uradora_markers" in mapping:
            mapping = mapping | {"ura_markers": mapping["uradora_markers"]}
        if mapping.get("ura_markers", ()) is None:
            mapping = mapping | {"ura_markers": []}
        if not self._ours:
            mapping = {name: value for name, value in mapping.items() if name not in _WORTH}
        return mapping

    def _draw(self, mapping: dict[str, Any], place: str) -> dict[str, Any]:
        mapping = {"reason": ""} | mapping
        mapping["reason"] = _OTHER_REASONS.get(mapping["reason"], mapping["reason"])
        if not mapping.get("deltas", ()):
            mapping["deltas"] = [0, 0, 0, 0]
            self._notes.append(Note(place, "ryukyoku without deltas: read as no payments"))
        hands = mapping.get("tehais")
        if (
            "tenpais" not in mapping
            and isinstance(hands, list)
            and len(hands) == 4
            and None in hands
        ):
            mapping["tenpais"] = [hand is not None for hand in hands]
        return mapping


@lru_cache(maxsize=1 << 12)
def _draw_or_discard(line: str) -> Tsumo | Dahai | None:
    """The event of a line as most lines are; the same few hundred come again and again."""
    try:
        event = parse_event(json.loads(line), extras=True)
    except (ValueError, TableError, RecursionError, AttributeError):
        return None
    return event if isinstance(event, Tsumo | Dahai) else None


def _mapping(line: str) -> dict[str, Any]:
    value = json.loads(line)
    if not isinstance(value, dict):
        raise TypeError(f"{line.strip()[:60]!r}, expected a JSON object")
    kind = value.get("type")
    if not isinstance(kind, str) or (kind not in TYPES and kind not in {"none", *_OF_THREE}):
        raise TypeError(f"event type {str(kind)[:60]!r}, expected one of {' '.join(TYPES)}")
    return value


def _check_hands(event: StartKyoku) -> None:
    for seat, hand in enumerate(event.tehais):
        if len(hand) != 13:
            raise ValueError(f"tehais of seat {seat}: {len(hand)} tiles, expected 13")


def _reason(failure: Exception) -> str:
    if isinstance(failure, json.JSONDecodeError):
        return f"column {failure.colno}: {failure.msg}, expected a JSON object"
    if isinstance(failure, RecursionError):
        return "lists nested too deep, expected an mjai event"
    return str(failure)
