"""The classifier with a club's set at hand: what it says, weighed with how like its faces are."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.club.prototypes import TURNS, Prototypes
from vision.club.tile_set import PATCH_MARGIN, PATCH_SIDE, ClubSet
from vision.club.views import Bytes, moved, relit
from vision.detections import Floats, Ints
from vision.errors import TileSetError
from vision.labels import BACK, NONE, OTHER
from vision.nets.classifier import Classifier, Glance, Settled
from vision.nets.crops import cut

STRENGTH: Final = 20.0
"""How many nats of evidence a whole step of likeness is."""

TRUST: Final = 0.5
"""What the classifier's own evidence counts beside that."""

STRANGE: Final = 0.55
"""As like as this are foreign faces, flowers and seasons."""

BLANK: Final = 0.8
"""As like as this are backs and what is no tile: blank faces are much like them."""

CLEAR: Final = 0.7
APART: Final = 0.2
"""A face less like its nearest prototype, or less apart from the next, is looked at again."""

_STEPS: Final = ((0.08, 0, 1), (-0.08, 0, 1), (0, 0.08, 1), (0, -0.08, 1), (0, 0, 0.9), (0, 0, 1.1))
"""Where a doubtful face is looked at besides: shifts along its sides, and its size."""

VIEWS: Final = 5
"""How each face is looked at to learn it: as it is, and the others disturbed."""

_SEED: Final = 1
_SMALL: Final = 1e-6
_UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
_FACE: Final = ((_UNIT + PATCH_MARGIN) / (1 + 2 * PATCH_MARGIN) * PATCH_SIDE - 0.5).astype(
    np.float32
)
"""Where in a patch its face lies."""


class ClubClassifier(Classifier):
    """Names the faces of one enrolled set; to be used wherever the classifier is."""

    def __init__(self, classifier: Classifier, prototypes: Prototypes) -> None:
        self._plain = classifier
        self._prototypes = prototypes

    def glance(self, crops: Bytes, alone: bool = False) -> Glance:
        """One look at crops, without the set."""
        return self._plain.glance(crops, alone)

    def first_glance(
        self, image: NDArray[np.uint8], quads: Floats
    ) -> tuple[Glance, NDArray[np.bool_]]:
        """One at faces [n,4,2], at hardly more pixels than there are; which [n] are at fewer."""
        return self._plain.first_glance(image, quads)

    def classify(self, image: NDArray[np.uint8], quads: Floats) -> tuple[Floats, Ints]:
        """Probabilities [n,40] of the classes of the faces [n,4,2], and their turns [n]."""
        if not len(quads):
            return self._plain.classify(image, quads)
        crops = cut(image, quads)
        likeness, kinds, turns = self._one_side(crops, 0)
        doubtful = _doubtful(likeness)
        if doubtful.any():
            looks = self._all_sides(crops[doubtful])
            likeness[doubtful], kinds[doubtful], turns[doubtful] = looks
        for face in np.flatnonzero(_doubtful(likeness)):
            looks = self._all_sides(cut(image, _around(quads[face])))
            likeness[face] = np.maximum(likeness[face], looks[0].max(axis=0))
        chances = weighed(kinds, likeness.max(axis=2), self._prototypes.classes)
        return chances, _turns_of(chances, likeness, turns)

    def settle(self, image: NDArray[np.uint8], quads: Floats, shown: bool = False) -> Settled:
        """The same of faces [n,4,2] that a detector found, and the places of their edges."""
        settled = self._plain.settle(image, quads, shown)
        return Settled(settled.quads, *self.classify(image, settled.quads), settled.mirrored)

    def _one_side(self, crops: Bytes, quarter: int) -> tuple[Floats, Floats, Floats]:
        """Likeness [n,40,4], and logs of the kinds [n,40] and of the turns [n,4]."""
        seen = self.glance(np.rot90(crops, quarter, axes=(1, 2)))
        likeness = np.roll(self._prototypes.likeness(seen.features), quarter, axis=2)
        turns = np.roll(np.log(seen.turns + _SMALL), quarter, axis=1)
        return likeness, np.log(seen.kinds + _SMALL), turns

    def _all_sides(self, crops: Bytes) -> tuple[Floats, Floats, Floats]:
        """The means of what the crops look like from all four sides."""
        sides = [self._one_side(crops, quarter) for quarter in range(TURNS)]
        likeness, kinds, turns = (
            np.asarray(np.mean(part, axis=0), np.float32) for part in zip(*sides, strict=True)
        )
        return likeness, kinds, turns


