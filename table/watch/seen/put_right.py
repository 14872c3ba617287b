"""A set that was laid with a wrong tile and put right: another lies in the place of one that went.

That is free before the discard (WRR-7.2-FALSE1, SAI-54.1).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from table.watch.faces import Chances
from table.watch.seen.pieces import SAME_PLACE, Group, Piece
from table.watch.seen.places import Placed
from table.watch.seen.sets import POSSIBLE, read_set

FAR_LIKELIER: Final = 100.0
"""So much likelier a set are the tiles that lie there now."""


def put_right(
    group: Group, fresh: Sequence[Placed], by_track: Mapping[int, Placed]
) -> list[tuple[Piece, Placed]]:
    """The tiles of a set that are gone, each with what lies in its place; none if it was a set."""
    pieces = group.pieces
    gone = [one for one in pieces if one.track not in by_track]
    if group.called is None or group.added or not 0 < len(gone) < len(pieces):
        return []
    if any(one.told or one.never_seen for one in gone):
        return []
    instead = [next((tile for tile in fresh if _lies_in(one, tile)), None) for one in gone]
    pairs = [(one, tile) for one, tile in zip(gone, instead, strict=True) if tile is not None]
    if len(pairs) < len(gone):
        return []
    now = {piece.id: tile.chances for piece, tile in pairs}
    before = _likely(group, [one.chances for one in pieces])
    after = _likely(group, [now.get(one.id, one.chances) for one in pieces])
    return pairs if after > FAR_LIKELIER * max(before, POSSIBLE) else []


def _lies_in(piece: Piece, tile: Placed) -> bool:
    same = tile.up == piece.up and tile.sideways == piece.sideways
    return same and piece.away(tile) < SAME_PLACE


def _likely(group: Group, chances: Sequence[Chances]) -> float:
    """How likely tiles lying so are a set."""
    marks = ["S" if at == group.called else "U" for at in range(len(chances))]
    reading = read_set(marks, chances)
    return 0.0 if reading is None else reading.likely
