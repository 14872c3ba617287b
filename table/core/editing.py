"""Edits of the record as JSON mappings and back: `parse_edit(edit_mapping(edit)) == edit`."""

from collections.abc import Mapping
from typing import Any

from scoring.seats import Seat
from table.core.codec import event_mapping, parse_event
from table.core.corrections import Edit, Insert, Replace, Reseat
from table.core.events import TableEvent
from table.errors import InvalidEventError

MOST_EVENTS = 16
"""How many events one edit may bring."""
_FIELDS = {
    "replace": {"kind", "entry", "events"},
    "insert": {"kind", "before", "events"},
    "reseat": {"kind", "seats", "first", "last"},
}


def edit_mapping(edit: Edit) -> dict[str, Any]:
    """The edit, ready for JSON."""
    match edit:
        case Replace(entry, events):
            return {"kind": "replace", "entry": entry, "events": _mappings(events)}
        case Insert(before, events):
            return {"kind": "insert", "before": before, "events": _mappings(events)}
        case Reseat(seats, first, last):
            return {"kind": "reseat", "seats": list(map(int, seats)), "first": first, "last": last}


def parse_edit(mapping: Mapping[str, Any]) -> Edit:
    """Read one edit. Raises InvalidEventError naming the field, its value, and the expectation."""
    kind = mapping.get("kind")
    fields = _FIELDS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise InvalidEventError(f"edit {kind!r}: expected one of {' '.join(_FIELDS)}")
    if set(mapping) != fields:
        raise InvalidEventError(f"edit {kind}: expected the fields {', '.join(sorted(fields))}")
    if kind == "replace":
        return Replace(_number(mapping, "entry"), _events(mapping["events"]))
    if kind == "insert":
        return Insert(_number(mapping, "before"), _events(mapping["events"]))
    seats = mapping["seats"]
    if not isinstance(seats, list) or sorted(map(str, seats)) != ["0", "1", "2", "3"]:
        raise InvalidEventError(f"edit reseat: seats {seats!r}, expected each of 0-3 once")
    first, second, third, fourth = (Seat(int(seat)) for seat in seats)
    return Reseat(
        (first, second, third, fourth), _number(mapping, "first"), _number(mapping, "last")
    )


def _mappings(events: tuple[TableEvent, ...]) -> list[dict[str, Any]]:
    return [event_mapping(event) for event in events]


def _number(mapping: Mapping[str, Any], name: str) -> int:
    value = mapping[name]
    if type(value) is not int or value < 0:
        raise InvalidEventError(f"edit: {name} {value!r}, expected the number of a journal entry")
    return value


def _events(value: Any) -> tuple[TableEvent, ...]:
    if not isinstance(value, list) or len(value) > MOST_EVENTS:
        raise InvalidEventError(f"edit: events {str(value)[:60]}, expected up to {MOST_EVENTS}")
    for one in value:
        if not isinstance(one, dict):
            raise InvalidEventError(f"edit: event {str(one)[:60]}, expected a JSON object")
    return tuple(parse_event(one) for one in value)
