"""What watching comes to: events to write or to write anew, questions, and whether it follows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from table.core.events import EndKyoku, TableEvent

SAID = "as people say"
"""The rule by which an event is in the record that people have written."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an event rests on."""

    tracks: tuple[int, ...] = ()
    """The tiles that show it."""
    frame: int = 0
    captured_ns: int = 0
    """When they were first seen."""
    alternatives: tuple[tuple[str, float], ...] = ()
    """What else it may have been, likeliest first; for a tile its MPSZ name."""
    rule: str = ""
    """What decided, in one line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the record."""

    event: TableEvent
    confidence: float = 1.0
    evidence: Evidence = Evidence()


@dataclass(frozen=True, slots=True)
class Written:
    """From place `at` on the record is now `entries`; at its end that is a plain addition."""

    at: int
    entries: tuple[Entry, ...]

    @property
    def ends_hand(self) -> bool:
        """Whether a hand's end is among them."""
        return any(isinstance(entry.event, EndKyoku) for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Question:
    """Something that only a person can say; the likeliest answer is written meanwhile."""

    id: str
    """The same for the same doubt."""
    round: int
    """The hand, from 1."""
    event: int
    """The place in the record that it is about."""
    kind: str
    text: str
    alternatives: tuple[str, ...]
    chosen: str
    """The alternative that is written."""
    tracks: tuple[int, ...] = ()
    frame: int = 0
    endings: tuple[tuple[TableEvent, ...], ...] = ()
    """By each of the alternatives the last events of the hand, or those whose order is asked."""
    until: int | None = None
    """The last place in the record that it is about, where that is a whole stretch."""
    also: tuple[int, ...] = ()
    """Other places in the record that may be what is wrong."""

    @property
    def places(self) -> frozenset[int]:
        """All places in the record that it is about."""
        last = self.event if self.until is None else self.until
        return frozenset((*range(self.event, last + 1), *self.also))

    def moved(self, places: Sequence[int]) -> "Question":
        """About the same events where each has another place; the last is the record's end."""

        def to(place: int) -> int:
            return places[min(place, len(places) - 1)]

        until = None if self.until is None else to(self.until)
        return replace(self, event=to(self.event), until=until, also=tuple(map(to, self.also)))

    def mapping(self) -> dict[str, Any]:
        """What a summary lists."""
        more: dict[str, Any] = {} if self.until is None else {"until": self.until}
        if self.also:
            more["also"] = list(self.also)
        return more | {
            "id": self.id,
            "round": self.round,
            "event": self.event,
            "kind": self.kind,
            "alternatives": list(self.alternatives),
            "chosen": self.chosen,
        }


@dataclass(frozen=True, slots=True)
class Asked:
    """A question has come up, or has changed its place or its answer."""

    question: Question


@dataclass(frozen=True, slots=True)
class Settled:
    """What came later, or a person, has answered a question."""

    question_id: str
    why: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """A hand's end that waits for a person; the entries are what confirming it writes."""

    at: int
    entries: tuple[Entry, ...]
    text: str
    confidence: float


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """What lies on the table cannot be followed any more, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class InStep:
    """It can be followed again."""

    why: str = ""


Decision = Written | Asked | Settled | Proposed | OutOfStep | InStep
