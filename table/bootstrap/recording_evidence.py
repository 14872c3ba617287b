"""Pictures as evidence: crops before and after an event, in a folder that never grows too large."""

import hashlib
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from table.files import write_atomically
from vision.capture import Frame
from vision.imagefile import Image
from vision.plane_map import Matrix

MOST_BYTES: Final = 2 * 1024**3
"""What a day of play may take."""

_EVERY_NS: Final = 400_000_000
_REMEMBERED: Final = 14
_EARLIER_NS: Final = 300_000_000
_LARGEST: Final = 720
_QUALITY: Final = 85
_CHECKED_EVERY: Final = 200


class Shelf:
    """The folder of pictures; the oldest go first."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        """Make the folder. Raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._most = most_bytes
        self._frames: deque[Frame] = deque(maxlen=_REMEMBERED)
        self._kept = 0

    def remember(self, frame: Frame) -> None:
        """Keep a frame for a few seconds: an event is known only after it happened."""
        if not self._frames or frame.captured_ns - self._frames[-1].captured_ns >= _EVERY_NS:
            self._frames.append(frame)

    def before(self, at_ns: int) -> Frame | None:
        """The newest remembered frame that is clearly older than a moment."""
        older = [one for one in self._frames if one.captured_ns <= at_ns - _EARLIER_NS]
        return older[-1] if older else None

    def keep(self, name: str, frame: Frame, quads: Iterable[Matrix], margin: float) -> str | None:
        """Write what is around some quadrilaterals of a frame; the picture's id."""
        corners = [np.asarray(quad) for quad in quads]
        if not corners:
            return None
        every = np.concatenate(corners)
        low = np.maximum(every.min(axis=0) - margin, 0).astype(int)
        high = (every.max(axis=0) + margin).astype(int)
        crop = frame.bgr[low[1] : high[1], low[0] : high[0]]
        if not crop.size:
            return None
        number = hashlib.sha256(name.encode()).hexdigest()[:32]
        write_atomically(self.folder / f"{number}.jpg", _jpeg(crop))
        self._kept += 1
        if self._kept % _CHECKED_EVERY == 0:
            self.trim()
        return number

    def trim(self) -> None:
        """Throw the oldest pictures away until the rest fits."""
        files = [(path, path.stat()) for path in self.folder.iterdir() if path.is_file()]
        files.sort(key=lambda one: one[1].st_mtime_ns)
        total = sum(stat.st_size for _, stat in files)
        for path, stat in files:
            if total <= self._most:
                return
            path.unlink(missing_ok=True)
            total -= stat.st_size


def _jpeg(crop: Image) -> bytes:
    longest = max(crop.shape[:2])
    if longest > _LARGEST:
        scale = _LARGEST / longest
        size = (max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale)))
        crop = np.asarray(cv2.resize(crop, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes()
