"""The hand that lies open beyond a seat's wall: which of the open tiles there it is made of."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from table.watch.seen.places import Placed
from table.watch.seen.sets import IN_LINE

ONE_PLACE = 0.6
"""No two tiles of a row lie so near to each other, in widths: one was found twice."""
APART = 1.18
"""What lies so many widths from the next tile of a row lies apart."""
FARTHER, WELL_APART = 0.1, 0.25
"""So much farther than others do; than those of one part do, where a hand lies in parts."""
FAR = 5.0
"""What lies so many widths off all tiles of a hand is none of it: a card on the rim."""


class Shown(NamedTuple):
    """A hand that lies open, from left to right."""

    tiles: tuple[Placed, ...]
    apart: int | None
    """Which of them lies apart from the others."""


def hand_among(tiles: Sequence[Placed]) -> Shown:
    """The open tiles as a hand, one of them apart if it lies apart."""
    return shown(_close_by(_each_once(_longest(tiles))))


def shown(tiles: tuple[Placed, ...]) -> Shown:
    """A hand of these tiles, from left to right, the tile at one of its ends apart if it lies so.

    Others may lie in parts: of sets, of which none is a single tile.
    """
    gaps = [later.x - tile.x for tile, later in pairwise(tiles)]
    last = len(tiles) - 1
    apart = last if _is_apart(gaps[::-1]) else 0 if _is_apart(gaps) else None
    return Shown(tiles, apart)


def _is_apart(gaps: Sequence[float]) -> bool:
    """Whether the first of a row of tiles lies apart from the others, as far as the next lie."""
    if not gaps or gaps[0] <= APART:
        return False
    ends = [at for at, gap in enumerate(gaps) if gap > APART]
    alone = 1 in (end - start for start, end in pairwise([*ends, len(gaps)]))
    farthest = gaps[0] > max(gaps[1:], default=1.0) + FARTHER
    within = max((gap for gap in gaps if gap <= APART), default=1.0)
    return farthest or (not alone and gaps[0] > within + WELL_APART)


def _longest(tiles: Sequence[Placed]) -> tuple[Placed, ...]:
    """The line in which most of the tiles lie."""
    lines = (tuple(other for other in tiles if abs(other.y - tile.y) < IN_LINE) for tile in tiles)
    return max(lines, key=len, default=())


def _each_once(tiles: Sequence[Placed]) -> tuple[Placed, ...]:
    """The tiles of a line, without the less sure one where two lie in one place."""
    found: list[Placed] = []
    for tile in tiles:
        if found and tile.x - found[-1].x < ONE_PLACE:
            found[-1] = max(found[-1], tile, key=lambda one: max(one.chances))
        else:
            found.append(tile)
    return tuple(found)


def _close_by(tiles: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """The most tiles of a line, left to right, of which none lies far from the next."""
    ends = [at for at, (one, later) in enumerate(pairwise(tiles), 1) if later.x - one.x > FAR]
    parts = (tiles[start:end] for start, end in pairwise([0, *ends, len(tiles)]))
    return max(parts, key=len)
