"""Pictures as evidence: crops before and after an event, in a folder that never grows too large."""

import hashlib
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from table.bootstrap.recording_film import Filmed, FilmRoll
from table.files import write_atomically
from vision.capture.frames import Frame
from vision.imagefile import Image
from vision.plane.map import Matrix

MOST_BYTES: Final = 2 * 1024**3
"""What a day of play may take."""

AFTER, BEFORE = "after", "before"
_EVERY_NS: Final = 400_000_000
_REMEMBERED: Final = 14
KEPT_NS: Final = _EVERY_NS * (_REMEMBERED - 1)
"""So long a frame is remembered."""
EARLIER_NS: Final = 300_000_000
"""A frame before an event is older than its first sight by so much."""
_LARGEST: Final = 720
_QUALITY: Final = 85
_CHECKED_EVERY: Final = 200


class Shelf:
    """The folder of pictures and films; the oldest films go first, then the oldest pictures."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        """Make the folder. Raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._most = most_bytes
        self._frames: deque[Frame] = deque(maxlen=_REMEMBERED)
        self._roll = FilmRoll(folder)
        self._kept = 0

    def remember(self, frame: Frame) -> Filmed | None:
        """Keep a frame for a few seconds, and on film; the film, where a new one has begun."""
        if not self._frames or frame.captured_ns - self._frames[-1].captured_ns >= _EVERY_NS:
            self._frames.append(frame)
        return self._roll.take(frame)

    def cut(self) -> None:
        """The next frame begins a new film."""
        self._roll.cut()
        self.trim()

    def close(self) -> None:
        """End the film."""
        self._roll.cut()

    def keep(
        self, name: str, frame: Frame, quads: Iterable[Matrix], margin: float, at_ns: int
    ) -> list[str]:
        """Write what is around some places of a frame, and of one before a moment; their ids."""
        places = [np.asarray(quad) for quad in quads]
        earlier = self._before(at_ns)
        found = (
            self._crop(picture_id(name, when), one, places, margin)
            for when, one in ((AFTER, frame), (BEFORE, earlier))
            if one is not None
        )
        return [one for one in found if one is not None]

    def trim(self) -> None:
        """Throw the oldest films away, then the oldest pictures, until the rest fits."""
        with suppress(OSError):  # a file that just went, or must stay: the rest another time
            files = [(path, path.stat()) for path in self.folder.iterdir() if path.is_file()]
            files.sort(key=lambda one: (one[0].suffix != ".mp4", one[1].st_mtime_ns))
            total = sum(stat.st_size for _, stat in files)
            for path, stat in files:
                if total <= self._most:
                    return
                if path != self._roll.path:
                    path.unlink(missing_ok=True)
                    total -= stat.st_size

    def _before(self, at_ns: int) -> Frame | None:
        """The newest remembered frame that is clearly older than a moment."""
        older = [one for one in self._frames if one.captured_ns <= at_ns - EARLIER_NS]
        return older[-1] if older else None

    def _crop(self, number: str, frame: Frame, quads: list[Matrix], margin: float) -> str | None:
        if not quads:
            return None
        every = np.concatenate(quads)
        low = np.maximum(every.min(axis=0) - margin, 0).astype(int)
        high = (every.max(axis=0) + margin).astype(int)
        crop = frame.bgr[low[1] : high[1], low[0] : high[0]]
        if not crop.size:
            return None
        try:
            write_atomically(self.folder / f"{number}.jpg", _jpeg(crop))
        except OSError:  # a full disk costs the picture, not the record
            return None
        self._kept += 1
        if self._kept % _CHECKED_EVERY == 0:
            self.trim()
        return number


def picture_id(name: str, when: str) -> str:
    """The id of a picture: the same name has the same."""
    return hashlib.sha256(f"{name} {when}".encode()).hexdigest()[:32]


def _jpeg(crop: Image) -> bytes:
    longest = max(crop.shape[:2])
    if longest > _LARGEST:
        scale = _LARGEST / longest
        size = (max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale)))
        crop = np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes()
