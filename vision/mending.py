"""What sizes and rows say of faces that were cut wrongly, or not found at all.

All tiles of a picture are of one size where they lie, and side by side they lie at one pitch. A
find that is too small, or lies across two places, is looked at again where a tile can lie; so are a
row's free places, and those beyond its ends where something is to be seen.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision import rows
from vision.blanks import HAKU, contrasts
from vision.detections import Floats, Ints
from vision.imagefile import Image
from vision.labels import BACK, NONE
from vision.sizes import Reals, TileSizes, outlines, sides

Settle = Callable[[Floats], tuple[Floats, Floats]]
"""From faces [n,4,2] to where their edges are seen and to the probabilities [n,40] of classes."""

Mask = NDArray[np.bool_]

_KNOWN: Final = 0.6
"""Faces so sure tell how large tiles are."""

_FITS: Final = 0.15
"""By how much a face's sides may differ from a tile's, as a logarithm."""

_SPREAD: Final = 0.16
_LEAST_CREDIT: Final = 0.3
"""How soon a face of another size loses credit, and how much it keeps."""

_GOOD: Final = 0.7
"""A face less sure than this is no member of a row."""

_SURE: Final = (0.85, 0.75, 0.97)
"""How sure a face must be that is found in the place of another, in a free one, or blank."""

_COMMON: Final = 0.25
"""A face that shares so much with a better one is none."""

_BETTER: Final = 1.5
"""What lies on a face that is so many times more to be believed is no face."""

_TAKEN: Final = 0.15
"""No place is free that shares so much with a good face."""

_NEAR: Final = 0.6
"""What was found within so many widths of a row's place is in it."""

_MOVED: Final = 0.3
"""The edges of a tile are seen within so many widths of its place."""

_DIAGONAL: Final = 0.5**0.5
_TRIED: Final = 0.12
_ROUNDS: Final = 3
_CONTRAST: Final = 0.6
"""A place beyond a row's end with less contrast than so much of a usual face's is not looked at."""


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


class _Lie(NamedTuple):
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
        off = _strays(self.wide) ** 2 + _strays(self.high) ** 2
        return np.asarray(np.exp(-off / (2 * _SPREAD**2)))

    @property
    def misfit(self) -> Mask:
        """Which [n] differ too much from a tile."""
        return np.asarray(np.maximum(_strays(self.wide), _strays(self.high)) > _FITS)

    def at(self, which: Mask | Ints) -> "_Lie":
        """Some of them."""
        return _Lie(*(part[which] for part in self))

    def away(self, other: "_Lie") -> Reals:
        """[n,m,2]: the way to each of the others, in widths."""
        flat = (self.flat[:, None] + other.flat[None]) / 2
        ways = other.spots[None] - self.spots[:, None]
        return np.asarray(np.einsum("nmij,nmj->nmi", flat, ways))


class _Place(NamedTuple):
    """A place where a tile may lie."""

    spot: Reals
    """[2]: pixels of its middle."""

    along: Reals
    """[2]: the direction of its right side, in widths."""

    beyond: bool
    """Whether it lies beyond a row's end."""


class _Asked(NamedTuple):
    """Places to look at."""

    quads: Floats
    free: Mask
    """[n]: where nothing was found."""


def mended(image: Image, found: Faces, settle: Settle) -> Faces:
    """The faces of a picture, with those looked at again that cannot lie as they were found."""
    best = found.chances.argmax(axis=1)
    known = (best < BACK) & (found.chances.max(axis=1, initial=0) >= _KNOWN)
    sizes = TileSizes.of(found.quads[known], found.scores[known])
    if sizes is None:
        return found
    found = _turned(found, sizes)
    tried = np.empty((0, 2))
    for _ in range(_ROUNDS):
        lie = _lie(sizes, found.quads)
        good = _good(found, lie, sizes.aspect)
        good[good] = ~_astride(lie.at(good), sizes)
        asked = _asked(image, found, lie, good, sizes, tried)
        if not len(asked.quads):
            break
        tried = np.concatenate([tried, asked.quads.mean(axis=1)])
        seen = _seen(asked, settle, found, lie, good, sizes)
        if not len(seen.quads):
            break
        hidden = _common(lie, _lie(sizes, seen.quads), sizes.aspect).max(axis=1) > _COMMON
        found = found.at(good | ~hidden).and_also(seen)
    return _discredited(found, sizes)


def _lie(sizes: TileSizes, quads: Floats) -> _Lie:
    right, down, spots = sides(quads)
    flat = sizes.flat(spots)
    across = np.einsum("nij,nj->ni", flat, right)
    wide = np.linalg.norm(across, axis=1)
    high = np.linalg.norm(np.einsum("nij,nj->ni", flat, down), axis=1) / sizes.aspect
    return _Lie(spots, flat, across / np.maximum(wide, 1e-9)[:, None], wide, high)


