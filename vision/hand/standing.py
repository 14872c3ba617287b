"""A row of standing tiles in one picture: which they are and where, from left to right."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision import geometry
from vision.detections import Detections, Floats
from vision.hand.comb import Combed, Quads, combed
from vision.hand.kept import IN_LINE
from vision.labels import BACK, COPIES, NONE
from vision.nets.decode import SAME_FACE_INSIDE, SAME_FACE_IOU
from vision.observation import REST
from vision.picture.blanks import HAKU

_STANDING: Final = 0.72
"""Tiles that lie flat beside the row look lower than this, beside those that stand."""

_APART: Final = 0.45
"""The gap before a tile that stands apart, in tile widths."""

_FOREIGN: Final = 0.01
"""Chance that what stands in a row is no tile."""

_NOBODY: Final = 0.5
"""A place of the comb that shows no face with this chance is empty."""

_CLEAR: Final = 0.9
"""A face less sure than this is looked at a little aside as well:"""

_ASIDE: Final = ((-0.07, 0.0), (0.07, 0.0), (0.0, -0.06), (0.0, 0.06))
"""so much to the right and down, in its own sides."""


_EDGES: Final = 0.1
"""By so much of its size a find is cut wrongly."""

PLAINLY: Final = 0.97
"""A face so sure is not looked at again."""

_WHOLE: Final = 0.25

_FAR: Final = 1.4
"""A tile that comes to a row is as wide as its tiles, but for this share, and stands no farther
from it, in widths."""

_PLAIN: Final = 0.75

_LIKELY: Final = 0.4
"""Beyond a row's ends a face must be so sure; so, where a part of one was found."""

_BETWEEN: Final = 2
"""No more tiles in a row are doubtful between those that stand there plainly."""

_AT_ONCE: Final = 3
"""So many places beyond an end are looked at together."""

Read = Callable[[Floats], Detections]


@dataclass(frozen=True, slots=True)
class Row:
    """The tiles of a hand as their owner sees them, from left to right."""

    captured_ns: int
    chances: tuple[tuple[float, ...], ...]
    """Of each tile: of the 37 faces and of none of these, 38 numbers of sum 1."""
    apart: int | None
    """Which of them stands apart from the others."""
    quads: Quads
    """Where they are, [n,4,2]."""
    looks: tuple[int, ...] = ()
    """What each of them looks like, see ``Looks``; nothing where that was not learnt."""
    renamed: tuple[tuple[int, tuple[float, ...]], ...] = ()
    """Looks that are taken for something else now, and for what."""


def row_of(found: Detections, captured_ns: int, read: Read | None = None) -> Row | None:
    """The longest row of faces, None where there is not even one.

    ``read`` reads tiles that were cut or missed, where the row's comb says they stand.
    """
    found = found[_each_once(found)]
    faces = found.class_id != NONE
    if not (faces & (found.class_id != BACK)).any():
        return None
    highs = np.ptp(found.quadrilaterals[:, :, 1], axis=1)
    high = float(np.quantile(highs[faces], 0.8))
    faces &= highs > _STANDING * high
    quads = found.quadrilaterals[faces].astype(np.float64)
    middle = quads.mean(axis=1)
    height = middle[:, 1] - _slope(quads) * middle[:, 0]
    level = np.abs(height[:, None] - height[None]) < IN_LINE * high
    members = np.flatnonzero(level[level.sum(axis=1).argmax()])
    blank = np.isin(found.class_id[faces][members], (BACK, HAKU))
    if blank.sum() > COPIES or blank.sum() == COPIES == len(members):  # a wall
        members = members[~blank]
    order = members[np.argsort(middle[members, 0], kind="stable")]
    chances = _standing(found.probabilities[faces][order])
    if not len(order):
        return None
    comb = combed(quads[order]) if read is not None else None
    if comb is not None and read is not None:
        cut = found.quadrilaterals[found.class_id != NONE].mean(axis=1)
        new = found.confidence[faces][order] > 0
        return _combed(comb, quads[order], chances, captured_ns, read, cut, new)
    wide = float(np.median(np.ptp(quads[order][:, :, 0], axis=1)))
    left, right = quads[order][:, :, 0].min(axis=1), quads[order][:, :, 0].max(axis=1)
    apart = _apart(left[1:] - right[:-1], wide)
    return Row(captured_ns, tuple(map(_chances, chances)), apart, quads[order])


