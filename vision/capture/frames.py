"""Frames in: every one of a film or folder, the newest of a camera or stream."""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Final, Protocol

import cv2
import numpy as np

from vision.capture.source import Source
from vision.capture.stamps import Stamps
from vision.errors import CaptureError, ImageError
from vision.imagefile import Image, read_image
from vision.quiet import quiet_codecs, quiet_opencv

FOLDER_FPS: Final = 10.0
"""How fast pictures in a folder are taken to follow each other."""

_AHEAD: Final = 4
"""Frames that are decoded before they are asked for."""

_PICTURES: Final = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
_NUMBER: Final = re.compile(r"(\d+)")
_FPS: Final = (0.5, 1000.0)
"""Slow motion has 240 to 960; what says less than one in two seconds follows no game."""

_UNCOUNTED: Final = 0.02
"""What a film says of its length may be wrong by this part of it, or by a second."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a camera, and when it was taken by that camera's clock."""

    number: int
    """Counted from 0; frames that nobody took are counted too."""

    captured_ns: int
    bgr: Image
    """uint8 [H,W,3], blue first, as it is decoded."""

    @property
    def rgb(self) -> Image:
        """A copy with red first, as the readers take it."""
        return np.asarray(cv2.cvtColor(self.bgr, cv2.COLOR_BGR2RGB), np.uint8)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.bgr.shape[1], self.bgr.shape[0]


class Capture(Protocol):
    """Gives frames, one after another."""

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The next frame; None where none came in time, or there are no more (see ``ended``)."""
        ...

    @property
    def ended(self) -> bool:
        """Whether there will be no more frames."""
        ...

    def close(self) -> None:
        """Let the source go."""
        ...


class FilmCapture:
    """Every frame of a film, decoded ahead by a thread of its own."""

    def __init__(self, path: Path, most_fps: float = _FPS[1]) -> None:
        """Open a film, of which no more frames a second are wanted than ``most_fps``.

        Raises ``CaptureError`` for what is none, ``OSError`` where none is.
        """
        if path.is_dir():
            raise CaptureError(f"{path}: is a folder; expected a film")
        path.open("rb").close()
        self._name = str(path)
        with quiet_opencv(), quiet_codecs():
            self._film = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        fps = float(self._film.get(cv2.CAP_PROP_FPS)) if self._film.isOpened() else 0.0
        if not _FPS[0] <= fps <= _FPS[1]:
            self._film.release()
            if fps > 0:
                raise CaptureError(
                    f"{path}: has {fps:g} frames a second; expected {_FPS[0]:g} to {_FPS[1]:g}"
                )
            raise CaptureError(f"{path}: is no film, or damaged; expected one that can be decoded")
        self.fps = fps
        step = int(fps / most_fps)
        self._apart_ns = round((step - 0.5) / fps * 1e9) if step > 1 else 0
        """A frame that comes sooner after the last one is not wanted."""
        self._ends_ns = 0
        self.frames = max(0, int(self._film.get(cv2.CAP_PROP_FRAME_COUNT)))
        """How many it says it has; 0 where it does not say."""
        self.broken: str | None = None
        """Known when it has ended: that it is much shorter than it says, in words."""
        self._queue: Queue[Frame | None] = Queue(_AHEAD)
        self._stop = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._decode, name="film", daemon=True)
        self._thread.start()

    @property
    def ended(self) -> bool:
        """Whether its last frame has been read."""
        return self._ended

    def read(self, timeout_s: float = 60.0) -> Frame | None:
        """The next frame. Raises ``CaptureError`` where the film has not a single one."""
        if self._ended:
            return None
        try:
            frame = self._queue.get(timeout=timeout_s)
        except Empty:
            return None
        self._ended = frame is None
        return frame

    def close(self) -> None:
        """Stop decoding."""
        self._stop.set()
        self._ended = True
        self._thread.join(5)
        self._film.release()

    def _decode(self) -> None:
        number, due_ns, stamps = 0, 0, Stamps(self.fps)
        while not self._stop.is_set():
            frame = None
            if self._film.grab():
                at = stamps.moment(number, self._film.get(cv2.CAP_PROP_POS_MSEC))
                self._ends_ns = at + round(1e9 / self.fps)
                if at < due_ns:  # is not wanted: the next one needs it decoded
                    number += 1
                    continue
                got, image = self._film.retrieve()
                if got and image is not None:
                    frame = Frame(number, at, np.asarray(image, np.uint8))
                due_ns = at + self._apart_ns
            if frame is None:
                self._breaks_off()
            if not self._put(frame) or frame is None:
                return
            number += 1

    def _breaks_off(self) -> None:
        """Note at its end whether it came too soon: the head of a film may say a bit too much.

        No frames are counted: the heads of some films count those that the camera left out, too.
        """
        lasted_s, length_s = self._ends_ns / 1e9, self.frames / self.fps
        if length_s - lasted_s > max(1.0, _UNCOUNTED * length_s):
            self.broken = (
                f"{self._name}: breaks off after {lasted_s:.0f} s; expected {length_s:.0f} s"
            )

    def _put(self, frame: Frame | None) -> bool:
        while not self._stop.is_set():
            try:
                self._queue.put(frame, timeout=0.2)
            except Full:
                continue
            return True
        return False


class FolderCapture:
    """The pictures of a folder, in the order of their numbers."""

    def __init__(self, folder: Path) -> None:
        """List them. Raises ``CaptureError`` for a folder without pictures."""
        self._paths = pictures_of(folder)
        self.frames = len(self._paths)
        self.fps = FOLDER_FPS
        self._next = 0

    @property
    def ended(self) -> bool:
        """Whether its last picture has been read."""
        return self._next >= self.frames

    def read(self, timeout_s: float = 0.0) -> Frame | None:  # noqa: ARG002 - pictures are there
        """The next picture; one that is damaged or cannot be opened is passed over."""
        while self._next < self.frames:
            number = self._next
            self._next += 1
            try:
                image = read_image(self._paths[number])
            except (ImageError, OSError):
                continue
            bgr = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2BGR), np.uint8)
            return Frame(number, round(number / self.fps * 1e9), bgr)
        return None

    def close(self) -> None:
        """Nothing is open."""


def frames(capture: Capture) -> Iterator[Frame]:
    """All frames of a film or folder."""
    while not capture.ended:
        frame = capture.read()
        if frame is not None:
            yield frame


def pictures_of(folder: Path) -> list[Path]:
    """The pictures of a folder in their order. Raises ``CaptureError`` where it has none."""
    found = [path for path in folder.iterdir() if path.suffix.lower() in _PICTURES]
    if not found:
        raise CaptureError(f"{folder}: holds no pictures; expected frames as .jpg or .png")
    return sorted(found, key=_by_number)


def open_recorded(source: Source, most_fps: float = _FPS[1]) -> FilmCapture | FolderCapture:
    """A film or folder. Raises ``CaptureError``, ``OSError``."""
    path = Path(source.where)
    return FolderCapture(path) if source.kind == "folder" else FilmCapture(path, most_fps)


def _by_number(path: Path) -> list[tuple[int, int, str]]:
    parts = _NUMBER.split(path.name)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]
