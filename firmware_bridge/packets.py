"""Packets: what one frame carries, and the frames in a stream of bytes; no port in sight.

A frame is COBS(type u8 | seq u16 | t_ms u32 | payload | CRC-32) and a zero; little-endian.
"""

import struct
import zlib
from typing import NamedTuple

from firmware_bridge import cobs
from firmware_bridge.errors import FrameError

PAYLOAD_BYTES = 48
"""The most that a payload may be."""
_HEADER = struct.Struct("<BHI")
_CRC = struct.Struct("<I")
_SHORTEST = _HEADER.size + _CRC.size
_LONGEST = _SHORTEST + PAYLOAD_BYTES
FRAME_BYTES = _LONGEST + 2
"""The most that a frame may be, its zero included."""


class Packet(NamedTuple):
    """What one frame carries."""

    type: int
    """Which message; see `messages`."""
    seq: int
    """0-65535."""
    t_ms: int
    """The sender's milliseconds since its start, modulo 2^32."""
    payload: bytes


def encode(packet: Packet) -> bytes:
    """The frame, its zero included. Raises FrameError for a payload that is too long."""
    kind, seq, t_ms, payload = packet
    if len(payload) > PAYLOAD_BYTES:
        raise FrameError(f"a payload of {len(payload)} bytes, expected at most {PAYLOAD_BYTES}")
    plain = _HEADER.pack(kind, seq, t_ms) + payload
    return cobs.encode(plain + _CRC.pack(zlib.crc32(plain))) + b"\0"


def decode(frame: bytes) -> Packet:
    """Read one frame, given without its zero. Raises FrameError for anything not whole."""
    plain = cobs.decode(frame)
    size = len(plain)
    if not _SHORTEST <= size <= _LONGEST:
        raise FrameError(f"a frame of {size} bytes, expected {_SHORTEST} to {_LONGEST}")
    # The CRC of bytes with their own CRC behind them is always the same.
    if zlib.crc32(plain) != _RESIDUE:
        raise FrameError(f"a frame of {size} bytes does not match its checksum")
    kind, seq, t_ms = _HEADER.unpack_from(plain)
    return Packet(kind, seq, t_ms, plain[_HEADER.size : -_CRC.size])


_RESIDUE = zlib.crc32(_CRC.pack(zlib.crc32(b"")))


class Decoder:
    """Takes bytes as they come, whole, torn or one by one, and gives the packets in them.

    It never keeps more than one frame's bytes, whatever comes.
    """

    def __init__(self) -> None:
        self.bad = 0
        """Runs of bytes between two zeros that were no frame."""
        self._tail = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[Packet]:
        """The packets that are complete now, in order."""
        first, *rest = data.split(b"\0")
        self._keep(first)
        if not rest:
            return []
        packets: list[Packet] = []
        *whole, last = rest
        self._close(packets)
        for frame in whole:
            if frame:
                self._read(frame, packets)
        self._keep(last)
        return packets

    def reset(self) -> None:
        """Forget a torn frame: the line was interrupted here."""
        self._tail.clear()
        self._overlong = False

    def _keep(self, part: bytes) -> None:
        if self._overlong or not part:
            return
        if len(self._tail) + len(part) >= FRAME_BYTES:
            self._overlong = True
            self._tail.clear()
        else:
            self._tail += part

    def _close(self, packets: list[Packet]) -> None:
        """A zero came: what was kept is a frame, or is none."""
        if self._overlong:
            self.bad += 1
        elif self._tail:
            self._read(bytes(self._tail), packets)
        self.reset()

    def _read(self, frame: bytes, packets: list[Packet]) -> None:
        try:
            packets.append(decode(frame))
        except FrameError:
            self.bad += 1
