"""A tile of a hand that its camera took for another, look by look, until what is done shows it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import log

from scoring.tiles import Tile
from table.watch.faces import FACES, INDEX, Chances, best
from table.watch.hand_cameras.held import Act, Hand
from table.watch.seen.hand_rows import A_SET, LEAST, MISTAKEN, Alike, SeenRow

MISREAD = 8.0
"""What it costs that a tile was taken for another as long as it stood there."""


def otherwise(
    hand: Hand, act: Act, spans: Sequence[Sequence[SeenRow]], alike: Alike
) -> Iterator[Hand]:
    """What the hand is if one of its tiles was misread since it came: dealt, or drawn in a step.

    So it may be where something is laid down that it lacks, a part of a set or what looks ``alike``
    a tile of it, and before a riichi. ``spans`` are the rows before each act so far.
    """
    lacking = _lacking(hand, act)
    for tile in lacking:
        dealt = [one for row in spans[0] for one in row.tiles]
        for taken in hand.tiles & hand.deal:
            if not act.thrown or _looks_like(tile, taken, alike):
                looks = [one for one in dealt if FACES[best(one)] == taken]
                yield hand.with_other(taken, tile, None, _price(tile, taken, looks, alike))
    for at, (step, span) in enumerate(zip(hand.steps, spans, strict=False)):
        drawn = None if step is None or step.laid == (step.drawn,) else step.drawn
        if drawn is None or not hand.tiles[drawn]:
            continue
        full = [row for row in span if len(row) % A_SET == A_SET - 1]
        for tile in _drawn_in(full) if act.riichi else lacking:
            if tile != drawn and (act.riichi or not act.thrown or _looks_like(tile, drawn, alike)):
                looks = [one for row in full for one in row.tiles]
                yield hand.with_other(drawn, tile, at, _price(tile, drawn, looks, alike))


def _lacking(hand: Hand, act: Act) -> set[Tile]:
    """The one tile that is laid down and that the hand does not have, in no colour."""
    if act.draw is not None and not act.thrown:
        return set()
    lacking = Counter(tile for tile in act.laid if tile) - hand.tiles
    kinds = {held.kind for held in hand.tiles}
    return {tile for tile in lacking if lacking.total() == 1 and tile.kind not in kinds}


def _looks_like(tile: Tile, other: Tile, alike: Alike) -> bool:
    return frozenset({INDEX[tile], INDEX[other]}) in alike


def _drawn_in(rows: Sequence[SeenRow]) -> set[Tile]:
    """What the tile that stands apart in them is taken for."""
    return {FACES[best(row.tiles[row.apart])] for row in rows if row.apart is not None}


def _price(tile: Tile, taken: Tile, looks: Iterable[Chances], alike: Alike) -> float:
    """What it costs that a tile was taken for another of which these looks may be."""
    if _looks_like(tile, taken, alike):
        return -log(MISTAKEN)
    return MISREAD - log(max((LEAST, *(one[INDEX[tile]] for one in looks))))
