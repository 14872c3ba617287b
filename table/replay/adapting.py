"""What a record says of its own rules, as options of the ruleset that it is checked under."""

from typing import Any

from table.core.events import StartGame
from table.formats.record import Record


def options_of(record: Record) -> dict[str, Any]:
    """The options that the record itself asks for: a game of the east wind only, closed tanyao."""
    start = next((event for event in record.events if isinstance(event, StartGame)), None)
    options: dict[str, Any] = {}
    if start is not None and start.kyoku_first:
        options["rounds"] = 1
    if record.has_closed_tanyao:
        options["closed_tanyao"] = True
    return options
