"""Picture files of every kind: read upright as 8-bit RGB, or refused in one clear line."""

import base64
import os
import struct
import subprocess
import sys
import tracemalloc
import zlib
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

from vision import imagefile
from vision.errors import ImageFormatError, ImageTooLargeError
from vision.imagefile import decode_image, read_image, turned_upright, write_jpeg
from vision.imageheader import read_header

RED_TOP = np.zeros((48, 64, 3), np.uint8)
RED_TOP[:24] = (220, 30, 40)
RED_TOP[24:, :32] = (30, 200, 60)
RED_TOP[24:, 32:] = (40, 50, 210)

CMYK_JPEG = base64.b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4L"
    "CxAWEBETFBUVFQwPFxgWFBgSFBUU/8AAFAgAEAAQBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAAB"
    "AgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNi"
    "coIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SV"
    "lpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4E"
    "QwBNAFkASwAAPwD9EK/N+vz6r9U6KKKK9Dr+nOv6WKKKKKK//9k="
)


def encoded(suffix, rgb=RED_TOP, *options):
    _, data = cv2.imencode(suffix, cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), list(options))
    return data.tobytes()


def exif(orientation):
    return b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0" + struct.pack(
        "<HHI", orientation, 0, 0
    )


def with_jpeg_exif(data, orientation):
    block = exif(orientation)
    return data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]


def png_chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_header(width, height):
    body = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", body)
        + png_chunk(b"IDAT", b"")
        + png_chunk(b"IEND", b"")
    )


def bmp_header(width, height):
    return b"BM" + struct.pack(
        "<IHHIIiiHHIIiiII", 0, 0, 0, 54, 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0
    )


def close(found, wanted, tolerance=12):
    """Alike away from the edges, where lossy formats bleed."""
    assert found.shape == wanted.shape
    apart = np.abs(found.astype(int) - wanted.astype(int))
    return float(np.median(apart)) <= tolerance and float(apart.mean()) <= 2 * tolerance


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
def test_every_format_reads_as_rgb(suffix):
    image = decode_image(encoded(suffix), "photo")
    assert image.dtype == np.uint8
    assert image.flags["C_CONTIGUOUS"]
    assert close(image, RED_TOP)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
def test_the_header_knows_the_size_before_decoding(suffix):
    header = read_header(encoded(suffix))
    assert (header.width, header.height, header.orientation, header.complete) == (64, 48, 1, True)


@pytest.mark.parametrize(
    "options",
    [(cv2.IMWRITE_WEBP_QUALITY, 101), (cv2.IMWRITE_WEBP_QUALITY, 60)],
    ids=["lossless", "lossy"],
)
def test_webp_of_both_kinds_says_its_size(options):
    header = read_header(encoded(".webp", RED_TOP, *options))
    assert (header.width, header.height) == (64, 48)


def test_a_progressive_jpeg_is_whole():
    data = encoded(
        ".jpg", RED_TOP, cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_RST_INTERVAL, 2
    )
    assert read_header(data).complete
    assert close(decode_image(data, "photo"), RED_TOP)


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (b"", ImageFormatError, "photo: is empty"),
        (b"hello, this is a letter", ImageFormatError, "is not a picture; expected JPEG, PNG"),
        (b"BM", ImageFormatError, "photo: is damaged: its header ends early"),
        (b"GIF89a" + bytes(40), ImageFormatError, "photo: is a GIF picture; expected JPEG"),
        (b"%PDF-1.7" + bytes(40), ImageFormatError, "is a PDF document"),
        (b"\0\0\0\x18ftypheic" + bytes(40), ImageFormatError, "is a HEIC picture"),
        (b"\0\0\0\x18ftypavif" + bytes(40), ImageFormatError, "is an AVIF picture"),
        (b"\xff\xd8\xff", ImageFormatError, "is damaged: its header gives no size"),
        (b"\x89PNG\r\n\x1a\n", ImageFormatError, "is damaged: its header ends early"),
        (b"RIFF\0\0\0\0WEBPJUNK\0\0\0\0", ImageFormatError, "is damaged: its header gives no size"),
        (b"II*\0\x08\0\0\0\0\0", ImageFormatError, "is damaged: its header gives no size"),
        (b"II*\0\xff\xff\xff\0", ImageFormatError, "is damaged: its header ends early"),
        (png_header(64, 48), ImageFormatError, "photo: is damaged; expected a whole PNG file"),
        (png_header(0, 48), ImageFormatError, "is damaged: its header gives no size"),
        (png_header(10000, 10000), ImageTooLargeError,
         "photo: has 10000 x 10000 = 100.0 megapixels; expected at most 64"),
        (bmp_header(20000, -20000), ImageTooLargeError, "400.0 megapixels"),
        (png_header(40000, 10), ImageTooLargeError, "expected sides of at most 30000"),
        (bmp_header(64, 48), ImageFormatError, "is cut off after 54 bytes; expected a whole BMP"),
    ],
)  # fmt: skip
def test_what_is_no_usable_picture_is_refused_in_one_line(data, error, message, capfd):
    with pytest.raises(error, match=message) as caught:
        decode_image(data, "photo")
    assert "\n" not in str(caught.value)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp", ".tiff"])
