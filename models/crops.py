"""Face crops for the classifier to learn from, cut from scenes with a detector's small errors."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import cut
from vision.labels import CLASS_OF
from vision.synthetic.render import Truth
from vision.synthetic.scene import Scene

Quad = NDArray[np.float64]
Bytes = NDArray[np.uint8]


def one(image: Bytes, quad: Quad) -> Bytes:
    """The crop of one face."""
    return cut(image, quad[None].astype(np.float32))[0]


def shaken(rng: np.random.Generator, quad: Quad) -> Quad:
    """A quadrilateral as an imperfect detector would give it."""
    size = np.sqrt(abs(float(cv2.contourArea(quad.astype(np.float32)))))
    spread = 0.025 if rng.random() < 0.8 else 0.06
    middle = quad.mean(axis=0)
    grown = middle + (quad - middle) * (1 + rng.normal(0, 0.04))
    return np.asarray(
        grown + rng.normal(0, spread * size, 2) + rng.normal(0, 0.6 * spread * size, (4, 2))
    )


def astray(rng: np.random.Generator, scene: Scene) -> Quad | None:
    """A quadrilateral that is no face: between tiles, half off one, or on the bare table."""
    if not scene.truths:
        return None
    truth = scene.truths[int(rng.integers(len(scene.truths)))]
    quad = truth.quad
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    shift = rng.uniform(0.42, 0.6) if rng.random() < 0.5 else rng.uniform(0.9, 3.0)
    direction = (
        rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else float(rng.integers(0, 4)) * np.pi / 2
    )
    moved = quad + shift * (np.cos(direction) * right + np.sin(direction) * down)
    scale = rng.uniform(0.8, 1.3) if shift < 0.7 else rng.uniform(0.5, 1.6)
    moved = moved.mean(axis=0) + (moved - moved.mean(axis=0)) * scale
    for other in scene.truths:
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
    return bool(truth.visible > 0.7 and short > 11)


def crops_of(rng: np.random.Generator, scene: Scene) -> tuple[list[Bytes], list[int]]:
    """Crops and class numbers of one scene: its legible faces and a few non-faces."""
    crops: list[Bytes] = []
    classes: list[int] = []
    backs = 0
    for truth in scene.truths:
        if not legible(truth):
            continue
        backs += truth.label == "back"
        if truth.label == "back" and backs > 3:
            continue
        crops.append(one(scene.image, shaken(rng, truth.quad)))
        classes.append(CLASS_OF[truth.label])
    for _ in range(2):
        quad = astray(rng, scene)
        if quad is not None:
            crops.append(one(scene.image, quad))
            classes.append(CLASS_OF["none"])
    return crops, classes
