"""The cameras of this machine: which there are, and a picture from one of them."""

import platform
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.errors import CameraError
from vision.imagefile import Image
from vision.quiet import quiet_opencv

_DEVICES: Final = Path("/sys/class/video4linux")
_PROBED: Final = 4
_WIDTH, _HEIGHT = 1920, 1080
_SETTLING_FRAMES: Final = 8
"""Frames thrown away while a camera finds its exposure and white balance."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera of this machine."""

    index: int
    name: str


def list_cameras() -> tuple[Camera, ...]:
    """The cameras of this machine, by index; on Linux without opening them."""
    if platform.system() == "Linux":
        return _linux_cameras(_DEVICES)
    return tuple(Camera(index, f"camera {index}") for index in range(_PROBED) if _opens(index))


def capture(index: int) -> Image:
    """One settled picture from a camera: uint8 [H,W,3] RGB, as near to 1920 x 1080 as it gives.

    Raises ``CameraError`` where there is no such camera or it gives no picture.
    """
    if index < 0:
        raise CameraError(f"camera {index}: expected an index of 0 or more")
    with quiet_opencv():
        source = cv2.VideoCapture(index, _backend())
        try:
            return _settled(source, index)
        finally:
            source.release()


def _settled(source: cv2.VideoCapture, index: int) -> Image:
    if not source.isOpened():
        found = ", ".join(str(camera.index) for camera in list_cameras()) or "none"
        raise CameraError(f"camera {index} is not there; expected one of: {found}")
    source.set(cv2.CAP_PROP_FRAME_WIDTH, _WIDTH)
    source.set(cv2.CAP_PROP_FRAME_HEIGHT, _HEIGHT)
    for _ in range(_SETTLING_FRAMES):
        there, frame = source.read()
        if not there:
            raise CameraError(f"camera {index} is there but gives no picture; expected one")
    return np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB), np.uint8)


def _backend() -> int:
    return cv2.CAP_V4L2 if platform.system() == "Linux" else cv2.CAP_ANY


def _opens(index: int) -> bool:
    with quiet_opencv():
        source = cv2.VideoCapture(index, _backend())
        try:
            return bool(source.isOpened())
        finally:
            source.release()


def _linux_cameras(devices: Path) -> tuple[Camera, ...]:
    """What the kernel lists, its metadata nodes (index above 0 of a device) left out."""
    found = []
    for node in devices.glob("video*"):
        number = node.name.removeprefix("video")
        if number.isdecimal() and _text(node / "index", "0") == "0":
            found.append(Camera(int(number), _text(node / "name", node.name)))
    return tuple(sorted(found, key=lambda camera: camera.index))


def _text(file: Path, missing: str) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return missing