@pytest.mark.parametrize("part", [0.3, 0.6, 0.97])
def test_a_truncated_file_is_refused(suffix, part, capfd):
    noise = np.random.default_rng(5).integers(0, 255, (96, 128, 3), np.uint8)
    data = encoded(suffix, noise)
    with pytest.raises(ImageFormatError, match=r"cut off|damaged"):
        decode_image(data[: int(part * len(data))], "photo")
    assert capfd.readouterr().err == ""


@pytest.fixture
def scan():
    """A JPEG, and where its picture's data begin and end."""
    noise = np.random.default_rng(5).integers(0, 255, (96, 128, 3), np.uint8)
    data = encoded(".jpg", noise)
    return data, data.index(b"\xff\xda") + 14, len(data) - 2


@pytest.mark.parametrize("lost", [2000, 7000])
def test_a_jpeg_that_lost_a_part_of_its_inside_is_refused(scan, lost, capfd):
    data, start, end = scan
    middle = (start + end) // 2
    damaged = data[:middle] + data[middle + lost :]
    assert read_header(damaged).complete
    with pytest.raises(ImageFormatError, match="photo: is damaged; expected a whole JPEG file"):
        decode_image(damaged, "photo")
    assert capfd.readouterr().err == ""


def test_bytes_too_many_do_a_jpeg_no_harm(scan, capfd):
    data, _, end = scan
    more = data[:end] + bytes(40) + data[end:] + b"what a phone puts behind a picture"
    assert np.array_equal(decode_image(more, "photo"), decode_image(data, "photo"))
    assert capfd.readouterr().err == ""


def test_pictures_that_are_decoded_at_once_are_not_blamed_for_each_other(scan, capfd):
    data, start, end = scan
    half = data[: (start + end) // 2] + data[end:]

    def whole(one):
        try:
            decode_image(one, "photo")
        except ImageFormatError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(whole, [data, half] * 100)) == [True, False] * 100
    os.write(2, b"heard again")
    assert capfd.readouterr().err == "heard again"


def test_too_many_bytes_are_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(imagefile, "MAX_BYTES", 1024)
    file = tmp_path / "big.bmp"
    file.write_bytes(encoded(".bmp"))
    with pytest.raises(ImageTooLargeError, match=r"big\.bmp: has more than"):
        read_image(file)


@pytest.mark.parametrize("bare", [b"\xff\x01", b"\xff\xff\x01", b"\xff\xd8"])
def test_a_jpeg_hides_no_frame_behind_a_marker_without_a_length(bare):
    whole = encoded(".jpg")[2:]
    decoy = b"\xff\xc0\0\x11\x08\0\x10\0\x10\x03\x01\x22\0\x02\x11\x01\x03\x11\x01\xff\xd9"
    (skipped,) = struct.unpack(">H", whole[:2])  # what the next marker would be as a length
    data = b"\xff\xd8" + bare + whole
    data = data.ljust(2 + len(bare) + skipped, b"\0") + decoy
    header = read_header(data)
    assert (header.width, header.height) == (64, 48)