def _turned(found: Faces, sizes: TileSizes) -> Faces:
    """The faces, those turned by a quarter that then have a tile's size, and now have not.

    They are turned the way in which most of the others near them lie.
    """
    lie = _lie(sizes, found.quads)
    swapped = _Lie(lie.spots, lie.flat, lie.along, lie.high * sizes.aspect, lie.wide / sizes.aspect)
    wrong = lie.misfit & ~swapped.misfit
    if not wrong.any():
        return found
    others = lie.at(~lie.misfit)
    away = np.linalg.norm(lie.at(wrong).away(others), axis=2)
    near = 1 / (1 + away**2)
    same = (near * (_downward(lie.along[wrong]) @ others.along.T)).sum(axis=1) > 0
    quads = found.quads.copy()
    rolls = (np.arange(4)[None] + np.where(same, 1, 3)[:, None]) % 4
    quads[wrong] = np.take_along_axis(quads[wrong], rolls[..., None], axis=1)
    return Faces(quads, found.scores, found.chances)


def _good(found: Faces, lie: _Lie, aspect: float) -> Mask:
    """Which faces [n] are sure, of a tile's size, and not beaten by one that they lie on."""
    sure, best = found.chances.max(axis=1), found.chances.argmax(axis=1)
    worth = _worth(found, lie)
    good = (sure >= _GOOD) & (best != NONE) & ~lie.misfit
    better = (worth[None] > worth[:, None]) & good[None]
    beaten = (_common(lie, lie, aspect) > _COMMON) & better
    return np.asarray(good & ~beaten.any(axis=1))


def _astride(lie: _Lie, sizes: TileSizes) -> Mask:
    """Which faces [n] lie across two free places of a row."""
    spots, along, _ = _listed([place for place in _row_places(lie) if not place.beyond])
    ones = np.ones(len(spots))
    places = _Lie(spots, sizes.flat(spots), along, ones, ones)
    return np.asarray((_common(lie, places, sizes.aspect) > _COMMON).sum(axis=1) > 1)


def _listed(places: list[_Place]) -> tuple[Reals, Reals, Mask]:
    """The middles [n,2] and directions [n,2] of places, and which lie beyond their rows."""
    spots = np.array([place.spot for place in places], np.float64)
    along = np.array([place.along for place in places], np.float64)
    beyond = np.array([place.beyond for place in places], np.bool_)
    return spots.reshape(-1, 2), along.reshape(-1, 2), beyond


def _common(lie: _Lie, other: _Lie, aspect: float) -> Reals:
    """[n,m]: what part of the smaller of two faces lies in the other."""
    away = lie.away(other)
    across = lie.along[:, None]
    turned = np.abs((across * other.along[None]).sum(axis=2)) < _DIAGONAL
    half = np.stack([lie.wide, lie.high * aspect], axis=1)[:, None] / 2
    theirs = np.stack([other.wide, other.high * aspect], axis=1)[None] / 2
    theirs = np.where(turned[..., None], theirs[..., ::-1], theirs)
    ways = [(away * way).sum(axis=2) for way in (across, _downward(across))]
    shared = np.clip(
        half + theirs - np.abs(np.stack(ways, axis=2)), 0, 2 * np.minimum(half, theirs)
    )
    smaller = np.minimum(half.prod(axis=2), theirs.prod(axis=2)) * 4
    return np.asarray(shared.prod(axis=2) / np.maximum(smaller, 1e-9))


def _asked(
    image: Image, found: Faces, lie: _Lie, good: Mask, sizes: TileSizes, tried: Reals
) -> _Asked:
    """Where a tile may lie that was not found, or was found wrongly."""
    members = lie.at(good)
    wrong = lie.misfit & ~good & (found.chances.argmax(axis=1) < BACK)
    places = [*_row_places(members), *_resized(lie.at(wrong), sizes.aspect)]
    spots, along, beyond = _listed(places)
    ones = np.ones(len(places))
    lies = _Lie(spots, sizes.flat(spots), along, ones, ones)
    height, width = image.shape[:2]
    open_ = ((spots > 0) & (spots < (width, height))).all(axis=1)
    open_ &= (_common(lies, members, sizes.aspect) < _TAKEN).all(axis=1)
    open_ &= _apart(lies, tried) > _TRIED
    free = np.linalg.norm(lies.away(lie.at(~good)), axis=2).min(axis=1, initial=9) > _NEAR
    quads = outlines(spots, along, lies.flat, 1.0, sizes.aspect)
    lookless = np.flatnonzero(open_ & beyond & free)
    if len(lookless):
        usual = float(np.median(contrasts(image, found.quads[good])))
        open_[lookless[contrasts(image, quads[lookless]) < _CONTRAST * usual]] = False
    return _Asked(quads[open_], free[open_])


def _apart(lies: _Lie, tried: Reals) -> Reals:
    """How far [n] places are from the nearest that was tried, in widths."""
    ways = np.einsum("nij,nmj->nmi", lies.flat, tried[None] - lies.spots[:, None])
    return np.asarray(np.linalg.norm(ways, axis=2).min(axis=1, initial=9))


