"""Events as JSON mappings and back: `parse_event(event_mapping(event)) == event`."""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from scoring.errors import ScoringError
from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.core import events, incidents
from table.core.events import TableEvent
from table.errors import InvalidEventError

TYPES: dict[str, type[TableEvent]] = {
    "start_game": events.StartGame,
    "start_kyoku": events.StartKyoku,
    "tsumo": events.Tsumo,
    "dahai": events.Dahai,
    "chi": events.Chi,
    "pon": events.Pon,
    "daiminkan": events.Daiminkan,
    "ankan": events.Ankan,
    "kakan": events.Kakan,
    "dora": events.Dora,
    "reach": events.Reach,
    "reach_accepted": events.ReachAccepted,
    "hora": events.Hora,
    "ryukyoku": events.Ryukyoku,
    "end_kyoku": events.EndKyoku,
    "end_game": events.EndGame,
    "correction": events.Correction,
    "undo": events.Undo,
    "chombo": incidents.Chombo,
    "penalty": incidents.Penalty,
    "warning": incidents.WarningGiven,
    "dead_hand": incidents.DeadHand,
    "reach_void": incidents.ReachVoid,
    "irregularity": incidents.Irregularity,
    "ruling_cancelled": incidents.RulingCancelled,
    "call": incidents.Call,
    "reveal": incidents.Reveal,
    "tenpai": incidents.Tenpai,
    "put_back": incidents.PutBack,
    "counts_as_discard": incidents.CountsAsDiscard,
    "seating": incidents.Seating,
    "dice": incidents.Dice,
    "wall_break": incidents.WallBreak,
    "stick_count": incidents.StickCount,
    "out_of_sync": incidents.OutOfSync,
    "signal": incidents.Signal,
    "timer": incidents.Timer,
    "gong": incidents.Gong,
    "substitute": incidents.Substitute,
    "hands_void": incidents.HandsVoid,
}
"""Every event by its name: mjai's, then our own from correction on."""
NAMES = {kind: name for name, kind in TYPES.items()}
UNKNOWN_TILE = "?"
POINTS_BOUND = 10_000_000
SECONDS_BOUND = 1_000_000
_NOTHING = dict.fromkeys(("dora_marker", "pai", "tehai", "tehais"), UNKNOWN_TILE)
"""How None is written, where it is not null."""
_Reader = Callable[[Any], Any]


def event_mapping(event: TableEvent) -> dict[str, Any]:
    """The event with mjai's names, ready for JSON."""
    mapping: dict[str, Any] = {"type": NAMES[type(event)]}
    for field in fields(event):
        mapping[field.name] = _plain(getattr(event, field.name), _NOTHING.get(field.name))
    return mapping


def parse_event(mapping: Mapping[str, Any], *, extras: bool = False) -> TableEvent:
    """Read one event. Raises InvalidEventError naming the field, its value, and the expectation.

    With `extras`, fields that we do not know are passed over, as mjai's readers do.
    """
    name = mapping.get("type")
    kind = TYPES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InvalidEventError(f"event type {name!r}: expected one of {' '.join(TYPES)}")
    values: dict[str, Any] = {}
    for field, (reader, expected, needed) in _FIELDS[kind].items():
        if field in mapping:
            values[field] = _read(str(name), field, mapping[field], reader, expected)
        elif needed:
            raise InvalidEventError(f"event {name}: the field {field!r} is missing")
    if not extras and len(values) + 1 != len(mapping):
        extra = min(mapping.keys() - values.keys() - {"type"}, key=str)
        raise InvalidEventError(f"event {name}: unknown field {extra!r}")
    return kind(**values)


def check_event(event: TableEvent) -> None:
    """See that an event can be written and read again. Raises InvalidEventError."""
    mapping = event_mapping(event)
    for name, value in mapping.items():
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            kind, expected = mapping["type"], "a text"
            raise InvalidEventError(
                f"event {kind}: {name} {value!r}, expected {expected}"
            ) from None
    parse_event(mapping)


def _plain(value: object, nothing: str | None) -> object:
    """A value as JSON has it."""
    if value is None:
        return nothing
    if isinstance(value, Tile):
        return value.mjai
    if isinstance(value, Wind):
        return str(value)
    if isinstance(value, Seat):
        return int(value)
    if isinstance(value, tuple):
        return [_plain(item, nothing) for item in value]
    return value


def _read(event: str, name: str, value: object, reader: _Reader, expected: str) -> object:
    try:
        return reader(value)
    except (ScoringError, TypeError, ValueError, AttributeError):
        raise InvalidEventError(f"event {event}: {name} {value!r}, expected {expected}") from None


