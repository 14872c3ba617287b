"""What is no tile of a hand any more, or was none: tiles being taken away, kans nobody declared."""

from collections.abc import Sequence
from typing import Final

from scoring.seats import Seat
from table.watch.seen.corners import Corner
from table.watch.seen.places import Layout
from table.watch.seen.ponds import Pond
from table.watch.seen.sheet import Sheet

CLEARED: Final = 0.25
"""The hand is over when no more than this share of its tiles is left."""
FEW: Final = 4
TORN: Final = 0.3
"""Where more of the discards have gone at once, nothing is read into it for a while."""
TORN_NS: Final = 3_000_000_000


class Tearing:
    """Remembers since when many discards are missing at once."""

    def __init__(self) -> None:
        self._since_ns = 0

    def look(self, ponds: Sequence[Pond], layout: Layout, now_ns: int) -> bool:
        """Whether many tiles have gone at once, as while a table is being cleared."""
        lying = [
            (piece, there)
            for pond, there in zip(ponds, layout.ponds, strict=True)
            for piece in pond.pieces
            if piece.gone_ns is None
        ]
        missing = sum(
            piece.track not in layout.tracks and not any(piece.lies_as(one) for one in there)
            for piece, there in lying
        )
        if missing < FEW or missing < TORN * len(lying):
            self._since_ns = 0
            return False
        self._since_ns = self._since_ns or now_ns
        return now_ns - self._since_ns < TORN_NS


def is_cleared(sheet: Sheet, layout: Layout) -> bool:
    """Whether the tiles of the hand are gone; where few were discarded, the walls of a deal too."""
    lying = sum(map(len, layout.ponds)) + sum(tile.up for one in layout.outer for tile in one)
    dealt = bool(sheet.indicators) and sheet.most > 0
    bare = dealt and not (lying or layout.backs or any(layout.wall))
    return bare or (sheet.most >= FEW and lying <= CLEARED * sheet.most)


def forget_kans(corners: Sequence[Corner], oya: Seat) -> None:
    """Before any discard only the dealer can have declared a closed kan: others are being dealt."""
    for corner in corners:
        if corner.seat != oya:
            corner.groups[:] = [group for group in corner.groups if group.called is not None]
