"""Tiles of one pond that were lifted together and laid back in each other's places."""

from collections.abc import Sequence
from typing import Final

from table.watch.faces import alike
from table.watch.seen.pieces import SAME_PLACE, Piece
from table.watch.seen.places import Placed

HELD_NS: Final = 6_000_000_000
"""So long they are held at most."""
TOGETHER_NS: Final = 2_000_000_000
SAME_FACE: Final = 0.9


class Lifted:
    """Where the tiles lay that went a moment ago."""

    def __init__(self) -> None:
        self._places: dict[int, tuple[float, float, int]] = {}

    def laid_back(
        self, missing: Sequence[Piece], fresh: Sequence[Placed], now_ns: int
    ) -> list[tuple[Piece, Placed]]:
        """Which of the missing tiles came up, each where another lay that went with it."""
        for piece in missing:
            gone_ns = now_ns if piece.gone_ns is None else piece.gone_ns
            self._places[piece.id] = piece.x, piece.y, gone_ns
        self._places = {
            number: place for number, place in self._places.items() if now_ns - place[2] < HELD_NS
        }
        pairs: list[tuple[Piece, Placed]] = []
        left = [piece for piece in missing if piece.id in self._places]
        for one in fresh:
            back = next((piece for piece in left if self._is_back(piece, one)), None)
            if back is not None:
                pairs.append((back, one))
                left.remove(back)
        return pairs

    def _is_back(self, piece: Piece, one: Placed) -> bool:
        """Whether this tile is seen there, in the place of another that went with it."""
        if piece.away(one) < SAME_PLACE or alike(piece.chances, one.chances) <= SAME_FACE:
            return False
        gone_ns = self._places[piece.id][2]
        return any(
            max(abs(one.x - x), abs(one.y - y)) < SAME_PLACE and abs(at_ns - gone_ns) < TOGETHER_NS
            for x, y, at_ns in self._places.values()
        )
