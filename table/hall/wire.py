"""What tables and the hall say to each other: reports up, replies down, as JSON.

A table sends a report and waits for the reply to it; there is one report on its way at a time. The
reply says up to which entry the hall has written the journal to its disk. Only that lets a table
forget. The same two messages go over MQTT and over HTTPS.
"""

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from table.errors import MessageError
from table.journal.entry import HASH, canonical

PROTOCOL = 1
MOST_BYTES = 1 << 20
"""A message has no more."""
MOST_ENTRIES = 256
BATCH_BYTES = 128 << 10
"""A report is closed when its entries have so many; one entry always fits."""
TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
"""A table's name is part of topics, of paths and of a certificate."""
PICTURE_ID = re.compile(r"[0-9a-f]{32}")
PICTURE_BYTES = 512 << 10
"""A picture is made smaller at its table until it has no more."""
_INSTANCE = re.compile(r"[0-9a-f]{8,32}")
_HALF_LETTER = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")
"""How half of a letter may stand in JSON: Python reads it, and nothing can write it again."""
_NUL = rb"\u0000"
"""PostgreSQL has no place for it. An entry's body has it escaped: what is read
from one and written beside it goes through `kept_text`."""
_ANY = "+"


def report_topic(table: str = _ANY) -> str:
    """Where a table reports."""
    return f"jantaku/{PROTOCOL}/table/{table}/up"


def reply_topic(table: str) -> str:
    """Where the hall answers it."""
    return f"jantaku/{PROTOCOL}/table/{table}/down"


def table_of(topic: str) -> str:
    """The table that a report's topic belongs to. Raises MessageError."""
    found = re.fullmatch(rf"jantaku/{PROTOCOL}/table/({TABLE_NAME.pattern})/up", topic)
    if found is None:
        raise MessageError(f"topic {topic!r}: expected {report_topic('NAME')}")
    return found[1]


@dataclass(frozen=True, slots=True)
class Status:
    """How a table is, besides its journal."""

    questions: int = 0
    """Waiting for a person."""
    health: tuple[str, ...] = ()
    """What is wrong there, in words; empty for nothing."""
    waiting: int = 0
    """Entries that the hall has not acknowledged."""
    page: str = ""
    """Where the table's own pages are, for a look at its evidence."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture or clip of a table's evidence, which the hall has asked for."""

    id: str
    data: bytes
    """JPEG, PNG or MP4; empty where the table has it no more."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a table sends."""

    journal: str
    epoch: int
    """Grows each time that the table's link starts; a replayed message has an old one."""
    instance: str
    """By chance at each start: two machines with one name differ in it."""
    number: int
    """Of the report within its epoch."""
    first: int
    """The seq of the first entry."""
    entries: tuple[tuple[str, str], ...]
    """Body and hash of each, without gaps."""
    last: int
    """The table's own last entry."""
    version: str
    """Of the table's program."""
    clock: str
    """The table's clock at sending; ISO 8601, UTC."""
    status: Status = Status()
    pictures: tuple[Picture, ...] = ()
    """At most one; programs before 0.2 know none."""

    def encode(self) -> bytes:
        """The message."""
        status = {name: plain(getattr(self.status, name)) for name in Status.__slots__}
        fields = {name: getattr(self, name) for name in _REPORT if name != "status"}
        if self.pictures:
            fields["pictures"] = [[one.id, b64encode(one.data).decode()] for one in self.pictures]
        return canonical({"v": PROTOCOL, **fields, "status": status}).encode()


@dataclass(frozen=True, slots=True)
class Order:
    """What the hall asks of a table; carried out once, known by its id."""

    id: str
    kind: str
    """seat, substitute, clock, gong, picture or clip; what a table does not know it passes over."""
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the hall answers; also sent unasked, with number 0, when there are new orders."""

    journal: str
    instance: str
    """Whose report it answers."""
    number: int
    upto: int
    """The hall has entries 1 to this one on its disk."""
    send_from: int = 0
    """From which entry to go on; 0: behind `upto`. The hall compares what it has already."""
    epoch: int = 0
    """The newest that the hall knows of this table."""
    refused: str = ""
    """Why it took nothing, in words with the way out; empty where it did."""
    kind: str = ""
    """The refusal's: protocol, replayed, copy, fork, chain."""
    orders: tuple[Order, ...] = ()

    def encode(self) -> bytes:
        """The message."""
        orders = [{"id": one.id, "kind": one.kind, "facts": dict(one.facts)} for one in self.orders]
        fields = {name: getattr(self, name) for name in _REPLY if name != "orders"}
        return canonical({"v": PROTOCOL, **fields, "orders": orders}).encode()


_REPORT: dict[str, type] = {
    "journal": str,
    "epoch": int,
    "instance": str,
    "number": int,
    "first": int,
    "entries": list,
    "last": int,
    "version": str,
    "clock": str,
    "status": dict,
}
_STATUS: dict[str, type] = {"questions": int, "health": list, "waiting": int, "page": str}
_REPLY: dict[str, type] = {
    "journal": str,
    "instance": str,
    "number": int,
    "upto": int,
    "send_from": int,
    "epoch": int,
    "refused": str,
    "kind": str,
    "orders": list,
}


