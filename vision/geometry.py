"""Quadrilaterals in the picture plane: areas, sides, overlap, boxes. Arrays are float32 [n,4,2]."""

from typing import Any, Final, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats

Real = TypeVar("Real", bound=np.floating[Any])

_NEXT: Final = (1, 2, 3, 0)


def edges(quads: Floats) -> Floats:
    """The ways [n,4,2] along the sides, the first from corner 0 to corner 1."""
    return np.asarray(quads[:, _NEXT] - quads)


def lengths(ways: NDArray[Real]) -> NDArray[Real]:
    """How long ways [..,2] are."""
    across, down = ways[..., 0], ways[..., 1]
    return np.asarray(np.sqrt(across * across + down * down))


def areas(quads: Floats) -> Floats:
    """Signed areas [n] by the shoelace rule, positive when clockwise on screen."""
    following = quads[:, _NEXT]
    cross = quads[..., 0] * following[..., 1] - quads[..., 1] * following[..., 0]
    return np.asarray(cross.sum(axis=1) / 2, np.float32)


def sides(quads: Floats) -> Floats:
    """Lengths [n,4] of the sides, the first from corner 0 to corner 1."""
    return np.asarray(lengths(edges(quads)), np.float32)


def short_sides(quads: Floats) -> Floats:
    """The shorter of the two mean side lengths [n] of each quadrilateral."""
    lengths = sides(quads)
    pairs = lengths[:, :2] + lengths[:, 2:]
    return np.asarray(np.minimum(pairs[:, 0], pairs[:, 1]) / 2, np.float32)


def convex(quads: Floats) -> NDArray[np.bool_]:
    """Whether each quadrilateral [n] is convex and clockwise on screen."""
    ways = edges(quads)
    following = ways[:, _NEXT]
    turns = ways[..., 0] * following[..., 1] - ways[..., 1] * following[..., 0]
    return np.asarray((turns > 0).all(axis=1))


def slants(quads: Floats) -> Floats:
    """How far [n] each is turned out of the picture's axes: 0 (along them) to 45 degrees."""
    ways = edges(quads).astype(np.float64)
    directions = ways[..., 0] + 1j * ways[..., 1]
    directions /= np.maximum(np.abs(directions), 1e-9)
    squares = directions * directions
    mean = (squares * squares).mean(axis=1)
    return np.asarray(np.abs(np.angle(mean)) / 4 * 180 / np.pi, np.float32)


def within(quads: Floats, width: int, height: int) -> NDArray[np.bool_]:
    """Which [n] have their middle in a picture of that size."""
    middles = quads.mean(axis=1)
    return np.asarray(((middles >= 0) & (middles < (width, height))).all(axis=1))


def boxes(quads: Floats) -> Floats:
    """Upright boxes [n,4] as x1, y1, x2, y2."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


def box_common(first: Floats, second: Floats) -> Floats:
    """Areas [n,m] that upright boxes [n,4] and [m,4] have in common."""
    shared = [
        np.minimum(first[:, None, at + 2], second[None, :, at + 2])
        - np.maximum(first[:, None, at], second[None, :, at])
        for at in (0, 1)
    ]
    return np.asarray(np.maximum(shared[0], 0) * np.maximum(shared[1], 0), np.float32)


def box_overlap(first: Floats, second: Floats) -> Floats:
    """Intersection over union [n,m] of upright boxes [n,4] and [m,4]."""
    common = box_common(first, second)
    size_first = np.prod(first[:, 2:] - first[:, :2], axis=1)
    size_second = np.prod(second[:, 2:] - second[:, :2], axis=1)
    union = size_first[:, None] + size_second[None, :] - common
    return np.asarray(common / np.maximum(union, 1e-9), np.float32)


def suppressed(quads: Floats, scores: Floats, iou: float, inside: float) -> NDArray[np.int64]:
    """Indices of the quadrilaterals to keep, best first, of those that show the same face.

    Two show the same face when their overlap exceeds ``iou`` of their union or ``inside`` of the
    smaller one. Tiles that touch overlap in a sliver only, and both stay.
    """
    order = np.argsort(-scores, kind="stable")
    size = np.abs(areas(quads))
    both, least = size[:, None] + size[None], np.minimum(size[:, None], size[None])
    enough = np.minimum(both * (iou / (1 + iou)), inside * least)
    alive = np.ones(len(quads), np.bool_)
    rivals = box_common(boxes(quads), boxes(quads)) > enough
    for best in order[rivals[order].sum(axis=1) > 1]:
        if not alive[best]:
            continue
        rivals[:, best] = False
        for other in np.flatnonzero(rivals[best] & alive):
            common, _ = cv2.intersectConvexConvex(quads[best], quads[other])
            if common > enough[best, other]:
                alive[other] = False
    return np.asarray(order[alive[order]], np.int64)
