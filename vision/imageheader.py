"""What a picture file says about itself before it is decoded: format, size, turn, completeness."""

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from vision.errors import ImageFormatError


@dataclass(frozen=True, slots=True)
class ImageHeader:
    """The facts of a picture file's header."""

    format: str
    """``JPEG``, ``PNG``, ``WebP``, ``BMP`` or ``TIFF``."""

    width: int
    """Pixels, as stored (before the EXIF turn)."""

    height: int
    """Pixels, as stored."""

    orientation: int
    """The EXIF orientation, 1..8; 1 where the file has none."""

    complete: bool
    """Whether the file holds all its parts, as far as its structure shows."""

    alpha: bool = True
    """Whether a fourth sample of a pixel, where there is one, may say how opaque it is."""


def read_header(data: bytes) -> ImageHeader:
    """The header of a picture.

    Raises ``ImageFormatError`` for anything but a JPEG, PNG, WebP, BMP or TIFF file.
    """
    for magic, parse in _PARSERS:
        if magic(data):
            try:
                return parse(data)
            except (struct.error, IndexError) as error:
                raise ImageFormatError("is damaged: its header ends early") from error
    raise ImageFormatError(f"is {_what_else(data)}; expected JPEG, PNG, WebP, BMP or TIFF")


def _what_else(data: bytes) -> str:
    if data[4:8] == b"ftyp":
        brand = data[8:12]
        return "an AVIF picture" if brand.startswith(b"avi") else "a HEIC picture or a film"
    for magic, name in _FOREIGN.items():
        if data.startswith(magic):
            return name
    return "not a picture"


_FOREIGN: Final = {
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"<svg": "an SVG drawing",
    b"\xff\x0a": "a JPEG XL picture",
    b"\x00\x00\x00\x0cJXL ": "a JPEG XL picture",
    b"PK\x03\x04": "a ZIP archive",
}


# JPEG: segments of marker and length; entropy-coded data escapes 0xff by a following zero.
# Markers without a length (TEM, RST, SOI) are passed over: what follows them is the next marker.

_JPEG_MARKER: Final = re.compile(rb"\xff+([^\x00\x01\xff\xd0-\xd8])")
_JPEG_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_EOI, _APP1 = 0xD9, 0xE1


def _jpeg(data: bytes) -> ImageHeader:
    size = (0, 0)
    orientation = 1
    at = 2
    while marker := _JPEG_MARKER.search(data, at):
        code = marker[1][0]
        at = marker.end()
        if code == _EOI:
            break
        if at + 2 > len(data):
            break
        (length,) = struct.unpack_from(">H", data, at)
        if code in _JPEG_FRAMES and size == (0, 0):
            height, width = struct.unpack_from(">HH", data, at + 3)
            size = (width, height)
        elif code == _APP1 and data[at + 2 : at + 8] == b"Exif\0\0":
            orientation = _exif_orientation(data[at + 8 : at + length])
        at += length
    complete = marker is not None and marker[1][0] == _EOI
    return ImageHeader("JPEG", *_sized(*size), orientation, complete)


def _sized(width: int, height: int) -> tuple[int, int]:
    if width <= 0 or height <= 0:
        raise ImageFormatError("is damaged: its header gives no size")
    return width, height


# PNG: chunks of length, name, data, checksum.


def _png(data: bytes) -> ImageHeader:
    width, height = struct.unpack_from(">II", data, 16)
    orientation = 1
    at = 8
    complete = False
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        name = data[at + 4 : at + 8]
        if name == b"eXIf":
            orientation = _exif_orientation(data[at + 8 : at + 8 + length])
        elif name == b"IEND":
            complete = True
            break
        at += 12 + length
    return ImageHeader("PNG", *_sized(width, height), orientation, complete)


# WebP: RIFF chunks, of which one says the size: lossy, lossless, or extended.


def _webp(data: bytes) -> ImageHeader:
    size = (0, 0)
    orientation = 1
    (total,) = struct.unpack_from("<I", data, 4)
    at = 12
    while at + 8 <= len(data):
        name = data[at : at + 4]
        (length,) = struct.unpack_from("<I", data, at + 4)
        body = data[at + 8 : at + 8 + length]
        if name == b"EXIF":
            orientation = _exif_orientation(body.removeprefix(b"Exif\0\0"))
        elif size == (0, 0):
            size = _webp_size(name, body)
        at += 8 + length + length % 2
    return ImageHeader("WebP", *_sized(*size), orientation, len(data) >= total + 8)


