"""A blank among faces: what is as bare as a wall, in the place of a tile, is a haku.

Overexposed, a blank face has no edges that a network could see. But where a find has a tile's size,
lies among faces and has just their colour, nothing else can lie.
"""

from typing import Final

import numpy as np

from vision.detections import Floats, Ints, Mask
from vision.imagefile import Image
from vision.labels import BACK
from vision.picture.blanks import HAKU, beside, contrasts, strangeness
from vision.picture.faces import Faces
from vision.picture.lying import common, lie_of
from vision.picture.sizes import TileSizes, middle_of

_SURE: Final = 0.7
"""Faces so surely named tell what a face looks like, and how large it is."""

_LEAST: Final = 10
_AROUND: Final = 4
_SOME, _MAYBE = 2, 0.3
"""So many faces lie around a blank one; fewer suffice where the classifier thinks of it at all."""

_BARE: Final = 0.25
_SAME: Final = 0.3
"""It has so little of a face's usual contrast, and is so little strange beside faces."""

_FITS: Final = 0.25
_COMMON: Final = 0.3
"""Its sides stray no more from a tile's, as a logarithm, and no face shares more with it."""

_TOLD: Final = 0.75
"""How surely it is then told."""


def with_bare(image: Image, faces: Faces, left: Faces) -> Faces:
    """The faces of a picture and those of the finds left out that are blank faces among them."""
    best, sure = faces.chances.argmax(axis=1), faces.chances.max(axis=1, initial=0)
    known = np.flatnonzero((best < BACK) & (sure >= _SURE))
    if len(known) < _LEAST or not len(left.quads):
        return faces
    usual = middle_of(contrasts(image, faces.quads[known]))
    asked = np.flatnonzero(contrasts(image, left.quads) < _BARE * usual)
    asked = asked[_looks_blank(image, faces.quads[known], left.at(asked))] if len(asked) else asked
    asked = asked[_has_room(faces, known, left.quads[asked])] if len(asked) else asked
    if not len(asked):
        return faces
    chances = left.chances[asked] * np.float32(1 - _TOLD)
    chances[:, HAKU] += np.float32(_TOLD)
    scores = np.full(len(asked), _TOLD, np.float32)
    return faces.and_also(Faces(left.quads[asked], scores, chances))


def _looks_blank(image: Image, known: Floats, left: Faces) -> Mask:
    """Which [m] have the colour of the faces known, and enough of them around."""
    every = np.concatenate([known, left.quads])
    faces, asked = np.arange(len(known)), np.arange(len(known), len(every))
    around = beside(every, asked, faces)
    enough = np.where(left.chances[:, HAKU] >= _MAYBE, _SOME, _AROUND)
    return np.asarray((around >= enough) & (strangeness(image, every, faces, asked) < _SAME))


def _has_room(faces: Faces, known: Ints, quads: Floats) -> Mask:
    """Which quadrilaterals [m] have a tile's size, one way or the other, where no face lies."""
    sizes = TileSizes.of(faces.quads[known], faces.scores[known])
    if sizes is None:
        return np.zeros(len(quads), np.bool_)
    lie = lie_of(sizes, quads)
    turned = lie._replace(high=lie.wide / sizes.aspect, wide=lie.high * sizes.aspect)
    fits = [
        (np.abs(np.log(one.wide)) < _FITS) & (np.abs(np.log(one.high)) < _FITS)
        for one in (lie, turned)
    ]
    shared = common(lie, lie_of(sizes, faces.quads), sizes.aspect).max(axis=1, initial=0)
    each = common(lie, lie, sizes.aspect)
    first = ~(np.tril(each, -1) > _COMMON).any(axis=1)
    return np.asarray((fits[0] | fits[1]) & (shared < _COMMON) & first)
