"""The film as evidence: small, one a hand, whole at every moment; and clips out of it."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, cast

import av
import cv2
import numpy as np

from table.errors import UnknownThingError
from vision.capture.frames import Frame
from vision.shrinking import shrunk

WIDE: Final = 640
EVERY_NS: Final = 200_000_000
"""Five frames a second are enough to see what somebody did."""
LONGEST_NS: Final = 40 * 60 * 1_000_000_000
_GOP: Final = 20
_OPTIONS: Final[dict[str, object]] = {
    "crf": "30",
    "preset": "ultrafast",
    "tune": "zerolatency",
    "g": str(_GOP),
}
_WHOLE: Final = {"movflags": "frag_keyframe+empty_moov+default_base_moof", "flush_packets": "1"}
"""Written in pieces, each of which plays: a film that was cut off is a shorter film."""


@dataclass(frozen=True, slots=True)
class Filmed:
    """A film that has begun."""

    film: str
    """Its id on the evidence shelf."""
    since_ns: int
    """When its first frame was captured."""


def film_at(films: Sequence[Filmed], at_ns: int) -> tuple[str, float] | None:
    """The film of a moment, and its place in it in seconds; None for none."""
    begun = [one for one in films if one.since_ns <= at_ns]
    if not begun or not at_ns:
        return None
    last = max(begun, key=lambda one: one.since_ns)
    return last.film, round((at_ns - last.since_ns) / 1e9, 3)


class FilmRoll:
    """Films what a camera sees, a file after the other.

    A full disk costs the film, not the record.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.path: Path | None = None
        """The film that is being written."""
        self._container: Any = None
        self._stream: Any = None
        self._since_ns = self._last_ns = 0
        self._size = (0, 0)

    def take(self, frame: Frame) -> Filmed | None:
        """Add a frame where its time has come; the film, where this frame began it."""
        now = frame.captured_ns
        if self._container is not None:
            if self._last_ns <= now < self._last_ns + EVERY_NS:
                return None
            stopped = now < self._last_ns or now - self._since_ns > LONGEST_NS
            if stopped or self._size != _size_of(frame):
                self.cut()
        begun = None
        if self._container is None:
            begun = self._begin(frame)
        self._write(frame)
        return begun

    def cut(self) -> None:
        """End the film."""
        if self._container is None:
            return
        with suppress(av.error.FFmpegError, OSError):
            for packet in self._stream.encode():
                self._container.mux(packet)
        with suppress(av.error.FFmpegError, OSError):
            self._container.close()
        self._container = self._stream = self.path = None

    def _begin(self, frame: Frame) -> Filmed:
        film = secrets.token_hex(16)
        self.path = self._folder / f"{film}.mp4"
        self._since_ns, self._size = frame.captured_ns, _size_of(frame)
        self._container = av.open(str(self.path), "w", format="mp4", options=_WHOLE)
        stream = cast("av.VideoStream", self._container.add_stream("libx264", rate=5))
        stream.width, stream.height = self._size
        stream.pix_fmt, stream.options = "yuv420p", _OPTIONS
        stream.codec_context.time_base = Fraction(1, 1000)
        stream.codec_context.thread_count = 1
        self._stream = stream
        return Filmed(film, self._since_ns)

    def _write(self, frame: Frame) -> None:
        small = shrunk(frame.bgr, self._size)
        planes = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420), np.uint8)
        picture = av.VideoFrame.from_ndarray(planes, format="yuv420p")
        picture.pts = (frame.captured_ns - self._since_ns) // 1_000_000
        picture.time_base = Fraction(1, 1000)
        with suppress(av.error.FFmpegError, OSError):
            for packet in self._stream.encode(picture):
                self._container.mux(packet)
        self._last_ns = frame.captured_ns


def clip(film: Path, out: Path, from_s: float, until_s: float) -> None:
    """Write the part of a film around a moment, from the key frame before it on.

    Raises UnknownThingError where the film has nothing there.
    """
    try:
        _copy(film, out, from_s, until_s)
    except (av.error.FFmpegError, ValueError, IndexError):
        raise UnknownThingError(
            f"clip {from_s:.1f}-{until_s:.1f} s: expected a part of the film"
        ) from None


def _copy(film: Path, out: Path, from_s: float, until_s: float) -> None:
    with av.open(str(film)) as source, av.open(str(out), "w", format="mp4") as made:
        video = source.streams.video[0]
        copied = made.add_stream_from_template(video)
        base = float(video.time_base or 1)
        source.seek(round(max(0.0, from_s) / base), stream=video, backward=True)
        first = None
        for packet in source.demux(video):
            if packet.pts is None or packet.dts is None:
                continue
            if packet.pts * base > until_s:
                break
            first = packet.dts if first is None else first
            packet.pts -= first
            packet.dts -= first
            packet.stream = copied
            made.mux(packet)
        if first is None:
            raise ValueError("nothing there")


def _size_of(frame: Frame) -> tuple[int, int]:
    """The film's size for frames like this: small, of even numbers."""
    wide, high = frame.size
    scale = min(1.0, WIDE / wide)
    return max(2, int(wide * scale) // 2 * 2), max(2, int(high * scale) // 2 * 2)
