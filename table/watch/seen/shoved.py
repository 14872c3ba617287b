"""Tiles that a sleeve has dragged along, or their player has pushed elsewhere, all together."""

from collections.abc import Sequence
from typing import Final

from table.watch.faces import alike
from table.watch.seen.pieces import ANEW, Piece
from table.watch.seen.places import Placed

FARTHEST: Final = 2.0
"""So many widths a pond is pushed at most, at once."""
SAME_FACE: Final = 0.8
FEWEST: Final = 3
MOST: Final = 0.7
"""So many of the tiles lie as before beside each other, and such a share of them,"""
MORE: Final = 2
"""and so many more than lie where they lay."""


def shoved(
    pieces: Sequence[Piece], placed: Sequence[Placed], farthest: float = FARTHEST,
    within: float = ANEW,
) -> tuple[float, float] | None:  # fmt: skip
    """How far along and across the tiles of a pond or set lie from where they lay, in widths.

    None where it has not been pushed as a whole. ``within``: how exactly it lies as before.
    """
    least = max(FEWEST, MOST * len(pieces), _lying(pieces, placed, (0.0, 0.0), within) + MORE)
    if len(pieces) < least:  # as mostly: they lie where they lay
        return None
    ways = {
        (one.x - piece.x, one.y - piece.y)
        for piece in pieces
        for one in placed
        if piece.away(one) < farthest and _alike(piece, one)
    }
    best = max(ways, key=lambda way: _lying(pieces, placed, way, within), default=(0.0, 0.0))
    return best if _lying(pieces, placed, best, within) >= least else None


def _lying(
    pieces: Sequence[Piece], placed: Sequence[Placed], way: tuple[float, float], within: float
) -> int:  # fmt: skip
    """How many tiles are seen so far from where they lay."""
    x, y = way
    return sum(
        any(
            abs(one.x - piece.x - x) < within and abs(one.y - piece.y - y) < within
            and _alike(piece, one) for one in placed
        )
        for piece in pieces
    )  # fmt: skip


def _alike(piece: Piece, one: Placed) -> bool:
    if piece.up != one.up:
        return False
    return not piece.up or alike(piece.chances, one.chances) > SAME_FACE
