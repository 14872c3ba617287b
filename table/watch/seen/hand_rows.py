"""A row of a hand as its own camera saw it: how well it may be these tiles, and what is over."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import log
from typing import TypeAlias

from scoring.tiles import Tile
from table.watch.faces import FACES, INDEX, Chances, best

LEAST = 3e-4
"""A tile of a row is misread as often, however surely it is read."""
AGAIN, OFTEN, STILL = 0.5, 0.15, 0.02
"""So much another look at a tile counts beside the one before; no less than so much where something
else was drawn or let go meanwhile, and no less than so much where nothing was."""
A_SET = 3
"""Tiles; a row of so many sets and no more is no hand: an arm hides a part of it."""
GUESSES = 2
"""Likely faces of each tile of a row that may be the drawn one."""
MISTAKEN = 0.4
"""So often at least one of two faces is read as the other that look alike to the camera."""
UNCLEAR = 0.2
"""A look that may be another face with so much chance does not tell the two apart."""
OPEN = 0.03
"""A face so likely is a guess."""


Alike: TypeAlias = frozenset[frozenset[int]]
"""Pairs of faces that a hand camera could not always tell apart."""


class SeenRow:
    """One reading of a row."""

    def __init__(
        self, captured_ns: int, tiles: Sequence[Chances], apart: int | None,
        weights: Sequence[float] = (), alike: Alike = frozenset(),
    ) -> None:  # fmt: skip
        self.captured_ns, self.tiles, self.apart = captured_ns, tuple(tiles), apart
        self._weights = tuple(weights) or (1.0,) * len(self.tiles)
        """How much each tile's reading counts."""
        self._alike = alike
        self._fits: dict[frozenset[tuple[Tile, int]], float] = {}
        self._weighed: tuple[tuple[object, ...], SeenRow] | None = None

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
        """How well it may be these tiles, as many: the surest readings choose first.

        Those choose last which the hand has no tile for.
        """
        key = frozenset(hand.items())
        if key not in self._fits:
            left, over, worth = Counter(hand), list[tuple[Chances, float]](), 0.0
            weighed = zip(self.tiles, self._weights, strict=True)
            ranked = sorted(weighed, key=lambda two: -max(two[0]))
            for one, weight in ranked:
                tile = FACES[best(one)]
                if left[tile] > 0:
                    left[tile] -= 1
                    worth += weight * log(self._chance(one, tile))
                else:
                    over.append((one, weight))
            left = +left
            for one, weight in over:
                tile = max(left, key=lambda tile: self._chance(one, tile))
                worth += weight * log(self._chance(one, tile))
                left -= Counter([tile])
            self._fits[key] = worth
        return self._fits[key]

    def _chance(self, one: Chances, tile: Tile) -> float:
        """How likely what was read so is a tile."""
        face = INDEX[tile]
        least = MISTAKEN if {face, best(one)} in self._alike else LEAST
        return max(one[face], least)

    def weighed(self, weights: Sequence[float], alike: Alike) -> "SeenRow":
        """The same row with weights: the one made before, which knows what fits, if they are so."""
        key = (*weights, alike)
        if self._weighed is None or self._weighed[0] != key:
            row = SeenRow(self.captured_ns, self.tiles, self.apart, weights, alike)
            self._weighed = key, row
        return self._weighed[1]

    @cached_property
    def alone(self) -> "SeenRow":
        """The same row, as if it were the only one."""
        return SeenRow(self.captured_ns, self.tiles, self.apart, alike=self._alike)

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


def as_news(rows: Iterable[SeenRow], alike: Alike = frozenset()) -> Iterator[SeenRow]:
    """The same rows, of which each counts for what those before it did not show.

    What is read alike again and again, from one place, is hardly surer for that, and not at all
    what looks like another face; a tile that was drawn is new.
    """
    shown, last = Counter[tuple[int, int]](), SeenRow(0, (), None)
    unclear = {face for pair in alike for face in pair}
    for row in rows:
        whole = len(row) % A_SET != 0
        weights, copies = list[float](), Counter[int]()
        least = STILL if row.plain == last.plain else OFTEN
        for at, one in enumerate(row.tiles):
            face = best(one)
            copies[face] += 1
            if at == row.apart and last.apart is None and whole:
                shown[face, copies[face]] = 0
            weight = AGAIN ** shown[face, copies[face]]
            weights.append(weight if face in unclear else max(weight, least))
            shown[face, copies[face]] += whole
        last = row
        yield row.weighed(weights, alike)


def not_told_apart(one: Chances) -> Alike:
    """The two faces that a look may both be; none where it is rather sure."""
    *_, second, first = sorted(range(len(FACES)), key=one.__getitem__)
    return frozenset({frozenset({first, second})}) if one[second] > UNCLEAR else frozenset()


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
