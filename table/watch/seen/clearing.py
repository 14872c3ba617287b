"""Whether the tiles of a hand are being taken away, or have been."""

from collections.abc import Sequence
from typing import Final

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
    """Whether the tiles of the hand have been taken away."""
    lying = sum(map(len, layout.ponds)) + sum(tile.up for one in layout.outer for tile in one)
    return sheet.most >= FEW and lying <= CLEARED * sheet.most
