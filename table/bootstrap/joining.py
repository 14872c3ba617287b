"""Joining a game in its middle: the hand to begin with, from a file, into a fresh record."""

import json
from pathlib import Path

from table.bootstrap.settings import SIDES
from table.core.codec import parse_event
from table.core.events import Correction, StartGame, StartKyoku
from table.core.state import fold
from table.errors import IllegalActionError, InvalidOptionError
from table.journal.store import Draft, Journal

__all__ = ["SIDES", "join", "read_start"]


def read_start(file: Path) -> tuple[StartKyoku, tuple[int, ...]]:
    """The hand to begin with, and the sides of seats 0-3. Raises InvalidOptionError, OSError."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as fault:
        raise InvalidOptionError(f"--start {file}: {fault}; expected a JSON object") from None
    if not isinstance(told, dict):
        raise InvalidOptionError(f"--start {file}: expected a JSON object, start_kyoku")
    named = told.pop("side", list(SIDES))
    if not isinstance(named, list) or sorted(map(str, named)) != sorted(SIDES):
        raise InvalidOptionError(f"--start {file}: side {named!r}, expected the four of {SIDES}")
    kind = told.setdefault("type", "start_kyoku")
    told.setdefault("tehais", [["?"] * 13] * 4)
    told.setdefault("dora_marker", "?")
    event = parse_event(told) if kind == "start_kyoku" else None
    if not isinstance(event, StartKyoku):
        raise InvalidOptionError(f"--start {file}: {kind!r}, expected start_kyoku")
    if event.oya != event.kyoku - 1:
        raise InvalidOptionError(
            f"--start {file}: oya {event.oya} in kyoku {event.kyoku}, expected {event.kyoku - 1}"
        )
    return event, tuple([str(one) for one in SIDES].index(str(side)) for side in named)


def join(journal: Journal, deal: StartKyoku) -> None:
    """Begin a fresh record with this hand; one that has more than a beginning is left as it is.

    Raises InvalidOptionError for a hand that cannot begin a record.
    """
    deeds = [commit for commit in journal.commits if not commit.is_note]
    if len(deeds) != 1 or not isinstance(deeds[0].events[0], StartGame):
        return
    first, *rest = deeds[0].events
    if rest == [deal] or not isinstance(first, StartGame):
        return
    try:
        fold((first, deal))
    except IllegalActionError as fault:
        raise InvalidOptionError(f"--start: {fault}") from None
    drafts = [Draft(Correction("the game is joined in its middle")), Draft(first), Draft(deal)]
    journal.append(drafts, source="table", supersedes=deeds[0].number)
