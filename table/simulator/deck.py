"""A shuffled set, dealt: what a real wall does."""

from dataclasses import dataclass
from random import Random

from scoring.ruleset import Ruleset
from scoring.tiles import COPIES, FIVES, KINDS, Tile
from table.core.play import DEAD_WALL
from table.core.seat import DEALT
from table.core.units import SEATS


@dataclass(slots=True)
class Deck:
    """The tiles that nobody holds yet, drawn from the front."""

    hands: tuple[tuple[Tile, ...], ...]
    live: list[Tile]
    replacements: list[Tile]
    indicators: list[Tile]
    ura: list[Tile]

    @classmethod
    def shuffled(cls, dice: Random, ruleset: Ruleset) -> "Deck":
        """Shuffle the set of this ruleset and deal it."""
        tiles = full_set(ruleset)
        dice.shuffle(tiles)
        dead, tiles = tiles[:DEAD_WALL], tiles[DEAD_WALL:]
        dealt = DEALT * len(SEATS)
        hands = tuple(tuple(sorted(tiles[at : at + DEALT])) for at in range(0, dealt, DEALT))
        return cls(hands, tiles[dealt:], dead[:4], dead[4:9], dead[9:])


def full_set(ruleset: Ruleset) -> list[Tile]:
    """The 136 tiles, with as many red fives as the ruleset has."""
    reds = dict(zip(sorted(FIVES), ruleset.win.red_five_tiles, strict=True))
    return [
        Tile.of(kind, red=copy < reds.get(kind, 0))
        for kind in range(KINDS)
        for copy in range(COPIES)
    ]
