"""Which tiles complete a hand. Suits are looked up one by one in tables that fill as needed.

A hand that only a fifth copy of a tile could complete is not tenpai (own sets included); copies
that lie elsewhere on the table do not matter.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.errors import IllegalHandError
from scoring.memo import Memo
from scoring.tally import (
    BIT,
    FULL,
    ORPHANS,
    SUIT_KEY,
    UNIT,
    kinds_of,
    mask_of_units,
    melds_key,
    tiles_of,
)
from scoring.tiles import ONES, Tile

if TYPE_CHECKING:
    from scoring.hand import Hand

_BAD_AT: Final = 36
_BAD: Final = 1 << _BAD_AT
"""Added for a suit that is not complete."""
_PAIR: Final = 1 << 40
"""Added for a suit that is complete with a pair."""
_MASK: Final = (1 << 34) - 1
_WHOLE: Final = frozenset({_BAD, 2 * _PAIR})
"""One suit lacks its last tile and all else is sets; or two suits have a pair, and one too many."""
_BAD_PAIR: Final = _BAD + _PAIR
_TWOS: Final = 2 * ONES
_ORPHAN_ONES: Final = sum(UNIT[kind] for kind in ORPHANS)
_SIMPLES: Final = 7 * (ONES - _ORPHAN_ONES)


class Ready(NamedTuple):
    """A discard that leaves a tenpai hand."""

    tile: Tile
    waits: tuple[Tile, ...]


def waits(hand: Hand) -> tuple[Tile, ...]:
    """Return the tiles that complete a hand of 13; none says that it is noten.

    Raises IllegalHandError for a hand of 14.
    """
    if hand.size != 13:
        raise IllegalHandError(f"hand {hand}: {hand.size} tiles, expected 13 before the draw")
    return tiles_of(waits_of(hand.key, melds_key(hand.melds)))


def tenpai(hand: Hand) -> bool:
    """Whether one tile completes a hand of 13; yaku do not matter."""
    return bool(waits(hand))


def ready_discards(hand: Hand) -> tuple[Ready, ...]:
    """Return the discards after which a hand of 14 is tenpai, in order of kind.

    Raises IllegalHandError for a hand of 13.
    """
    if hand.size != 14:
        raise IllegalHandError(f"hand {hand}: {hand.size} tiles, expected 14 after the draw")
    return ready_of(hand.key, melds_key(hand.melds))


def ready_of(key: int, own: int = 0, *, fifth: bool = False) -> tuple[Ready, ...]:
    """Return the same for the key of the concealed tiles and that of the own sets.

    With `fifth` a hand that waits for its own fifth tile counts as tenpai.
    """
    found = []
    for place in kinds_of((key | key >> 1 | key >> 2) & ONES) if _may_be_ready(key) else ():
        rest = key - (1 << place)
        mask = shape_waits_of(rest) if fifth else waits_of(rest, own)
        if mask:
            found.append(Ready(Tile.of(place // 3), tiles_of(mask)))
    return tuple(found)


def _may_be_ready(key: int) -> bool:
    """Whether the suits allow it: a discard and a draw change two of them at most."""
    if _suits(key) >> _BAD_AT & 7 <= 2:
        return True
    return (key & _TWOS).bit_count() >= 6 or (key & _SIMPLES).bit_count() <= 1


def waits_of(key: int, own: int = 0) -> int:
    """Return the mask of the kinds that complete 3n + 1 concealed tiles.

    `own` is the key of the tiles in the own sets.
    """
    mask = shape_waits_of(key)
    if mask:
        full = (key + own) & FULL
        if full:
            mask &= ~mask_of_units(full >> 2)
    return mask


def waits_by(rule: str, key: int, own: int = 0) -> int:
    """Return the same by a ruleset's own answer to the fifth tile, draws.own_fifth_tile."""
    if rule == "tenpai":
        return shape_waits_of(key)
    return waits_of(key, own if rule == "noten" else 0)


def shape_waits_of(key: int) -> int:
    """Return the mask of the kinds that complete the shape, a fifth copy included."""
    characters = _CHARACTERS[key & SUIT_KEY]
    circles = _CIRCLES[key >> 27 & SUIT_KEY]
    bamboos = _BAMBOOS[key >> 54 & SUIT_KEY]
    honours = _HONOURS[key >> 81]
    total = characters + circles + bamboos + honours
    state = total & ~_MASK
    mask = 0
    if state in _WHOLE:
        mask = total & _MASK
    elif state == _BAD_PAIR:
        broken = next(one for one in (characters, circles, bamboos, honours) if one & _BAD)
        mask = broken & _MASK
    if (key & _TWOS).bit_count() == 6:
        mask |= _pair_wait(key)
    elif not key & _SIMPLES:
        mask |= _orphan_waits(key)
    return mask


def is_sets_and_pair(key: int) -> bool:
    """Whether 3n + 2 tiles are n sets and a pair."""
    return _suits(key) & ~_MASK == _PAIR


def _suits(key: int) -> int:
    """Return the states of the suits added up, and the waits of each."""
    return (
        _CHARACTERS[key & SUIT_KEY]
        + _CIRCLES[key >> 27 & SUIT_KEY]
        + _BAMBOOS[key >> 54 & SUIT_KEY]
        + _HONOURS[key >> 81]
    )


def _pair_wait(key: int) -> int:
    """Return the wait of six pairs and a tile of a seventh kind."""
    single = key & ONES
    if single.bit_count() != 1 or single << 1 & key:
        return 0
    return BIT[single.bit_length() // 3]


def _orphan_waits(key: int) -> int:
    """Return the waits of terminals and honours alone, if twelve kinds are there at least."""
    missing = _ORPHAN_ONES & ~(key | key >> 1 | key >> 2)
    if not missing and key == _ORPHAN_ONES:
        return mask_of_units(_ORPHAN_ONES)
    return mask_of_units(missing) if missing.bit_count() == 1 else 0


def _suit_waits(suit: int, part: int) -> int:
    """Return the waits of one suit as a mask, and its state."""
    places, runs = (9, True) if suit < 3 else (7, False)
    counts = [part >> 3 * place & 7 for place in range(places)]
    value = _state(counts, runs=runs)
    if sum(counts) % 3:
        for place in range(places):
            counts[place] += 1
            if _state(counts, runs=runs) != _BAD:
                value |= BIT[9 * suit + place]
            counts[place] -= 1
    return value


def _state(counts: list[int], *, runs: bool) -> int:
    """Say whether a suit is nothing but sets (0), sets and a pair, or not complete."""
    rest = sum(counts) % 3
    if rest == 0:
        return 0 if _only_sets(counts, runs=runs) else _BAD
    if rest == 2:
        for place, count in enumerate(counts):
            if count >= 2:
                counts[place] -= 2
                found = _only_sets(counts, runs=runs)
                counts[place] += 2
                if found:
                    return _PAIR
    return _BAD


def _only_sets(counts: list[int], *, runs: bool) -> bool:
    """Whether tiles of one suit split into sets; three equal runs are as well three triplets."""
    first = second = 0
    for count in counts:
        rest = count - first - second
        if rest < 0:
            return False
        first, second = rest % 3, first
        if first and not runs:
            return False
    return not first and not second


_CHARACTERS, _CIRCLES, _BAMBOOS, _HONOURS = (Memo(partial(_suit_waits, suit)) for suit in range(4))