def tiff_header(*tags):
    """A TIFF of nothing but tags: number, kind and value of each."""
    body = b"".join(struct.pack("<HHII", number, kind, 1, value) for number, kind, value in tags)
    return b"II*\0\x08\0\0\0" + struct.pack("<H", len(tags)) + body + bytes(4)


@pytest.mark.parametrize("kind", [3, 4, 9])
def test_a_tag_that_is_there_twice_does_not_hide_the_size_of_a_tiff(kind):
    sizes = (0x100, kind, 20000), (0x101, kind, 20000), (0x100, 4, 64), (0x101, 4, 48)
    data = tiff_header(*sizes)
    with pytest.raises(
        (ImageTooLargeError, ImageFormatError), match=r"400\.0 megapix|gives no size"
    ):
        decode_image(data, "photo")


@pytest.mark.parametrize(("kind", "told"), [(4, 16000), (9, 0)])
def test_a_small_tiff_of_a_vast_tile_is_refused(kind, told):
    data = tiff_header((0x100, 4, 64), (0x101, 4, 48), (0x142, 4, 16), (0x143, kind, 16000))
    with pytest.raises(ImageFormatError, match=f"photo: is stored in blocks of {told} pixels"):
        decode_image(data, "photo")


def test_opencv_itself_allocates_no_picture_that_is_too_large(tmp_path):
    file = tmp_path / "large.png"
    file.write_bytes(png_header(8001, 8000))
    code = "import sys, vision.imagefile, cv2; cv2.imread(sys.argv[1])"
    command = [sys.executable, "-c", code, str(file)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert "pixels <= CV_IO_MAX_IMAGE_PIXELS" in done.stderr


def test_a_picture_within_the_bounds_of_sixty_four_megapixels_is_read():
    data = encoded(".png", np.zeros((8000, 8000, 3), np.uint8))
    assert decode_image(data, "photo").shape == (8000, 8000, 3)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_exif_orientation_is_applied(orientation):
    stored = stored_as(orientation)
    data = with_jpeg_exif(encoded(".jpg", stored), orientation)
    assert read_header(data).orientation == orientation
    assert close(decode_image(data, "photo"), RED_TOP)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_of_a_tiff_is_applied(orientation):
    data = with_tiff_orientation(encoded(".tiff", stored_as(orientation)), orientation)
    assert read_header(data).orientation == orientation
    assert np.array_equal(decode_image(data, "photo"), RED_TOP)


def with_tiff_orientation(data, orientation):
    """The file with another directory behind it, which says the orientation."""
    data += bytes(len(data) % 2)
    (start,) = struct.unpack_from("<I", data, 4)
    (count,) = struct.unpack_from("<H", data, start)
    entries = [data[at : at + 12] for at in range(start + 2, start + 2 + 12 * count, 12)]
    kept = [one for one in entries if struct.unpack_from("<H", one)[0] != 0x112]
    kept.append(struct.pack("<HHIHH", 0x112, 3, 1, orientation, 0))
    kept.sort(key=lambda one: struct.unpack_from("<H", one))
    directory = struct.pack("<H", len(kept)) + b"".join(kept) + bytes(4)
    return data[:4] + struct.pack("<I", len(data)) + data[8:] + directory


def stored_as(orientation):
    """What a camera stores so that the orientation turns it into RED_TOP."""
    mirrored, turns = {
        1: (False, 0), 2: (True, 0), 3: (False, 2), 4: (True, 2),
        5: (True, 1), 6: (False, 1), 7: (True, 3), 8: (False, 3),
    }[orientation]  # fmt: skip
    turned = np.rot90(RED_TOP, turns)
    return np.ascontiguousarray(
        turned[:, ::-1] if mirrored and turns % 2 == 0 else turned[::-1] if mirrored else turned
    )


@pytest.mark.parametrize("orientation", range(1, 9))
def test_opencv_agrees_about_orientations(orientation):
    data = with_jpeg_exif(encoded(".jpg", stored_as(orientation)), orientation)
    theirs = cv2.cvtColor(
        cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB
    )
    assert np.array_equal(decode_image(data, "photo"), theirs)


def test_the_orientation_of_a_png_is_applied():
    data = encoded(".png", stored_as(6))
    at = data.index(b"IDAT") - 4
    turned = data[:at] + png_chunk(b"eXIf", exif(6).removeprefix(b"Exif\0\0")) + data[at:]
    assert np.array_equal(decode_image(turned, "photo"), RED_TOP)


@pytest.mark.parametrize("orientation", [0, 9, 77])
def test_a_nonsense_orientation_is_none(orientation):
    data = with_jpeg_exif(encoded(".jpg"), orientation)
    assert read_header(data).orientation == 1


def test_a_broken_exif_block_does_not_matter():
    block = b"Exif\0\0II*\0\xff\xff\0\0"
    data = encoded(".jpg")
    data = data[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + data[2:]
    assert decode_image(data, "photo").shape == RED_TOP.shape


def test_turning_upright_twice_by_six_and_eight_is_nothing():
    assert np.array_equal(turned_upright(turned_upright(RED_TOP, 6), 8), RED_TOP)


def test_transparency_shows_grey():
    bgra = np.zeros((4, 4, 4), np.uint8)
    bgra[..., :3] = (10, 20, 250)
    bgra[:2, :, 3] = 255
    _, data = cv2.imencode(".png", bgra)
    image = decode_image(data.tobytes(), "photo")
    assert image[0, 0].tolist() == [250, 20, 10]
    assert image[3, 0].tolist() == [128, 128, 128]


def test_every_row_of_a_transparent_picture_is_blended_by_its_own_share():
    chance = np.random.default_rng(7)
    bgra = chance.integers(0, 256, (150, 40, 4), np.uint8)
    bgra[30:110, :, 3] = 255
    _, data = cv2.imencode(".png", bgra)
    share = bgra[..., 3:] / 255
    wanted = bgra[..., 2::-1] * share + 128 * (1 - share)
    assert np.abs(decode_image(data.tobytes(), "photo") - wanted).max() <= 0.5


@pytest.mark.parametrize("alpha", [200, 255])
def test_a_transparent_picture_takes_little_more_room_than_an_opaque_one(alpha):
    bgra = np.full((2000, 2000, 4), alpha, np.uint8)
    _, data = cv2.imencode(".png", bgra)
    tracemalloc.start()  # numpy tells it of its arrays, OpenCV of what it gives to numpy
    try:
        decode_image(data.tobytes(), "photo")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 12 * bgra[..., 0].size


@pytest.mark.parametrize("suffix", [".png", ".tiff"])
def test_sixteen_bits_are_scaled_to_eight(suffix):
    deep = np.zeros((4, 4, 3), np.uint16)
    deep[..., 2] = 65535
    deep[..., 1] = 32768
    _, data = cv2.imencode(suffix, deep)
    assert decode_image(data.tobytes(), "photo")[0, 0].tolist() == [255, 127, 0]


def test_sixteen_bit_grey_becomes_rgb():
    _, data = cv2.imencode(".png", np.full((4, 4), 257 * 77, np.uint16))
    assert decode_image(data.tobytes(), "photo")[0, 0].tolist() == [77, 77, 77]


def test_floating_point_samples_are_refused():
    _, data = cv2.imencode(".tiff", np.zeros((4, 4, 3), np.float32))
    with pytest.raises(ImageFormatError, match="has float32 samples; expected 8 or 16 bits"):
        decode_image(data.tobytes(), "photo")


def test_a_cmyk_jpeg_has_its_colours():
    image = decode_image(CMYK_JPEG, "photo")
    red, white = image[4, 4].astype(int), image[12, 12].astype(int)
    assert red[0] > 180
    assert max(red[1:]) < 90
    assert min(white) > 200


def test_a_folder_and_a_missing_file_are_named(tmp_path):
    with pytest.raises(ImageFormatError, match="is a folder; expected a picture file"):
        read_image(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"none\.jpg"):
        read_image(tmp_path / "none.jpg")


def test_a_written_jpeg_reads_back(tmp_path):
    write_jpeg(tmp_path / "photo.jpg", RED_TOP)
    assert close(read_image(tmp_path / "photo.jpg"), RED_TOP)
