"""How many tiles a hand is from tenpai: -1 complete, 0 tenpai, exact in all three forms.

For each suit the fewest tiles that must be drawn for so many sets, with a pair or without, are
worked out once; the suits are then put together. No target holds more than four of a kind, the
own sets included, so that a hand that waits for its own fifth tile is not at 0.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.errors import IllegalHandError
from scoring.memo import Memo
from scoring.tally import SUIT_KEY, key_of_counts, melds_key
from scoring.tiles import COPIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.hand import Hand

_SETS: Final = 4
_PAIR: Final = _SETS + 1
"""Where in the costs those with a pair begin."""
_NEVER: Final = 60
"""More tiles than any way to a hand needs."""
_MEMO: Final = 1 << 16

# A suit's extra number: pairs, kinds, orphan kinds, orphan pairs and tiles, five bits each.
_FIELD: Final = 31
_PLAIN: Final = 1 << 5 | 1 << 20
_ORPHAN: Final = _PLAIN | 1 << 10
_PAIRED: Final = 1
_ORPHAN_PAIRED: Final = 1 | 1 << 15


class Forms(NamedTuple):
    """The distance in each form; None where declared sets exclude the form."""

    standard: int
    seven_pairs: int | None
    orphans: int | None


def shanten(hand: Hand) -> int:
    """Return how many tiles a hand of 13 or 14 is from tenpai; -1: it is complete."""
    return shanten_of(hand.key, melds_key(hand.melds))


def by_form(hand: Hand) -> Forms:
    """Return the distance in each form."""
    key, own = hand.key, melds_key(hand.melds)
    costs = [_suit(*part) for part in _parts(key, own)]
    extra = sum([one for _, one in costs])
    pairs, orphans = (None, None) if hand.melds else (_seven_pairs(extra), _orphans(extra))
    return Forms(standard_of(key, own), pairs, orphans)


def shanten_of_counts(counts: Sequence[int]) -> int:
    """Return the distance of 34 counts of concealed tiles.

    Raises IllegalHandError for anything but 3n + 1 or 3n + 2 tiles, at most 14.
    """
    return shanten_of(key_of_counts(counts))


def shanten_of(key: int, own: int = 0) -> int:
    """Return the distance of a key of 3n + 1 or 3n + 2 concealed tiles.

    `own` is the key of the tiles in the own sets.
    """
    if own:
        return standard_of(key, own)
    characters, one = _NUMBERS[key & SUIT_KEY]
    circles, two = _NUMBERS[key >> 27 & SUIT_KEY]
    bamboos, three = _NUMBERS[key >> 54 & SUIT_KEY]
    honours, four = _HONOURS[key >> 81]
    sets, special = _REST[one + two + three + four]
    first = _JOINED[characters << 16 | circles]
    standard = _STANDARD[(first << 16 | _JOINED[bamboos << 16 | honours]) << 3 | sets]
    return standard if standard < special else special  # noqa: FURB136 -- min() is slow


def nearer_of(key: int) -> int:
    """Return the mask of the kinds that bring 3n + 1 concealed tiles nearer, without own sets."""
    places = (0, 27, 54, 81)
    tables = (_NUMBERS, _NUMBERS, _NUMBERS, _HONOURS)
    numbers = []
    whole = 0
    for table, place in zip(tables, places, strict=True):
        number, extra = table[key >> place & SUIT_KEY]
        numbers.append(number)
        whole += extra
    now = shanten_of(key)
    mask = 0
    for suit, (table, place) in enumerate(zip(tables, places, strict=True)):
        part = key >> place & SUIT_KEY
        rest = whole - table[part][1]
        beside = numbers[suit ^ 1] << 16
        far = _JOINED[numbers[2 - (suit & 2)] << 16 | numbers[3 - (suit & 2)]] << 19
        for at in range(0, 27 if suit < 3 else 21, 3):
            if part >> at & COPIES:
                continue
            number, extra = table[part + (1 << at)]
            sets, special = _REST[rest + extra]
            standard = _STANDARD[far | _JOINED[beside | number] << 3 | sets]
            if standard < now or special < now:
                mask |= 1 << (place + at) // 3
    return mask


def standard_of(key: int, own: int = 0) -> int:
    """Return the distance to four sets and a pair alone."""
    (one, _), (two, _), (three, _), (four, _) = found = [_suit(*part) for part in _parts(key, own)]
    sets, _ = _REST[sum([extra for _, extra in found])]
    first, second = _JOINED[one << 16 | two], _JOINED[three << 16 | four]
    return _STANDARD[(first << 16 | second) << 3 | sets]


def _parts(key: int, own: int) -> list[tuple[int, int, bool]]:
    """Cut concealed and declared tiles into the suits; the last are the honours."""
    return [
        (key >> place & SUIT_KEY, own >> place & SUIT_KEY, place < 81) for place in (0, 27, 54, 81)
    ]


@lru_cache(maxsize=_MEMO)
def _suit(part: int, own: int, runs: bool) -> tuple[int, int]:
    """Return the number of a suit's costs beside the own sets, and its extra number."""
    return _number_of(_ways(part, own, runs=runs)), _extra(part, runs=runs)


def _extra(part: int, *, runs: bool) -> int:
    """Count what seven pairs and thirteen orphans need to know of a suit."""
    extra = 0
    for place in range(9):
        count = part >> 3 * place & 7
        if count:
            orphan = not runs or place in {0, 8}
            extra += (_ORPHAN if orphan else _PLAIN) + (count - 1 << 20)
            if count > 1:
                extra += _ORPHAN_PAIRED if orphan else _PAIRED
    return extra


