"""All ways to split concealed tiles into four sets and a pair, with one memo for each suit.

Tiles are counted in one number, three bits a kind: `key = sum(UNIT[kind] for kind in kinds)`.
A set is a group code, see groups.py.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.groups import CONCEALED_KOTSU
from scoring.memo import Memo
from scoring.tally import BIT, ORPHANS, SUIT_KEY, UNIT

if TYPE_CHECKING:
    from collections.abc import Iterator

OUTSIDE: Final = sum(BIT[kind] for kind in ORPHANS)
"""Terminals and honours, as bits of their kinds."""

LOOKS_SIMPLE: Final = (1, 4, 16)
"""Simples of each suit."""
LOOKS_TERMINAL: Final = (2, 8, 32)
"""Terminals of each suit."""
LOOKS_HONOUR: Final = 64
LOOKS_NOT_GREEN: Final = 128
"""A simple of bamboo that is not all green: five or seven."""
LOOKS_NOT_HATSU: Final = 256
"""An honour other than hatsu."""
LOOKS_BITS: Final = 9
"""How many bits the looks of tiles are."""

_ORPHANS_KEY: Final = sum(UNIT[kind] for kind in ORPHANS)
_ORPHAN_HANDS: Final = frozenset(_ORPHANS_KEY + UNIT[kind] for kind in ORPHANS)
NOT_PAIRS: Final = 5 * sum(UNIT)
"""The bits of a key that hands of pairs do not have."""


class Shape(NamedTuple):
    """One split of tiles into concealed sets and at most one pair."""

    groups: tuple[int, ...]
    """Group codes: runs and concealed kotsu."""
    pair: int
    """Kind of the pair, or -1."""


def standard_shapes(key: int) -> Iterator[Shape]:
    """Yield every split of the tiles into sets and exactly one pair."""
    suits = [suit_shapes(key >> 27 * suit & SUIT_KEY, suit) for suit in range(4)]
    for parts in product(*suits):
        pairs = [part.pair for part in parts if part.pair >= 0]
        if len(pairs) == 1:
            yield Shape(tuple([code for part in parts for code in part.groups]), pairs[0])


def is_complete(key: int, melds: int) -> bool:
    """Whether the concealed tiles finish a hand with so many declared sets; yaku do not matter."""
    if next(standard_shapes(key), None) is not None:
        return True
    return melds == 0 and (is_seven_pairs(key) or is_thirteen_orphans(key))


def is_seven_pairs(key: int) -> bool:
    """Whether these 14 tiles are seven different pairs."""
    return not key & NOT_PAIRS and key.bit_count() == 7


def is_thirteen_orphans(key: int) -> bool:
    """Whether these 14 tiles are each terminal and honour, one of them twice."""
    return key in _ORPHAN_HANDS


def suit_shapes(part: int, suit: int) -> tuple[Shape, ...]:
    """Return every split of one suit's tiles; all of them have a pair, or none has."""
    return _SHAPES[suit][part]


def looks_of(kind: int) -> int:
    """Return the looks of a tile."""
    if kind >= 27:
        return LOOKS_HONOUR + LOOKS_NOT_HATSU * (kind != 32)
    suit, place = divmod(kind, 9)
    if place in {0, 8}:
        return LOOKS_TERMINAL[suit]
    return LOOKS_SIMPLE[suit] + LOOKS_NOT_GREEN * (kind in {22, 24})


def looks_of_key(key: int) -> int:
    """Return the looks of all tiles of a key."""
    looks = 0
    for kind, unit in enumerate(UNIT):
        if key & 7 * unit:
            looks |= looks_of(kind)
    return looks


def _work_out(suit: int, part: int) -> tuple[Shape, ...]:
    """Split one suit's tiles."""
    counts = [part >> 3 * place & 7 for place in range(9)]
    if sum(counts) % 3 == 1:
        return ()
    groups = _split(counts, 0, 9 * suit, needs_pair=sum(counts) % 3 == 2)
    return tuple(Shape(codes, pair) for codes, pair in groups)


def _split(
    counts: list[int], place: int, first: int, *, needs_pair: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield (group codes, pair or -1) for the places from `place` on, from kind `first` on.

    At each place the tiles left over by runs from below are a kotsu or not, the pair or not, and
    the rest starts runs: so each split comes out once.
    """
    while place < 9 and not counts[place]:
        place += 1
    if place == 9:
        yield (), -1
        return
    for kotsu in (0, 1):
        for pair in (0, 1)[: 1 + needs_pair]:
            runs = counts[place] - 3 * kotsu - 2 * pair
            if runs < 0 or (runs and not _has_runs(counts, place, runs, first)):
                continue
            rest = counts.copy()
            rest[place] = 0
            if runs:
                rest[place + 1] -= runs
                rest[place + 2] -= runs
            kind = first + place
            here = (kind,) * runs + (CONCEALED_KOTSU + kind,) * kotsu
            for codes, other in _split(rest, place + 1, first, needs_pair=needs_pair and not pair):
                yield here + codes, kind if pair else other


def _has_runs(counts: list[int], place: int, runs: int, first: int) -> bool:
    """Whether so many runs can start at this place; honours (first kind 27) have none."""
    return first < 27 and place < 7 and min(counts[place + 1], counts[place + 2]) >= runs


_SHAPES: Final = tuple(Memo(partial(_work_out, suit)) for suit in range(4))
