"""Which face is which tile of the set: every kind is there, faces of one kind look alike."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.assignment import assigned
from vision.club.classifier import STRANGE, STRENGTH, TRUST
from vision.club.prototypes import TURNS, Prototypes, unit
from vision.detections import CLASSES, Floats, Ints
from vision.labels import BACK, CLASS_OF, KINDS, OTHER

PRESENT: Final = 9.0
"""Nats against it that a kind is taken to be there in spite of."""

ALIKE: Final = 0.8
"""How like its own kind a face is where no other face of the kind is there to compare."""

SUPPORT: Final = 0.1
"""Some face of a name must by itself be read as that with so much chance."""

_ROUNDS: Final = 5
_SPARE: Final = 4
"""So many faces more than the kinds may a full layout hold: the red fives, two of circles."""

_TWICE: Final = CLASS_OF["0p"]
SECOND: Final = 3.0
"""Nats against it that this one is there twice: most sets have one."""

_MOST_KINDS_MISREAD: Final = 6
_FORBIDDEN: Final = 1e4

Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Naming:
    """What the faces [n] of an enrolment are taken for."""

    classes: Ints
    """int64 [n]: each face's class; ``other`` for one that is no tile of the set."""

    confidence: Floats
    """float32 [n]: probability that this is right, the other faces being given."""

    alone: Floats
    """float32 [n,40]: probabilities from what a face looks like, whatever the others are."""

    turns: Ints
    """int64 [n]: at which corner each face begins by the likeness to its kind; mostly 0."""


def named(logs: Floats, pictures: Ints, features: Floats) -> Naming:
    """Name faces from the classifier's logs [n,40], their pictures [n] and views [n,v,4,F]."""
    evidence = logs.astype(np.float64)
    once = full_layouts(logs, pictures)
    classes = _assign(evidence, once)
    alike = np.zeros((len(logs), CLASSES, TURNS))
    for _ in range(_ROUNDS):
        classes = _exchanged(classes, logs)
        alike = likeness_without_itself(features, classes)
        _doubt_reds(alike, logs)
        evidence = TRUST * logs + STRENGTH * alike.max(axis=2)
        before, classes = classes, _assign(evidence, once)
        if np.array_equal(before, classes):
            break
    chances = _unsupported(_chances(evidence), _chances(logs), classes)
    own = alike[np.arange(len(classes)), classes]
    turns = np.where((own.max(axis=1) - own[:, 0] > 0.1) & (classes < BACK), own.argmax(axis=1), 0)
    confidence = _confidence(evidence, once, classes)
    return Naming(classes, confidence, chances.astype(np.float32), turns)


def _chances(logs: NDArray[np.floating]) -> Doubles:
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64)


def _unsupported(chances: Doubles, read: Doubles, classes: Ints) -> Doubles:
    """The chances [n,40], but as they were read where no face of a name was read as such at all."""
    result = chances.copy()
    for one in np.unique(classes[classes < BACK]):
        faces = classes == one
        if read[faces, one].max() < SUPPORT:
            result[faces] = read[faces]
    return result


def full_layouts(logs: Floats, pictures: Ints) -> Ints:
    """For each face [n] the picture it lies in, where that shows every kind once; else -1."""
    once = np.full(len(pictures), -1)
    for picture in np.unique(pictures):
        faces = np.flatnonzero(pictures == picture)
        seen = np.unique(logs[faces, : len(KINDS)].argmax(axis=1))
        near = abs(len(faces) - len(KINDS)) <= _SPARE
        if near and len(seen) >= len(KINDS) - _MOST_KINDS_MISREAD:
            once[faces] = picture
    return once


def _assign(evidence: Doubles, once: Ints) -> Ints:
    """The likeliest classes [n]: each kind once in full layouts, in the other pictures at all."""
    classes = np.full(len(once), OTHER, np.int64)
    missing = np.ones(len(KINDS), np.bool_)
    for picture in np.unique(once[once >= 0]):
        faces = np.flatnonzero(once == picture)
        classes[faces] = _cheapest(evidence[faces], np.ones(len(KINDS), np.bool_))[0]
        missing[classes[faces][classes[faces] < len(KINDS)]] = False
    others = np.flatnonzero(once < 0)
    if len(others):
        classes[others] = _cheapest(evidence[others], missing, again=True)[0]
    return classes