def with_one_more(row: Row, fresh: Detections) -> Row | None:
    """A row with one more tile at an end; None where that is not plainly all that was found."""
    if len(fresh) != 1:
        return None
    chances = _standing(fresh.probabilities)[0]
    one, (wide, high) = (
        fresh.quadrilaterals[0].astype(np.float64),
        np.median(np.ptp(row.quads, axis=1), axis=0),
    )
    x, every = one[:, 0], row.quads[..., 0]
    last = float(x.mean()) > float(every.mean())
    gap = x.min() - every.max() if last else every.min() - x.max()
    whole = np.ptp(one[:, 1]) > _STANDING * high and abs(np.ptp(x) / wide - 1) < _WHOLE
    if float(chances[:REST].max()) < PLAINLY or not whole or gap > _FAR * wide:
        return None
    at = len(row.chances) if last else 0
    told = [*row.chances]
    told.insert(at, _chances(chances))
    apart = at if gap > _APART * wide else None
    return Row(row.captured_ns, tuple(told), apart, np.insert(row.quads, at, one, axis=0))


def with_others(
    row: Row, changed: NDArray[np.int64], seen: Detections, captured_ns: int
) -> Row | None:
    """A row of which those tiles are others now, read where they stand; None where one is in doubt.

    A tile at an end that plainly is gone is left out; the row is whole without it.
    """
    faces = _standing(seen.probabilities)
    gone = faces[:, NONE] > PLAINLY
    if (~gone & (faces[:, :REST].max(axis=1) < PLAINLY)).any():
        return None
    last = len(row.chances) - 1
    if gone.any() and (gone.sum() > 1 or last % 3 != 1 or changed[gone][0] not in {0, last}):
        return None
    told, quads = list(row.chances), row.quads
    for at, face in zip(changed, faces, strict=True):
        told[at] = _chances(face)
    apart = row.apart
    if gone.any():
        at = int(changed[gone][0])
        told.pop(at)
        quads = np.delete(quads, at, axis=0)
        apart = None if apart is None or apart == at else apart - (apart > at)
    return Row(captured_ns, tuple(told), apart, quads)


def with_those(found: Detections, row: Row, same: NDArray[np.bool_]) -> Detections:
    """What was found, and the tiles [n] of a row that stand where they stood: where is known.

    Of a face that was found whole there the new look counts; a part of one is none of its own. What
    was not looked at anew has no confidence.
    """
    known, quads = row.quads[same], found.quadrilaterals.astype(np.float64)
    told = np.array(row.chances)[same][:, :REST]
    middle, low, high = quads.mean(axis=1), known.min(axis=1), known.max(axis=1)
    inside = ((middle[:, None] > low[None]) & (middle[:, None] < high[None])).all(axis=2)
    whole = np.array(
        [[at and _lies_at(quad, place) for at, place in zip(here, known, strict=True)]
         for here, quad in zip(inside, quads, strict=True)]
    ).reshape(inside.shape)  # fmt: skip
    fresh = found[whole.any(axis=1) | ~inside.any(axis=1)]
    old = ~whole.any(axis=0)
    chances = np.zeros((old.sum(), found.probabilities.shape[1]), np.float32)
    chances[:, :REST] = told[old]
    return Detections(
        np.concatenate([fresh.quadrilaterals, known[old].astype(np.float32)]),
        np.concatenate([fresh.confidence, np.zeros(old.sum(), np.float32)]),
        np.concatenate([fresh.class_id, chances.argmax(axis=1)]),
        np.concatenate([fresh.probabilities, chances]),
    )


def _each_once(found: Detections) -> NDArray[np.int64]:
    """Which finds are not of a tile that was found better; nothing is better than what is known."""
    trust = np.where(found.confidence > 0, found.confidence, 1.0)
    kept = geometry.suppressed(found.quadrilaterals, trust, SAME_FACE_IOU, SAME_FACE_INSIDE)
    return np.sort(kept)


def _slope(quads: Quads) -> float:
    """How far down a row of faces [n,4,2] goes for each pixel to the right, as most of them say."""
    edge = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    flat = np.abs(edge[:, 1]) < np.abs(edge[:, 0])
    return float(np.median(edge[flat, 1] / edge[flat, 0])) if flat.any() else 0.0


