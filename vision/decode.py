"""From the detector's maps to quadrilaterals: peaks, its two heads joined, one a face."""

from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import Floats, Ints

STRIDE: Final = 4
"""Pixels of the picture a cell of the maps."""

MAX_FACES: Final = 400
SAME_FACE_IOU: Final = 0.35
SAME_FACE_INSIDE: Final = 0.6
_LEAST_SIDE: Final = 4.0
_MOST_ASPECT: Final = 5.0
_AGREEMENT: Final = 0.15
"""How far apart (in short sides) corresponding corners of two agreeing heads may lie."""

_BLENDED: Final = (12.0, 33.0)
"""Between these turns (degrees out of the upright, 0 to 45) both heads have a say."""

_SAME_FACE: Final = 0.3
"""How far apart (in short sides) the answers of neighbouring cells for one face may lie."""

_WARM: Final = 0.5
"""Cells with less than this part of the peak's heat are not asked."""


def decode(heat: Floats, quad_a: Floats, quad_b: Floats, threshold: float) -> tuple[Floats, Floats]:
    """Faces of one picture: quadrilaterals [n,4,2] in pixels, clockwise on screen; scores [n].

    ``heat`` [h,w] in 0..1 has a peak at each face's centre; ``quad_a`` and ``quad_b`` [8,h,w] give
    the corners relative to the cell's centre, from two different starting corners.
    """
    rows, columns = peaks(heat, threshold)
    quads = squared_up(gathered(heat, quad_a, quad_b, rows, columns))
    scores = heat[rows, columns]
    good = plausible(quads)
    quads, scores = quads[good], scores[good]
    kept = geometry.suppressed(quads, scores, SAME_FACE_IOU, SAME_FACE_INSIDE)
    return quads[kept], scores[kept]


def peaks(heat: Floats, threshold: float) -> tuple[Ints, Ints]:
    """Rows and columns of the local maxima (in 3 x 3 cells) above a threshold, the best first."""
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= threshold))
    order = np.argsort(-heat[rows, columns], kind="stable")[:MAX_FACES]
    return rows[order], columns[order]


def gathered(heat: Floats, quad_a: Floats, quad_b: Floats, rows: Ints, columns: Ints) -> Floats:
    """The mean [n,4,2] of what the cells around each peak say of its face, weighed by their heat.

    A cell speaks for another face, and is left out, where its corners lie elsewhere.
    """
    height, width = heat.shape
    first = joined(corners(quad_a, rows, columns), corners(quad_b, rows, columns))
    reach = _SAME_FACE * geometry.short_sides(first)
    total = np.zeros_like(first)
    weights = np.zeros(len(first), np.float32)
    for down, right in product((-1, 0, 1), repeat=2):
        at = np.clip(rows + down, 0, height - 1), np.clip(columns + right, 0, width - 1)
        quads, apart = aligned(joined(corners(quad_a, *at), corners(quad_b, *at)), first)
        near = heat[at] >= _WARM * heat[rows, columns]
        weight = np.where(near & (apart <= reach), heat[at], 0)
        total += quads * weight[:, None, None]
        weights += weight
    return np.asarray(total / weights[:, None, None], np.float32)


def squared_up(quads: Floats) -> Floats:
    """The parallelograms [n,4,2] nearest to them: no lens narrows one tile by as much as noise."""
    centre = quads.mean(axis=1)
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 4
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 4
    around = (-right - down, right - down, right + down, down - right)
    return np.stack([centre + side for side in around], axis=1).astype(np.float32)


def corners(maps: Floats, rows: Ints, columns: Ints) -> Floats:
    """Quadrilaterals [n,4,2] in pixels that one head's maps [8,h,w] give at some cells."""
    centre = (np.stack([columns, rows], axis=1).astype(np.float32) + 0.5) * STRIDE
    return maps[:, rows, columns].T.reshape(-1, 4, 2) + centre[:, None]


def joined(a: Floats, b: Floats) -> Floats:
    """One quadrilateral [n,4,2] of the two heads' answers.

    Each head is unsure where its starting corner jumps, and there its corners run together: A on
    tiles turned by 45 degrees, B on upright ones. The larger answer has not run together and tells
    the turn; by the turn one head is believed, or both in part where they agree.
    """
    turned, apart = aligned(b, a)
    larger = np.where((geometry.areas(a) >= geometry.areas(b))[:, None, None], a, turned)
    agree = apart <= _AGREEMENT * geometry.short_sides(larger)
    degrees = geometry.slants(larger)
    low, high = _BLENDED
    share = np.clip((degrees - low) / (high - low), 0, 1)
    share = np.where(agree, share, degrees > 22.5)[:, None, None]
    return ((1 - share) * a + share * turned).astype(np.float32)


def aligned(quads: Floats, models: Floats) -> tuple[Floats, Floats]:
    """The quadrilaterals [n,4,2] starting at the corner that fits their models best.

    Also the distances [n] between the corners that then lie farthest apart.
    """
    rolls = np.stack([np.roll(quads, roll, axis=1) for roll in range(4)], axis=1)
    apart = np.linalg.norm(rolls - models[:, None], axis=3).max(axis=2)
    every = np.arange(len(quads))
    best = apart.argmin(axis=1)
    return rolls[every, best], apart[every, best]


def plausible(quads: Floats) -> NDArray[np.bool_]:
    """Whether each quadrilateral [n] could be a face: convex, not tiny, not a sliver."""
    lengths = geometry.sides(quads)
    least, most = lengths.min(axis=1), lengths.max(axis=1)
    solid = (least >= _LEAST_SIDE) & (most <= _MOST_ASPECT * least)
    return np.asarray(solid & geometry.convex(quads))