def _row_places(lie: _Lie) -> Iterator[_Place]:
    """Free places of rows, and those beyond their ends."""
    if len(lie.spots) < 2:
        return
    away = lie.away(lie)
    angles = np.degrees(np.arctan2(lie.along[:, 0], -lie.along[:, 1]))
    for chain in rows.chains(rows.links(away, angles)):
        first = chain[0]
        order = np.argsort(away[first, chain] @ lie.along[first])
        row = [chain[at] for at in order]
        steps = np.linalg.norm(away[row[:-1], row[1:]], axis=1)
        places = rows.places(steps)
        if places is None:
            continue
        gaps = np.diff(places)
        for one, other, gap in zip(row[:-1], row[1:], gaps.tolist(), strict=True):
            step = (lie.spots[other] - lie.spots[one]) / gap
            for place in range(1, gap):
                yield _Place(lie.spots[one] + place * step, lie.along[one], beyond=False)
        pitch = float(np.median(steps / gaps))
        for last, before in ((row[0], row[1]), (row[-1], row[-2])):
            line = away[before, last] / np.linalg.norm(away[before, last])
            step = np.linalg.inv(lie.flat[last]) @ (line * pitch)
            yield _Place(lie.spots[last] + step, lie.along[last], beyond=True)


def _resized(lie: _Lie, aspect: float) -> Iterator[_Place]:
    """Places of a tile's size on finds of another: each wrong side one or the other way."""
    size = np.stack([lie.wide, lie.high], axis=1)
    stray = np.abs(1 - size) / 2
    wrong = _strays(size) > _FITS
    ways = np.stack([lie.along, _downward(lie.along) * aspect], axis=1)
    for at, spot in enumerate(lie.spots):
        back = np.linalg.inv(lie.flat[at])
        moves = [(-x, x) if bad else (0.0,) for x, bad in zip(stray[at], wrong[at], strict=True)]
        for x, y in product(*moves):
            yield _Place(spot + back @ (np.array([x, y]) @ ways[at]), lie.along[at], beyond=False)


def _seen(
    asked: _Asked, settle: Settle, found: Faces, lie: _Lie, good: Mask, sizes: TileSizes
) -> Faces:
    """What shows a face, at the places asked, more clearly than what was found there."""
    quads, chances = settle(asked.quads)
    where = _lie(sizes, quads)
    sure, best = chances.max(axis=1), chances.argmax(axis=1)
    in_place, alone, blank = _SURE
    least = np.where(best == HAKU, blank, np.where(asked.free, alone, in_place))
    ways = np.einsum("nij,nj->ni", where.flat, where.spots - asked.quads.mean(axis=1))
    worth = sure * where.fit
    common = _common(where, lie, sizes.aspect) > _COMMON
    there = np.where(common & ~good, _worth(found, lie), 0).max(axis=1, initial=0)
    fits = (best < BACK) & (sure >= least) & ~where.misfit & (worth > there)
    fits &= (np.linalg.norm(ways, axis=1) < _MOVED) & ~common[:, good].any(axis=1)
    each = _common(where, where, sizes.aspect) > _COMMON
    taken: list[int] = []
    for one in np.argsort(-worth, kind="stable").tolist():
        if fits[one] and not each[one, taken].any():
            taken.append(one)
    scores = np.asarray(1 - chances[:, NONE], np.float32)
    return Faces(quads, scores, chances).at(np.array(taken, np.int64))


def _discredited(found: Faces, sizes: TileSizes) -> Faces:
    """The faces, those of another size less sure, and none that lies on a much better one."""
    lie = _lie(sizes, found.quads)
    worth = _worth(found, lie)
    on_another = _common(lie, lie, sizes.aspect) > _COMMON
    beaten = np.asarray((on_another & (worth[None] > _BETTER * worth[:, None])).any(axis=1))
    doubted = lie.misfit & (found.chances.argmax(axis=1) < BACK)
    credit = np.where(doubted, np.maximum(lie.fit, _LEAST_CREDIT), 1.0)
    chances = found.chances * credit[:, None].astype(np.float32)
    chances[:, NONE] += (1 - credit).astype(np.float32)
    return Faces(found.quads, found.scores, chances).at(~beaten)


def _worth(found: Faces, lie: _Lie) -> Reals:
    """How much [n] each face is to be believed."""
    return np.asarray(found.chances.max(axis=1, initial=0) * found.scores * lie.fit)


def _strays(sizes: Reals) -> Reals:
    """How far sizes beside a tile's are from 1, as logarithms."""
    return np.asarray(np.abs(np.log(np.maximum(sizes, 1e-3))))


def _downward(along: Reals) -> Reals:
    """The directions [..,2] of faces' down sides, their right sides being ``along``."""
    return np.asarray(along[..., ::-1] * (-1, 1))