def _webp_size(name: bytes, body: bytes) -> tuple[int, int]:
    if name == b"VP8X":
        return (
            1 + int.from_bytes(body[4:7], "little"),
            1 + int.from_bytes(body[7:10], "little"),
        )
    if name == b"VP8 ":
        width, height = struct.unpack_from("<HH", body, 6)
        return width & 0x3FFF, height & 0x3FFF
    if name == b"VP8L":
        (bits,) = struct.unpack_from("<I", body, 1)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return 0, 0


# BMP: one fixed header; rows stored upwards or (negative height) downwards.

_BMP_WITH_ALPHA: Final = 56
"""Bytes of a header from which on it has room to say which bits are alpha."""


def _bmp(data: bytes) -> ImageHeader:
    (start,) = struct.unpack_from("<I", data, 10)
    (header,) = struct.unpack_from("<I", data, 14)
    if header == 12:
        width, height = struct.unpack_from("<HH", data, 18)
        (bits,) = struct.unpack_from("<H", data, 24)
        packed = False
    else:
        width, height = struct.unpack_from("<ii", data, 18)
        bits, compression = struct.unpack_from("<HI", data, 28)
        packed = compression in (1, 2)
    width, height = _sized(width, abs(height))
    needed = start + (width * bits + 31) // 32 * 4 * height
    whole = packed or len(data) >= needed
    return ImageHeader("BMP", width, height, 1, whole, alpha=header >= _BMP_WITH_ALPHA)


# TIFF, which is also how EXIF is written: a directory of tags.

_WIDTH, _HEIGHT, _ORIENTATION = 0x100, 0x101, 0x112
_TILE: Final = (0x142, 0x143)
_LARGEST_TILE: Final = 4096
"""Pixels: a tile is decoded whole, however little of it is in the picture."""


def _tiff(data: bytes) -> ImageHeader:
    tags = _directory(data)
    width, height = _sized(tags.get(_WIDTH, 0), tags.get(_HEIGHT, 0))
    for tile in (tags[side] for side in _TILE if side in tags):
        if not 0 < tile <= _LARGEST_TILE:
            raise ImageFormatError(
                f"is stored in blocks of {tile} pixels; expected 1 to {_LARGEST_TILE}"
            )
    return ImageHeader("TIFF", width, height, _valid_turn(tags.get(_ORIENTATION, 1)), True)


def _exif_orientation(data: bytes) -> int:
    try:
        return _valid_turn(_directory(data).get(_ORIENTATION, 1))
    except struct.error:
        return 1  # a broken EXIF block says nothing about the picture itself


def _valid_turn(value: int) -> int:
    return value if 1 <= value <= 8 else 1


def _directory(data: bytes) -> dict[int, int]:
    """The tags of the first directory of a TIFF structure, 0 for what is no whole number.

    Of a tag that is there twice the first counts, as it does for whoever decodes the picture.
    """
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    if order is None:
        return {}
    (start,) = struct.unpack_from(order + "I", data, 4)
    (count,) = struct.unpack_from(order + "H", data, start)
    tags: dict[int, int] = {}
    for entry in range(start + 2, start + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(order + "HH", data, entry)
        code = {3: "H", 4: "I"}.get(kind)
        value = 0 if code is None else struct.unpack_from(order + code, data, entry + 8)[0]
        tags.setdefault(tag, value)
    return tags


_PARSERS: Final[tuple[tuple[Callable[[bytes], bool], Callable[[bytes], ImageHeader]], ...]] = (
    (lambda data: data.startswith(b"\xff\xd8\xff"), _jpeg),
    (lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"), _png),
    (lambda data: data.startswith(b"RIFF") and data[8:12] == b"WEBP", _webp),
    (lambda data: data.startswith(b"BM"), _bmp),
    (lambda data: data[:4] in {b"II*\0", b"MM\0*"}, _tiff),
)
