"""The face classifier: which tile each quadrilateral shows, and which way up."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.crops import SIDE, cut
from vision.detections import CLASSES, Floats, Ints
from vision.imagefile import Image
from vision.network import Network, OnnxNetwork

BATCH: Final = 32

CERTAIN: Final = 0.9
"""A face less sure than this at the first glance is looked at from all four sides."""


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
