"""Patches for the classifier to learn from: faces with much around them, and what is no face."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import CLASS_OF
from vision.nets.crops import cut
from vision.synthetic.render import Truth

Quad = NDArray[np.float64]
Bytes = NDArray[np.uint8]

PATCH: Final = 96
"""Pixels a side of a patch."""

AROUND: Final = 0.4
"""What a patch shows beyond the face at each side, as a part of the face's size."""

MOST_BACKS: Final = 6
STRAYS: Final = 2
NARROWEST: Final = 11.0
LEAST_SEEN: Final = 0.7
BARE: Final[Quad] = np.empty((0, 4, 2))


def patches(image: Bytes, quads: Quad) -> Bytes:
    """The patches uint8 [n,96,96,3] of faces [n,4,2]."""
    return cut(image, np.asarray(quads, np.float32).reshape(-1, 4, 2), PATCH, AROUND)


def astray(rng: np.random.Generator, truths: list[Truth]) -> Quad | None:
    """A quadrilateral that is no face: between tiles, half off one, or on the bare table."""
    if not truths:
        return None
    truth = truths[int(rng.integers(len(truths)))]
    quad = truth.quad
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    shift = rng.uniform(0.42, 0.6) if rng.random() < 0.5 else rng.uniform(0.9, 3.0)
    direction = (
        rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else float(rng.integers(0, 4)) * np.pi / 2
    )
    moved = quad + shift * (np.cos(direction) * right + np.sin(direction) * down)
    scale = rng.uniform(0.8, 1.3) if shift < 0.7 else rng.uniform(0.5, 1.6)
    moved = moved.mean(axis=0) + (moved - moved.mean(axis=0)) * scale
    for other in truths:
        polygon = cv2.convexHull(other.quad.astype(np.float32))
        overlap = cv2.intersectConvexConvex(polygon, cv2.convexHull(moved.astype(np.float32)))[0]
        area = min(cv2.contourArea(polygon), abs(cv2.contourArea(moved.astype(np.float32))))
        if overlap > 0.62 * area:
            return None
    return np.asarray(moved)


def legible(truth: Truth) -> bool:
    """Whether a person could be asked what this face is."""
    short = min(
        np.linalg.norm(truth.quad[1] - truth.quad[0]), np.linalg.norm(truth.quad[3] - truth.quad[0])
    )
    return bool(truth.visible > LEAST_SEEN and short > NARROWEST)


def patches_of(
    rng: np.random.Generator, image: Bytes, truths: list[Truth], bare: Quad = BARE
) -> tuple[Bytes, list[int]]:
    """Patches and class numbers of one picture: its legible faces and a few non-faces.

    ``bare`` [n,4,2] are more places that show no face.
    """
    quads: list[Quad] = list(bare)
    classes: list[int] = [CLASS_OF["none"]] * len(bare)
    backs = 0
    for truth in truths:
        if not legible(truth):
            continue
        backs += truth.label == "back"
        if truth.label == "back" and backs > MOST_BACKS:
            continue
        quads.append(truth.quad)
        classes.append(CLASS_OF[truth.label])
    for _ in range(STRAYS):
        quad = astray(rng, truths)
        if quad is not None:
            quads.append(quad)
            classes.append(CLASS_OF["none"])
    return patches(image, np.array(quads)), classes
