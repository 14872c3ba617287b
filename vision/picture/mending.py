"""What sizes and rows say of faces that were cut wrongly, or not found at all.

All tiles of a picture are of one size where they lie, and side by side they lie at one pitch. A
find that is too small, or lies across two places, is looked at again where a tile can lie; so are a
row's free places, and those beyond its ends where something is to be seen.
"""

from collections.abc import Callable
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from vision.detections import Floats, Ints
from vision.geometry import lengths
from vision.imagefile import Image
from vision.labels import BACK, NONE
from vision.picture import rows
from vision.picture.alone import credited, lonely
from vision.picture.blanks import HAKU, contrasts, strangeness, without_prints
from vision.picture.lying import FITS, Lie, Mask, common, downward, lie_of, strays
from vision.picture.sizes import FEWEST, Reals, TileSizes, outlines
from vision.picture.upright import as_in_rows
from vision.picture.walls import as_walls

Settle = Callable[[Floats], tuple[Floats, Floats]]
"""From faces [n,4,2] to where their edges are seen and to the probabilities [n,40] of classes."""

_KNOWN: Final = 0.6
"""Faces so sure tell how large tiles are."""

_LEAST_CREDIT: Final = 0.3
"""How much credit a face of quite another size keeps."""

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

_SAME: Final = 0.1
"""What was found so near to a place, of a tile's size, was looked at there already."""

_NEARLY: Final = 0.1
_MOVED: Final = 0.3
"""The edges of a tile are seen within so many widths of its place."""

_TRIED: Final = 0.12
_ROUNDS: Final = 3
_MUCH: Final = 3
"""Where no row grew, and fewer faces than this were mended, there is nothing more to look at."""

_CONTRAST: Final = 0.6
_STRANGE: Final = 1.5
"""A place beyond a row's end with less contrast than so much of a usual face's, or of so strange a
colour, is not looked at."""

_SOME: Final = 24
"""About so many faces say what contrast is usual."""


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


class _Places(NamedTuple):
    """Places [n] where tiles may lie."""

    spots: Reals
    """[n,2]: pixels of their middles."""

    along: Reals
    """[n,2]: the directions of their right sides, in widths."""

    beyond: Mask
    """[n]: whether they lie beyond their rows' ends."""

    def also(self, others: "_Places") -> "_Places":
        """These and others."""
        return _Places(*(np.concatenate(pair) for pair in zip(self, others, strict=True)))

    def lie(self, sizes: TileSizes, which: Mask) -> Lie:
        """How tiles lie at some of them."""
        ones = np.ones(int(which.sum()))
        spots = self.spots[which]
        return Lie(spots, sizes.flat(spots), self.along[which], ones, ones)


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
        return _among_backs(image, found)
    found = _turned(found, sizes)
    tried = np.empty((0, 2))
    lie = lie_of(sizes, found.quads)
    for _ in range(_ROUNDS):
        good, places = _good(found, lie, sizes)
        asked = _asked(image, found, lie, good, places, sizes, tried)
        if not len(asked.quads):
            break
        tried = np.concatenate([tried, asked.quads.mean(axis=1)])
        seen = _seen(asked, settle, found, lie, good, sizes)
        if not len(seen.quads):
            break
        hidden = common(lie, lie_of(sizes, seen.quads), sizes.aspect).max(axis=1) > _COMMON
        before, found = len(good), found.at(good | ~hidden).and_also(seen)
        lie = lie_of(sizes, found.quads)
        if len(found.quads) <= before and len(seen.quads) < _MUCH:
            break
    upright = as_in_rows(found.quads, found.chances.argmax(axis=1), lie)
    return _discredited(image, Faces(upright, found.scores, found.chances), lie, sizes)


def _among_backs(image: Image, found: Faces) -> Faces:
    """The few faces of a picture, those discredited that have another size than the many backs."""
    best = found.chances.argmax(axis=1)
    tiles = best <= BACK
    loose = ((best == BACK) | (found.chances.max(axis=1, initial=0) < _KNOWN))[tiles]
    sizes = TileSizes.with_backs(found.quads[tiles], found.scores[tiles], loose)
    if sizes is None or loose.sum() < FEWEST:
        return found
    found = _turned(found, sizes)
    return _discredited(image, found, lie_of(sizes, found.quads), sizes)


def _turned(found: Faces, sizes: TileSizes) -> Faces:
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


def _good(found: Faces, lie: Lie, sizes: TileSizes) -> tuple[Mask, "_Places"]:
    """Which faces [n] are sure, of a tile's size, and not in the way of better ones.

    With them the places that are free in their rows.
    """
    sure, best = found.chances.max(axis=1), found.chances.argmax(axis=1)
    worth = _worth(found, lie)
    good = (sure >= _GOOD) & (best != NONE) & ~lie.misfit
    better = (worth[None] > worth[:, None]) & good[None]
    good &= ~((common(lie, lie, sizes.aspect) > _COMMON) & better).any(axis=1)
    members = lie.at(good)
    places = _row_places(members, sizes.aspect)
    between = places.lie(sizes, ~places.beyond)
    across = (common(members, between, sizes.aspect) > _COMMON).sum(axis=1)
    if (across > 1).any():
        good[good] = across < 2
        places = _row_places(lie.at(good), sizes.aspect)
    return good, places