def _cheapest(
    evidence: Doubles, wanted: NDArray[np.bool_], *, again: bool = False
) -> tuple[Ints, float]:
    """The likeliest classes of faces [n], and the cost; ``wanted`` kinds are there if possible.

    No tile but the red five of circles is there twice, or, with ``again``, as often as it seems.
    """
    first = -evidence[:, :BACK]
    first[:, : len(KINDS)] -= PRESENT * wanted
    open_ = np.arange(0 if again else BACK, CLASSES)
    free = open_[evidence[:, open_].argmax(axis=1)]
    rest = np.full((len(evidence), len(evidence)), _FORBIDDEN)
    np.fill_diagonal(rest, -evidence[np.arange(len(evidence)), free])
    cost = np.concatenate([first, SECOND - evidence[:, [_TWICE]], rest], axis=1)
    places = assigned(cost)
    total = float(cost[np.arange(len(places)), places].sum())
    spare = np.where(places == BACK, _TWICE, np.where(free < BACK, free, OTHER))
    return np.where(places < BACK, places, spare), total


def _confidence(evidence: Doubles, once: Ints, classes: Ints) -> Floats:
    """How much likelier [n] the naming is than the best that names a face otherwise."""
    rest = evidence.copy()
    rest[np.arange(len(classes)), classes] = -np.inf
    if (classes == OTHER).any():
        rest[classes == OTHER, BACK:] = -np.inf
    gaps = evidence[np.arange(len(classes)), classes] - rest.max(axis=1)
    counts = np.bincount(classes, minlength=CLASSES)
    only = (counts[classes] == 1) & (classes < len(KINDS))
    gaps[only] += PRESENT
    for picture in np.unique(once[once >= 0]):
        faces = np.flatnonzero(once == picture)
        wanted = np.ones(len(KINDS), np.bool_)
        least = _cheapest(evidence[faces], wanted)[1]
        for at, face in enumerate(faces):
            barred = evidence[faces].copy()
            one = [classes[face]] if classes[face] < BACK else list(range(BACK, CLASSES))
            barred[at, one] = -_FORBIDDEN
            gaps[face] = _cheapest(barred, wanted)[1] - least
    return np.asarray(1 / (1 + np.exp(-np.clip(gaps, -50, 50))), np.float32)


def _exchanged(classes: Ints, logs: Floats) -> Ints:
    """The classes [n] after whole groups changed names, where that suits what was read better."""
    groups = np.unique(classes[classes < len(KINDS)])
    if not len(groups):
        return classes
    read = np.stack([logs[classes == one, : len(KINDS)].mean(axis=0) for one in groups])
    names = np.asarray(classes).copy()
    for group, name in zip(groups, groups[assigned(-read[:, groups])], strict=True):
        names[classes == group] = name
    return names


def _doubt_reds(alike: Doubles, logs: Floats) -> None:
    """No red five need be there: one that nothing is like is believed only where it was read."""
    read = logs.argmax(axis=1)
    for red in range(len(KINDS), BACK):
        unseen = (alike[:, red] == ALIKE).all(axis=1) & (read != red)
        alike[unseen, red] = STRANGE


def likeness_without_itself(features: Floats, classes: Ints) -> Doubles:
    """Likeness [n,40,4] of each face to the faces of each class, itself left out.

    Where there is none to compare, it is ``ALIKE``; to what is no tile of a set, ``STRANGE``.
    """
    count, views = features.shape[:2]
    tiles = classes < BACK
    alike = np.full((count, CLASSES, TURNS), ALIKE)
    alike[:, BACK:] = STRANGE
    if not tiles.any():
        return alike
    made = Prototypes.fitted(
        features[tiles].reshape(-1, *features.shape[2:]), np.repeat(classes[tiles], views)
    )
    alike[:, made.classes] = made.likeness(features[:, 0, 0])[:, made.classes]
    looks = unit(features)
    seen = made.placed(looks[:, 0, 0])
    for face in np.flatnonzero(tiles):
        others = classes == classes[face]
        others[face] = False
        own = ALIKE
        if others.any():
            own = made.placed(looks[others].mean(axis=(0, 1))) @ seen[face]
        alike[face, classes[face]] = own
    return alike
