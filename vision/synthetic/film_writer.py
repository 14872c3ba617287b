"""A film on the disk, H.264 in an MP4: whole or not at all."""

import os
import secrets
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Self, cast

import av
import numpy as np
from numpy.typing import NDArray

from vision.errors import FilmError

CODEC = "libx264"
QUALITY = 28
"""x264's constant rate factor: 0 without loss, 51 the worst."""
PRESET = "ultrafast"
FEWEST, MOST = 64, 4096
"""Pixels of a side."""


class FilmWriter:
    """Writes frames to a draft beside the file, and puts it in the file's place at the end."""

    def __init__(
        self, path: Path, size: tuple[int, int], fps: float,
        *, quality: int = QUALITY, preset: str = PRESET, codec: str = CODEC,
    ) -> None:  # fmt: skip
        check_size(size)
        if not 0.1 <= fps <= 240:
            raise FilmError(f"{fps} frames a second, expected 0.1 to 240")
        if path.exists() and not path.is_file():  # no film is written front to back
            raise FilmError(f"{path}: it is no regular file, expected a file to write")
        self.path, self.size, self.frames = Path(os.path.realpath(path)), size, 0
        self._draft = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}.mp4")
        try:
            self._bytes = self._draft.open("xb")
        except OSError as fault:
            raise FilmError(f"{path}: {fault.strerror}, expected a file to write") from None
        self._file = av.open(self._bytes, "w", format="mp4")
        try:
            rate = Fraction(fps).limit_denominator(1001)
            stream = cast("av.VideoStream", self._file.add_stream(codec, rate=rate))
        except (ValueError, LookupError, av.error.FFmpegError):
            self._drop()
            raise FilmError(f"codec {codec!r}: this machine has no such encoder") from None
        stream.width, stream.height, stream.pix_fmt = size[0], size[1], "yuv420p"
        stream.options = {"crf": str(quality), "preset": preset}
        self._stream = stream

    def write(self, planes: NDArray[np.uint8]) -> None:
        """Add a frame: YUV 4:2:0 planes, shape (h * 3 / 2, w)."""
        frame = av.VideoFrame.from_ndarray(planes, format="yuv420p")
        for packet in self._stream.encode(frame):
            self._file.mux(packet)
        self.frames += 1

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        """Finish the film and put it in its place; after a failure leave what was there."""
        if kind is not None or not self.frames:
            self._drop()
            return
        for packet in self._stream.encode():
            self._file.mux(packet)
        self._file.close()
        self._bytes.close()
        self._draft.replace(self.path)

    def _drop(self) -> None:
        with suppress(OSError, ValueError, av.error.FFmpegError):
            self._file.close()
        self._bytes.close()
        self._draft.unlink(missing_ok=True)


def check_size(size: tuple[int, int]) -> None:
    """Refuse sizes that no film can have."""
    wide, high = size
    if wide % 2 or high % 2 or not all(FEWEST <= side <= MOST for side in size):
        raise FilmError(
            f"size {wide}x{high}, expected even numbers of pixels from {FEWEST} to {MOST}"
        )
