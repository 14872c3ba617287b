"""All ways to split concealed tiles into four sets and a pair, with one memo for each suit.

Tiles are counted in one number, three bits a kind: `key = sum(UNIT[kind] for kind in kinds)`.
A split is one number too, its pattern, made of fields that the suits fill by adding:

    runs      27 bits   the kinds on which a run starts
    kotsu     34 bits   the kinds of which there is a kotsu or kantsu
    pair       6 bits   the kind of the pair
    looks      9 bits   which sorts of tiles there are, see LOOKS_...
    twins      6 bits   how many pairs of identical runs: two bits a suit
    pairs      4 bits   which suits have the pair
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.groups import CONCEALED_KOTSU, GROUP_CODES, GROUP_TEXTS
from scoring.memo import Memo
from scoring.tiles import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

UNIT: Final = tuple(1 << 3 * kind for kind in range(KINDS))
"""What one tile of each kind adds to a key."""
BIT: Final = tuple(1 << kind for kind in range(KINDS))
"""The bit of each kind in a set of kinds."""
ORPHANS: Final = (0, 8, 9, 17, 18, 26, *range(27, 34))
"""The kinds of the terminals and honours."""

OUTSIDE: Final = sum(BIT[kind] for kind in ORPHANS)
"""Terminals and honours, as bits of their kinds."""

KOTSU_AT: Final = 27
HONOURS_AT: Final = KOTSU_AT + 27
"""Where the kotsu of honours begin; the pair comes after them."""
PAIR_AT: Final = KOTSU_AT + KINDS
LOOKS_AT: Final = PAIR_AT + 6
"""Where the looks begin; the twins come after them."""
TWINS_AT: Final = LOOKS_AT + 9
PAIRS_AT: Final = TWINS_AT + 6
RUNS_MASK: Final = (1 << KOTSU_AT) - 1
KOTSU_MASK: Final = (1 << KINDS) - 1
PAIR_MASK: Final = (1 << 6) - 1
SETS_MASK: Final = (1 << PAIR_AT) - 1
"""Runs and kotsu of a pattern."""

LOOKS_SIMPLE: Final = (1, 4, 16)
"""Simples of each suit."""
LOOKS_TERMINAL: Final = (2, 8, 32)
"""Terminals of each suit."""
LOOKS_HONOUR: Final = 64
LOOKS_NOT_GREEN: Final = 128
"""A simple of bamboo that is not all green: five or seven."""
LOOKS_NOT_HATSU: Final = 256
"""An honour other than hatsu."""

_ORPHANS_KEY: Final = sum(UNIT[kind] for kind in ORPHANS)
_ORPHAN_HANDS: Final = frozenset(_ORPHANS_KEY + UNIT[kind] for kind in ORPHANS)
_SUIT_MASK: Final = (1 << 27) - 1
_PAIRS_MASK: Final = sum(2 * unit for unit in UNIT)
_ONE_PAIR: Final = frozenset({1, 2, 4, 8})


class Shape(NamedTuple):
    """One split of tiles into concealed sets and at most one pair."""

    groups: tuple[int, ...]
    """Group codes: runs and concealed kotsu."""
    pair: int
    """Kind of the pair, or -1."""
    pattern: int
    """The same in one number, as above."""


def patterns(key: int) -> tuple[int, ...]:
    """Return the pattern of every split of the tiles into sets and exactly one pair."""
    man = _MAN[key & _SUIT_MASK]
    pin = _PIN[key >> 27 & _SUIT_MASK]
    sou = _SOU[key >> 54 & _SUIT_MASK]
    honours = _HONOURS[key >> 81]
    if len(man) == len(pin) == len(sou) == len(honours) == 1:
        pattern = man[0] + pin[0] + sou[0] + honours[0]
        return (pattern,) if pattern >> PAIRS_AT in _ONE_PAIR else ()
    found = tuple([sum(parts) for parts in product(man, pin, sou, honours)])
    return found if found and found[0] >> PAIRS_AT in _ONE_PAIR else ()


def groups_of(key: int, index: int) -> tuple[int, ...]:
    """Return the group codes of one split: the index is that of its pattern."""
    suits = [suit_shapes(key >> 27 * suit & _SUIT_MASK, suit) for suit in range(4)]
    return sum([shape.groups for shape in tuple(product(*suits))[index]], ())


def texts_of(key: int, index: int) -> tuple[str, ...]:
    """Return the groups of one split as text, without the pair."""
    man = _MAN_TEXTS[key & _SUIT_MASK]
    pin = _PIN_TEXTS[key >> 27 & _SUIT_MASK]
    sou = _SOU_TEXTS[key >> 54 & _SUIT_MASK]
    honours = _HONOUR_TEXTS[key >> 81]
    if index:
        return sum(tuple(product(man, pin, sou, honours))[index], ())
    return man[0] + pin[0] + sou[0] + honours[0]


def standard_shapes(key: int) -> Iterator[Shape]:
    """Yield every split of the tiles into sets and exactly one pair."""
    for index, pattern in enumerate(patterns(key)):
        yield Shape(groups_of(key, index), pattern >> PAIR_AT & PAIR_MASK, pattern)


def is_complete(key: int, melds: int) -> bool:
    """Whether the concealed tiles finish a hand with so many declared sets; yaku do not matter."""
    if patterns(key):
        return True
    return melds == 0 and (is_seven_pairs(key) or is_thirteen_orphans(key))


def is_seven_pairs(key: int) -> bool:
    """Whether these 14 tiles are seven different pairs."""
    return not key & ~_PAIRS_MASK and key.bit_count() == 7


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
    looks = looks_of_key(part << 27 * suit)
    groups = _split(counts, 0, 9 * suit, needs_pair=sum(counts) % 3 == 2)
    return tuple(_shape(codes, pair, suit, looks) for codes, pair in groups)


def _shape(codes: tuple[int, ...], pair: int, suit: int, looks: int) -> Shape:
    """Put one split of a suit into a pattern."""
    pattern = looks << LOOKS_AT
    for code in set(codes):
        pattern |= set_pattern(code)
    twins = sum(codes.count(code) // 2 for code in set(codes))
    pattern |= twins << TWINS_AT + 2 * suit
    if pair >= 0:
        pattern |= pair << PAIR_AT | 1 << PAIRS_AT + suit
    return Shape(codes, pair, pattern)


def set_pattern(code: int) -> int:
    """Return the run or kotsu of a group code as a pattern."""
    return BIT[code] if code < CONCEALED_KOTSU else BIT[code % KINDS] << KOTSU_AT


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


def kinds_of(mask: int) -> Iterator[int]:
    """Yield the kinds of a set of kinds, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _declared(code: int) -> int:
    """Return the pattern of a declared set, its looks included."""
    kinds = range(code, code + 3) if code < CONCEALED_KOTSU else (code,)
    looks = 0
    for kind in kinds:
        looks |= looks_of(kind % KINDS)
    return set_pattern(code) | looks << LOOKS_AT


def _patterns(suit: int, part: int) -> tuple[int, ...]:
    """Return the pattern of each split of one suit's tiles."""
    return tuple(shape.pattern for shape in _SHAPES[suit][part])


def _texts(suit: int, part: int) -> tuple[tuple[str, ...], ...]:
    """Return the groups of each split of one suit's tiles, as text."""
    return tuple(tuple(GROUP_TEXTS[code] for code in shape.groups) for shape in _SHAPES[suit][part])


SETS: Final = tuple(map(_declared, range(GROUP_CODES)))
"""The pattern of a declared set, its looks included, by its group code."""
_SHAPES: Final = tuple(Memo(partial(_work_out, suit)) for suit in range(4))
_MAN, _PIN, _SOU, _HONOURS = (Memo(partial(_patterns, suit)) for suit in range(4))
"""The patterns of one suit's tiles, by its part of a key."""
_MAN_TEXTS, _PIN_TEXTS, _SOU_TEXTS, _HONOUR_TEXTS = (
    Memo(partial(_texts, suit)) for suit in range(4)
)
"""The groups of each split of one suit's tiles, as text."""
