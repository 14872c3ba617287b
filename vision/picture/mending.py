"""What sizes and rows say of faces that were cut wrongly, or not found at all.

All tiles of a picture are of one size where they lie, and side by side they lie at one pitch. On a
find that is too small or too large, also one that was refused, tiles are looked for wherever they
can lie by its edges (`places`); so they are in a row's free places, and beyond its ends where
something is to be seen. Of what is then seen, those faces are told that are most worth together.
"""

from typing import Final, NamedTuple

import numpy as np

from vision.detections import Floats, Ints, Mask, Reals
from vision.geometry import lengths
from vision.imagefile import Image
from vision.labels import BACK, NONE
from vision.nets.ahead import Looks
from vision.nets.classifier import REFUSED
from vision.picture.alone import credited
from vision.picture.apart import best_apart
from vision.picture.blanks import HAKU, contrasts, strangeness, without_prints
from vision.picture.faces import KNOWN, Faces, Settle, backing, how_sure, turned
from vision.picture.fronts import fronts
from vision.picture.kans import with_closed_kans
from vision.picture.lying import Lie, common, lie_of
from vision.picture.places import Places, around, in_rows, on_finds
from vision.picture.sheets import in_sheets
from vision.picture.sizes import FEWEST, TileSizes, middle_of
from vision.picture.upright import as_in_rows
from vision.picture.walls import as_walls

_LEAST_CREDIT: Final = 0.3
"""How much credit a face of quite another size keeps."""

_FRONT: Final = 0.1
"""And the front of a tile that stands, seen nearly along it."""

_GOOD: Final = 0.7
"""A face less sure than this is no member of a row."""

_SURE: Final = (0.85, 0.75, 0.7, 0.97)
"""How sure a face must be that is found in the place of another, in a free one, by two looks, or
that is blank or was refused before."""

_COMMON: Final = 0.25
"""A face that shares so much with a better one is none."""

_WITHIN: Final = 0.6
"""What was cut wrongly and lies so far within a face is a look at it, too."""

_BETTER: Final = 1.5
"""What lies on a face that is so many times more to be believed is no face."""

_TAKEN: Final = 0.15
"""No place is free that shares so much with a good face."""

_NEAR: Final = 0.6
"""What was found within so many widths of a row's place is in it."""

_SAME: Final = 0.1
"""What was found so near to a place, of a tile's size, was looked at there already."""

_EVEN: Final = 0.5
_AGREED: Final = 0.15
_FOUND: Final = 0.4
"""A face that is worth no more than the first may as well be none. One to which several looks lead
is worth more, for what is none looks like one from one place only; so is one with what was found
wrongly in it, for each such find must come from something."""

_ONE: Final = 0.2
"""Looks that end so near to each other are at one face."""

_NEARLY: Final = 0.1
_MOVED: Final = 0.3
"""The edges of a tile are seen within so many widths of its place."""

_TRIED: Final = 0.12
_ROUNDS: Final = 3
_MUCH: Final = 3
"""Where faces did not become more, and fewer than this were mended, that is all."""

_MAYBE: Final = 0.1
"""What may be blank with so much chance, and is smaller than a tile, may be an empty cell; a back
that is seen with its side is larger."""

_BESIDE: Final = 2.8
"""No more widths apart lies the blank of a frame from some good face: sheets have frames, too."""

_ALIKE: Final = 0.7
"""Places so parallel, as a cosine, are turned alike."""

_REFUSED: Final = 8
_LARGE: Final = 1.2
_GLARING: Final = 2.0
"""So many refused finds are looked at again, if they are no surely "no tile", or so much larger
than one; what has so much more contrast than faces is something else."""

_CONTRAST: Final = 0.6
_STRANGE: Final = 1.5
"""A place beyond a row's end with less contrast than so much of a usual face's, or of so strange a
colour, is not looked at."""

_INKED: Final = 1.3
_STRANGER: Final = 2.5
"""Where there is so much more contrast than in a usual face, ink may be what makes it stranger."""

_SOME: Final = 24
"""About so many faces say what contrast is usual."""


class _Asked(NamedTuple):
    """Places [n] to look at."""

    places: Places
    free: Mask
    """[n]: where nothing was found."""


class _Looks(NamedTuple):
    """What was seen at places [n]."""

    lies: Lie
    """How tiles would lie there."""

    free: Mask
    faces: Faces

    def and_also(self, others: "_Looks") -> "_Looks":
        """These and others."""
        free = np.concatenate([self.free, others.free])
        return _Looks(self.lies.and_also(others.lies), free, self.faces.and_also(others.faces))


