"""Which tiles lie there from the hand before, when the next one is waited for."""

from table.core.units import SEATS
from table.watch.seen.indicators import sides
from table.watch.seen.places import Layout
from table.watch.seen.sheet import Sheet

BOTH = 2


def left_over(layout: Layout, sheet: Sheet) -> frozenset[int]:
    """The tracks there, without the one face that came up between backs as the table was cleared.

    Where clearing takes long, or is seen late, the next hand's indicator is turned meanwhile.
    """
    pieces = [piece for pond in sheet.ponds for piece in pond.pieces]
    gone = sorted(piece.gone_ns for piece in pieces if piece.gone_ns is not None)
    if 2 * len(gone) < len(pieces):
        return layout.tracks
    since = gone[len(pieces) // 2 - 1] if len(pieces) > 1 else 0
    fresh = {
        one.track
        for seat in SEATS
        for one in layout.wall[seat]
        if one.first_ns > since and sides(one, layout.hidden[seat], ()) == BOTH
    }
    return layout.tracks - fresh if len(fresh) == 1 else layout.tracks
