"""Faces of which more lie open at once than the set has, shown hands among them."""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from scoring.tiles import Tile
from table.watch.faces import FACES, best
from table.watch.seen.naming import PLAIN
from table.watch.seen.places import Layout

LASTING_NS = 1_000_000_000
"""A tile that is carried into a hand may seem to lie in two places for a moment."""
IN_SIGHT = 0.7


class Crowds:
    """What lay there at once in one hand."""

    def __init__(self, capacities: Sequence[int]) -> None:
        self._capacities = capacities
        self._since_ns: dict[int, int] = {}
        self.found: dict[Tile, int] = {}
        """The faces, and how many of each were seen plainly."""

    def look(self, layout: Layout, old: AbstractSet[int], now_ns: int, over_ns: int) -> None:
        """Count what lies there now; ``old``: tracks of what lay there before the hand.

        What came up after ``over_ns`` was not laid in it.
        """
        counts = Counter(
            best(one.chances)
            for zone in (layout.ponds, layout.outer, layout.wall)
            for seat in zone
            for one in seat
            if one.up and one.track not in old and one.visible > IN_SIGHT
            and one.first_ns <= over_ns
            and max(one.chances[:-1]) > PLAIN
        )  # fmt: skip
        many = {face for face, count in counts.items() if count > self._capacities[face]}
        self._since_ns = {face: self._since_ns.get(face, now_ns) for face in many}
        for face, since in self._since_ns.items():
            if now_ns - since >= LASTING_NS:
                tile = FACES[face]
                self.found[tile] = max(counts[face], self.found.get(tile, 0))
