"""Where in a game an event stands, in words: the hand and the number of the event."""

from collections.abc import Iterable, Iterator

from table.core.events import StartKyoku, TableEvent


def hand_name(start: StartKyoku) -> str:
    """As in "E2.1": the second hand of the east round, with one counter."""
    return f"{start.bakaze}{start.kyoku}.{start.honba}"


def hand_places(events: Iterable[TableEvent]) -> Iterator[str]:
    """The place of each event: "E2.1 event 17", counted from the start of the hand."""
    name, number = "", 0
    for event in events:
        if isinstance(event, StartKyoku):
            name, number = hand_name(event), 0
        yield f"{name} event {number}" if name else "start"
        number += 1
