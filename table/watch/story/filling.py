"""A tile that comes up where its pond's order has it earlier: found late, or laid in a free place.

Mostly it lay there and was not found. Where the story goes better with it as the last discard, its
player has filled a hole, such as a called tile leaves.
"""

from typing import Final

from table.watch.seen.pieces import Piece
from table.watch.seen.sheet import BRIEF_NS, Sheet
from table.watch.story.search import Search

LATE_NS: Final = 1_000_000_000
"""A tile that came up so long after one that lies behind it in the pond's order is asked about."""
LATEST_NS: Final = 1 << 62
BETTER: Final = 2.0
"""By so much a story must be cheaper, in nats, that has it last."""


def fill(search: Search, sheet: Sheet) -> None:
    """Have such tiles last where that makes the better story."""
    for pond in sheet.ponds:
        for piece in _late(pond.pieces):
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
    """Those that came up long after one behind them that was in sight for more than a moment."""
    came = [
        one.first_ns if one.caller or one.sight_ns - one.first_ns >= BRIEF_NS else LATEST_NS
        for one in pieces
    ]
    return [
        piece for at, piece in enumerate(pieces)
        if piece.first_ns - min(came[at + 1 :], default=LATEST_NS) > LATE_NS
    ]  # fmt: skip
