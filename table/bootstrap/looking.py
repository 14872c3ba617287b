"""What the helper process does: read pictures, ask the cameras. Slow to import; see eyes.py."""

from functools import cache
from pathlib import Path

import numpy as np

from table.web.ports import Look
from vision.camera import capture as take_picture
from vision.camera import list_cameras
from vision.hand_layout import propose_hand
from vision.imagefile import Image, decode_image, write_jpeg
from vision.reader import Reader


@cache
def reader(models: Path | None) -> Reader:
    """The reader, loaded once in this process. Raises ModelError."""
    return Reader.open(models)


def warm_up(models: Path | None) -> None:
    """Read a blank picture: the first reading of a model is slow."""
    reader(models).read(np.full((64, 64, 3), 96, np.uint8))


def look(models: Path | None, data: bytes, name: str, copy: Path) -> Look:
    """Read a picture file's bytes. Raises ImageError."""
    return _read(models, decode_image(data, name), copy)


def capture(models: Path | None, index: int, copy: Path) -> Look:
    """Read a picture of a camera. Raises CameraError."""
    return _read(models, take_picture(index), copy)


def cameras() -> list[tuple[int, str]]:
    """The machine's cameras: index and name."""
    return [(camera.index, camera.name) for camera in list_cameras()]


def _read(models: Path | None, picture: Image, copy: Path) -> Look:
    reading = reader(models).read(picture)
    write_jpeg(copy, picture)
    return Look(reading, propose_hand(reading.tiles))
