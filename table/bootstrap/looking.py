"""What the helper process does: read pictures, ask the cameras. Slow to import; see eyes.py."""

from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from table.web.ports import Look
from vision.capture.camera import capture as take_picture
from vision.capture.camera import list_cameras
from vision.club.tile_set import digest, load
from vision.hand.layout import propose_hand
from vision.imagefile import Image, decode_image, write_jpeg
from vision.reader import Reader

Club: TypeAlias = tuple[Path, str] | None
"""An enrolled tile set: a data folder and a name in it."""


def reader(models: Path | None, club: Club) -> Reader:
    """The reader, loaded once for a set as its file is now. Raises ModelError, TileSetError."""
    return _opened(models, club, "" if club is None else digest(*club))


@lru_cache(maxsize=1)  # one is in use at a time, and holds much memory
def _opened(models: Path | None, club: Club, _content: str) -> Reader:
    return Reader.open(models, club=None if club is None else load(*club))


def warm_up(models: Path | None, club: Club) -> None:
    """Read a blank picture: the first reading of a model is slow."""
    reader(models, club).read(np.full((64, 64, 3), 96, np.uint8))


def look(models: Path | None, club: Club, data: bytes, name: str, copy: Path) -> Look:
    """Read a picture file's bytes. Raises ImageError."""
    return _read(models, club, decode_image(data, name), copy)


def capture(models: Path | None, club: Club, index: int, copy: Path) -> Look:
    """Read a picture of a camera. Raises CameraError."""
    return _read(models, club, take_picture(index), copy)


def cameras() -> list[tuple[int, str]]:
    """The machine's cameras: index and name."""
    return [(camera.index, camera.name) for camera in list_cameras()]


def _read(models: Path | None, club: Club, picture: Image, copy: Path) -> Look:
    reading = reader(models, club).read(picture)
    write_jpeg(copy, picture)
    return Look(reading, propose_hand(reading.tiles))
