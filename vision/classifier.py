"""The face classifier: which tile each quadrilateral shows, and which way up."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import CLASSES, Floats, Ints
from vision.imagefile import Image
from vision.network import Network, OnnxNetwork

SIDE: Final = 64
"""Pixels a side of a crop, as the network takes it."""

MARGIN: Final = 0.12
"""What a crop shows beyond the face at each side, as a part of the face's size."""

BATCH: Final = 32

CERTAIN: Final = 0.9
"""A face less sure than this at the first glance is looked at from all four sides."""

_MOST_OVERSAMPLING: Final = 4
_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


class Classifier:
    """Names faces."""

    def __init__(self, network: Network) -> None:
        self._network = network

    @classmethod
    def open(cls, path: Path, threads: int = 2) -> "Classifier":
        """The classifier in an ONNX file, warmed up.

        Raises ``ModelCorruptError`` where the file is not such a network.
        """
        network = OnnxNetwork(path, {"crops"}, {"kind", "turn"}, threads)
        network(crops=np.zeros((1, SIDE, SIDE, 3), np.uint8))
        return cls(network)

    def classify(self, image: Image, quads: Floats) -> tuple[Floats, Ints]:
        """Probabilities [n,40] of the classes of the faces [n,4,2], and their turns [n].

        A turn k says that the face's own top-left corner is corner k of its quadrilateral.
        """
        crops = cut(image, quads)
        kinds, turns = self._run(crops)
        doubtful = kinds.max(axis=1) < CERTAIN
        if doubtful.any():
            kinds[doubtful], turns[doubtful] = self._all_round(
                crops[doubtful], kinds[doubtful], turns[doubtful]
            )
        return kinds, turns.argmax(axis=1)

    def _all_round(
        self, crops: NDArray[np.uint8], kinds: Floats, turns: Floats
    ) -> tuple[Floats, Floats]:
        """The geometric mean of what crops look like from all four sides, one being known."""
        kind_logs, turn_logs = _logs(kinds), _logs(turns)
        for quarter in (1, 2, 3):
            more_kinds, more_turns = self._run(np.rot90(crops, quarter, axes=(1, 2)))
            kind_logs += _logs(more_kinds)
            turn_logs += np.roll(_logs(more_turns), quarter, axis=1)
        return _normal(np.exp(kind_logs / 4)), _normal(np.exp(turn_logs / 4))

    def _run(self, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Probabilities [n,40] of the classes and [n,4] of the turns."""
        kinds = [np.empty((0, CLASSES), np.float32)]
        turns = [np.empty((0, 4), np.float32)]
        for start in range(0, len(crops), BATCH):
            outputs = self._network(crops=np.ascontiguousarray(crops[start : start + BATCH]))
            kinds.append(outputs["kind"])
            turns.append(outputs["turn"])
        return np.concatenate(kinds), np.concatenate(turns)


def _logs(chances: Floats) -> Floats:
    return np.asarray(np.log(chances + 1e-6), np.float32)


def _normal(weights: Floats) -> Floats:
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


def cut(image: Image, quads: Floats) -> NDArray[np.uint8]:
    """Crops uint8 [n,64,64,3], each a quadrilateral and its margin made square.

    Each is warped once, at a whole multiple of its size, and averaged down, so that no detail of
    a large face is skipped; very large ones come out of a halved copy of the picture.
    """
    crops = np.empty((len(quads), SIDE, SIDE, 3), np.uint8)
    levels = [image]
    for index, quad in enumerate(quads):
        around = _grown(quad)
        length = float(geometry.sides(around[None]).max())
        level = max(0, int(np.ceil(np.log2(max(length, 1.0) / (_MOST_OVERSAMPLING * SIDE)))))
        while len(levels) <= level:
            levels.append(_halved(levels[-1]))
        scale = 0.5**level
        crops[index] = _warped(levels[level], around * scale, max(1, round(length * scale / SIDE)))
    return crops


def _grown(quad: Floats) -> Floats:
    """The quadrilateral [4,2] with its margin, in its own perspective."""
    low, high = -MARGIN, 1 + MARGIN
    margin = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(_UNIT, np.asarray(quad, np.float32))
    return np.asarray(cv2.perspectiveTransform(margin[None], matrix)[0], np.float32)


def _halved(image: Image) -> Image:
    height, width = image.shape[:2]
    size = (max(1, (width + 1) // 2), max(1, (height + 1) // 2))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _warped(image: Image, quad: Floats, times: int) -> NDArray[np.uint8]:
    """The quadrilateral [4,2] as uint8 [64,64,3], averaged over times x times samples a pixel."""
    side = SIDE * times
    matrix = cv2.getPerspectiveTransform(quad, (_UNIT * side - 0.5).astype(np.float32))
    crop = cv2.warpPerspective(
        image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if times > 1:
        crop = cv2.resize(crop, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)
