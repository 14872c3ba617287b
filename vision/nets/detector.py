"""The face detector: where tiles lie in a picture, at one scale."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.detections import Floats
from vision.imagefile import Image
from vision.nets.decode import decode
from vision.nets.network import Network, OnnxNetwork

ALIGNMENT: Final = 64
"""The network takes sides that are multiples of this."""

BORDER: Final = 114
"""The grey level beside a picture."""

_WARM_UP = (1, 320, 320, 3)


class Detector:
    """Finds faces, as quadrilaterals without a reading direction. An instance serves one thread."""

    def __init__(self, network: Network, threshold: float = 0.3) -> None:
        self._network = network
        self._threshold = threshold
        self._canvas: Image = np.empty((0, 0, 3), np.uint8)

    @classmethod
    def open(cls, path: Path, threads: int = 2, threshold: float = 0.3) -> "Detector":
        """The detector in an ONNX file, warmed up so that the first picture is as fast as the next.

        Raises ``ModelCorruptError`` where the file is not such a network.
        """
        network = OnnxNetwork(path, {"image"}, {"cells", "heat", "corners"}, threads)
        network(image=np.zeros(_WARM_UP, np.uint8))
        return cls(network, threshold)

    def detect(self, image: Image, scale: float = 1.0) -> tuple[Floats, Floats]:
        """Quadrilaterals [n,4,2] in pixels of ``image`` [H,W,3], clockwise on screen; scores [n].

        The network sees the picture enlarged by ``scale``.
        """
        self._canvas, factors = fitted(image, scale, self._canvas)
        peaks = self._network(image=self._canvas[None])
        cells = np.asarray(peaks["cells"], np.int64)
        quads, scores = decode(cells, peaks["heat"], peaks["corners"], self._threshold)
        return quads / factors, scores


def fitted(image: Image, scale: float, used: Image) -> tuple[Image, Floats]:
    """The picture enlarged by ``scale`` on a canvas that the network takes.

    Returns the canvas and the enlargement along x and y that whole pixels allowed. The canvas is
    the one ``used`` before where that has the same size: new memory takes longer than the copy.
    """
    height, width = image.shape[:2]
    wide, high = max(1, round(width * scale)), max(1, round(height * scale))
    if (wide, high) != (width, height):
        shrinking = wide * high < width * height
        method = cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR
        image = np.asarray(cv2.resize(image, (wide, high), interpolation=method), np.uint8)
    shape = (_rounded_up(high), _rounded_up(wide), 3)
    canvas = used if used.shape == shape else np.empty(shape, np.uint8)
    canvas[:high, :wide] = image
    canvas[high:], canvas[:high, wide:] = BORDER, BORDER
    return canvas, np.array([wide / width, high / height], np.float32)


def _rounded_up(size: int) -> int:
    return -(-size // ALIGNMENT) * ALIGNMENT
