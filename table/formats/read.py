"""Any record that we read, known by its content: mjai, tenhou.net/6, mjlog, each also gzipped."""

import zlib
from dataclasses import replace

from table.formats.mjai_read import read_mjai
from table.formats.mjlog_read import read_mjlog
from table.formats.names import with_names
from table.formats.record import Fault, Record
from table.formats.tenhou6_play import KanDora
from table.formats.tenhou6_read import read_tenhou6

MOST_BYTES = 32 << 20
"""Unpacked. The longest games have less than one megabyte."""
_GZIP = b"\x1f\x8b"
_HEAD = 4096
_PIECE = 256


def read_record(data: bytes, *, kan_dora: KanDora = "before_discard") -> Record:
    """Read a record up to its first fault; nothing of its content is an exception.

    Names are held to the rule that they have here. `kan_dora` says when open kans turn their
    indicator, which tenhou.net/6 leaves open.
    """
    cut: Fault | None = None
    if data.startswith(_GZIP):
        data, cut = _unpack(data)
    elif len(data) > MOST_BYTES:
        data, cut = data[:MOST_BYTES], _too_large()
    return with_names(_with(_read(data, kan_dora), cut))


def _read(data: bytes, kan_dora: KanDora) -> Record:
    data = data.removeprefix(b"\xef\xbb\xbf")
    head = data[:_HEAD].lstrip()
    if not head:
        return Record("", fault=Fault("", "an empty file, expected a record of a game"))
    if head.startswith(b"<"):
        return read_mjlog(data)
    text, fault = _decode(data)
    if b'"type"' in head and head.startswith(b"{"):
        record = read_mjai(text)
    elif head.startswith((b"{", b"http://", b"https://")):
        record = read_tenhou6(text, kan_dora=kan_dora)
    else:
        shown = head[:20].decode("utf-8", "replace")
        reason = f"begins with {shown!r}, expected mjai lines, tenhou.net/6 JSON or mjlog XML"
        return Record("", fault=Fault("", reason))
    return _with(record, fault)


def _decode(data: bytes) -> tuple[str, Fault | None]:
    """The text up to the first line that is none."""
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as failure:
        line = data.count(b"\n", 0, failure.start) + 1
        good = data[: data.rfind(b"\n", 0, failure.start) + 1].decode("utf-8")
        reason = f"byte {failure.start} is {data[failure.start]:#04x}, expected UTF-8"
        return good, Fault(f"line {line}", reason)


def _unpack(data: bytes) -> tuple[bytes, Fault | None]:
    """What a gzip file holds, as far as it can be unpacked."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    try:
        unpacked = unpacker.decompress(data, MOST_BYTES + 1)
    except zlib.error as failure:
        return _unpack_some(data), Fault("", f"{failure}, expected a whole gzip file")
    if len(unpacked) > MOST_BYTES:
        return unpacked[:MOST_BYTES], _too_large()
    if not unpacker.eof:
        return unpacked, Fault("", f"the gzip file ends early, after {len(unpacked)} bytes")
    return unpacked, None


def _unpack_some(data: bytes) -> bytes:
    """As much as can be unpacked before a fault in the packing, piece by piece."""
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    unpacked = b""
    try:
        for begin in range(0, len(data), _PIECE):
            left = MOST_BYTES - len(unpacked)
            if left <= 0:
                break
            unpacked += unpacker.decompress(data[begin : begin + _PIECE], left)
    except zlib.error:
        pass
    return unpacked


def _too_large() -> Fault:
    return Fault("", f"more than {MOST_BYTES >> 20} megabytes, expected the record of one game")


def _with(record: Record, cut: Fault | None) -> Record:
    """The record with the reason why its rest is missing."""
    if cut is None:
        return record
    if record.fault is None or not record.events:
        return replace(record, fault=cut)
    return replace(record, fault=replace(record.fault, reason=f"{record.fault.reason} ({cut})"))
