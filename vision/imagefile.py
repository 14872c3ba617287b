"""Picture files in: bounded before they are decoded, upright, 8-bit RGB; or one clear line."""

import re
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import MAX_PIXELS
from vision.errors import ImageFormatError, ImageTooLargeError
from vision.imageheader import ImageHeader, read_header
from vision.quiet import overheard, quiet_opencv

Image: TypeAlias = NDArray[np.uint8]
"""uint8 [H,W,3], red first."""

MAX_BYTES: Final = 64 * 1024 * 1024
MAX_SIDE: Final = 30_000

_BACKDROP = 128
"""What shows through a transparent picture: neither a tile's face nor a dark table."""
_STRIP: Final = 64
"""Rows."""
_DAMAGED: Final = re.compile(r"Corrupt JPEG data: (?!\d+ extraneous)|Premature end of JPEG")
"""What libjpeg says of a part that it had to make up. Bytes too many are said and do no harm: some
cameras leave them."""
_TURNED: Final = frozenset({"TIFF"})
"""What OpenCV turns upright itself, whatever flags it is given."""
_SIDEWAYS: Final = frozenset({5, 6, 7, 8})
"""The EXIF orientations that make a picture's height its width."""


def read_image(path: Path) -> Image:
    """The picture in a file: uint8 [H,W,3] RGB, turned upright by its EXIF orientation.

    Raises ``ImageFormatError`` for what is no picture or is damaged, ``ImageTooLargeError`` for
    too many bytes or pixels, ``OSError`` where the file cannot be read.
    """
    name = str(path)
    if path.is_dir():
        raise ImageFormatError(f"{name}: is a folder; expected a picture file")
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    return decode_image(data, name)


def decode_image(data: bytes, name: str) -> Image:
    """The picture in bytes, as ``read_image`` gives it; ``name`` stands in the error messages."""
    if not data:
        raise ImageFormatError(f"{name}: is empty (0 bytes); expected a picture")
    if len(data) > MAX_BYTES:
        raise ImageTooLargeError(
            f"{name}: has more than {MAX_BYTES // 1024**2} MiB; expected at most that",
        )
    try:
        header = read_header(data)
    except ImageFormatError as error:
        raise ImageFormatError(f"{name}: {error}") from error
    _check_size(header, name)
    if not header.complete:
        raise ImageFormatError(
            f"{name}: is cut off after {len(data)} bytes; expected a whole {header.format} file",
        )
    pixels = _to_rgb(_decode(data, header, name), name)
    return pixels if header.format in _TURNED else turned_upright(pixels, header.orientation)


def _check_size(header: ImageHeader, name: str) -> None:
    width, height = header.width, header.height
    if width * height > MAX_PIXELS:
        raise ImageTooLargeError(
            f"{name}: has {width} x {height} = {width * height / 1e6:.1f} megapixels; "
            f"expected at most {MAX_PIXELS // 1_000_000}",
        )
    if max(width, height) > MAX_SIDE:
        raise ImageTooLargeError(
            f"{name}: has {width} x {height} pixels; expected sides of at most {MAX_SIDE}",
        )


def _decode(data: bytes, header: ImageHeader, name: str) -> NDArray[Any]:
    damaged = ImageFormatError(f"{name}: is damaged; expected a whole {header.format} file")
    try:
        with quiet_opencv():
            pixels, said = overheard(
                lambda: cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
            )
    except cv2.error as error:
        raise damaged from error
    size = (header.height, header.width)
    if header.format in _TURNED and header.orientation in _SIDEWAYS:
        size = (header.width, header.height)
    if pixels is None or pixels.shape[:2] != size or _DAMAGED.search(said):
        raise damaged
    return _without_filler(np.asarray(pixels), header)


def _without_filler(pixels: NDArray[Any], header: ImageHeader) -> NDArray[Any]:
    """The samples without a fourth that only fills; many programs leave 0 there in a BMP."""
    if header.format != "BMP" or pixels.ndim == 2 or pixels.shape[2] < 4:
        return pixels
    return pixels if header.alpha and pixels[..., 3].any() else pixels[..., :3]


def _to_rgb(pixels: NDArray[Any], name: str) -> Image:
    """Grey, BGR or BGRA samples of 8 or 16 bits → RGB of 8 bits."""
    if pixels.dtype == np.uint16:
        pixels = np.floor_divide(pixels, 257, out=pixels).astype(np.uint8)
    if pixels.dtype != np.uint8:
        raise ImageFormatError(f"{name}: has {pixels.dtype} samples; expected 8 or 16 bits")
    channels = 1 if pixels.ndim == 2 else pixels.shape[2]
    if channels == 1:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2RGB), np.uint8)
    if channels == 3:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), np.uint8)
    if channels == 4:
        return _on_backdrop(pixels)
    raise ImageFormatError(f"{name}: has {channels} channels; expected 1, 3 or 4")


def _on_backdrop(pixels: NDArray[np.uint8]) -> Image:
    """BGRA → RGB, strip by strip: the sums of a whole picture would take several times its room."""
    image = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2RGB), np.uint8)
    for top in range(0, len(image), _STRIP):
        strip = image[top : top + _STRIP]
        alpha = pixels[top : top + _STRIP, :, 3:].astype(np.uint16)
        if alpha.min() < 255:
            strip[:] = (strip * alpha + _BACKDROP * (255 - alpha) + 127) // 255
    return image


def turned_upright(image: Image, orientation: int) -> Image:
    """The picture as its EXIF orientation (1..8) means it to be seen."""
    if orientation in _SIDEWAYS:
        image = image.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        image = image[:, ::-1]
    if orientation in (3, 4, 7, 8):
        image = image[::-1]
    return np.ascontiguousarray(image)


def write_jpeg(path: Path, image: Image) -> None:
    """Write a picture uint8 [H,W,3] RGB. Raises ``OSError`` where the file cannot be written."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, 92]
    _, data = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), quality)
    path.write_bytes(data.tobytes())
