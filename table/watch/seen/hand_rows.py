"""A row of a hand as its own camera saw it: how well it may be these tiles, and what is over."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import log

from scoring.tiles import Tile
from table.watch.faces import FACES, INDEX, Chances, best

LEAST = 3e-4
"""A tile of a row is misread as often, however surely it is read."""
AGAIN = 0.5
"""So much another look at a tile counts beside the one before: it errs as that did."""
GUESSES = 2
"""Likely faces of each tile of a row that may be the drawn one."""
OPEN = 0.03
"""A face so likely is a guess."""


class SeenRow:
    """One reading of a row."""

    def __init__(
        self, captured_ns: int, tiles: Sequence[Chances], apart: int | None,
        weights: Sequence[float] = (),
    ) -> None:  # fmt: skip
        self.captured_ns, self.tiles, self.apart = captured_ns, tuple(tiles), apart
        self.weights = weights or (1.0,) * len(self.tiles)
        """How much each tile's reading counts."""
        self._fits: dict[frozenset[tuple[Tile, int]], float] = {}

    def __len__(self) -> int:
        return len(self.tiles)

    @cached_property
    def plain(self) -> Counter[Tile]:
        """Each tile for itself."""
        return Counter(FACES[best(one)] for one in self.tiles)

    @cached_property
    def guesses(self) -> frozenset[Tile]:
        """What its tiles may well be."""
        return frozenset(tile for one in self.tiles for tile in likely(one))

    def fit(self, hand: Counter[Tile]) -> float:
        """How well it may be these tiles, as many: the surest readings choose first."""
        key = frozenset(hand.items())
        if key not in self._fits:
            left = Counter(hand)
            worth = 0.0
            weighed = zip(self.tiles, self.weights, strict=True)
            for one, weight in sorted(weighed, key=lambda two: -max(two[0])):
                tile = max(left, key=lambda tile: one[INDEX[tile]])
                worth += weight * log(max(one[INDEX[tile]], LEAST))
                left[tile] -= 1
                if not left[tile]:
                    del left[tile]
            self._fits[key] = worth
        return self._fits[key]

    def after(self, before: "SeenRow") -> "SeenRow":
        """The same row, of which what the row before showed counts less than it did there."""
        counted: dict[int, list[float]] = {}
        for one, weight in zip(before.tiles, before.weights, strict=True):
            counted.setdefault(best(one), []).append(weight)
        weights = [
            AGAIN * there.pop() if (there := counted.get(best(one))) else 1.0 for one in self.tiles
        ]
        return SeenRow(self.captured_ns, self.tiles, self.apart, weights)

    @cached_property
    def alone(self) -> "SeenRow":
        """The same row, counted in full."""
        return SeenRow(self.captured_ns, self.tiles, self.apart)

    def beside(self, hand: Counter[Tile]) -> list[Tile]:
        """What its tiles may be that are not of this hand, which chooses first."""
        left, over = Counter(hand), list[Chances]()
        for one in sorted(self.tiles, key=lambda one: -max(one)):
            tile = max(left, key=lambda tile: one[INDEX[tile]], default=None)
            if tile is None or not left[tile] or one[INDEX[tile]] < OPEN:
                over.append(one)
                continue
            left[tile] -= 1
            if not left[tile]:
                del left[tile]
        return [tile for one in over for tile in likely(one)]


def likely(one: Chances) -> list[Tile]:
    """The faces that a tile may well be, the likeliest always."""
    ranked = sorted(range(len(FACES)), key=lambda face: -one[face])[:GUESSES]
    return [FACES[face] for at, face in enumerate(ranked) if not at or one[face] > OPEN]


def without(held: Counter[Tile], laid: Sequence[Tile]) -> Counter[Tile] | None:
    """The hand without these tiles; None if it does not have them."""
    left = Counter(held)
    for tile in laid:
        if not left[tile]:
            return None
        left[tile] -= 1
    return +left