def mended(
    image: Image, found: Faces, sizes: TileSizes | None, settle: Settle,
    refused: Faces | None = None, see: Looks | None = None,
) -> Faces:  # fmt: skip
    """The faces of a picture, with those looked at again that cannot lie as they were found.

    ``sizes`` tells how large tiles are by them. What was found and ``refused`` may be tiles that
    were cut wrongly; it is looked at again too. By what ``see`` sees in them, what lies alone is
    told from tiles of the set.
    """
    if sizes is None:
        return _among_backs(image, found, see)
    found = turned(found, sizes)
    lie = lie_of(sizes, found.quads)
    doubted = _doubted(image, found, lie, refused, sizes)
    none = np.empty(0, np.int64)
    looks = _Looks(lie.at(none), np.empty(0, np.bool_), found.at(none))
    for _ in range(_ROUNDS):
        good, places = _good(found, lie, sizes)
        best, wrong = found.chances.argmax(axis=1), lie.misfit & ~good
        free = len(places.spots)
        cut = lie.at(wrong & (best < BACK)).and_also(doubted)
        places = places.also(on_finds(cut, sizes.aspect, turned=True))
        framed = wrong & (best == HAKU)
        framed[framed] = _beside(lie.at(framed), lie.at(good))
        places = places.also(around(lie.at(framed)))
        asked = _asked(image, found, lie.and_also(doubted), good, places, free, sizes, looks.lies)
        if len(asked.free):
            looks = looks.and_also(_looked(asked, settle, lie.at(good), sizes))
        seen = _seen(looks, found, lie, good, doubted, sizes)
        if not len(seen.quads):
            break
        hidden = common(lie, lie_of(sizes, seen.quads), sizes.aspect).max(axis=1) > _COMMON
        before, found = len(good), found.at(good | ~hidden).and_also(seen)
        lie = lie_of(sizes, found.quads)
        if len(found.quads) <= before and len(seen.quads) < _MUCH:
            break
    upright = as_in_rows(found.quads, found.chances.argmax(axis=1), lie)
    return _discredited(image, Faces(upright, found.scores, found.chances), lie, sizes, see)


def _doubted(image: Image, found: Faces, lie: Lie, refused: Faces | None, sizes: TileSizes) -> Lie:
    """How those finds lie, of the refused, that may be tiles cut wrongly."""
    if refused is None or not len(refused.quads):
        return lie.at(np.empty(0, np.int64))
    lies = lie_of(sizes, refused.quads)
    maybe = (refused.chances.argmax(axis=1) != BACK) & (refused.chances[:, NONE] < REFUSED)
    some = np.flatnonzero(lies.misfit & (maybe | (lies.wide * lies.high > _LARGE)))
    known = (how_sure(found.chances) >= _GOOD) & (found.chances.argmax(axis=1) < BACK) & ~lie.misfit
    if len(some) and known.any():
        like = _like_faces(image, found.quads[known], refused.quads[some], _GLARING)
        some = some[like][:_REFUSED]
    return lies.at(some)


def _among_backs(image: Image, found: Faces, see: Looks | None) -> Faces:
    """The few faces of a picture, those discredited that have another size than the many backs."""
    best = found.chances.argmax(axis=1)
    tiles = best <= BACK
    loose = ((best == BACK) | (found.chances.max(axis=1, initial=0) < KNOWN))[tiles]
    sizes = TileSizes.with_backs(found.quads[tiles], found.scores[tiles], loose)
    if sizes is None or loose.sum() < FEWEST:
        return found
    found = turned(found, sizes)
    return _discredited(image, found, lie_of(sizes, found.quads), sizes, see)


def _good(found: Faces, lie: Lie, sizes: TileSizes) -> tuple[Mask, Places]:
    """Which faces [n] are sure, of a tile's size, and not in the way of better ones.

    With them the places that are free in their rows.
    """
    sure, best = how_sure(found.chances), found.chances.argmax(axis=1)
    worth = _worth(found, lie)
    good = (sure >= _GOOD) & (best != NONE) & ~lie.misfit
    better = (worth[None] > worth[:, None]) & good[None]
    good &= ~((common(lie, lie, sizes.aspect) > _COMMON) & better).any(axis=1)
    members = lie.at(good)
    places = in_rows(members, sizes.aspect)
    between = places.at(~places.beyond).lie(sizes)
    across = (common(members, between, sizes.aspect) > _COMMON).sum(axis=1)
    if (across > 1).any():
        good[good] = across < 2
        places = in_rows(lie.at(good), sizes.aspect)
    return good, places


