"""One line of the journal, and the chain that makes a changed byte show.

An entry's body is its fields as canonical JSON (sorted keys, no spaces, UTF-8); its hash is
SHA-256 of that body, which names the hash of the entry before it.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from table.core.codec import event_mapping, parse_event
from table.core.events import TableEvent
from table.errors import JournalCorruptError, StateError

HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One event and what is known about its coming into the record."""

    seq: int
    """1 for the first."""
    commit: int
    """The seq of the first entry written together with this one."""
    at: str
    """ISO 8601, UTC."""
    source: str
    """"person", "camera" or "table"."""
    confidence: float | None
    """Probability that a camera's event is right; None for a person's."""
    event: TableEvent
    evidence: dict[str, Any] | None
    """JSON: the photo, its readings, their corrections, the score with its clauses."""
    client_id: str | None
    """The client's own id of its action; the same id is never journaled twice."""
    supersedes: int | None
    """The commit that this one takes back or replaces."""
    prev_hash: str
    hash: str

    @property
    def body(self) -> str:
        """What the hash is of."""
        return canonical(
            {name: getattr(self, name) for name in _PLAIN} | {"event": event_mapping(self.event)}
        )


_PLAIN = (
    "seq",
    "commit",
    "at",
    "source",
    "confidence",
    "evidence",
    "client_id",
    "supersedes",
    "prev_hash",
)
_OPTIONAL_INT = (int, type(None))
_TYPES: dict[str, tuple[type, ...]] = {
    "seq": (int,),
    "commit": (int,),
    "at": (str,),
    "source": (str,),
    "confidence": (float, int, type(None)),
    "evidence": (dict, type(None)),
    "client_id": (str, type(None)),
    "supersedes": _OPTIONAL_INT,
    "prev_hash": (str,),
    "event": (dict,),
}


def seal(**fields: Any) -> tuple[JournalEntry, str]:
    """An entry with its hash, and its body; takes every field but `hash`."""
    body = JournalEntry(**fields, hash="").body
    return JournalEntry(**fields, hash=digest(body)), body


def digest(body: object) -> str:
    """The hash of an entry's body; of anything but text a hash that no entry has."""
    return sha256(body.encode()).hexdigest() if isinstance(body, str) else ""


def read_entry(seq: int, body: str, claimed: str, prev_hash: str) -> JournalEntry:
    """Read a stored entry. Raises JournalCorruptError unless it is entry `seq` of this chain."""
    where = f"journal entry {seq}"
    if digest(body) != claimed:
        raise JournalCorruptError(
            f"{where}: its text does not match its hash {str(claimed)[:16]!r}"
        )
    try:
        fields = json.loads(body)
        event = parse_event(fields["event"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, StateError) as fault:
        raise JournalCorruptError(f"{where}: {fault}") from None
    if fields.keys() != _TYPES.keys() or not _typed(tuple(map(type, map(fields.get, _TYPES)))):
        raise JournalCorruptError(f"{where}: expected the fields {', '.join(_TYPES)}")
    if fields["seq"] != seq or not 1 <= fields["commit"] <= seq:
        raise JournalCorruptError(f"{where}: it calls itself {fields['seq']}, expected {seq}")
    if fields["prev_hash"] != prev_hash:
        raise JournalCorruptError(
            f"{where}: it follows {fields['prev_hash']:.12}, not {prev_hash:.12}"
        )
    return JournalEntry(**{**fields, "event": event}, hash=claimed)


@cache
def _typed(kinds: tuple[type, ...]) -> bool:
    """Whether the fields have types that they may have; few combinations ever occur."""
    return all(kind in known for kind, known in zip(kinds, _TYPES.values(), strict=True))


def canonical(value: object) -> str:
    """Write a value as the one text that is hashed and signed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
