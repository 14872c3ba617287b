"""The ura, once they are turned: what lay under the dora indicators, by them or in their place."""

from collections.abc import Sequence
from math import hypot
from typing import Final

from scoring.seats import Seat
from table.watch.faces import alike
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Layout, Placed, turned

ALIKE: Final = 0.5
"""So alike an ura and its indicator may be one tile, seen twice."""
UNLIKE: Final = 0.3
"""A face so little like an indicator, with a tenth of its chances, does not read as it."""
LAID_BY: Final = 0.85, 2.1
"""An indicator that is lifted off its ura is laid so far along and off its wall, in widths."""


def turned_ura(
    indicators: Sequence[Piece], layout: Layout, shown: Sequence[Sequence[Placed]]
) -> list[tuple[Piece, Placed]]:
    """Each indicator by which two faces lie, and the ura of the two.

    Where neither reads as the indicator it was lifted and is misread, a part of it hidden perhaps:
    its ura is what lies in its place. ``shown``: the open tiles beyond the walls that are in no
    set, by seat.
    """
    found = []
    for piece in sorted(indicators, key=lambda piece: piece.first_ns):
        others = [one for one in indicators if one.seat == piece.seat and one is not piece]
        near = [
            one
            for one in _loose(piece.seat, layout, shown)
            if is_laid_by(one, piece)
            and all(abs(one.x - piece.x) <= abs(one.x - other.x) for other in others)
        ]
        if len(near) > 1:
            found.append((piece, _ura_of(piece, near)))
    return found


def _ura_of(piece: Piece, near: Sequence[Placed]) -> Placed:
    """Which of the faces by an indicator lay under it.

    One that people have named, and that is read otherwise, is known by its track.
    """
    if piece.told:
        near = [one for one in near if one.track not in piece.tracks] or near
    likeness = {one.track: alike(piece.chances, one.chances) for one in near}
    if max(likeness.values()) < UNLIKE:
        return min(near, key=lambda one: hypot(one.x - piece.x, one.y - piece.y))
    return min(near, key=lambda one: likeness[one.track])


def is_laid_by(one: Placed, piece: Piece) -> bool:
    """Whether a face lies where a dora indicator's ura, or the lifted indicator, is laid."""
    along, off = LAID_BY
    return abs(one.x - piece.x) < along and abs(one.y - piece.y) < off


def reads_as(one: Placed, piece: Piece) -> bool:
    """Whether an ura reads as its dora indicator does."""
    return alike(piece.chances, one.chances) > ALIKE


def _loose(seat: int, layout: Layout, shown: Sequence[Sequence[Placed]]) -> list[Placed]:
    """The faces about a seat's wall, in its axes: before its ends the next seats' ponds begin."""
    found = [*layout.ponds[seat], *layout.wall[seat], *shown[seat]]
    for steps in (1, 3):
        other = Seat(seat).after(steps)
        for one in (*layout.ponds[other], *layout.wall[other]):
            x, y = turned(one.x, one.y, -steps % 4)
            found.append(one._replace(x=x, y=y))
    return found
