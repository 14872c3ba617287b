"""All ways to split concealed tiles into four sets and a pair, with one memo for each suit.

Tiles are counted in one number, three bits a kind: `key = sum(UNIT[kind] for kind in kinds)`.
A set is one small number, its group code: kind + 34 * type, where the kind of a run is its lowest.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

UNIT: Final = tuple(1 << 3 * kind for kind in range(KINDS))
"""What one tile of each kind adds to a key."""
BIT: Final = tuple(1 << kind for kind in range(KINDS))
"""The bit of each kind in a set of kinds."""

RUN: Final = 0
CONCEALED_KOTSU: Final = KINDS
MELDED_KOTSU: Final = 2 * KINDS
CONCEALED_KANTSU: Final = 3 * KINDS
MELDED_KANTSU: Final = 4 * KINDS
GROUP_CODES: Final = 5 * KINDS

ORPHANS: Final = (0, 8, 9, 17, 18, 26, *range(27, 34))
"""The kinds of the terminals and honours."""
_ORPHANS_KEY: Final = sum(UNIT[kind] for kind in ORPHANS)
_SUIT_MASK: Final = (1 << 27) - 1
_PAIRS_MASK: Final = sum(2 * unit for unit in UNIT)
_MEMO: Final = 1 << 16


class Shape(NamedTuple):
    """One split of tiles into concealed sets and at most one pair."""

    groups: tuple[int, ...] = ()
    """Group codes: runs and concealed kotsu."""
    pair: int = -1
    """Kind of the pair, or -1."""
    runs: int = 0
    """Kinds that start a run, as bits."""
    kotsu: int = 0
    """Kinds of the kotsu, as bits."""
    twins: int = 0
    """How many pairs of identical runs there are."""


def standard_shapes(key: int) -> Iterator[Shape]:
    """Yield every split of the tiles into sets and exactly one pair."""
    suits = []
    pairs = 0
    for suit in range(4):
        part = key >> 27 * suit & _SUIT_MASK
        if part:
            shapes = suit_shapes(part, suit)
            if not shapes:
                return
            pairs += shapes[0].pair >= 0
            suits.append(shapes)
    if pairs != 1:
        return
    for parts in product(*suits):
        yield parts[0] if len(parts) == 1 else _joined(parts)


@lru_cache(maxsize=_MEMO)
def suit_shapes(part: int, suit: int) -> tuple[Shape, ...]:
    """Return every split of one suit's tiles; all of them have a pair, or none has."""
    counts = [part >> 3 * place & 7 for place in range(9)]
    if sum(counts) % 3 == 1:
        return ()
    groups = _split(counts, 0, 9 * suit, needs_pair=sum(counts) % 3 == 2)
    return tuple(_shape(codes, pair) for codes, pair in groups)


def is_complete(key: int, melds: int) -> bool:
    """Whether the concealed tiles finish a hand with so many declared sets; yaku do not matter."""
    if next(standard_shapes(key), None) is not None:
        return True
    return melds == 0 and (is_seven_pairs(key) or is_thirteen_orphans(key))


def is_seven_pairs(key: int) -> bool:
    """Whether these 14 tiles are seven different pairs."""
    return not key & ~_PAIRS_MASK and key.bit_count() == 7


def is_thirteen_orphans(key: int) -> bool:
    """Whether these 14 tiles are each terminal and honour, one of them twice."""
    return any(key == _ORPHANS_KEY + UNIT[kind] for kind in ORPHANS)


def _joined(parts: tuple[Shape, ...]) -> Shape:
    """Put the splits of the suits together."""
    groups: tuple[int, ...] = ()
    pair, runs, kotsu, twins = -1, 0, 0, 0
    for part in parts:
        groups += part.groups
        runs |= part.runs
        kotsu |= part.kotsu
        twins += part.twins
        if part.pair >= 0:
            pair = part.pair
    return Shape(groups, pair, runs, kotsu, twins)


def _shape(codes: tuple[int, ...], pair: int) -> Shape:
    """Work out the masks of one split of a suit."""
    runs = kotsu = 0
    for code in codes:
        if code < CONCEALED_KOTSU:
            runs |= BIT[code]
        else:
            kotsu |= BIT[code - CONCEALED_KOTSU]
    twins = sum(codes.count(code) // 2 for code in set(codes))
    return Shape(codes, pair, runs, kotsu, twins)


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
