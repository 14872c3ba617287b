"""A tile that comes up where its pond's order has it earlier: found late, or laid in a free place.

Mostly it lay there and was not found. Where the story goes better with it as the last discard, its
player has filled a hole, such as a called tile leaves.
"""

from typing import Final

from table.watch.seen.pieces import Piece
from table.watch.seen.sheet import Sheet, Since
from table.watch.story.search import Search

LATE_NS: Final = 1_000_000_000
"""A tile that came up so long after one that lies behind it in the pond's order is asked about."""
BETTER: Final = 2.0
"""By so much a story must be cheaper, in nats, that has it last."""


def fill(search: Search, sheet: Sheet, since: Since) -> None:
    """Have such tiles of this look last where that makes the better story."""
    for pond, first in zip(sheet.ponds, since.pond, strict=True):
        for piece in _late(pond.pieces[first:]):
            if piece.id in search.ordered:
                continue
            search.ordered.add(piece.id)
            before, order = search.price(sheet), [*pond.pieces]
            kept = search.kept()
            pond.pieces.remove(piece)
            pond.pieces.append(piece)
            search.look(sheet, sheet.again())
            if search.price(sheet) > before - BETTER:
                pond.pieces[:] = order
                sheet.again()
                search.restore(kept)


def _late(pieces: list[Piece]) -> list[Piece]:
    """Those that came up long after one behind them."""
    return [
        piece for at, piece in enumerate(pieces)
        if any(piece.first_ns - later.first_ns > LATE_NS for later in pieces[at + 1 :])
    ]  # fmt: skip
