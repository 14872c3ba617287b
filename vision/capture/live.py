"""Live frames: the newest wins, a lost camera is opened again, an old picture raises an alarm."""

import threading
import time
from collections.abc import Callable
from typing import Any, Final, Protocol, runtime_checkable

import cv2
import numpy as np

from vision.capture.camera import list_cameras
from vision.capture.frames import Frame
from vision.capture.jpegs import Jpegs
from vision.capture.source import Source
from vision.errors import CaptureError
from vision.imagefile import Image
from vision.quiet import quiet_opencv

STALE_S: Final = 2.0
"""A picture older than this is not what the table looks like now."""

_WAITS_S: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
_OPEN_MS: Final = 5000
_READ_MS: Final = 4000
_SAMPLES: Final = 64
_SOONEST_NS: Final = 55_000_000
"""More than eighteen pictures a second of a table tell nothing new."""
_UNREAD_NS: Final = 140_000_000
"""While nobody asks for the newest picture it may grow so old."""

Clock = Callable[[], int]


class Device(Protocol):
    """What OpenCV's VideoCapture does for us."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether it can be read."""
        ...

    def read(self) -> tuple[bool, Image | None]:
        """The next picture."""
        ...

    def release(self) -> None:
        """Let it go."""
        ...


@runtime_checkable
class Skipping(Protocol):
    """A device whose pictures may be passed over, which is cheaper than to take them."""

    def grab(self) -> bool:
        """Go on to the next picture."""
        ...

    def retrieve(self) -> tuple[bool, Image | None]:
        """Take the picture."""
        ...


class LiveCapture:
    """A camera or stream that is read all the time; who asks gets the newest frame only."""

    def __init__(
        self, source: Source, opener: Callable[[Source], Device] | None = None,
        clock: Clock = time.monotonic_ns,
    ) -> None:  # fmt: skip
        """Open it. Raises ``CaptureError`` where it cannot be opened at the first attempt."""
        self.source = source
        self._opener: Callable[[Source], Device] = opener or _device
        self._clock = clock
        self._fresh = threading.Condition()
        self._newest: Frame | None = None
        self._given = -1
        self._arrived_ns = clock()
        self._changed_ns = clock()
        self._print: bytes = b""
        self._stop = threading.Event()
        self.lost = 0
        """How often the source went away since it was opened."""
        device = self._opener(source)
        if not device.isOpened():
            device.release()
            raise CaptureError(_absent(source))
        self._thread = threading.Thread(target=self._run, args=(device,), daemon=True, name="live")
        self._thread.start()

    @property
    def ended(self) -> bool:
        """Whether it was closed; a source that went away is waited for."""
        return self._stop.is_set()

    @property
    def age_s(self) -> float:
        """How long ago the newest frame came."""
        return (self._clock() - self._arrived_ns) / 1e9

    @property
    def alarm(self) -> str | None:
        """What is wrong, in words: no frame for 2 s, or the same one again and again."""
        if self.age_s > STALE_S:
            return f"{self.source}: no frame for {self.age_s:.0f} s; expected one each moment"
        still = (self._clock() - self._changed_ns) / 1e9
        if still > STALE_S:
            return f"{self.source}: the same frame for {still:.0f} s; expected a living picture"
        return None

    def read(self, timeout_s: float = 1.0) -> Frame | None:
        """The newest frame that was not yet given; None where none came in time."""
        with self._fresh:
            self._fresh.wait_for(self._has_new, timeout_s)
            if not self._has_new():
                return None
            frame = self._newest
            self._given = -1 if frame is None else frame.number
            return frame

    def close(self) -> None:
        """Let the source go."""
        self._stop.set()
        with self._fresh:
            self._fresh.notify_all()
        self._thread.join(6)

    def _has_new(self) -> bool:
        if self._stop.is_set():
            return True
        return self._newest is not None and self._newest.number > self._given

    def _run(self, device: Device) -> None:
        number, attempt = 0, 0
        while not self._stop.is_set():
            try:
                there, image = self._next(device)
            except cv2.error:  # what fails in OpenCV itself is opened again, as what went away is
                there, image = False, None
            if there and image is None:
                continue
            if there and image is not None:
                self._take(Frame(number, self._clock(), np.asarray(image, np.uint8)))
                number, attempt = number + 1, 0
                continue
            device.release()
            self.lost += attempt == 0
            self._stop.wait(_WAITS_S[min(attempt, len(_WAITS_S) - 1)])
            attempt += 1
            if not self._stop.is_set():
                device = self._opener(self.source)
        device.release()

    def _next(self, device: Device) -> tuple[bool, Image | None]:
        """The next picture; none, though it is there, where the last was given just now."""
        if not isinstance(device, Skipping):
            return device.read()
        if not device.grab():
            return False, None
        unread = self._newest is not None and self._newest.number > self._given
        enough = _UNREAD_NS if unread else _SOONEST_NS
        if self._clock() - self._arrived_ns < enough and self._newest is not None:
            return True, None
        return device.retrieve()

    def _take(self, frame: Frame) -> None:
        rows, columns = (
            np.linspace(0, side - 1, _SAMPLES).astype(int) for side in frame.bgr.shape[:2]
        )
        seen = frame.bgr[rows][:, columns].tobytes()
        with self._fresh:
            self._newest = frame
            self._arrived_ns = frame.captured_ns
            if seen != self._print:
                self._print, self._changed_ns = seen, frame.captured_ns
            self._fresh.notify_all()


def open_device(source: Source) -> cv2.VideoCapture:
    """OpenCV's capture of a camera or stream, opened or not."""
    with quiet_opencv():
        if source.kind == "camera":
            device = cv2.VideoCapture(int(source.where), cv2.CAP_ANY)
            device.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
            device.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
            device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
            return device
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_MS
        ]  # fmt: skip
        return cv2.VideoCapture(source.where, cv2.CAP_FFMPEG, limits)


def _device(source: Source) -> Device:
    device: Any = open_device(source)  # its stubs promise a picture where it may give None
    if source.kind != "camera" and device.isOpened():
        stream = Jpegs.of(device)
        if stream is not None:
            return stream
        if not device.isOpened():
            device = open_device(source)
    opened: Device = device
    return opened


def _absent(source: Source) -> str:
    if source.kind == "camera":
        there = ", ".join(str(camera.index) for camera in list_cameras()) or "none"
        return f"camera {source.where} is not there; expected one of: {there}"
    return f"{source.where}: gives no picture; expected a stream that can be read"
