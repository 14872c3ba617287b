"""COBS: bytes without a zero, so that a zero can end a frame. For less than 254 bytes."""

from firmware_bridge.errors import FrameError

LONGEST = 253
"""Above this a block would need COBS's special code 0xFF, which our short frames never do."""


def encode(data: bytes) -> bytes:
    """The same content, one byte longer and without a zero."""
    if len(data) > LONGEST:
        raise FrameError(f"{len(data)} bytes to stuff, expected at most {LONGEST}")
    stuffed = bytearray()
    for block in data.split(b"\0"):
        stuffed.append(len(block) + 1)
        stuffed += block
    return bytes(stuffed)


def decode(stuffed: bytes) -> bytes:
    """Undo `encode`. Raises FrameError for bytes that it never writes; `stuffed` has no zero."""
    at, end = 0, len(stuffed)
    blocks = []
    while at < end:
        after = at + stuffed[at]
        blocks.append(stuffed[at + 1 : after])
        at = after
    if at != end or not end:
        raise FrameError(f"a block of {end} stuffed bytes ends at {at}, expected {end}")
    return b"\0".join(blocks)
