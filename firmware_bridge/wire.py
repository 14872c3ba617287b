"""Messages as payloads and back, and the schema: the layout of all messages as one text."""

import struct
import zlib
from collections.abc import Callable, Container
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any
from uuid import UUID

from firmware_bridge.errors import MessageError
from firmware_bridge.messages import KINDS, NOBODY, SEATS, Action, Button, Message, Quality
from firmware_bridge.packets import Packet

_SIZES = {"u8": "B", "u16": "H", "u32": "I", "uuid": "16s", "u8x4": "4s", "u8x20": "20s"}
_SEAT = frozenset(range(SEATS))
_DIE = frozenset(range(1, 7))
_ALLOWED: dict[str, dict[str, frozenset[int]]] = {
    "button": {
        "button": frozenset(Button),
        "seat": _SEAT | {NOBODY},
        "action": frozenset(Action),
    },
    "dice": {"seat": _SEAT | {NOBODY}, "first": _DIE, "second": _DIE},
    "sticks": {"seat": _SEAT, "quality": frozenset(Quality)},
    "riichi_stick": {"seat": _SEAT, "present": frozenset((0, 1))},
}
"""What a field may hold, where that is less than its size allows."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How one kind of message lies in a payload."""

    kind: type[Message]
    layout: struct.Struct
    values: Callable[[Any], Any]
    checks: tuple[tuple[str, int, Container[int]], ...]
    """Field, its place, what it may hold."""


def _form(kind: type[Message]) -> _Form:
    names = [field.name for field in fields(kind)]
    layout = struct.Struct("<" + "".join(_SIZES[size] for size in kind.LAYOUT.split()))
    allowed = _ALLOWED.get(kind.NAME, {})
    checks = tuple((name, names.index(name), values) for name, values in allowed.items())
    # attrgetter of one name gives a bare value; the boot id, always first, comes twice instead.
    return _Form(kind, layout, attrgetter(names[0], *names), checks)


_FORMS = {kind.TYPE: _form(kind) for kind in KINDS}


def pack(message: Message) -> bytes:
    """The payload."""
    form = _FORMS[message.TYPE]
    return form.layout.pack(*form.values(message)[1:])


def packet(message: Message, seq: int, t_ms: int) -> Packet:
    """The packet that carries the message."""
    return Packet(message.TYPE, seq & 0xFFFF, t_ms & 0xFFFFFFFF, pack(message))


def read(packet: Packet) -> Message:
    """The message that a packet carries. Raises MessageError for one that cannot be."""
    form = _FORMS.get(packet.type)
    if form is None:
        raise MessageError(f"message type {packet.type:02x}: expected one that protocol 1 has")
    if len(packet.payload) != form.layout.size:
        raise MessageError(
            f"{form.kind.NAME} of {len(packet.payload)} bytes, expected {form.layout.size}"
        )
    values = form.layout.unpack(packet.payload)
    for name, place, allowed in form.checks:
        if values[place] not in allowed:
            raise MessageError(f"{form.kind.NAME}: {name} is {values[place]}, which cannot be")
    return form.kind(*values)


def mapping(message: Message) -> dict[str, Any]:
    """The message for JSON: its name, then its fields; bytes as lists, a device as its UUID."""
    plain = {field.name: getattr(message, field.name) for field in fields(message)}
    for name, value in plain.items():
        if isinstance(value, bytes):
            plain[name] = str(UUID(bytes=value)) if name == "device" else list(value)
    return {"message": message.NAME, **plain}


def from_mapping(plain: dict[str, Any]) -> Message:
    """Undo `mapping`. Raises MessageError for anything else."""
    kind = next((kind for kind in KINDS if plain.get("message") == kind.NAME), None)
    if kind is None:
        raise MessageError(f"message {plain.get('message')!r}: expected a name of the protocol")
    names = [field.name for field in fields(kind)]
    if plain.keys() != {"message", *names}:
        told = ", ".join(name for name in plain if name != "message") or "nothing"
        raise MessageError(f"{kind.NAME} of {told}: expected {', '.join(names)}")
    sizes = zip(names, kind.LAYOUT.split(), strict=True)
    message = kind(**{name: _value(kind, name, size, plain[name]) for name, size in sizes})
    return read(packet(message, 0, 0))


def _value(kind: type[Message], name: str, size: str, plain: object) -> Any:
    """A field's value off its JSON, which its place on the wire can hold. Raises MessageError."""
    layout = struct.Struct("<" + _SIZES[size])
    try:
        value: Any = plain
        if size == "uuid":
            value = UUID(str(plain)).bytes
        elif isinstance(plain, list):
            value = bytes(plain)
        if not isinstance(value, bool) and layout.unpack(layout.pack(value)) == (value,):
            return value
    except (ValueError, TypeError, struct.error):
        pass
    raise MessageError(f"{kind.NAME}: {name} is {plain!r}, expected {size}")


def schema_text() -> str:
    """The layout of every message, a line each; its CRC-32 is the schema that HELLO names."""
    lines = []
    for kind in KINDS:
        sizes = zip(fields(kind), kind.LAYOUT.split(), strict=True)
        body = " ".join(f"{field.name}:{size}" for field, size in sizes)
        lines.append(f"{kind.TYPE:02x} {kind.NAME} {body}\n")
    return "".join(lines)


SCHEMA = zlib.crc32(schema_text().encode())
"""Which edition of the messages this program speaks."""

__all__ = ["SCHEMA", "from_mapping", "mapping", "pack", "packet", "read", "schema_text"]