def weighed(kind_logs: Floats, likeness: Floats, known: Ints) -> Floats:
    """Probabilities [n,40] from the classifier's logs [n,40] and the likeness [n,40] to a set.

    Faces that the set lacks (``known`` are its classes) have none.
    """
    alike = np.full_like(likeness, -np.inf)
    alike[:, known] = likeness[:, known]
    alike[:, OTHER] = STRANGE
    alike[:, [BACK, NONE]] = BLANK
    trust = np.full(kind_logs.shape[1], TRUST)
    trust[[BACK, NONE]] = 1.0
    logs = STRENGTH * alike + trust * kind_logs
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)


def knowing(classifier: Classifier, club: ClubSet, digest: str) -> ClubClassifier:
    """The classifier with a set at hand; ``digest`` is the SHA-256 of its file.

    A set that was enrolled with another classifier is looked at anew.
    """
    if club.classifier == digest:
        return ClubClassifier(classifier, club.prototypes)
    features = views_of(classifier, club.patches)
    return ClubClassifier(classifier, prototypes_of(features, club.classes))


def prototypes_of(features: Floats, classes: Ints) -> Prototypes:
    """The prototypes of faces of known classes [n] from their views [n,v,4,F]."""
    count, views = features.shape[:2]
    every = features.reshape(count * views, *features.shape[2:])
    return Prototypes.fitted(every, np.repeat(classes, views))


def views_of(classifier: Classifier, patches: Bytes) -> Floats:
    """Features [n,5,4,F] of faces with their rims [n,96,96,3]: views, each from all four sides.

    The first view is as the face is, the others are disturbed.
    """
    chance = np.random.default_rng(_SEED)
    every = []
    for patch in patches:
        quads = np.repeat(_FACE[None], VIEWS - 1, axis=0)
        disturbed = relit(cut(patch, moved(quads, chance)), chance)
        crops = np.concatenate([cut(patch, _FACE[None]), disturbed])
        sides = [classifier.glance(np.rot90(crops, -k, axes=(1, 2))).features for k in range(TURNS)]
        every.append(np.stack(sides, axis=1))
    features = np.stack(every)
    if not features.shape[-1]:
        raise TileSetError("the classifier keeps its features back; expected one that gives them")
    return features


def _doubtful(likeness: Floats) -> NDArray[np.bool_]:
    """Which faces [n] are like none of the set's, or like two of them."""
    best = np.sort(likeness.max(axis=2), axis=1)
    return np.asarray((best[:, -1] < CLEAR) | (best[:, -1] - best[:, -2] < APART))


def _around(quad: Floats) -> Floats:
    """The quadrilateral [4,2] a little displaced, in several ways [m,4,2]."""
    middle = quad.mean(axis=0)
    along = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    moved = [middle + (quad - middle) * size + x * along + y * down for x, y, size in _STEPS]
    return np.asarray(moved, np.float32)


def _turns_of(chances: Floats, likeness: Floats, turn_logs: Floats) -> Ints:
    """The likeliest turns [n] of the likeliest classes; of foreign faces as the classifier says."""
    best = chances.argmax(axis=1)
    own = likeness[np.arange(len(best)), best]
    own = np.where((best < BACK)[:, None], own, 0)
    return np.asarray((STRENGTH * own + turn_logs).argmax(axis=1), np.int64)
