"""Whether the fives that are seen can be in the set: so many red ones, the rest plain."""

from collections.abc import Iterable

from scoring.ruleset import Ruleset
from scoring.tiles import COPIES, FIVES, Tile
from table.core.faces import UNITS, of_kind, reds

_SUITS = {kind: suit for suit, kind in enumerate(sorted(FIVES))}


def too_many(seen: int, tiles: Iterable[Tile], ruleset: Ruleset) -> str:
    """What is too much once these tiles are seen as well, in words; "" where nothing is.

    Where red fives are no dora the rules do not say how many a set has, and anything may be.
    """
    if not ruleset.win.red_fives:
        return ""
    fives = [tile for tile in tiles if tile.kind in _SUITS]
    seen += sum([UNITS[tile.place] for tile in fives])
    for tile in fives:
        red = ruleset.win.red_five_tiles[_SUITS[tile.kind]]
        seen_red = reds(seen, tile.kind)
        plain = of_kind(seen, tile.kind) - seen_red
        if seen_red > red or plain > COPIES - red:
            return f"{seen_red} red and {plain} plain {tile.plain}, {red} and {COPIES - red} exist"
    return ""
