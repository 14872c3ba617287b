"""A pond's row that is longer than six reaches before the next seat: its tiles are told by the row.

How many tiles a seat lays in a row is its habit. What continues a row without a gap, and lies as
that row does, is of that row, though by its place alone it would be another's.
"""

from collections.abc import Sequence

from table.watch.seen.places import HEIGHT, Layout, Placed

SIX_END = 2.6
"""So far to the right, in widths, is the middle of what comes after six upright tiles."""
LEVEL = 0.55
"""Tiles of one row differ no more in depth,"""
OVERLAP = 0.35
CLOSE = 0.5
"""and between two of them is no more room than this,"""
A_CALL = 1.9
"""or than this, where one between them was called."""


def with_long_rows(layout: Layout, sides: Sequence[int]) -> Layout:
    """The layout with tiles that continue the row of the side before; `sides` as in `lay_out`."""
    ponds = [*layout.ponds]
    seat_at = {side: seat for seat, side in enumerate(sides)}
    for side in range(4):
        seat, after = seat_at[side], seat_at[(side + 1) % 4]
        for tile in sorted(ponds[after], key=lambda one: -one.y):
            own = seen_from_before(tile)
            others = [one for one in ponds[after] if one.track != tile.track]
            room = A_CALL if tile.sideways else CLOSE
            if own.x > SIX_END and _joins(own, ponds[seat], room) and not _is_at_home(tile, others):
                ponds[after] = others
                ponds[seat] = [*ponds[seat], own]
    return layout._replace(ponds=tuple(ponds))


def seen_from_before(tile: Placed) -> Placed:
    """The same tile in the axes of the side before."""
    return tile._replace(x=-tile.y, y=tile.x, sideways=not tile.sideways)


def _is_at_home(tile: Placed, others: Sequence[Placed]) -> bool:
    """Whether a tile that lies upright before its own side has a row there, too."""
    return not tile.sideways and (
        _joins(tile, others) or any(_joins(other, [tile]) for other in others)
    )


def _joins(tile: Placed, row: Sequence[Placed], room: float = CLOSE) -> bool:
    """Whether a tile lies behind one of these, with no more room between."""
    return any(
        abs(tile.y - one.y) < LEVEL and -OVERLAP < tile.x - one.x - _half(tile) - _half(one) < room
        for one in row
    )


def _half(tile: Placed) -> float:
    return HEIGHT / 2 if tile.sideways else 0.5
