"""Whether two versions of a network say the same of pictures that neither was trained on."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import Floats
from vision.imagefile import Image
from vision.nets.decode import aligned
from vision.nets.detector import Detector

NEAR = 0.5
"""Two versions mean the same face where their centres lie closer than this, in short sides."""


@dataclass(frozen=True, slots=True)
class Faces:
    """How far two detectors agree."""

    share: float
    """Faces that both find, of all that either finds."""
    corners: float
    """The median distance of their corners, in short sides."""


def same_faces(one: Detector, other: Detector, pictures: list[Image]) -> Faces:
    """Hold what two detectors find in some pictures against each other."""
    both, either, apart = 0, 0, [np.empty(0, np.float32)]
    for picture in pictures:
        first, second = one.detect(picture)[0], other.detect(picture)[0]
        pairs = partners(first, second)
        both += len(pairs)
        either += len(first) + len(second) - len(pairs)
        if pairs:
            a, b = (quads[[pair[at] for pair in pairs]] for at, quads in enumerate((first, second)))
            apart.append(aligned(a, b)[1] / geometry.short_sides(b))
    corners = np.concatenate(apart)
    return Faces(both / max(either, 1), float(np.median(corners)) if len(corners) else 0.0)


def partners(first: Floats, second: Floats) -> list[tuple[int, int]]:
    """Pairs of indices that mean the same face."""
    if not len(first) or not len(second):
        return []
    centres = first.mean(axis=1)[:, None] - second.mean(axis=1)[None]
    far = np.linalg.norm(centres, axis=2) / geometry.short_sides(first)[:, None]
    nearest = far.argmin(axis=1)
    back = far.argmin(axis=0)
    return [(at, int(to)) for at, to in enumerate(nearest) if far[at, to] < NEAR and back[to] == at]


def same_names(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The share of crops to which two classifiers [n,40] give the same name."""
    return float((one.argmax(axis=1) == other.argmax(axis=1)).mean())
