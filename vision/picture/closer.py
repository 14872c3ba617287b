"""Finds that are no faces as they were cut, looked for again in parts of the picture.

Rows of one suit, and dark or light tiles on cloth of their colour, get cut between two tiles.
Shown at the size that it knows best, mostly larger, the detector sees where one ends: what it then
finds, of a tile's size and surely named, is told instead.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.detections import Box, Floats, Mask
from vision.geometry import lengths, short_sides
from vision.labels import BACK, NONE
from vision.picture.apart import best_apart
from vision.picture.faces import Faces, Settle, how_sure, of_known_size, sizes_by
from vision.picture.lying import Lie, common, lie_of
from vision.picture.sizes import TileSizes

FindIn = Callable[[Box, float], tuple[Floats, Floats]]
"""From a box of the picture and how wide its tiles mostly are, in pixels, to finds [n,4,2] in the
box and scores [n]."""

Mend = Callable[[Faces, TileSizes | None, Faces], Faces]
"""From what was found, how large tiles are by that, and what was refused to the faces as they must
lie."""

_GOOD: Final = 0.7
"""Faces so sure are none that was cut wrongly."""

_PLAINLY: Final = 0.95
"""So surely backs are backs; of others a closer look may make a haku."""

_EXPLAINED: Final = 0.6
"""A find of which good faces cover so much needs no other reason."""

_TAKEN: Final = 0.25
"""What shares so much with another face is none."""

_BESIDE: Final = 2.2
"""What is asked about lies no more of a tile's widths from a good face."""

_THERE: Final = 0.4
"""What lies no more widths from a good face is that face."""

_AROUND: Final = 1.2
"""So many widths around it are looked at."""

_EVEN: Final = 0.5
"""Faces less sure are not told; half a face more or less is no difference."""

_MANY: Final = 50
"""With so many good faces only what cannot be a tile is looked at again."""

_MOST: Final = 4
"""So many parts of a picture, the largest, are looked at."""


def told_closer(
    found: Faces, refused: Faces, mend: Mend, find: FindIn, settle: Settle
) -> tuple[Faces, Faces]:
    """The faces of a picture, mended, and what is still refused: with closer looks, or without.

    Without, where that tells more: what was cut wrongly may be what a neighbour is found by.
    """
    sizes = sizes_by(found)
    closer, hidden = looked_closer(found, sizes, refused, find, settle)
    as_found = mend(found, sizes, refused)
    if closer is found:
        return as_found, refused
    as_closer = mend(closer, sizes_by(closer), hidden)
    if _told(as_closer) < _told(as_found) - _EVEN:
        return as_found, refused
    return as_closer, hidden


def _told(faces: Faces) -> float:
    """How many faces are told, each counted for as much as it is sure."""
    sure = how_sure(faces.chances)
    return float(sure[(faces.chances.argmax(axis=1) < BACK) & (sure >= _EVEN)].sum())


def looked_closer(
    found: Faces, sizes: TileSizes | None, refused: Faces, find: FindIn, settle: Settle
) -> tuple[Faces, Faces]:
    """What was ``found`` in a picture and ``refused``, with better finds of parts of it."""
    if sizes is None:
        return found, refused
    lie = lie_of(sizes, found.quads)
    sure = _good(found, lie)
    good, finds = lie.at(sure), found.at(~sure).and_also(refused)
    boxes = _boxes(finds.quads[_asked(finds, good, sizes)])
    width = float(np.median(short_sides(found.quads[of_known_size(found)])))
    found_in = [find(box, width) for box in boxes]
    if not any(len(quads) for quads, _ in found_in):
        return found, refused
    quads, scores = (np.concatenate(part) for part in zip(*found_in, strict=True))
    seen = _settled(quads, scores, good, settle, sizes)
    where = lie_of(sizes, seen.quads)
    held = lie.at(sure | _plainly_backs(found, lie))
    fresh = _good(seen, where) & (common(where, held, sizes.aspect) < _TAKEN).all(axis=1)
    if not fresh.any():
        return found, refused
    seen, where = seen.at(fresh), where.at(fresh)
    worth = how_sure(seen.chances) * seen.scores * where.fit
    apart = best_apart(worth, common(where, where, sizes.aspect), _TAKEN)
    seen, where = seen.at(apart), where.at(apart)
    return _clear(found, where, sizes).and_also(seen), _clear(refused, where, sizes)


def _settled(quads: Floats, scores: Floats, good: Lie, settle: Settle, sizes: TileSizes) -> Faces:
    """Finds as faces, but for those where a good face was found already."""
    there = lengths(lie_of(sizes, quads).away(good)).min(axis=1, initial=9) < _THERE
    places, chances = settle(quads[~there])
    return Faces(places, scores[~there] * (1 - chances[:, NONE]), chances)


def _clear(faces: Faces, others: Lie, sizes: TileSizes) -> Faces:
    """The faces that share little with others."""
    lie = lie_of(sizes, faces.quads)
    free = (common(lie, others, sizes.aspect) < _TAKEN).all(axis=1)
    return faces.at(np.asarray(free))


def _good(found: Faces, lie: Lie) -> Mask:
    """Which faces [n] are sure and of a tile's size.

    One that seems to lie across is not: often it is named wrongly, too.
    """
    best = found.chances.argmax(axis=1)
    return np.asarray((how_sure(found.chances) >= _GOOD) & (best < BACK) & ~lie.misfit)


def _plainly_backs(found: Faces, lie: Lie) -> Mask:
    """Which [n] are backs of a tile's size that nobody would take for anything else."""
    return np.asarray((found.chances[:, BACK] >= _PLAINLY) & ~lie.misfit)


def _asked(finds: Faces, good: Lie, sizes: TileSizes) -> Mask:
    """Which finds [n] may be tiles cut wrongly: near good faces, and explained by none of them.

    What has a tile's size and is only named unsurely was mostly cut well: where faces are many it
    is not worth the time.
    """
    lie = lie_of(sizes, finds.quads)
    best = finds.chances.argmax(axis=1)
    asked = lie.misfit | (best == NONE) | ((best != BACK) & (len(good.wide) < _MANY))
    asked &= common(lie, good, sizes.aspect).sum(axis=1) < _EXPLAINED
    asked &= lengths(lie.away(good)).min(axis=1, initial=9) < _BESIDE
    return np.asarray(asked)


def _boxes(quads: Floats) -> list[Box]:
    """The largest parts of a picture around some finds [n,4,2], those that touch joined."""
    around = _AROUND * short_sides(quads)[:, None]
    low, high = quads.min(axis=1) - around, quads.max(axis=1) + around
    boxes: list[tuple[float, ...]] = []
    for corners in zip(low.tolist(), high.tolist(), strict=True):
        box = (*corners[0], *corners[1])
        while touching := [one for one in boxes if _touch(one, box)]:
            boxes = [one for one in boxes if one not in touching]
            some = np.array([box, *touching])
            box = (*some[:, :2].min(axis=0).tolist(), *some[:, 2:].max(axis=0).tolist())
        boxes.append(box)
    boxes.sort(key=lambda one: -(one[2] - one[0]) * (one[3] - one[1]))
    return [(int(a), int(b), int(c), int(d)) for a, b, c, d in boxes[:_MOST]]


def _touch(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