def read_report(message: bytes) -> Report:
    """Read a report. Raises MessageError naming what is wrong with it."""
    fields = _fields("report", message, _REPORT)
    entries = fields["entries"]
    if len(entries) > MOST_ENTRIES or not all(_is_entry(one) for one in entries):
        raise MessageError(f"report: entries, expected at most {MOST_ENTRIES} of body and hash")
    if not HASH.fullmatch(fields["journal"]):
        raise MessageError(f"report: journal {fields['journal'][:80]!r}, expected 64 hex digits")
    if not _INSTANCE.fullmatch(fields["instance"]):
        raise MessageError(f"report: instance {fields['instance'][:80]!r}, expected hex digits")
    low = {"epoch": 1, "number": 1, "first": 1, "last": 0}
    for name, least in low.items():
        if not least <= fields[name] < 1 << 53:
            raise MessageError(f"report: {name} {fields[name]}, expected {least} or more")
    status = _checked("status", fields["status"], _STATUS)
    health = tuple(str(one)[:200] for one in status["health"][:20])
    told = Status(status["questions"], health, status["waiting"], status["page"][:200])
    pairs = tuple((body, claimed) for body, claimed in entries)
    version = fields["version"][:40]
    pictures = _pictures(message)
    return Report(
        **{**fields, "entries": pairs, "status": told, "version": version, "pictures": pictures}
    )


def read_reply(message: bytes) -> Reply:
    """Read a reply. Raises MessageError."""
    fields = _fields("reply", message, _REPLY)
    orders = []
    for one in fields["orders"]:
        facts = _checked("order", one, {"id": str, "kind": str, "facts": dict})
        orders.append(Order(facts["id"], facts["kind"], facts["facts"]))
    return Reply(**{**fields, "orders": tuple(orders)})


def protocol_of(message: bytes) -> int | None:
    """The protocol that a message claims to speak; None where it is no message at all."""
    try:
        value = json.loads(message)
    except (ValueError, RecursionError):
        return None
    version = value.get("v") if isinstance(value, dict) else None
    return version if type(version) is int else None


def _fields(what: str, message: bytes, known: Mapping[str, type]) -> dict[str, Any]:
    if len(message) > MOST_BYTES:
        raise MessageError(f"{what}: {len(message)} bytes, expected at most {MOST_BYTES}")
    try:
        value = json.loads(message)
        if _HALF_LETTER.search(message):
            json.dumps(value, ensure_ascii=False).encode()
        if _NUL in message and _has_nul(value):
            raise MessageError(f"{what}: U+0000 in it, expected characters that can be kept")
    except (ValueError, RecursionError):
        raise MessageError(f"{what}: expected JSON in UTF-8") from None
    if not isinstance(value, dict):
        raise MessageError(f"{what}: expected a JSON object")
    version = value.pop("v", None)
    if version != PROTOCOL:
        raise MessageError(f"{what}: protocol {str(version)[:20]}, expected {PROTOCOL}")
    return _checked(what, value, known)


def _pictures(message: bytes) -> tuple[Picture, ...]:
    """The pictures of a report that was read already; none in one of an older program."""
    if b'"pictures":' not in message:  # in an entry's body it has backslashes
        return ()
    found = json.loads(message).get("pictures", [])
    if not isinstance(found, list) or len(found) > 1 or not all(map(_is_entry, found)):
        raise MessageError("report: pictures, expected at most one of id and data")
    made = []
    for name, text in found:
        try:
            data = b64decode(text, validate=True)
        except ValueError:
            raise MessageError("report: picture, expected base64") from None
        if not PICTURE_ID.fullmatch(name) or len(data) > PICTURE_BYTES:
            raise MessageError(
                f"report: picture {name[:40]!r} of {len(data)} bytes, expected an id of 32 hex"
                f" digits, and at most {PICTURE_BYTES}"
            )
        made.append(Picture(name, data))
    return tuple(made)


def _checked(what: str, value: object, known: Mapping[str, type]) -> dict[str, Any]:
    """The known fields of an object, each of its type; others are passed over."""
    if not isinstance(value, dict):
        raise MessageError(f"{what}: expected a JSON object")
    for name, kind in known.items():
        if type(value.get(name)) is not kind:
            raise MessageError(f"{what}: {name}, expected {kind.__name__}")
    return {name: value[name] for name in known}


def _has_nul(value: object) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_has_nul(part) for pair in value.items() for part in pair)
    return isinstance(value, list) and any(map(_has_nul, value))


def _is_entry(one: object) -> bool:
    return isinstance(one, list) and list(map(type, one)) == [str, str]


def plain(value: object) -> object:
    """A value as JSON has it."""
    return list(value) if isinstance(value, tuple) else value
