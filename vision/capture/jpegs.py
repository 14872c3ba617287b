"""A stream of JPEGs: only those are decoded that are taken."""

from typing import Any, Self

import cv2
import numpy as np

from vision.imagefile import Image

_CODED = -1
_NAME = int.from_bytes(b"MJPG", "little")


class Jpegs:
    """OpenCV's capture of a stream of which each picture is a JPEG.

    To pass one over costs what it takes to receive it, where a video must be decoded all along.
    """

    def __init__(self, device: cv2.VideoCapture) -> None:
        self._device: Any = device  # its stubs promise a picture where it may give None

    @classmethod
    def of(cls, device: cv2.VideoCapture) -> Self | None:
        """The stream of a device that was just opened; None where it is another.

        A device that says that it gives JPEGs, and does not, is closed: it cannot be read any more.
        """
        if int(device.get(cv2.CAP_PROP_FOURCC)) != _NAME:
            return None
        if not device.set(cv2.CAP_PROP_FORMAT, _CODED):
            return None
        stream = cls(device)
        if stream.grab() and stream.retrieve()[1] is not None:
            return stream
        device.release()
        return None

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether it can be read."""
        return bool(self._device.isOpened())

    def grab(self) -> bool:
        """Receive the next picture."""
        return bool(self._device.grab())

    def retrieve(self) -> tuple[bool, Image | None]:
        """Decode the picture; none where it came damaged."""
        there, coded = self._device.retrieve()
        if not there or coded is None or not coded.size:
            return bool(there), None
        try:
            image = cv2.imdecode(coded.reshape(-1), cv2.IMREAD_COLOR)
        except cv2.error:  # a damaged head that tells of a picture beyond all bounds
            return True, None
        return True, None if image is None else np.asarray(image, np.uint8)

    def read(self) -> tuple[bool, Image | None]:
        """Receive and decode the next picture."""
        return self.retrieve() if self.grab() else (False, None)

    def release(self) -> None:
        """Let it go."""
        self._device.release()