def _asked(
    image: Image, found: Faces, lie: Lie, good: Mask, places: Places, free: int,
    sizes: TileSizes, tried: Lie,
) -> _Asked:  # fmt: skip
    """Of some places, those where a tile may lie that was not found, or was found wrongly.

    ``lie`` tells how the faces found lie, and after them what was refused; so many of the places
    are ``free``, the others on finds.
    """
    taken = np.zeros(len(lie.wide), np.bool_)
    taken[: len(good)] = good
    members, others = lie.at(taken), lie.at(~taken)
    height, width = image.shape[:2]
    lies = places.lie(sizes)
    open_ = np.asarray(((places.spots > 0) & (places.spots < (width, height))).all(axis=1))
    most = np.where(places.beyond & (np.arange(len(open_)) < free), _TAKEN, _COMMON)[open_, None]
    open_[open_] = (common(lies.at(open_), members, sizes.aspect) < most).all(axis=1)
    open_[open_] = ~_same(lies.at(open_), tried, _TRIED).any(axis=1)
    open_[open_] = ~np.tril(_same(lies.at(open_), lies.at(open_), _TRIED), -1).any(axis=1)
    open_[open_] = ~_same(lies.at(open_), others.at(~others.misfit), _SAME).any(axis=1)
    places, lies = places.at(open_), lies.at(open_)
    alone = lengths(lies.away(others)).min(axis=1, initial=9) > _NEAR
    looked = np.ones(len(alone), np.bool_)
    if (unseen := np.flatnonzero(places.beyond & alone)).size:
        quads = places.at(unseen).quads(sizes)
        looked[unseen] = _like_faces(image, found.quads[good], quads)
    return _Asked(places.at(looked), alone[looked])


