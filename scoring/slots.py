"""Tile positions of which each may be one of several tiles, and their combinations in order."""

from __future__ import annotations

from collections import defaultdict
from heapq import heappop, heappush
from math import prod
from typing import TYPE_CHECKING, Final, TypeVar

from scoring.errors import InvalidCaseError
from scoring.notation import read_tile
from scoring.tiles import KINDS, Tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Slot = tuple[tuple[Tile, float], ...]
"""The alternatives of one tile position with their probabilities, likeliest first."""
_One = TypeVar("_One")
_Other = TypeVar("_Other")

_SLACK: Final = 1.01
"""Probabilities that were rounded may add up to so much."""
_LEAST: Final = 1e-15
"""A smaller probability counts as this: no look is as sure, and products of them stay numbers."""


def parse_slot(name: str, value: object) -> Slot:
    """Read "5m", or alternatives [["5m", 0.9], ["6m", 0.1]]; "?" stands for any tile.

    A "back" is no tile of a hand, and its share is left out; alone it hides any tile.
    `name` says in an error which position it was. Raises InvalidCaseError and InvalidTileError.
    """
    pairs = [[value, 1.0]] if isinstance(value, str) else value
    if not isinstance(pairs, list):
        raise InvalidCaseError(f"{name} = {value!r}: expected a tile or [[tile, probability], ...]")
    shares: defaultdict[Tile, float] = defaultdict(float)
    read = [_parse_pair(name, pair) for pair in pairs]
    if read and all(text == "back" for text, _ in read):
        read = [("?", 1.0)]
    for text, share in read:
        if text == "back":
            continue
        tiles = list(map(Tile.of, range(KINDS))) if text == "?" else [read_tile(text)]
        for tile in tiles:
            shares[tile] += share / len(tiles)
    if not 0 < sum(shares.values()) <= _SLACK:
        raise InvalidCaseError(f"{name} = {value!r}: expected probabilities that add up to 1")
    likely = [(tile, max(share, _LEAST)) for tile, share in shares.items() if share > 0]
    return tuple(sorted(likely, key=lambda item: (-item[1], item[0])))


def likeliest_first(slots: Sequence[Slot]) -> Iterator[tuple[tuple[Tile, ...], float]]:
    """Yield one tile of each slot, and how likely that is: every combination, best first."""
    start = (0,) * len(slots)
    heap = [(-prod(slot[0][1] for slot in slots), start)]
    seen = {start}
    while heap:
        probability, picks = heappop(heap)
        yield tuple(slot[pick][0] for slot, pick in zip(slots, picks, strict=True)), -probability
        for place, slot in enumerate(slots):
            pick = picks[place] + 1
            after = (*picks[:place], pick, *picks[place + 1 :])
            if pick < len(slot) and after not in seen:
                seen.add(after)
                heappush(heap, (probability / slot[pick - 1][1] * slot[pick][1], after))


def likeliest_pairs(
    ones: Sequence[tuple[_One, float]], others: Sequence[tuple[_Other, float]]
) -> Iterator[tuple[tuple[_One, float], tuple[_Other, float]]]:
    """Yield one of each, those that are likeliest together first; both come likeliest first."""
    heap = [(-ones[0][1] * others[0][1], 0, 0)] if ones and others else []
    while heap:
        _, one, other = heappop(heap)
        yield ones[one], others[other]
        if other + 1 < len(others):
            heappush(heap, (-ones[one][1] * others[other + 1][1], one, other + 1))
        if not other and one + 1 < len(ones):
            heappush(heap, (-ones[one + 1][1] * others[0][1], one + 1, 0))


def _parse_pair(name: str, pair: object) -> tuple[str, float]:
    """Read ["5m", 0.9]."""
    if (
        not isinstance(pair, list)
        or len(pair) != 2
        or not isinstance(pair[0], str)
        or type(pair[1]) not in {int, float}
        or not 0 <= pair[1] <= 1
    ):
        raise InvalidCaseError(f"{name} has {pair!r}: expected [tile, probability in 0..1]")
    return pair[0], pair[1]