def _seven_pairs(extra: int) -> int:
    """Return the distance to seven different pairs."""
    pairs, kinds = extra & _FIELD, extra >> 5 & _FIELD
    return 6 - pairs + max(0, 7 - kinds)


def _orphans(extra: int) -> int:
    """Return the distance to thirteen orphans."""
    return 13 - (extra >> 10 & _FIELD) - (extra >> 15 & _FIELD > 0)


# What follows finds the costs of one suit. All ways are followed at once: bit `cost` of the field
# `sets + 8 * pairs`, 16 bits wide, says that so much can be had for so many tiles.

_WAYS: Final = sum(0xFFFF << 16 * (sets + 8 * pair) for sets in range(_SETS + 1) for pair in (0, 1))
_ABOVE: Final = {
    bits: sum((0xFFFF << bits & 0xFFFF) << 16 * field for field in range(13))
    for bits in (1, 2, 4, 8)
}
"""The bits that a shift within each field reaches."""
_END: Final = (1,) + (0,) * 8
"""Beyond the last place: no run may be unfinished, and nothing is wanted."""
_Step = tuple[int, int]
"""Which tail follows, and by how much the way is shifted."""


def _ways(part: int, own: int, *, runs: bool) -> int:
    """Return the ways of one suit, from its last place to its first; honours make no runs."""
    following: tuple[int, ...] = _END
    for place in range(24 if runs else 18, -1, -3):
        have, most = part >> place & 7, COPIES - (own >> place & 7)
        following = _before(following, have, most)
        if not runs:
            following = following[0], *_END[1:]
    return following[0]


@lru_cache(maxsize=_MEMO)
def _before(following: tuple[int, ...], have: int, most: int) -> tuple[int, ...]:
    """Return the ways from one place on, by 3 * runs begun two places below + one place below."""
    found = []
    for steps in _steps(have, most):
        ways = 0
        for tail, shift in steps:
            ways |= following[tail] << shift
        found.append(_least(ways & _WAYS))
    return tuple(found)


def _least(ways: int) -> int:
    """Keep the lowest bit of each field: what costs more leads nowhere else."""
    dearer = ways
    for bits in (1, 2, 4, 8):
        dearer |= dearer << bits & _ABOVE[bits]
    return ways & ~(dearer << 1 & _ABOVE[1])


@cache
def _steps(have: int, most: int) -> tuple[tuple[_Step, ...], ...]:
    """Return what can be wanted at a place that has so many tiles, for each state of the runs."""
    table = []
    for before in range(9):
        steps = []
        for begun in range(3):
            for triplets, pairs in ((0, 0), (0, 1), (1, 0), (1, 1)):
                wanted = before // 3 + before % 3 + begun + 3 * triplets + 2 * pairs
                if wanted <= most:
                    tail = 3 * (before % 3) + begun
                    field = 16 * (begun + triplets + 8 * pairs)
                    steps.append((tail, field + max(0, wanted - have)))
        table.append(tuple(steps))
    return tuple(table)


# Equal costs are kept once, under a number.

_costs: list[tuple[int, ...]] = []
_numbers: dict[tuple[int, ...], int] = {}


@lru_cache(maxsize=_MEMO)
def _number_of(ways: int) -> int:
    """Return the number of the least costs among these ways."""
    fields = (ways >> 16 * place & 0xFFFF for place in (0, 1, 2, 3, 4, 8, 9, 10, 11, 12))
    return _number([(field & -field).bit_length() - 1 if field else _NEVER for field in fields])


def _number(costs: list[int]) -> int:
    """Return the number of these costs: first without a pair, by sets; then with one."""
    number = _numbers.setdefault(tuple(costs), len(_costs))
    if number == len(_costs):
        _costs.append(tuple(costs))
    return number


def _joined(numbers: int) -> int:
    """Return the number of the costs of two together."""
    one, two = _costs[numbers >> 16], _costs[numbers & 0xFFFF]
    joined = []
    for pair in (0, _PAIR):
        for sets in range(_SETS + 1):
            ways = [one[took] + two[pair + sets - took] for took in range(sets + 1)]
            if pair:
                ways += [one[pair + took] + two[sets - took] for took in range(sets + 1)]
            joined.append(min(_NEVER, *ways))
    return _number(joined)


def _standard(numbers: int) -> int:
    """Return the distance of two joined costs and, in the lowest bits, the sets to be made."""
    sets = numbers & 7
    return _costs[_joined(numbers >> 19 << 16 | numbers >> 3 & 0xFFFF)][_PAIR + sets] - 1


def _alone(runs: bool, part: int) -> tuple[int, int]:
    """Return the number of a suit's costs without own sets, and its extra number."""
    found = _number_of(_ways(part, 0, runs=runs)), _extra(part, runs=runs)
    return _shared.setdefault(found, found)


def _rest(extra: int) -> tuple[int, int]:
    """Return how many sets are still to be made, and the distance in the special forms."""
    tiles = extra >> 20
    if tiles % 3 == 0 or tiles > 14:
        raise IllegalHandError(
            f"{tiles} concealed tiles: expected 1, 4, 7, 10 or 13, or one more of these"
        )
    special = min(_seven_pairs(extra), _orphans(extra)) if tiles > 12 else _NEVER
    return tiles // 3, special


_shared: dict[tuple[int, int], tuple[int, int]] = {}
"""Equal answers are kept once, which keeps them near at hand."""
_NUMBERS: Final = Memo(partial(_alone, True), most=1 << 17)
_HONOURS: Final = Memo(partial(_alone, False))
_JOINED: Final = Memo(_joined)
_STANDARD: Final = Memo(_standard)
_REST: Final = Memo(_rest)
