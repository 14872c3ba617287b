"""The face classifier: which tile each quadrilateral shows, and which way up."""

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.crops import SIDE, cut
from vision.detections import CLASSES, Floats, Ints
from vision.imagefile import Image
from vision.network import Network, OnnxNetwork

BATCH: Final = 128

CERTAIN: Final = 0.75
"""A face less sure than this at the first glance is looked at more closely as well."""

CLOSER: Final = 0.86
"""That look is at this part of the face: without its rim and what lies beyond it."""

_EXTRAS: Final = frozenset({"features", "mirror"})


class Glance(NamedTuple):
    """What the network says to crops [n], each as it lies."""

    kinds: Floats
    """float32 [n,40]: probabilities of the classes."""

    turns: Floats
    """float32 [n,4]: probabilities of the turns."""

    features: Floats
    """float32 [n,F]: what the network makes its answers from; F is 0 where it keeps that back."""

    mirrored: Floats
    """float32 [n]: probability that the face is mirrored; 0.5 where the network cannot tell."""


class Classifier:
    """Names faces."""

    def __init__(self, network: Network) -> None:
        self._network = network

    @classmethod
    def open(cls, path: Path, threads: int = 2) -> "Classifier":
        """The classifier in an ONNX file, warmed up.

        Raises ``ModelCorruptError`` where the file is not such a network.
        """
        network = OnnxNetwork(path, {"crops"}, {"kind", "turn"}, threads, _EXTRAS)
        network(crops=np.zeros((1, SIDE, SIDE, 3), np.uint8))
        return cls(network)

    def classify(self, image: Image, quads: Floats) -> tuple[Floats, Ints]:
        """Probabilities [n,40] of the classes of the faces [n,4,2], and their turns [n].

        A turn k says that the face's own top-left corner is corner k of its quadrilateral.
        """
        crops = cut(image, quads)
        kinds, turns = self.glance(crops)[:2]
        doubtful = kinds.max(axis=1) < CERTAIN
        if doubtful.any():
            kinds[doubtful], turns[doubtful] = self._closer(
                cut(image, _drawn_in(quads[doubtful])), kinds[doubtful], turns[doubtful]
            )
        return kinds, turns.argmax(axis=1)

    def _closer(
        self, crops: NDArray[np.uint8], kinds: Floats, turns: Floats
    ) -> tuple[Floats, Floats]:
        """The geometric mean of a first glance and one at the same faces with less around them."""
        closer = self.glance(crops)
        kind_logs = _logs(kinds) + _logs(closer.kinds)
        turn_logs = _logs(turns) + _logs(closer.turns)
        return _normal(np.exp(kind_logs / 2)), _normal(np.exp(turn_logs / 2))

    def glance(self, crops: NDArray[np.uint8]) -> Glance:
        """One look at crops uint8 [n,64,64,3], as they lie."""
        parts = [_NOTHING] if not len(crops) else []
        for start in range(0, len(crops), BATCH):
            some = np.ascontiguousarray(crops[start : start + BATCH])
            outputs = self._network(crops=some)
            nothing = np.empty((len(some), 0), np.float32)
            unsure = np.full(len(some), 0.5, np.float32)
            mirrored = outputs.get("mirror", unsure).reshape(-1)
            features = outputs.get("features", nothing)
            parts.append(Glance(outputs["kind"], outputs["turn"], features, mirrored))
        return Glance(*(np.concatenate(part) for part in zip(*parts, strict=True)))


_NOTHING: Final = Glance(
    np.empty((0, CLASSES), np.float32),
    np.empty((0, 4), np.float32),
    np.empty((0, 0), np.float32),
    np.empty(0, np.float32),
)


def _drawn_in(quads: Floats) -> Floats:
    middle = quads.mean(axis=1, keepdims=True)
    return np.asarray(middle + CLOSER * (quads - middle), np.float32)


def _logs(chances: Floats) -> Floats:
    return np.asarray(np.log(chances + 1e-6), np.float32)


def _normal(weights: Floats) -> Floats:
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)
