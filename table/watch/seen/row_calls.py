"""A call that the row of its caller tells: two tiles leave it as a discard goes.

They make a set with it, however the tiles are read that came to lie in the corner.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.units import SEATS
from table.watch.faces import certain
from table.watch.seen.corners import Corner
from table.watch.seen.halves import FEW, HONOURS, Half
from table.watch.seen.hand_rows import A_SET, SeenRow
from table.watch.seen.pieces import STEPS_TO_SOURCE, Piece
from table.watch.seen.places import Placed
from table.watch.seen.ponds import Pond

NEAR_NS = 3_000_000_000
"""The discard went no longer before the tiles left the row, or after; so did others come."""
WAIT_NS = 2_000_000_000
"""The set may be read for so long."""


class Gone(NamedTuple):
    """Tiles that left a seat's row at once."""

    seat: Seat
    at_ns: int
    tiles: tuple[Tile, ...]


def gone_from(seat: Seat, rows: Sequence[SeenRow]) -> list[Gone]:
    """What left a row between two looks at it, all others staying what they were.

    A pair goes for a call, one of a hand that has drawn as a discard or a fourth tile.
    """
    found = []
    for before, after in pairwise(rows):
        less = {1: 2, 2: 1}.get(len(before) % A_SET)
        if less is None or len(after) != len(before) - less or after.plain - before.plain:
            continue
        tiles = tuple(sorted((before.plain - after.plain).elements()))
        found.append(Gone(seat, after.captured_ns, tiles))
    return found


def told_by_row(
    corner: Corner, ponds: Sequence[Pond], gone: Sequence[Gone], now_ns: int
) -> Half | None:
    """The set that a corner must hold; None where it is read, or nothing tells one."""
    for one in gone:
        if one.seat != corner.seat or len(one.tiles) != A_SET - 1 or now_ns - one.at_ns < WAIT_NS:
            continue
        if any(abs(group.first_ns - one.at_ns) < NEAR_NS for group in corner.groups):
            continue
        fresh = [tile for tile in corner.shown if abs(tile.first_ns - one.at_ns) < NEAR_NS]
        if not 0 < len(fresh) <= min(FEW, A_SET) or len(corner.groups) > FEW:
            continue
        for steps in STEPS_TO_SOURCE[A_SET]:
            called = _called(ponds[corner.seat.after(steps)], one, steps)
            if called is not None:
                return _half(fresh, one.tiles, called, steps)
    return None


def _called(pond: Pond, gone: Gone, steps: int) -> Tile | None:
    """The discard that went as those tiles did, and makes a set with them."""
    for piece in reversed(pond.pieces):
        if piece.gone_ns is None or piece.caller is not None or piece.name is None:
            continue
        if abs(piece.gone_ns - gone.at_ns) < NEAR_NS and _is_set(piece, gone.tiles, steps):
            return piece.name
    return None


def _is_set(piece: Piece, own: tuple[Tile, ...], steps: int) -> bool:
    """Whether a discard from so many seats on makes a set with two tiles."""
    if piece.name is None:
        return False
    low, middle, high = sorted((piece.name.kind, *(tile.kind for tile in own)))
    run = high == middle + 1 == low + 2 and high < HONOURS and low // 9 == high // 9
    return low == high or (run and steps == len(SEATS) - 1)


def _half(fresh: Sequence[Placed], own: tuple[Tile, ...], called: Tile, steps: int) -> Half:
    """The set as it must lie where those tiles were seen, in their order from left to right."""
    pon = own[0].kind == own[1].kind
    turned = STEPS_TO_SOURCE[A_SET].index(steps) if pon else 0
    names = [*own]
    names.insert(turned, called)
    there = sorted(fresh, key=lambda tile: tile.x)
    unseen = (
        there[0]._replace(track=-there[0].track - 1000 * more, visible=0.0) for more in range(A_SET)
    )
    places = [*there, *unseen][:A_SET]
    tiles = [
        place._replace(chances=chances, sideways=at == turned)
        for at, (place, chances) in enumerate(zip(places, certain(names), strict=True))
    ]
    return Half(tiles, turned, "pon" if pon else "chi")
