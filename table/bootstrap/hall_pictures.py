"""Pictures and clips of this table's evidence for its hall: small enough for one message."""

import tempfile
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from table.bootstrap.recording_film import clip
from table.errors import UnknownThingError
from table.hall.wire import PICTURE_BYTES, PICTURE_ID
from vision.imagefile import Image

_PLACES = ("evidence/{}.jpg", "evidence/{}.png", "photos/{}.jpg")
_SIDES = (1600, 1200, 900, 600, 300)
_QUALITY = 80
_AROUND_S = ((4.0, 3.0), (2.0, 2.0), (1.0, 1.0), (0.0, 0.5))
"""Seconds before and after a moment; less of them until the clip is small enough."""


def picture_of(data: Path, name: str) -> bytes:
    """The picture of this id in a table's data folder; empty where there is none."""
    if not PICTURE_ID.fullmatch(name):
        return b""
    for place in _PLACES:
        path = data / place.format(name)
        if path.is_file() and not path.is_symlink():
            whole = path.read_bytes()
            return whole if len(whole) <= PICTURE_BYTES else _smaller(path)
    return b""


def _smaller(path: Path) -> bytes:
    whole = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if whole is None:
        return b""
    picture: Image = np.asarray(whole, np.uint8)
    for side in _SIDES:
        shown: Image = picture
        scale = side / max(picture.shape[:2])
        if scale < 1:
            smaller = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            shown = np.asarray(smaller, np.uint8)
        made, packed = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if made and packed.nbytes <= PICTURE_BYTES:
            return packed.tobytes()
    return b""


def clip_of(data: Path, film: str, at_s: float) -> bytes:
    """The moments around a place in a film, as an MP4; empty where there is none."""
    path = data / f"evidence/{film}.mp4"
    if not PICTURE_ID.fullmatch(film) or path.is_symlink() or not path.is_file():
        return b""
    with tempfile.TemporaryDirectory(prefix="jantaku-clip-") as folder, suppress(UnknownThingError):
        made = Path(folder) / "clip.mp4"
        for before, after in _AROUND_S:
            clip(path, made, max(0.0, at_s - before), at_s + after)
            if made.stat().st_size <= PICTURE_BYTES:
                return made.read_bytes()
    return b""
