"""Fronts of tiles that stand, seen nearly along them: what so slight a sliver shows is not told.

Where other tiles lie, their sizes tell that such a sliver is no lying tile. Among backs alone it is
only how much less flat than these it lies to the eye.
"""

from typing import Final

import numpy as np

from vision.detections import Floats, Mask, Reals
from vision.labels import BACK
from vision.picture.sizes import FEWEST, USUAL, middle_of, sides

_SLIGHT: Final = 0.4
"""A face that is seen so narrow, beside how it is from above, leans away by 66 degrees or more."""

_TWICE: Final = 2.0
"""Backs that are seen so many times as wide, between the ways they may lie, do not lean with it."""

_SURE: Final = 0.7


def fronts(quads: Floats, chances: Floats) -> Mask:
    """Which faces [n] are such fronts; none where backs are few, or lean as much."""
    best = chances.argmax(axis=1)
    seen = openness(quads)
    slivers = (best < BACK) & (seen < _SLIGHT)
    backs = (best == BACK) & (chances.max(axis=1, initial=0) >= _SURE)
    if not slivers.any() or backs.sum() < max(FEWEST, int(slivers.sum())):
        return np.zeros(len(quads), np.bool_)
    turned = openness(np.roll(quads[backs], 1, axis=1))
    flat = middle_of(np.sqrt(seen[backs] * turned))
    return np.asarray(slivers & (seen * _TWICE < flat))


def openness(quads: Floats) -> Reals:
    """How wide [n] tiles [n,4,2] are seen across the way they lean: 1 from above, 0 from aside."""
    right, down, _ = sides(quads)
    lengths = np.linalg.svd(np.stack([right, down / USUAL], axis=2), compute_uv=False)
    return np.asarray(lengths[:, 1] / np.maximum(lengths[:, 0], 1e-9))
