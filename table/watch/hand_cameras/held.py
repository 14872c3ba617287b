"""What a seat held and did, as far as its own camera tells."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class Act:
    """Something a seat did: what it drew before is not known yet, what it laid down is."""

    draw: int | None
    """The place of the draw among the entries; None after a call."""
    deed: int | None
    """None: nothing yet, or the hand has ended."""
    laid: tuple[Tile | None, ...]
    """None: a discard that the table's camera could not read."""
    at_ns: int
    thrown: bool = False
    """Whether it is a discard,"""
    track: int | None = None
    """which one on the table,"""
    chances: tuple[tuple[Tile, float], ...] = ()
    """and what the table's camera takes it for."""
    riichi: bool = False
    """Whether it declares riichi."""


class Step(NamedTuple):
    """What an act was."""

    drawn: Tile | None
    laid: tuple[Tile, ...]
    sure: bool
    """Whether the rows alone tell what was discarded."""


class Hand(NamedTuple):
    """A hypothesis: the hand after the last act, and how it came to that."""

    tiles: Counter[Tile]
    worth: float
    deal: Counter[Tile]
    steps: tuple[Step | None, ...] = ()
    """None: nobody knows."""

    guise: tuple[Tile, Tile] | None = None
    """A tile of it, and what the camera takes it for."""

    @property
    def shown(self) -> Counter[Tile]:
        """The hand as the camera sees it."""
        return self.looks_like(self.tiles)

    def looks_like(self, tiles: Counter[Tile]) -> Counter[Tile]:
        """How tiles look to the camera that are this hand's, or were, or will be."""
        if self.guise is None or not tiles[self.guise[0]]:
            return tiles
        return tiles - Counter([self.guise[0]]) + Counter([self.guise[1]])

    def with_other(self, taken: Tile, tile: Tile, at: int | None, price: float) -> "Hand":
        """Were a tile, dealt or drawn in step ``at``, another than it was taken for."""
        tiles = self.tiles - Counter([taken]) + Counter([tile])
        worth, deal, steps = self.worth - price, self.deal, self.steps
        if at is None:
            deal = deal - Counter([taken]) + Counter([tile])
        elif (step := steps[at]) is not None:
            steps = (*steps[:at], step._replace(drawn=tile), *steps[at + 1 :])
        return Hand(tiles, worth, deal, steps, (tile, taken))
