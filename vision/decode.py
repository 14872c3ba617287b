"""From the detector's maps to quadrilaterals: peaks, its two heads joined, one a face."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import Floats

STRIDE: Final = 4
"""Pixels of the picture a cell of the maps."""

MAX_FACES: Final = 400
SAME_FACE_IOU: Final = 0.35
SAME_FACE_INSIDE: Final = 0.6
_LEAST_SIDE: Final = 4.0
_MOST_ASPECT: Final = 5.0
_AGREEMENT: Final = 0.15
"""How far apart (in short sides) corresponding corners of two agreeing heads may lie."""


def decode(heat: Floats, quad_a: Floats, quad_b: Floats, threshold: float) -> tuple[Floats, Floats]:
    """Faces of one picture: quadrilaterals [n,4,2] in pixels, clockwise on screen; scores [n].

    ``heat`` [h,w] in 0..1 has a peak at each face's centre; ``quad_a`` and ``quad_b`` [8,h,w] give
    the corners relative to the cell's centre, from two different starting corners.
    """
    rows, columns = peaks(heat, threshold)
    centre = (np.stack([columns, rows], axis=1).astype(np.float32) + 0.5) * STRIDE
    a = quad_a[:, rows, columns].T.reshape(-1, 4, 2) + centre[:, None]
    b = quad_b[:, rows, columns].T.reshape(-1, 4, 2) + centre[:, None]
    quads = joined(a, b)
    scores = heat[rows, columns]
    good = plausible(quads)
    quads, scores = quads[good], scores[good]
    kept = geometry.suppressed(quads, scores, SAME_FACE_IOU, SAME_FACE_INSIDE)
    return quads[kept], scores[kept]


def peaks(heat: Floats, threshold: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows and columns of the local maxima (in 3 x 3 cells) above a threshold, the best first."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= threshold))
    order = np.argsort(-heat[rows, columns], kind="stable")[:MAX_FACES]
    return rows[order], columns[order]


def joined(a: Floats, b: Floats) -> Floats:
    """One quadrilateral [n,4,2] of the two heads' answers.

    Each head is unsure where its starting corner flips, and there its corners run together: A on
    tiles turned by 45 degrees, B on upright ones. Where both agree, their mean is the better
    answer; elsewhere the larger one is the one that has not run together.
    """
    if not len(a):
        return a
    rolls = np.stack([np.roll(b, roll, axis=1) for roll in range(4)], axis=1)
    apart = np.linalg.norm(rolls - a[:, None], axis=3).max(axis=2)
    nearest = apart.argmin(axis=1)
    every = np.arange(len(a))
    aligned = rolls[every, nearest]
    size_a, size_b = geometry.areas(a), geometry.areas(b)
    larger = np.where((size_a >= size_b)[:, None, None], a, aligned)
    agree = apart[every, nearest] <= _AGREEMENT * geometry.short_sides(larger)
    return np.where(agree[:, None, None], (a + aligned) / 2, larger).astype(np.float32)


def plausible(quads: Floats) -> NDArray[np.bool_]:
    """Whether each quadrilateral [n] could be a face: convex, not tiny, not a sliver."""
    lengths = geometry.sides(quads)
    least, most = lengths.min(axis=1), lengths.max(axis=1)
    solid = (least >= _LEAST_SIDE) & (most <= _MOST_ASPECT * least)
    return np.asarray(solid & geometry.convex(quads))