def _asked(
    image: Image, found: Faces, lie: Lie, good: Mask, free: _Places, sizes: TileSizes, tried: Reals
) -> _Asked:
    """Where a tile may lie that was not found, or was found wrongly."""
    wrong = lie.misfit & ~good & (found.chances.argmax(axis=1) < BACK)
    places = free.also(_resized(lie.at(wrong), sizes.aspect))
    height, width = image.shape[:2]
    inside = np.asarray(((places.spots > 0) & (places.spots < (width, height))).all(axis=1))
    lies = places.lie(sizes, inside)
    open_ = (common(lies, lie.at(good), sizes.aspect) < _TAKEN).all(axis=1)
    open_ &= _apart(lies, tried) > _TRIED
    open_[open_] = _alone(lies.at(open_))
    lies, beyond = lies.at(open_), places.beyond[inside][open_]
    alone = lengths(lies.away(lie.at(~good))).min(axis=1, initial=9) > _NEAR
    quads = outlines(lies.spots, lies.along, lies.flat, 1.0, sizes.aspect)
    same = lengths(lies.away(lie.at(~good & ~lie.misfit))).min(axis=1, initial=9) < _SAME
    looked = ~same
    if (unseen := np.flatnonzero(beyond & alone & looked)).size:
        looked[unseen] = _like_faces(image, found.quads[good], quads[unseen])
    return _Asked(quads[looked], alone[looked])


