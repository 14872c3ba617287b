"""The names of people in a record: what cannot be one here is made one, and that is said."""

from dataclasses import dataclass, replace

from table.core.events import StartGame, TableEvent
from table.core.incidents import Substitute
from table.core.naming import LONGEST_NAME, as_name
from table.formats.record import Note, Record


@dataclass(frozen=True, slots=True)
class NameNote(Note):
    """A name that was changed; whoever converts the record is told, whatever the format."""


def with_names(record: Record) -> Record:
    """The record with names as the table takes them; one of which nothing is left is not said."""
    events: list[TableEvent] = []
    notes: list[NameNote] = []
    for event, place in zip(record.events, record.places, strict=True):
        named, changed = _named(event)
        events.append(named)
        notes += [_note(place, given) for given in changed]
    if not notes:
        return record
    return replace(record, events=tuple(events), notes=(*record.notes, *notes))


def renamed(record: Record) -> tuple[str, ...]:
    """What is to be said of the names that were changed."""
    return tuple(str(note) for note in record.notes if isinstance(note, NameNote))


def _named(event: TableEvent) -> tuple[TableEvent, list[str]]:
    """The event with names that can be, and those that could not."""
    match event:
        case StartGame(names=given):
            first, second, third, fourth = map(as_name, given)
            named: TableEvent = replace(event, names=(first, second, third, fourth))
            return named, [name for name in given if as_name(name) != name]
        case Substitute(name=name) if as_name(name) != name:
            return replace(event, name=as_name(name)), [name]
        case _:
            return event, []


def _note(place: str, given: str) -> NameNote:
    words = f"name {given[:80]!r}: read as {as_name(given)!r}"
    return NameNote(
        place, f"{words}, expected at most {LONGEST_NAME} letters and no control characters"
    )
