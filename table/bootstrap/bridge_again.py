"""What an automatic table has said, read back: from a line of its log, or from a journal."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any, Final
from uuid import UUID

from firmware_bridge import wire
from firmware_bridge.errors import MessageError
from firmware_bridge.happenings import Condition, Event, Notice
from firmware_bridge.messages import NOBODY, Action, Button, DeviceEvent, FaultCode, Quality
from scoring.ruleset import Ruleset
from table.bootstrap.bridge import FIRST_DEALER, SOURCE
from table.core.events import TableEvent
from table.core.history import Commit, as_it_stood
from table.core.state import TableState
from table.ingest import from_bridge
from table.ingest.senses import Senses, at_hand, forgotten, offering
from table.journal.entry import JournalEntry

_BESIDE: Final = frozenset({"type", "id", "device", "seq", "t_ms", FIRST_DEALER})
"""What a line says beside the message itself."""
_WHOLE: Final = re.compile(r"[0-9]{1,3}")
_NAMES: Final[dict[str, type[IntEnum]]] = {
    "button": Button,
    "action": Action,
    "quality": Quality,
    "code": FaultCode,
}


def told_before(
    entries: Sequence[JournalEntry], commits: Sequence[Commit],
    counts: Callable[[TableEvent], bool] = lambda _event: True,
) -> Iterator[tuple[dict[str, Any], TableState]]:  # fmt: skip
    """The evidence of all that a journal has of the table, each with the record before it.

    The record is made of the events that count.
    """
    for commit, state in as_it_stood(commits, counts):
        first = commit.number - 1
        for entry in entries[first : first + len(commit.events)]:
            if entry.source == SOURCE and entry.evidence is not None:
                yield entry.evidence, state


def heard_again(
    senses: Senses, told: Mapping[str, Any], state: TableState, ruleset: Ruleset
) -> Senses:
    """The senses after an entry of a journal that came of the table; nothing is to be written.

    ``told`` is its evidence, ``state`` the record before it. Raises MessageError.
    """
    if "t_ms" in told:
        said = event_of(told)
        return from_bridge.take(senses, state, ruleset, said, said.t_ms / 1000).senses
    match told.get("type"):
        case "started" | "gap":
            return forgotten(senses)
        case Condition.LOST:
            lost = Notice(Condition.LOST, told["words"], told["device"])
            return from_bridge.take(senses, state, ruleset, lost, 0.0).senses
        case _:
            now = at_hand(senses, state)
            return offering(now, {told["source"]}) if "source" in told else now


def without_moments(senses: Senses) -> Senses:
    """The senses for another run, whose clock tells nothing of this one's moments."""
    return replace(senses, set_s=None, doubts=())


def event_of(told: Mapping[str, Any]) -> Event:
    """Undo ``firmware_bridge.telling`` for an event. Raises MessageError."""
    rest = {name: value for name, value in told.items() if name not in _BESIDE}
    for name, kind in _NAMES.items():
        if isinstance(said := rest.get(name), str):
            known = {one.name.lower(): one.value for one in kind}
            rest[name] = known.get(said, int(said) if _WHOLE.fullmatch(said) else said)
    if rest.get("seat", 0) is None:
        rest["seat"] = NOBODY
    message = wire.from_mapping({"message": told.get("type"), **rest})
    if not isinstance(message, DeviceEvent):
        raise MessageError(f"message {message.NAME!r}: expected an event")
    return Event(_device(told), message.boot, _count(told, "seq", 1), _count(told, "t_ms"), message)


def _device(told: Mapping[str, Any]) -> str:
    try:
        return str(UUID(told["device"]))
    except (KeyError, ValueError, TypeError, AttributeError):
        raise MessageError(f"device {told.get('device')!r}: expected a table's UUID") from None


def _count(told: Mapping[str, Any], name: str, least: int = 0) -> int:
    number = told.get(name)
    if type(number) is not int or number < least:
        raise MessageError(f"{name} {number!r}: expected a whole number from {least}")
    return number
