"""From the detector's peaks to quadrilaterals: its two heads joined, one a face."""

from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import Floats, Ints

STRIDE: Final = 8
"""Pixels of the picture a cell of the maps."""

MAX_FACES: Final = 400
SAME_FACE_IOU: Final = 0.35
SAME_FACE_INSIDE: Final = 0.6
_LEAST_SIDE: Final = 8.0
_MOST_ASPECT: Final = 5.0
_AGREEMENT: Final = 0.15
"""How far apart (in short sides) corresponding corners of two agreeing heads may lie."""

_BLENDED: Final = (12.0, 33.0)
"""Between these turns (degrees out of the upright, 0 to 45) both heads have a say."""

_SAME_FACE: Final = 0.3
"""How far apart (in short sides) the answers of neighbouring cells for one face may lie."""

_ROLLS: Final = (np.arange(4)[None] - np.arange(4)[:, None]) % 4

_PLACES: Final = np.array(list(product((-1, 0, 1), repeat=2)))
_MIDDLE: Final = 4
"""The cells around a peak, rows and columns, and which of them is the peak."""

_WARM: Final = 0.5
"""Cells with less than this part of the peak's heat are not asked."""


def decode(cells: Ints, heat: Floats, corners: Floats, threshold: float) -> tuple[Floats, Floats]:
    """Faces of one picture: quadrilaterals [n,4,2] in pixels, clockwise on screen; scores [n].

    ``cells`` [n,2] are the rows and columns of the heat's peaks, ``heat`` [n,3,3] is 0..1 around
    each, the peak in the middle. ``corners`` [n,16,3,3] are what those cells say of the face: its
    corners relative to the cell's centre, by two heads with two different starting corners.
    """
    scores = heat[:, 1, 1]
    warm = np.flatnonzero(scores >= threshold)
    warm = warm[np.argsort(-scores[warm], kind="stable")[:MAX_FACES]]
    quads, scores = squared_up(gathered(cells[warm], heat[warm], corners[warm])), scores[warm]
    good = plausible(quads)
    quads, scores = quads[good], scores[good]
    kept = geometry.suppressed(quads, scores, SAME_FACE_IOU, SAME_FACE_INSIDE)
    return quads[kept], scores[kept]


def gathered(cells: Ints, heat: Floats, corners: Floats) -> Floats:
    """The mean [n,4,2] of what the cells around each peak say of its face, weighed by their heat.

    A cell speaks for another face, and is left out, where its corners lie elsewhere.
    """
    warmth = heat.reshape(-1, 9)
    face, place = np.nonzero(warmth >= _WARM * warmth[:, 4:5])
    centres = (cells[face, ::-1] + _PLACES[place, ::-1] + 0.5) * STRIDE
    said = corners.reshape(-1, 2, 4, 2, 9)[face, :, :, :, place] + centres[:, None, None]
    both = said.astype(np.float32)
    every = joined(both[:, 0], both[:, 1])
    first = every[place == _MIDDLE]
    every, apart = aligned(every, first[face])
    believed = apart <= _SAME_FACE * geometry.short_sides(first)[face]
    weights = np.where(believed, warmth[face, place], 0)
    begins = np.searchsorted(face, np.arange(len(cells)))
    if not len(cells):
        return np.empty((0, 4, 2), np.float32)
    total = np.add.reduceat(every * weights[:, None, None], begins, axis=0)
    return np.asarray(total / np.add.reduceat(weights, begins)[:, None, None], np.float32)


def squared_up(quads: Floats) -> Floats:
    """The parallelograms [n,4,2] nearest to them: no lens narrows one tile by as much as noise."""
    centre = quads.mean(axis=1)
    right = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 4
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 4
    around = (-right - down, right - down, right + down, down - right)
    return np.stack([centre + side for side in around], axis=1).astype(np.float32)


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
    rolls = quads[:, _ROLLS]
    ways = rolls - models[:, None]
    squares = ways[..., 0] ** 2 + ways[..., 1] ** 2
    apart = np.maximum.reduce([squares[..., corner] for corner in range(4)])
    every = np.arange(len(quads))
    best = apart.argmin(axis=1)
    return rolls[every, best], np.sqrt(apart[every, best])


def plausible(quads: Floats) -> NDArray[np.bool_]:
    """Whether each quadrilateral [n] could be a face: convex, not tiny, not a sliver."""
    lengths = geometry.sides(quads)
    least, most = lengths.min(axis=1), lengths.max(axis=1)
    solid = (least >= _LEAST_SIDE) & (most <= _MOST_ASPECT * least)
    return np.asarray(solid & geometry.convex(quads))
