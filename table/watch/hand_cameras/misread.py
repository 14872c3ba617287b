"""A tile of a hand that its camera took for another, look by look, until what is done shows it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log

from scoring.tiles import Tile
from table.watch.faces import FACES, INDEX, best
from table.watch.hand_cameras.held import Act, Hand
from table.watch.seen.hand_rows import LEAST, SeenRow

A_SET = 3
MISREAD = 8.0
"""What it costs that a tile was taken for another as long as it stood there."""


def otherwise(hand: Hand, act: Act, spans: Sequence[Sequence[SeenRow]]) -> Iterator[Hand]:
    """What the hand is if one of its tiles was misread since it came: dealt, or drawn in a step.

    So it may be where a set is laid down of which it lacks a tile, and before a riichi. ``spans``
    are the rows before each act so far.
    """
    lacking = _lacking(hand, act)
    for tile in lacking:
        for taken in hand.tiles & hand.deal:
            yield hand.with_other(taken, tile, None, _price(tile, spans[0], taken))
    for at, (step, span) in enumerate(zip(hand.steps, spans, strict=False)):
        drawn = None if step is None or step.laid == (step.drawn,) else step.drawn
        if drawn is None or not hand.tiles[drawn]:
            continue
        full = [row for row in span if len(row) % A_SET == A_SET - 1]
        for tile in lacking or (_drawn_in(full) if act.riichi else set()):
            if tile != drawn:
                yield hand.with_other(drawn, tile, at, _price(tile, full, None))


def _lacking(hand: Hand, act: Act) -> set[Tile]:
    """The one tile of a set laid down that the hand does not have, in no colour."""
    if act.draw is not None or act.thrown:
        return set()
    lacking = Counter(tile for tile in act.laid if tile) - hand.tiles
    kinds = {held.kind for held in hand.tiles}
    return {tile for tile in lacking if lacking.total() == 1 and tile.kind not in kinds}


def _drawn_in(rows: Sequence[SeenRow]) -> set[Tile]:
    """What the tile that stands apart in them is taken for."""
    return {FACES[best(row.tiles[row.apart])] for row in rows if row.apart is not None}


def _price(tile: Tile, rows: Sequence[SeenRow], taken: Tile | None) -> float:
    """What it costs that a tile was misread which rows show, if only as another."""
    shown = [
        one[INDEX[tile]] for row in rows for one in row.tiles
        if taken is None or FACES[best(one)] == taken
    ]  # fmt: skip
    return MISREAD - log(max((LEAST, *shown)))
