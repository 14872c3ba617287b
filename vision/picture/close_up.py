"""A picture that one tile fills: its edges are the picture's own, and no detector sees them."""

from typing import Final

import numpy as np

from vision import geometry
from vision.detections import Detections, Floats
from vision.labels import BACK, CLASS_OF, LABELS, NONE, OTHER, plain
from vision.nets.classifier import Settled
from vision.picture.faces import how_sure

_LONGEST: Final = 2.0
"""A tile's picture is no longer than so many times its width."""

_FEW: Final = 8
_TILE: Final = 0.22
"""Where more faces than these were found, or one that fills so much of the picture, it shows those;
what is drawn on a tile that fills it may be taken for a few smaller ones."""

_BELIEVED: Final = 0.4
_INSET: Final = 0.08
_SURE: Final = 0.95
"""Both looks, at all of the picture and at that without a rim of so much of it, are so sure. Of
126 pictures of two or four tiles, half of one or a quarter two were named so."""

_PLAIN: Final = frozenset((BACK, NONE, OTHER, CLASS_OF["5z"]))
"""What fills a picture and has no ink may be anything."""


def may_be(found: Detections, width: int, height: int) -> bool:
    """Whether one tile may fill a picture of that size in which these faces were found."""
    believed = (found.confidence >= _BELIEVED) & (found.class_id != OTHER)
    large = geometry.areas(found.quadrilaterals[believed]) >= _TILE * width * height
    longest = max(width, height) / min(width, height)
    return bool(longest <= _LONGEST and believed.sum() <= _FEW and not large.any())


def places(width: int, height: int, room: int) -> Floats:
    """Where it is to be looked at, [2,4,2], in a picture that got so much room at each side."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    inner = _INSET + (1 - 2 * _INSET) * unit
    return np.asarray(np.stack([unit, inner]) * (width, height) + room, np.float32)


def told(looks: Settled, found: Detections) -> Detections:
    """The one face on which both looks agree; else what was found."""
    best = looks.kinds.argmax(axis=1)
    names = {plain(LABELS[kind]) for kind in best.tolist()}
    if len(names) > 1 or how_sure(looks.kinds).min() < _SURE or best[0] in _PLAIN:
        return found
    chances = looks.kinds.mean(axis=0, keepdims=True)
    quad = np.roll(looks.quads[0], -int(looks.turns[0]), axis=0)[None]
    return Detections(quad, 1 - chances[:, NONE], chances.argmax(axis=1), chances)