def _number(low: int, high: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    return read


def _optional(reader: _Reader) -> _Reader:
    return lambda value: None if value is None else reader(value)


def _tuple(reader: _Reader, count: int | None = None) -> _Reader:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or count not in {None, len(value)}:
            raise ValueError
        return tuple(reader(item) for item in value)

    return read


def _of(kind: type) -> _Reader:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError
        return value

    return read


def _seat(value: Any) -> Seat:
    return Seat(_number(0, 3)(value))


def _wind(value: Any) -> Wind:
    return Wind.parse(_of(str)(value))


def _tile(value: Any) -> Tile:
    return Tile.from_mjai(_of(str)(value))


def _seen(value: Any) -> Tile | None:
    return None if value in {None, UNKNOWN_TILE} else _tile(value)


def _yaku(value: Any) -> tuple[str, int]:
    name, han = value
    return _of(str)(name), _number(0, 1000)(han)


_count = _number(0, 10_000)
_points = _number(-POINTS_BOUND, POINTS_BOUND)
_four_points = (_tuple(_points, 4), "four whole numbers of points")
_seat_number = (_seat, "a seat 0-3")
_maybe_seat = (_optional(_seat), "a seat 0-3, or null")
_switch = (_of(bool), "true or false")
_text = (_of(str), "a text")
_point = (_points, "a whole number of points")
_maybe_seen = (_seen, "a tile or ?")
_known_tile = (_tile, "a tile")

_READERS: dict[str, tuple[_Reader, str]] = {
    "names": (_tuple(_of(str), 4), "four names"),
    "rules": (_of(str), "the id of a ruleset"),
    "kyoku_first": (_number(0, 4), "0 or 4"),
    "aka_flag": _switch,
    "riichi_bet": (_number(0, 100_000), "a whole number of points"),
    "bakaze": (_wind, "one of E S W N"),
    "kyoku": (_number(1, 4), "1-4"),
    "honba": (_count, "a number of counters"),
    "kyotaku": (_count, "a number of sticks"),
    "oya": _seat_number,
    "scores": _four_points,
    "dora_marker": _maybe_seen,
    "tehais": (_tuple(_tuple(_seen), 4), "four hands"),
    "actor": _seat_number,
    "target": _seat_number,
    "deltas": _four_points,
    "ura_markers": (_tuple(_tile), "tiles"),
    "pai": _maybe_seen,
    "tsumogiri": (_optional(_of(bool)), "true, false or null"),
    "yakus": (_tuple(_yaku), "pairs of a name and han"),
    "fan": (_optional(_count), "a number of han, or null"),
    "fu": (_optional(_count), "a number of fu, or null"),
    "hora_points": _point,
    "pao": _maybe_seat,
    "tenpais": (_optional(_tuple(_of(bool), 4)), "four times true or false"),
    "reason": (_of(str), "a word"),
    "clause": _text,
    "tenths": _point,
    "riichi_void": _switch,
    "ends_hand": _switch,
    "ruled_by": _text,
    "evidence": _text,
    "kind": (_of(str), "a word"),
    "detail": _text,
    "ruling": (_count, "the place of a ruling"),
    "word": (_of(str), "a word"),
    "after_ms": (_optional(_number(0, 86_400_000)), "milliseconds, or null"),
    "tehai": (_tuple(_seen), "tiles or ?"),
    "tenpai": _switch,
    "procedure": (_of(str), "a word"),
    "rolls": (_tuple(_number(2, 12)), "sums of two dice"),
    "values": (_tuple(_number(1, 6)), "numbers of dice 1-6"),
    "purpose": (_of(str), "a word"),
    "side": _seat_number,
    "stacks": (_number(1, 17), "1-17"),
    "action": (_of(str), "a word"),
    "seconds": (_number(0, SECONDS_BOUND), "seconds"),
    "ends": _text,
    "elapsed_s": (_optional(_number(0, SECONDS_BOUND)), "seconds, or null"),
    "name": _text,
    "count": (_count, "a number of hands"),
}
"""How a field is read, whatever event it belongs to; _SPECIAL names the exceptions."""
_SPECIAL: dict[tuple[type[TableEvent], str], tuple[_Reader, str]] = {
    (events.Chi, "pai"): _known_tile,
    (events.Chi, "consumed"): (_tuple(_tile, 2), "two tiles"),
    (events.Pon, "pai"): _known_tile,
    (events.Pon, "consumed"): (_tuple(_tile, 2), "two tiles"),
    (events.Daiminkan, "pai"): _known_tile,
    (events.Daiminkan, "consumed"): (_tuple(_tile, 3), "three tiles"),
    (events.Ankan, "consumed"): (_tuple(_tile, 4), "four tiles"),
    (events.Kakan, "pai"): _known_tile,
    (events.Kakan, "consumed"): (_tuple(_tile, 3), "three tiles"),
    (incidents.CountsAsDiscard, "pai"): _known_tile,
    (events.Ryukyoku, "actor"): _maybe_seat,
    (incidents.Irregularity, "actor"): _maybe_seat,
    (incidents.Dice, "actor"): _maybe_seat,
    (incidents.Signal, "actor"): _maybe_seat,
    (events.EndGame, "scores"): (_optional(_tuple(_points, 4)), "four whole numbers of points"),
    (incidents.StickCount, "scores"): (_tuple(_optional(_points), 4), "four points, or null"),
    (incidents.StickCount, "kyotaku"): (_optional(_count), "a number of sticks, or null"),
}
_FIELDS: dict[type[TableEvent], dict[str, tuple[_Reader, str, bool]]] = {
    kind: {
        field.name: (
            *(_SPECIAL.get((kind, field.name)) or _READERS[field.name]),
            field.default is MISSING,
        )
        for field in fields(kind)
    }
    for kind in TYPES.values()
}
"""Event -> its fields, each with its reader, what that expects, and whether it must be there."""
