"""The face classifier: which tile each quadrilateral shows, and which way up."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import CLASSES, Floats, Ints
from vision.imagefile import Image
from vision.labels import BACK, CLASS_OF, NONE
from vision.nets.crops import MARGIN, SIDE, cut, cutter
from vision.nets.network import Network, OnnxNetwork
from vision.together import Together

Cut: TypeAlias = Callable[[slice], NDArray[np.uint8]]
"""What cuts a part of some crops, when it is asked for."""

BATCH: Final = 128
_FEW, _PARTS = 8, 2
"""So many crops a thread are shared out in so many parts a thread, fewer in one."""

CERTAIN, SURE = 0.75, 0.9
"""A face less than SURE after the first glance is looked at from all four sides, a SMALL one only
where it is less than CERTAIN."""

SURELY_COARSE, SURELY_FRAMED = 0.995, 0.95
"""One that was seen in few pixels is looked at closer where it is less than SURELY_COARSE, and both
looks count: they err on different faces. White dragons and backs need not be so sure: a framed one
and a printed one look alike from near, too."""

REFUSED: Final = 0.9
"""What is so surely no face at the first glance is not looked at again."""

HIDDEN: Final = 0.8
"""Neither is what is so surely a back or no face, where a face is looked for."""

OFF, FAR_OFF = 0.06, 0.1
"""A face is looked at again where a corner of it lies farther off than what was cut, in its own
sides: than OFF if it is not SURE, than a third of that if it is not CERTAIN."""

COARSE: Final = (40, 48)
"""A face that is narrower than one of these, with its margin, is first looked at in so many pixels
a side, for it hardly holds more. If it is not SURELY_COARSE then, or which way up it is, it is
looked at in SIDE, as the others are."""

_WIDTHS: Final = np.array(COARSE) / (1 + 2 * MARGIN)
SMALL: Final = float(_WIDTHS[-1])
_SIDES: Final = (*COARSE, SIDE)

_FRAMED: Final = (BACK, CLASS_OF["5z"])

_EVEN: Final = np.isin(
    np.arange(CLASSES),
    [
        *(CLASS_OF[tile] for tile in (*(f"{n}p" for n in (0, 1, 2, 3, 4, 5, 6, 8, 9)), "5z")),
        *(CLASS_OF[tile] for tile in (*(f"{n}s" for n in (0, 2, 4, 5, 6, 8, 9)), "back", "none")),
    ],
)
"""What looks the same, or nearly so, upside down."""

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


class Settled(NamedTuple):
    """Faces [n] that a detector found, where their edges are seen."""

    quads: Floats
    """[n,4,2], not yet turned."""

    kinds: Floats
    """[n,40]: probabilities of the classes."""

    turns: Ints
    """[n]: which of its corners is the face's own top-left."""

    mirrored: Floats
    """[n]: probability that the face is mirrored."""


