"""The faces of one picture, as far as they are known: where, how surely, which."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from vision.detections import Floats, Ints, Mask
from vision.geometry import lengths
from vision.labels import BACK, CLASS_OF, REDS, plain
from vision.picture.lying import Lie, downward, lie_of
from vision.picture.sizes import TileSizes

KNOWN: Final = 0.6
"""Faces so sure tell how large tiles are."""

_REDS: Final = [CLASS_OF[name] for name in REDS]
_FIVES: Final = [CLASS_OF[plain(name)] for name in REDS]


class Faces(NamedTuple):
    """The faces of a picture."""

    quads: Floats
    """[n,4,2], each beginning at the face's own top-left."""

    scores: Floats
    """[n]: how surely a face is there."""

    chances: Floats
    """[n,40]: probabilities of the classes."""

    def at(self, which: Mask | Ints) -> "Faces":
        """Some of them."""
        return Faces(self.quads[which], self.scores[which], self.chances[which])

    def and_also(self, others: "Faces") -> "Faces":
        """These and others."""
        return Faces(*(np.concatenate(pair) for pair in zip(self, others, strict=True)))


Settle = Callable[[Floats], tuple[Floats, Floats]]
"""From faces [n,4,2] to where their edges are seen and to the probabilities [n,40] of classes."""


def of_known_size(found: Faces) -> Mask:
    """Which faces [n] tell how large tiles are: those that are surely no backs."""
    best = found.chances.argmax(axis=1)
    return np.asarray((best < BACK) & (found.chances.max(axis=1, initial=0) >= KNOWN))


def sizes_by(found: Faces) -> TileSizes | None:
    """How large tiles are all over the picture; None where too few faces tell it."""
    known = of_known_size(found)
    return TileSizes.of(found.quads[known], found.scores[known])


def turned(found: Faces, sizes: TileSizes) -> Faces:
    """The faces, those turned by a quarter that then have a tile's size, and now have not.

    They are turned the way in which most of the others near them lie.
    """
    lie = lie_of(sizes, found.quads)
    swapped = Lie(lie.spots, lie.flat, lie.along, lie.high * sizes.aspect, lie.wide / sizes.aspect)
    wrong = lie.misfit & ~swapped.misfit
    if not wrong.any():
        return found
    others = lie.at(~lie.misfit)
    away = lengths(lie.at(wrong).away(others))
    near = 1 / (1 + away**2)
    same = (near * (downward(lie.along[wrong]) @ others.along.T)).sum(axis=1) > 0
    quads = found.quads.copy()
    rolls = (np.arange(4)[None] + np.where(same, 1, 3)[:, None]) % 4
    quads[wrong] = np.take_along_axis(quads[wrong], rolls[..., None], axis=1)
    return Faces(quads, found.scores, found.chances)


def how_sure(chances: Floats) -> Floats:
    """How sure [n] the likeliest kinds are; a red five is a five."""
    kinds = chances.copy()
    kinds[:, _FIVES] += chances[:, _REDS]
    return np.asarray(kinds.max(axis=1, initial=0))


def backing(looks: Faces, finds: Faces, within: Mask) -> Floats:
    """How sure [n] looks at faces are together with finds of the same name that lie in them.

    ``within`` [n,m] tells which do; the surest counts as another look. 0 where there is none.
    """
    best = looks.chances.argmax(axis=1)
    same = within & (best[:, None] == finds.chances.argmax(axis=1)[None])
    together = np.zeros(len(best), np.float32)
    backed = same.any(axis=1)
    if backed.any():
        surest = np.where(same, finds.chances.max(axis=1)[None], 0)[backed].argmax(axis=1)
        both = np.sqrt(looks.chances[backed] * finds.chances[surest])
        together[backed] = how_sure(both / both.sum(axis=1, keepdims=True))
    return together