def _like_faces(image: Image, faces: Floats, quads: Floats, most: float = np.inf) -> Mask:
    """Which places [n] have the contrast, not ``most`` times as much, and the colour of faces."""
    some = faces[:: 1 + len(faces) // _SOME]
    usual = middle_of(contrasts(image, some))
    contrast = contrasts(image, quads)
    like = (contrast >= _CONTRAST * usual) & (contrast < most * usual)
    if like.any():
        every = np.concatenate([faces, quads[like]])
        known, asked = np.arange(len(faces)), np.arange(len(faces), len(every))
        most_strange = np.where(contrast[like] >= _INKED * usual, _STRANGER, _STRANGE)
        like[like] = strangeness(image, every, known, asked) < most_strange
    return np.asarray(like)


def _beside(lies: Lie, faces: Lie) -> Mask:
    """Which [n] lie beside some of the faces."""
    return np.asarray((lengths(lies.away(faces)) < _BESIDE).any(axis=1))


def _same(lies: Lie, others: Lie, near: float) -> Mask:
    """Which [n,m] places are the same as others: so near, and turned alike."""
    alike = np.abs(lies.along @ others.along.T) > _ALIKE
    return np.asarray(alike & (lengths(lies.away(others)) < near))


def _seen(
    looks: _Looks, found: Faces, lie: Lie, good: Mask, doubted: Lie, sizes: TileSizes
) -> Faces:
    """Those looks together that show faces more clearly than what was found there."""
    where = lie_of(sizes, looks.faces.quads)
    overlaps = common(where, lie, sizes.aspect)
    shared, within = overlaps > _COMMON, (overlaps > _WITHIN) & lie.misfit & ~good
    sure, best = how_sure(looks.faces.chances), looks.faces.chances.argmax(axis=1)
    several = _agreed(best, where, looks.lies)
    in_place, alone, twice, blank = _SURE
    least = np.where(several, twice, np.where(looks.free, alone, in_place))
    no_tile = (common(where, doubted, sizes.aspect) > _COMMON).any(axis=1)
    empty = (best == HAKU) & ~_on_blanks(shared, found, good)
    least = np.where(empty | no_tile, blank, least)
    ways = np.einsum("nij,nj->ni", where.flat, where.spots - looks.lies.spots)
    worth = sure * where.fit
    there = np.where(shared & ~good, _worth(found, lie), 0).max(axis=1, initial=0)
    backed = backing(looks.faces, found, within) >= np.where(no_tile, blank, twice)
    backed &= best != HAKU
    fits = (best < BACK) & ((sure >= least) | backed) & ~where.misfit & (worth > there)
    fits &= (lengths(ways) < _MOVED) & ~shared[:, good].any(axis=1)
    some = np.flatnonzero(fits)
    apart = where.at(some)
    values = worth[some] - _EVEN + np.where(several[some], _AGREED, 0)
    values += _FOUND * _explained(apart, lie.at(lie.misfit & ~good).and_also(doubted), sizes.aspect)
    return looks.faces.at(some[best_apart(values, common(apart, apart, sizes.aspect), _COMMON)])


def _on_blanks(shared: Mask, found: Faces, good: Mask) -> Mask:
    """Which [n] faces lie on a find named blank, as where its frame was taken for its edges."""
    blank = (found.chances.argmax(axis=1) == HAKU) & (how_sure(found.chances) >= _GOOD)
    return np.asarray(shared[:, blank & ~good].any(axis=1))


def _explained(apart: Lie, finds: Lie, aspect: float) -> Reals:
    """How much of the finds of another size each face [n] covers, a find counting one."""
    tiles, areas = apart.wide * apart.high, finds.wide * finds.high
    smaller = np.minimum(tiles[:, None], areas[None])
    return np.asarray((common(apart, finds, aspect) * smaller / areas).sum(axis=1))


def _looked(asked: _Asked, settle: Settle, members: Lie, sizes: TileSizes) -> _Looks:
    """What is seen at the places asked, and at those of a tile's size on what is of another."""
    faces = _at(settle, asked.places, sizes)
    looks = _Looks(asked.places.lie(sizes), asked.free, faces)
    where = lie_of(sizes, faces.quads)
    sure, best = how_sure(faces.chances), faces.chances.argmax(axis=1)
    free = (common(where, members, sizes.aspect) < _COMMON).all(axis=1)
    nearly = (best < BACK) & (sure >= _GOOD) & where.misfit & (where.fit > _NEARLY) & free
    if not nearly.any():
        return looks
    places = on_finds(where.at(nearly), sizes.aspect, turned=False)
    free = np.zeros(len(places.spots), np.bool_)
    return looks.and_also(_Looks(places.lie(sizes), free, _at(settle, places, sizes)))


def _at(settle: Settle, places: Places, sizes: TileSizes) -> Faces:
    """What is seen at places."""
    quads, chances = settle(places.quads(sizes))
    return Faces(quads, np.asarray(1 - chances[:, NONE], np.float32), chances)


def _agreed(best: Ints, where: Lie, asked: Lie) -> Mask:
    """Which [n] looks from another place end on the same face, too, and see the same in it."""
    same = _same(where, where, _ONE) & (best[:, None] == best[None])
    apart = lengths(asked.away(asked)) > _TRIED
    return np.asarray((same & apart).any(axis=1))


def _discredited(
    image: Image, found: Faces, lie: Lie, sizes: TileSizes, see: Looks | None
) -> Faces:
    """The faces, those of another size less sure, and none that lies on a much better one."""
    worth = _worth(found, lie)
    on_another = common(lie, lie, sizes.aspect) > _COMMON
    beaten = np.asarray((on_another & (worth[None] > _BETTER * worth[:, None])).any(axis=1))
    shown = found.chances.argmax(axis=1) < BACK
    blank = lie.misfit & (found.chances[:, HAKU] >= _MAYBE) & (lie.wide * lie.high < 1)
    credit = np.where(in_sheets(lie, (shown | blank) & ~beaten), _LEAST_CREDIT, 1.0)
    credit = np.where(lie.misfit & shown, np.maximum(lie.fit, _LEAST_CREDIT), credit)
    good = (credit == 1) & ~beaten
    credit = np.minimum(credit, credited(image, found.quads, found.chances, lie, good, see))
    credit[fronts(found.quads, found.chances)] = _FRONT
    chances = found.chances * credit[:, None].astype(np.float32)
    chances[:, NONE] += (1 - credit).astype(np.float32)
    chances = with_closed_kans(without_prints(image, found.quads, chances), lie)
    chances = as_walls(image, found.quads, chances, lie)
    return Faces(found.quads, found.scores, chances).at(~beaten)


def _worth(found: Faces, lie: Lie) -> Reals:
    """How much [n] each face is to be believed."""
    return np.asarray(how_sure(found.chances) * found.scores * lie.fit)
