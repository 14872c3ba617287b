"""How faces lie beside each other, in widths of a tile, wherever they are in a picture."""

from typing import Final, NamedTuple

import numpy as np

from vision.detections import Floats, Ints, Mask, Reals
from vision.geometry import lengths
from vision.picture.sizes import TileSizes, sides

FITS: Final = 0.15
"""By how much a face's sides may differ from a tile's, as a logarithm."""

_SPREAD: Final = 0.16
"""How soon a face of another size fits less well."""

_REACH: Final = 2.0
"""Faces whose middles are farther apart, in widths, share nothing."""

_LARGER: Final = 1.25
"""What is no larger than this, beside a tile, is one tile that was seen too large."""

_DIAGONAL: Final = 0.5**0.5


class Lie(NamedTuple):
    """How faces lie: in widths of a tile, wherever they are in the picture."""

    spots: Reals
    """[n,2] pixels of their middles."""

    flat: Reals
    """[n,2,2]: from pixels to widths there."""

    along: Reals
    """[n,2]: the direction of their right sides, in widths."""

    wide: Reals
    high: Reals
    """[n]: their size beside a tile's; 1 is right."""

    @property
    def fit(self) -> Reals:
        """How well [n] the sizes fit, 0 to 1."""
        off = strays(self.wide) ** 2 + strays(self.high) ** 2
        return np.asarray(np.exp(-off / (2 * _SPREAD**2)))

    @property
    def misfit(self) -> Mask:
        """Which [n] differ too much from a tile."""
        return np.asarray(np.maximum(strays(self.wide), strays(self.high)) > FITS)

    def at(self, which: Mask | Ints) -> "Lie":
        """Some of them."""
        return Lie(*(part[which] for part in self))

    def and_also(self, others: "Lie") -> "Lie":
        """These and others."""
        return Lie(*(np.concatenate(pair) for pair in zip(self, others, strict=True)))

    def away(self, other: "Lie") -> Reals:
        """[n,m,2]: the way to each of the others, in widths as they are half-way."""
        here, there = self.flat / 2, other.flat / 2
        ways = np.matmul(here.transpose(1, 0, 2), other.spots.T)
        ways -= np.matmul(self.spots, there.transpose(1, 2, 0))
        ways += np.einsum("nij,nj->in", there, other.spots)[:, None]
        ways -= np.einsum("nij,nj->in", here, self.spots)[:, :, None]
        return np.asarray(ways.transpose(1, 2, 0))


def lie_of(sizes: TileSizes, quads: Floats) -> Lie:
    """How faces [n,4,2] lie that begin at their own top-left."""
    right, down, spots = sides(quads)
    flat = sizes.flat(spots)
    across = np.einsum("nij,nj->ni", flat, right)
    wide = lengths(across)
    high = lengths(np.einsum("nij,nj->ni", flat, down)) / sizes.aspect
    return Lie(spots, flat, across / np.maximum(wide, 1e-9)[:, None], wide, high)


def common(lie: Lie, other: Lie, aspect: float) -> Reals:
    """[n,m]: what part of the smaller of two faces lies in the other."""
    right, down = lie.away(other).transpose(2, 0, 1)
    found = np.zeros(right.shape)
    near = np.flatnonzero((np.abs(right) < _REACH) & (np.abs(down) < _REACH))
    one, two = np.divmod(near, max(len(other.wide), 1))
    along, theirs = lie.along[one].T, other.along[two].T
    turned = np.abs(along[0] * theirs[0] + along[1] * theirs[1]) < _DIAGONAL
    wide, high = (size[two] for size in _halves(other, aspect))
    others = np.where(turned, high, wide), np.where(turned, wide, high)
    x, y = right.ravel()[near], down.ravel()[near]
    apart = np.abs(x * along[0] + y * along[1]), np.abs(x * -along[1] + y * along[0])
    own = [size[one] for size in _halves(lie, aspect)]
    shared = [
        np.clip(mine + theirs - far, 0, 2 * np.minimum(mine, theirs))
        for mine, theirs, far in zip(own, others, apart, strict=True)
    ]
    smaller = np.minimum(own[0] * own[1], others[0] * others[1]) * 4
    found.ravel()[near] = shared[0] * shared[1] / np.maximum(smaller, 1e-9)
    return found


def _halves(lie: Lie, aspect: float) -> tuple[Reals, Reals]:
    """Half the widths and heights [n] of faces, in widths."""
    return _as_one(lie.wide) / 2, _as_one(lie.high) * aspect / 2


def _as_one(sizes: Reals) -> Reals:
    """Sizes beside a tile's, those a little larger as if they were right."""
    return np.asarray(np.where(sizes < _LARGER, np.minimum(sizes, 1), sizes))


def strays(sizes: Reals) -> Reals:
    """How far sizes beside a tile's are from 1, as logarithms."""
    return np.asarray(np.abs(np.log(np.maximum(sizes, 1e-3))))


def downward(along: Reals) -> Reals:
    """The directions [..,2] of faces' down sides, their right sides being ``along``."""
    return np.asarray(along[..., ::-1] * (-1, 1))
