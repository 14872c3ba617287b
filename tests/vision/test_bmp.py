"""BMP of four bytes a pixel: the fourth is alpha only where the file says so, and means it."""

import struct

import numpy as np
import pytest

from vision.imagefile import decode_image

ALPHA = 0xFF000000
PICTURE = np.zeros((4, 6, 3), np.uint8)
PICTURE[:] = (200, 40, 10)
PICTURE[2:, 3:] = (10, 200, 40)


def bmp(fourth, header=40, alpha=0):
    """The picture by bit masks (BI_BITFIELDS), every fourth byte being ``fourth``."""
    high, wide = PICTURE.shape[:2]
    body = np.dstack([PICTURE[::-1, :, ::-1], np.full((high, wide), fourth, np.uint8)]).tobytes()
    head = struct.pack("<IiiHHIIiiII", header, wide, high, 1, 32, 3, len(body), 0, 0, 0, 0)
    head += struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, alpha)[: 12 if header == 40 else 16]
    head += bytes(max(0, header - len(head)))
    start = 14 + len(head)
    return b"BM" + struct.pack("<IHHI", start + len(body), 0, 0, start) + head + body


@pytest.mark.parametrize(
    "data",
    [bmp(0), bmp(77), bmp(255), bmp(77, 124), bmp(0, 124, ALPHA)],
    ids=["zero", "junk", "full", "not declared", "declared, but zero"],
)
def test_what_only_fills_hides_nothing(data):
    assert np.array_equal(decode_image(data, "photo"), PICTURE)


def test_a_transparent_picture_shows_the_backdrop():
    image = decode_image(bmp(51, 124, ALPHA), "photo")
    assert np.abs(image - (0.2 * PICTURE + 0.8 * 128)).max() <= 1
