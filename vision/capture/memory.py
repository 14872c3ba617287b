"""What a camera showed lately, a few pictures a second, packed: to look back at."""

from collections import deque
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from vision.capture.frames import Frame

_EVERY_NS: Final = 250_000_000
_QUALITY: Final = 95


class Memory:
    """Keeps pictures of the last so many seconds, the newest at the end."""

    def __init__(self, span_s: float) -> None:
        self._span_ns = round(span_s * 1e9)
        self._kept: deque[tuple[int, int, bytes]] = deque()
        """Number, time, and the picture as a JPEG."""

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, frame: Frame) -> None:
        """Remember a frame, if some time has passed since the last; forget what is too old."""
        now = frame.captured_ns
        if self._kept and (now < self._kept[-1][1] or now - self._kept[0][1] > 2 * self._span_ns):
            self._kept.clear()  # the clock has jumped
        if self._kept and now - self._kept[-1][1] < _EVERY_NS:
            return
        packed, data = cv2.imencode(".jpg", frame.bgr, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
        if packed:
            self._kept.append((frame.number, now, data.tobytes()))
        while self._kept and now - self._kept[0][1] > self._span_ns:
            self._kept.popleft()

    def back(self) -> Iterator[Frame]:
        """What is remembered, the newest first."""
        return (_unpacked(*kept) for kept in reversed(self._kept))

    def take(self, since_ns: int) -> Iterator[Frame]:
        """What is remembered from a moment on, the oldest first; all of it is forgotten."""
        kept, self._kept = self._kept, deque()
        return (_unpacked(*one) for one in kept if one[1] >= since_ns)


def _unpacked(number: int, captured_ns: int, data: bytes) -> Frame:
    bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return Frame(number, captured_ns, np.asarray(bgr, np.uint8))