def _combed(
    comb: Combed, quads: Quads, found: Floats, captured_ns: int, read: Read, cut: Floats,
    new: NDArray[np.bool_],
) -> Row:  # fmt: skip
    """The row as its comb has it: read at its places, and as it was found, both together.

    ``cut``: the middles [n,2] of all finds, those too that are no whole tiles. ``new``: which
    of the tiles were looked at now.
    """
    before, after = comb.before[:_AT_ONCE], comb.after[:_AT_ONCE]
    seen = _seen(np.concatenate([comb.quads, before, after]), read)
    count, early = len(comb.found), len(comb.found) + len(before)
    told: list[Floats | None] = []
    for at, (place, here) in enumerate(zip(comb.quads, seen[:count], strict=True)):
        looks = [here] if _is_tile(here) else []
        one = comb.found[at] if comb.found[at] is not None or looks else comb.loose[at]
        if one is not None and (not looks or (new[one] and _lies_at(quads[one], place))):
            looks.append(found[one])
        told.append(_together(np.stack(looks)) if looks else None)
    first = _beyond(comb.before, seen[count:early], read, cut)
    last = _beyond(comb.after, seen[early:], read, cut)
    told = [*reversed(first), *told, *last]
    places = np.concatenate([comb.before[: len(first)][::-1], comb.quads, comb.after[: len(last)]])
    there = [at for at, one in enumerate(told) if one is not None]
    apart = None if comb.apart is None else comb.apart + len(first)
    chances = tuple(_chances(one) for one in told if one is not None)
    apart = there.index(apart) if apart in there else None
    return Row(captured_ns, chances, apart, places[there])


def _beyond(places: Quads, seen: Floats, read: Read, cut: Floats) -> list[Floats]:
    """The tiles [40] at places [n,4,2] beyond an end, as far as they stand without a gap.

    What stands between plain tiles is one too. ``seen``: what stands at the first of them.
    """
    told: list[Floats] = []
    doubtful: list[Floats] = []
    looked = 0
    while len(seen):
        for place, one in zip(places[looked:], seen, strict=False):
            low, high = place.min(axis=0), place.max(axis=0)
            found = ((cut > low) & (cut < high)).all(axis=1).any()
            doubtful.append(one)
            if _shows_face(one, _LIKELY if found else _PLAIN):
                told, doubtful = [*told, *doubtful], []
            elif not _is_tile(one) or len(doubtful) > _BETWEEN:
                return told
        looked += len(seen)
        more = places[looked : looked + _AT_ONCE]
        if not len(more):
            break
        seen = _seen(more, read)
    return told


def _seen(places: Quads, read: Read) -> Floats:
    """What [n,40] stands at places [n,4,2], the doubtful looked at a little aside as well."""
    seen = _standing(read(places.astype(np.float32)).probabilities)
    doubtful = np.flatnonzero((seen[:, :REST].max(axis=1) < _CLEAR) & (seen[:, NONE] < _CLEAR))
    if len(doubtful):
        quads = places[doubtful]
        right, down = quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
        asides = [quads + (x * right + y * down)[:, None] for x, y in _ASIDE]
        more = _standing(read(np.concatenate(asides).astype(np.float32)).probabilities)
        looks = np.concatenate([seen[doubtful][None], more.reshape(len(_ASIDE), len(doubtful), -1)])
        for at, each in zip(doubtful, looks.transpose(1, 0, 2), strict=True):
            tiles = np.array([_is_tile(one) for one in each])
            seen[at] = _together(each[tiles]) if tiles.any() else each[0]
    return seen


def _lies_at(quad: Quads, place: Quads) -> bool:
    """Whether a find [4,2] has the edges that its place in the row has."""
    size = np.ptp(place, axis=0)
    edges = np.stack([quad.min(axis=0), quad.max(axis=0)])
    off = np.abs(edges - np.stack([place.min(axis=0), place.max(axis=0)]))
    return bool((off < _EDGES * size).all())


def _standing(chances: Floats) -> Floats:
    """The probabilities [n,40] of standing tiles, which show their faces: a blank one is haku."""
    told = chances.copy()
    told[:, HAKU] += told[:, BACK]
    told[:, BACK] = 0
    return told


def _is_tile(one: Floats) -> bool:
    """Whether a face [40] stands there, if anything must."""
    return float(one[NONE]) < _NOBODY


def _shows_face(one: Floats, least: float) -> bool:
    """Whether a face [40] stands where none need, with such a chance."""
    return float(one[:REST].max()) > least


def _together(looks: Floats) -> Floats:
    """What several looks [k,40] at one tile have it for."""
    weights = np.exp(np.log(looks + 1e-4).mean(axis=0))
    return np.asarray(weights / weights.sum(), np.float32)


def _apart(gaps: NDArray[np.float64], wide: float) -> int | None:
    """The tile at an end that a gap parts from all others."""
    parted = np.flatnonzero(gaps > _APART * wide)
    if len(parted) != 1:
        return None
    place = int(parted[0])
    if place == len(gaps) - 1:
        return len(gaps)
    return 0 if place == 0 else None


def _chances(row: NDArray[np.float32]) -> tuple[float, ...]:
    """Probabilities of the reader's 40 classes as those of a row's 38: in a row stand tiles."""
    faces = row[:REST].astype(np.float64) + 1e-6
    faces *= (1 - _FOREIGN) / faces.sum()
    return (*map(float, faces), _FOREIGN)
