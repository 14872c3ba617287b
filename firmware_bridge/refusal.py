"""Whether a device speaks our edition of the protocol; if not, why, and what to do."""

import struct

from firmware_bridge.messages import PROTOCOL
from firmware_bridge.packets import Packet
from firmware_bridge.wire import SCHEMA

_FIXED = struct.Struct("<IBI")
"""Boot, protocol and schema: the part of HELLO that no edition moves."""


def refusal(hello: Packet) -> str | None:
    """Why this HELLO is not answered, in words; None where it is."""
    if len(hello.payload) < _FIXED.size:
        return (
            f"the device's HELLO has {len(hello.payload)} bytes, expected {_FIXED.size} at the"
            " least: it speaks another protocol"
        )
    _boot, protocol, schema = _FIXED.unpack_from(hello.payload)
    if protocol != PROTOCOL:
        newer = "this program" if protocol > PROTOCOL else "the table's firmware"
        return (
            f"the table speaks protocol {protocol}, this program {PROTOCOL}: bring {newer} up to"
            " date; nothing it says is taken until then"
        )
    if schema != SCHEMA:
        return (
            f"the table's messages have the schema {schema:08x}, this program's {SCHEMA:08x}:"
            " flash the firmware that came with this program; nothing is taken until then"
        )
    return None
