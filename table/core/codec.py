"""Events as JSON mappings and back: `parse_event(event_mapping(event)) == event`."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from scoring.errors import ScoringError
from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.core.events import (
    EndGame,
    EndKyoku,
    Hora,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    TableEvent,
    Undo,
)
from table.errors import InvalidEventError

TYPES: dict[str, type[TableEvent]] = {
    "start_game": StartGame,
    "start_kyoku": StartKyoku,
    "reach": Reach,
    "reach_accepted": ReachAccepted,
    "hora": Hora,
    "ryukyoku": Ryukyoku,
    "end_kyoku": EndKyoku,
    "end_game": EndGame,
    "undo": Undo,
}
NAMES = {kind: name for name, kind in TYPES.items()}
UNKNOWN_TILE = "?"
POINTS_BOUND = 10_000_000
_TILE_FIELDS = {"dora_marker", "pai"}


def event_mapping(event: TableEvent) -> dict[str, Any]:
    """The event with mjai's names, ready for JSON."""
    mapping: dict[str, Any] = {"type": NAMES[type(event)]}
    for field in fields(event):
        value = getattr(event, field.name)
        unseen = value is None and field.name in _TILE_FIELDS
        mapping[field.name] = UNKNOWN_TILE if unseen else _plain(value)
    return mapping


def parse_event(mapping: Mapping[str, Any]) -> TableEvent:
    """Read one event. Raises InvalidEventError naming the field, its value, and the expectation."""
    name = mapping.get("type")
    kind = TYPES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise InvalidEventError(f"event type {name!r}: expected one of {' '.join(TYPES)}")
    expected = {field.name: field for field in fields(kind)}
    for extra in mapping.keys() - expected.keys() - {"type"}:
        raise InvalidEventError(f"event {name}: unknown field {extra!r}")
    values: dict[str, Any] = {}
    for field in expected.values():
        if field.name in mapping:
            values[field.name] = _read(str(name), field.name, mapping[field.name])
        elif field.default is MISSING:
            raise InvalidEventError(f"event {name}: the field {field.name!r} is missing")
    return kind(**values)


def _plain(value: object) -> object:
    """A value as JSON has it."""
    if isinstance(value, Tile):
        return value.mjai
    if isinstance(value, Wind):
        return str(value)
    if isinstance(value, Seat):
        return int(value)
    if isinstance(value, tuple):
        return [UNKNOWN_TILE if item is None else _plain(item) for item in value]
    return value


def _read(event: str, name: str, value: object) -> object:
    reader, expected = _READERS[name]
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


def _optional(reader: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else reader(value)


def _tuple(reader: Callable[[Any], Any], count: int | None = None) -> Callable[[Any], Any]:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or count not in {None, len(value)}:
            raise ValueError
        return tuple(reader(item) for item in value)

    return read


def _of(kind: type) -> Callable[[Any], Any]:
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
_switch = (_of(bool), "true or false")

_READERS: dict[str, tuple[Callable[[Any], Any], str]] = {
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
    "dora_marker": (_seen, "a tile or ?"),
    "tehais": (_tuple(_tuple(_seen), 4), "four hands"),
    "actor": _seat_number,
    "target": _seat_number,
    "deltas": _four_points,
    "ura_markers": (_tuple(_tile), "tiles"),
    "pai": (_seen, "a tile or ?"),
    "yakus": (_tuple(_yaku), "pairs of a name and han"),
    "fan": (_optional(_count), "a number of han, or null"),
    "fu": (_optional(_count), "a number of fu, or null"),
    "hora_points": (_points, "a whole number of points"),
    "tenpais": (_tuple(_of(bool), 4), "four times true or false"),
    "reason": (_of(str), "a word"),
}
