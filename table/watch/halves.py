"""A pon of which one tile is not found: where the other two lie, and what they called, tell it."""

from collections.abc import Sequence
from itertools import permutations

from table.core.units import SEATS
from table.watch.corners import STEPS_TO_SOURCE, Corner
from table.watch.faces import INDEX
from table.watch.pieces import Piece
from table.watch.places import HEIGHT, Placed
from table.watch.ponds import Pond

LASTING_NS = 5_000_000_000
"""The third tile is waited for so long."""
NEAR_NS = 3_000_000_000
"""The discard went no longer before the others came, or after."""
PLAIN = 0.9
BESIDE = (0.85, 1.45)
LEVEL = 0.5
CORNER = 13.9
"""Where a seat's first set ends, in widths."""
ROOM, NO_ROOM = 0.75, 0.35
FEW = 3
"""With more open tiles there, a hand is being shown."""


def with_third(
    corner: Corner, ponds: Sequence[Pond], now_ns: int
) -> tuple[list[Placed], int] | None:
    """The tiles of a pon, the unseen one among them, and which was called; None where none is."""
    if not 1 < len(corner.shown) <= FEW or len(corner.groups) > FEW:
        return None
    for left, right in permutations(corner.shown, 2):
        if not _are_of_one(left, right, now_ns):
            continue
        on_right = _room_on_right(corner, right)
        for seat in SEATS:
            if seat == corner.seat:
                continue
            gone = _gone(ponds[seat], left, max(left.first_ns, right.first_ns))
            called = next(
                at for at in range(3) if corner.seat.after(STEPS_TO_SOURCE[3][at]) == seat
            )
            marks = [at == called for at in range(3)]
            pair = [left.sideways, right.sideways]
            if marks[:2] == pair and (gone or on_right):
                return [left, right, _unseen(right, 1, turned=marks[2])], called
            if marks[1:] == pair and (gone or on_right is False):
                return [_unseen(left, -1, turned=marks[0]), left, right], called
    return None


def _room_on_right(corner: Corner, last: Placed) -> bool | None:
    """Whether a tile has room between a pair and what lies on its right; None: hard to say."""
    ends = [piece.x - _half(piece) for group in corner.groups for piece in group.pieces]
    end = min([end for end in ends if end > last.x], default=CORNER)
    room = end - last.x - _half(last)
    return True if room > ROOM else False if room < NO_ROOM else None


def _half(tile: Piece | Placed) -> float:
    return HEIGHT / 2 if tile.sideways else 0.5


def _are_of_one(left: Placed, right: Placed, now_ns: int) -> bool:
    """Whether two tiles lie beside each other as parts of one pon, and have for long."""
    if left.sideways == right.sideways or now_ns - max(left.first_ns, right.first_ns) < LASTING_NS:
        return False
    low, high = BESIDE
    face = max(range(len(left.chances)), key=left.chances.__getitem__)
    return (
        low < right.x - left.x < high
        and abs(right.y - left.y) < LEVEL
        and min(left.chances[face], right.chances[face]) > PLAIN
    )


def _gone(pond: Pond, tile: Placed, first_ns: int) -> Piece | None:
    """The discard of this face that went when the tiles came, and that no set has called."""
    for piece in reversed(pond.pieces):
        if piece.gone_ns is None or piece.caller is not None or piece.name is None:
            continue
        if tile.chances[INDEX[piece.name]] > PLAIN and abs(piece.gone_ns - first_ns) < NEAR_NS:
            return piece
    return None


def _unseen(beside: Placed, way: int, *, turned: bool) -> Placed:
    """The tile that must lie on this side of another."""
    tile = beside._replace(track=-beside.track, sideways=turned, visible=0.0)
    return tile._replace(x=beside.x + way * (_half(tile) + _half(beside)))