class Classifier:
    """Names faces."""

    def __init__(self, network: Network, threads: int = 1) -> None:
        self._network = network
        self._together = Together(threads)

    @classmethod
    def open(cls, path: Path, threads: int = 2) -> "Classifier":
        """The classifier in an ONNX file, warmed up.

        Raises ``ModelCorruptError`` where the file is not such a network.
        """
        network = OnnxNetwork(path, {"crops"}, {"kind", "turn"}, 1, _EXTRAS)
        network(crops=np.zeros((1, SIDE, SIDE, 3), np.uint8))
        return cls(network, threads)

    def classify(self, image: Image, quads: Floats) -> tuple[Floats, Ints]:
        """Probabilities [n,40] of the classes of the faces [n,4,2], and their turns [n].

        A turn k says that the face's own top-left corner is corner k of its quadrilateral.
        """
        return self._named(image, quads, self._look(image, quads))

    def settle(self, image: Image, quads: Floats, shown: bool = False) -> Settled:
        """The same of faces [n,4,2] that a detector found, and the places of their edges.

        Each is moved to where the first glance sees the edges; where that is far off, or leaves
        doubt, the face is cut and looked at once more. Where only what is ``shown`` matters, backs
        are not.
        """
        first, coarse = self.first_glance(image, quads)
        away = np.abs(first.edges).max(axis=1, initial=0)
        chance = first.kinds.max(axis=1, initial=0)
        best = first.kinds.argmax(axis=1)
        ways = _EVEN[best] | (first.turns.max(axis=1) >= SURE)
        enough = np.where(np.isin(best, _FRAMED), SURELY_FRAMED, SURELY_COARSE)
        doubted = np.where(coarse, chance < enough, (away > OFF) & (chance < SURE))
        doubted |= coarse & ~ways
        again = (away > FAR_OFF) | doubted | ((away > OFF / 3) & (chance < CERTAIN))
        again &= first.kinds[:, NONE] < REFUSED
        if shown:
            again &= first.kinds[:, [BACK, NONE]].sum(axis=1) < HIDDEN
        quads = nudged(quads, first.edges)
        if again.any():
            closer = self._look(image, quads[again])
            both = (coarse & (away <= FAR_OFF))[again]
            logs = _logs(first.kinds[again][both]) + _logs(closer.kinds[both])
            closer.kinds[both] = _normal(np.exp(logs / 2))
            for before, after in zip(first, closer, strict=True):
                before[again] = after
        return Settled(quads, *self._named(image, quads, first), first.mirrored)

    def first_glance(self, image: Image, quads: Floats) -> tuple[Glance, NDArray[np.bool_]]:
        """One look at faces [n,4,2]; and for which [n] of them it is at fewer pixels."""
        steps = np.searchsorted(_WIDTHS, geometry.short_sides(quads), side="right")
        parts = [np.flatnonzero(steps == step) for step in range(len(_SIDES))]
        cuts = [
            (len(part), cutter(image, quads[part], side))
            for part, side in zip(parts, _SIDES, strict=True)
            if len(part)
        ]
        seen = self._shared(cuts)
        order = np.argsort(np.concatenate(parts))
        return Glance(*(part[order] for part in seen)), steps < len(COARSE)

    def _named(self, image: Image, quads: Floats, seen: Glance) -> tuple[Floats, Ints]:
        """Kinds and turns after a first glance; the doubtful ones are looked at from all sides."""
        kinds, turns = seen.kinds, seen.turns
        enough = np.where(geometry.short_sides(quads) < SMALL, CERTAIN, SURE)
        doubtful = kinds.max(axis=1, initial=0) < enough
        if doubtful.any():
            kinds[doubtful], turns[doubtful] = self._from_all_sides(
                cut(image, quads[doubtful]), kinds[doubtful], turns[doubtful]
            )
        return kinds, turns.argmax(axis=1)

    def _from_all_sides(
        self, crops: NDArray[np.uint8], kinds: Floats, turns: Floats
    ) -> tuple[Floats, Floats]:
        """The geometric mean of a first glance at crops and of three more, turned by quarters."""
        quarters = range(1, 4)
        turned = [np.rot90(crops, quarter, axes=(1, 2)) for quarter in quarters]
        seen = self.glance(np.concatenate(turned))
        kind_logs = _logs(seen.kinds).reshape(3, len(crops), -1).sum(axis=0) + _logs(kinds)
        turn_logs = _logs(turns)
        for quarter, part in zip(quarters, np.split(_logs(seen.turns), 3), strict=True):
            turn_logs += np.roll(part, quarter, axis=1)
        return _normal(np.exp(kind_logs / 4)), _normal(np.exp(turn_logs / 4))

    def glance(self, crops: NDArray[np.uint8], alone: bool = False) -> Glance:
        """One look at crops uint8 [n,s,s,3], as they lie.

        ``alone`` it is all done by the thread that asks.
        """
        return self._shared([(len(crops), lambda part: crops[part])], alone)

    def _look(self, image: Image, quads: Floats) -> Glance:
        """One look at the faces [n,4,2] of a picture."""
        return self._shared([(len(quads), cutter(image, quads))])

    def _shared(self, cuts: Sequence[tuple[int, Cut]], alone: bool = False) -> Glance:
        """A glance at so many crops of each cut, shared out among the threads."""
        jobs = [
            (crops, part) for every, crops in cuts if every for part in self._parts(every, alone)
        ]
        if not jobs:
            return _NOTHING
        if alone:
            seen = [self._seen(crops(part)) for crops, part in jobs]
        else:
            seen = self._together.each(self._seen, jobs, lambda job: job[0](job[1]))
        return Glance(*(np.concatenate(pieces) for pieces in zip(*seen, strict=True)))

    def _parts(self, every: int, alone: bool) -> list[slice]:
        """Slices of so many crops, one a job."""
        threads = 1 if alone else self._together.threads
        count = threads * (_PARTS if 1 < threads <= every // _FEW else 1)
        count = max(min(count, every), -(-every // BATCH))
        ends = [every * part // count for part in range(count + 1)]
        return [slice(*two) for two in pairwise(ends)]

    def _seen(self, crops: NDArray[np.uint8]) -> Glance:
        outputs = self._network(crops=np.ascontiguousarray(crops))
        count = len(crops)
        return Glance(
            outputs["kind"],
            outputs["turn"],
            outputs.get("features", np.empty((count, 0), np.float32)),
            outputs.get("mirror", np.full(count, 0.5, np.float32)).reshape(-1),
            outputs.get("edges", np.zeros((count, 8), np.float32)),
        )


_NOTHING: Final = Glance(
    np.empty((0, CLASSES), np.float32),
    np.empty((0, 4), np.float32),
    np.empty((0, 0), np.float32),
    np.empty(0, np.float32),
    np.empty((0, 8), np.float32),
)


def suiting(quads: Floats) -> int:
    """Pixels a side that suit most of the faces [n,4,2] of a picture, as for a first glance."""
    usual = float(np.median(geometry.short_sides(quads))) if len(quads) else 0.0
    return _SIDES[int(np.searchsorted(_WIDTHS, usual, side="right"))]


def nudged(quads: Floats, edges: Floats) -> Floats:
    """Quadrilaterals [n,4,2] with their corners moved by ``edges`` [n,8], in their own sides."""
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    along, across = edges[:, 0::2, None], edges[:, 1::2, None]
    return np.asarray(quads + along * right[:, None] + across * down[:, None], np.float32)


def _logs(chances: Floats) -> Floats:
    return np.asarray(np.log(chances + 1e-6), np.float32)


def _normal(weights: Floats) -> Floats:
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)
