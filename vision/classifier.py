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

OFF: Final = 0.06
"""A quadrilateral is moved where a corner of the face lies farther off, in its own sides; for a
third of that where the face is unsure."""

_EXTRAS: Final = frozenset({"features", "mirror", "edges"})


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

    edges: Floats
    """float32 [n,8]: from each corner of what was cut to the face's own, in sides of what was cut;
    0 where the network cannot tell."""


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
        return self._named(image, quads, self.glance(cut(image, quads)))

    def settle(self, image: Image, quads: Floats) -> tuple[Floats, Floats, Ints]:
        """The same of faces that a detector found, and first the places [n,4,2] of their edges.

        Where the first glance sees the edges elsewhere, the face is cut and looked at once more.
        """
        first = self.glance(cut(image, quads))
        away = np.abs(first.edges).max(axis=1, initial=0)
        off = np.flatnonzero(away > np.where(first.kinds.max(axis=1) < CERTAIN, OFF / 3, OFF))
        if not len(off):
            return quads, *self._named(image, quads, first)
        quads = quads.copy()
        quads[off] = nudged(quads[off], first.edges[off])
        again = self.glance(cut(image, quads[off]))
        for before, after in zip(first, again, strict=True):
            before[off] = after
        return quads, *self._named(image, quads, first)

    def _named(self, image: Image, quads: Floats, seen: Glance) -> tuple[Floats, Ints]:
        """Kinds and turns after a first glance; the doubtful ones are looked at more closely."""
        kinds, turns = seen.kinds, seen.turns
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
        """One look at crops uint8 [n,s,s,3], as they lie."""
        parts = [_NOTHING] if not len(crops) else []
        for start in range(0, len(crops), BATCH):
            some = np.ascontiguousarray(crops[start : start + BATCH])
            outputs = self._network(crops=some)
            nothing = np.empty((len(some), 0), np.float32)
            unsure = np.full(len(some), 0.5, np.float32)
            mirrored = outputs.get("mirror", unsure).reshape(-1)
            features = outputs.get("features", nothing)
            edges = outputs.get("edges", np.zeros((len(some), 8), np.float32))
            parts.append(Glance(outputs["kind"], outputs["turn"], features, mirrored, edges))
        return Glance(*(np.concatenate(part) for part in zip(*parts, strict=True)))


_NOTHING: Final = Glance(
    np.empty((0, CLASSES), np.float32),
    np.empty((0, 4), np.float32),
    np.empty((0, 0), np.float32),
    np.empty(0, np.float32),
    np.empty((0, 8), np.float32),
)


def nudged(quads: Floats, edges: Floats) -> Floats:
    """Quadrilaterals [n,4,2] with their corners moved by ``edges`` [n,8], in their own sides."""
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    along, across = edges[:, 0::2, None], edges[:, 1::2, None]
    return np.asarray(quads + along * right[:, None] + across * down[:, None], np.float32)


def _drawn_in(quads: Floats) -> Floats:
    middle = quads.mean(axis=1, keepdims=True)
    return np.asarray(middle + CLOSER * (quads - middle), np.float32)


def _logs(chances: Floats) -> Floats:
    return np.asarray(np.log(chances + 1e-6), np.float32)


def _normal(weights: Floats) -> Floats:
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)