def _like_faces(image: Image, faces: Floats, quads: Floats) -> Mask:
    """Which places [n] have the contrast and the colour of faces."""
    some = faces[:: 1 + len(faces) // _SOME]
    like = contrasts(image, quads) >= _CONTRAST * float(np.median(contrasts(image, some)))
    if like.any():
        every = np.concatenate([faces, quads[like]])
        known, asked = np.arange(len(faces)), np.arange(len(faces), len(every))
        like[like] = strangeness(image, every, known, asked) < _STRANGE
    return np.asarray(like)


def _alone(lies: Lie) -> Mask:
    """Which places [n] are not the same as one before them."""
    near = lengths(lies.away(lies)) < _TRIED
    return np.asarray(~np.tril(near, -1).any(axis=1))


def _apart(lies: Lie, tried: Reals) -> Reals:
    """How far [n] places are from the nearest that was tried, in widths."""
    ways = np.einsum("nij,nmj->nmi", lies.flat, tried[None] - lies.spots[:, None])
    return np.asarray(lengths(ways).min(axis=1, initial=9))


def _row_places(lie: Lie, aspect: float) -> _Places:
    """Free places of rows, and those beyond their ends."""
    away = lie.away(lie)
    angles = np.degrees(np.arctan2(lie.along[:, 0], -lie.along[:, 1]))
    between: list[tuple[int, int, float]] = []
    ends: list[tuple[int, int, float]] = []
    single = np.ones(len(angles), np.bool_)
    for chain in rows.chains(rows.links(away, angles)) if len(angles) else ():
        members = np.array(chain)
        single[members] = False
        row = members[np.argsort(away[chain[0], members] @ lie.along[chain[0]])]
        steps = np.hypot(*away[row[:-1], row[1:]].T)
        places = rows.places(steps)
        if places is None:
            continue
        gaps = np.diff(places).tolist()
        pitch = sorted((steps / gaps).tolist())[len(gaps) // 2]
        first, second, *_ = order = row.tolist()
        ends += [(first, second, pitch), (order[-1], order[-2], pitch)]
        for one, other, gap in zip(order[:-1], order[1:], gaps, strict=True):
            between += [(one, other, place / gap) for place in range(1, gap)]
    one, other, part = _columns(between)
    spots = lie.spots[one] + (lie.spots[other] - lie.spots[one]) * part[:, None]
    last, before, far = _columns(ends)
    lines = away[before, last]
    lines = lines * (far / lengths(lines))[:, None]
    beside = np.flatnonzero(single & ~lonely(lie))
    outermost = np.concatenate([last, beside, beside])
    lines = np.concatenate([lines, lie.along[beside], -lie.along[beside]])
    lying = _lying_ends(lie, outermost, lines, aspect)
    steps = np.linalg.solve(lie.flat[outermost], lines[..., None])[..., 0]
    ends_ = _Places(
        np.concatenate([spots, lie.spots[outermost] + steps]),
        np.concatenate([lie.along[one], lie.along[outermost]]),
        np.repeat([False, True], [len(one), len(outermost)]),
    )
    return ends_.also(lying)


def _lying_ends(lie: Lie, outermost: Ints, lines: Reals, aspect: float) -> _Places:
    """Places of tiles that lie turned beyond rows' ends, their lower edges in one line."""
    along = lie.along[outermost]
    down = downward(along)
    ways = lines / lengths(lines)[:, None] * (1 + aspect) / 2
    ways = ways + down * (aspect - 1) / 2
    steps = np.linalg.solve(lie.flat[outermost], ways[..., None])[..., 0]
    return _Places(lie.spots[outermost] + steps, down, np.ones(len(down), np.bool_))


def _columns(pairs: list[tuple[int, int, float]]) -> tuple[Ints, Ints, Reals]:
    """The columns of a table of places."""
    table = np.array(pairs, np.float64).reshape(-1, 3)
    return table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2]


def _resized(lie: Lie, aspect: float) -> _Places:
    """Places of a tile's size on finds of another: each wrong side one or the other way."""
    size = np.stack([lie.wide, lie.high], axis=1)
    stray = np.where(strays(size) > FITS, np.abs(1 - size) / 2, 0) * (1, aspect)
    moves = [
        (at, x, y)
        for at, (wide, high) in enumerate(stray.tolist())
        for x, y in product(sorted({-wide, wide}), sorted({-high, high}))
    ]
    at, *_ = _columns(moves)
    along = lie.along[at]
    x, y = np.array(moves).reshape(-1, 3)[:, 1:, None].transpose(1, 0, 2)
    ways = along * x + downward(along) * y
    steps = np.linalg.solve(lie.flat[at], ways[..., None])[..., 0]
    return _Places(lie.spots[at] + steps, along, np.zeros(len(at), np.bool_))


def _seen(
    asked: _Asked, settle: Settle, found: Faces, lie: Lie, good: Mask, sizes: TileSizes
) -> Faces:
    """What shows a face, at the places asked, more clearly than what was found there."""
    quads, chances = settle(asked.quads)
    where = lie_of(sizes, quads)
    sure, best = chances.max(axis=1), chances.argmax(axis=1)
    free = (common(where, lie.at(good), sizes.aspect) < _COMMON).all(axis=1)
    nearly = (best < BACK) & (sure >= _GOOD) & where.misfit & (where.fit > _NEARLY) & free
    if nearly.any():
        places = _resized(where.at(nearly), sizes.aspect)
        spots = places.lie(sizes, np.ones(len(places.spots), np.bool_))
        asked = _Asked(
            np.concatenate(
                [asked.quads, outlines(spots.spots, spots.along, spots.flat, 1.0, sizes.aspect)]
            ),
            np.concatenate([asked.free, np.zeros(len(places.spots), np.bool_)]),
        )
        more = settle(asked.quads[len(quads) :])
        quads, chances = np.concatenate([quads, more[0]]), np.concatenate([chances, more[1]])
        where = lie_of(sizes, quads)
        sure, best = chances.max(axis=1), chances.argmax(axis=1)
    in_place, alone, blank = _SURE
    least = np.where(best == HAKU, blank, np.where(asked.free, alone, in_place))
    ways = np.einsum("nij,nj->ni", where.flat, where.spots - asked.quads.mean(axis=1))
    worth = sure * where.fit
    shared = common(where, lie, sizes.aspect) > _COMMON
    there = np.where(shared & ~good, _worth(found, lie), 0).max(axis=1, initial=0)
    fits = (best < BACK) & (sure >= least) & ~where.misfit & (worth > there)
    fits &= (lengths(ways) < _MOVED) & ~shared[:, good].any(axis=1)
    each = common(where, where, sizes.aspect) > _COMMON
    taken: list[int] = []
    for one in np.argsort(-worth, kind="stable").tolist():
        if fits[one] and not each[one, taken].any():
            taken.append(one)
    scores = np.asarray(1 - chances[:, NONE], np.float32)
    return Faces(quads, scores, chances).at(np.array(taken, np.int64))


def _discredited(image: Image, found: Faces, lie: Lie, sizes: TileSizes) -> Faces:
    """The faces, those of another size less sure, and none that lies on a much better one."""
    worth = _worth(found, lie)
    on_another = common(lie, lie, sizes.aspect) > _COMMON
    beaten = np.asarray((on_another & (worth[None] > _BETTER * worth[:, None])).any(axis=1))
    doubted = lie.misfit & (found.chances.argmax(axis=1) < BACK)
    credit = np.where(doubted, np.maximum(lie.fit, _LEAST_CREDIT), 1.0)
    credit = np.minimum(credit, credited(image, found.quads, found.chances, lie))
    told = without_prints(image, found.quads, found.chances)
    chances = as_walls(image, found.quads, told, lie) * credit[:, None].astype(np.float32)
    chances[:, NONE] += (1 - credit).astype(np.float32)
    return Faces(found.quads, found.scores, chances).at(~beaten)


def _worth(found: Faces, lie: Lie) -> Reals:
    """How much [n] each face is to be believed."""
    return np.asarray(found.chances.max(axis=1, initial=0) * found.scores * lie.fit)
