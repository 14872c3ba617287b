"""The value of every reading, and of each hand the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from scoring.batch import layout
from scoring.batch.circumstances import FU_BITS, HAN_BITS, HONOURS, WINDS_MASK, closed_of
from scoring.batch.readings import LAST, SEVEN_PAIRS
from scoring.batch.rules import BARE, MANGAN_VALUE, MAX_FU, MAX_HAN, bit
from scoring.batch.worth import YAKUMAN_SHIFT, counting, side, total

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.batch.circumstances import Circumstances
    from scoring.batch.readings import Facts, Readings
    from scoring.batch.rules import Tables
    from scoring.batch.worth import Alone

    Ints = NDArray[np.int64]


class Valued(NamedTuple):
    """What readings are worth: one row a reading, later one a hand."""

    rank: Ints
    """Of more value, more; below zero it is no win. See `_ranked` and `_short`."""
    yaku: Ints
    han: Ints
    """Yaku and dora; -1 as fu where the hand has none."""
    fu: Ints
    dora: Ints
    value: Ints
    """See rules.pack_value."""


class _Sums(NamedTuple):
    """What was counted of each reading before anything is chosen."""

    yaku: Ints
    han: Ints
    """Of yaku that add up."""
    multiples: Ints
    """Of a yakuman."""
    fu: Ints
    """Rounded."""
    closed: Ints
    needed: Ints
    later: Ints
    """More for an earlier reading."""


_PINFU: Final = bit("pinfu")
_BOTH: Final = _PINFU | BARE
_LOWEST: Final = sum(1 << layout.SHAPE_BITS * suit for suit in range(3))
"""The lowest bit of each suit's shape."""
_RUNS: Final = (1 << layout.RUN_BITS) - 1
_KOTSU: Final = layout.SHAPE_MASK & ~_RUNS
_FU_SHIFT, _HAN_SHIFT, _MULTIPLE_SHIFT, _BASE_SHIFT = 15, 25, 33, 39
_LEAST: Final = 1 << 12


def best_readings(
    facts: Facts,
    first: Readings,
    others: Readings | None,
    around: Circumstances,
    tables: Tables,
) -> Valued:
    """Value all readings and choose the best of each hand."""
    best = _valued(facts, first, around, tables)
    if others is None or others.hand is None:
        return best
    valued = _valued(facts, others, around, tables)
    starts = np.flatnonzero(np.diff(others.hand, prepend=-1))
    highest = np.maximum.reduceat(valued.rank, starts)
    rows = np.flatnonzero(
        valued.rank == np.repeat(highest, np.diff(starts, append=len(others.hand)))
    )
    hands = others.hand.take(rows)
    better = highest > best.rank.take(hands)
    rows, hands = rows[better], hands[better]
    for column, other in zip(best, valued, strict=True):
        column[hands] = other.take(rows)
    return best


def yaku_han(rank: Ints) -> Ints:
    """Return the most han of yaku that a refused hand has, given its rank."""
    return (rank >> _FU_SHIFT) + _LEAST


def _valued(facts: Facts, readings: Readings, around: Circumstances, tables: Tables) -> Valued:
    """Value each reading."""
    word = readings.of_hands(around.word)
    found, fu = _found(readings, around, word, tables)
    if readings.special is not None:
        _add_special(found, facts, readings, readings.special)
    items = readings.of_hands(around.fu)
    drawn = items >> FU_BITS & (1 << FU_BITS) - 1
    fu += items & (1 << FU_BITS) - 1
    fu += (items >> 2 * FU_BITS) * (found & BARE > 0)
    closed = closed_of(word)
    yaku = counting(found, closed, tables.worth)
    worth = total(yaku, closed, tables.worth)
    pinfu = yaku & _PINFU > 0
    bonus = readings.of_hands(around.han)
    own = worth & (1 << YAKUMAN_SHIFT) - 1
    rounded = _rounded(readings, fu + drawn * ~pinfu, tables)
    dora = bonus & (1 << HAN_BITS) - 1
    han = own + dora
    value = tables.values.take(np.minimum(han, MAX_HAN) * (MAX_FU + 1) + rounded)
    needed = bonus >> HAN_BITS
    later = LAST - readings.order
    rank = _ranked(value, 0, han, rounded, later)
    rank = np.where(own < needed, _short(own, later), rank)
    valued = Valued(rank, yaku & tables.worth.joint, han, rounded, dora, value)
    multiples = worth >> YAKUMAN_SHIFT
    if multiples.any():
        _put_yakuman(valued, multiples, later, closed, tables)
    for alone in tables.worth.alone:
        sums = _Sums(yaku, own, multiples, rounded.copy(), closed, needed, later)
        _put_alone(valued, alone, sums, tables)
    return valued


def _found(
    readings: Readings, around: Circumstances, word: Ints, tables: Tables
) -> tuple[Ints, Ints]:
    """Return the bits of all yaku of each reading, and the fu of its groups, pair and wait."""
    shapes = readings.shapes
    added = readings.added
    added += tables.waits.take(added >> layout.WAIT.shift - 1 & _WAIT_MASK | word & 1)
    index = shapes >> layout.HONOUR_SHIFT & 127
    index |= added >> layout.HONOUR_PAIR.shift - 7 & _PAIR_MASK
    index |= word & WINDS_MASK
    honours = tables.honour_yaku.take(index)
    found = tables.patterns.take(added & _PATTERN_MASK | word & HONOURS)
    found &= honours | ~_BOTH
    found |= honours & ~_BOTH
    found |= readings.of_hands(around.yaku)
    straight = shapes & shapes >> 3
    straight &= shapes >> 6
    found |= (straight & _LOWEST > 0) * np.int64(bit("ikkitsuukan"))
    same = shapes & shapes >> layout.SHAPE_BITS
    same &= shapes >> 2 * layout.SHAPE_BITS
    found |= (same & _RUNS > 0) * np.int64(bit("sanshoku doujun"))
    found |= (same & _KOTSU > 0) * np.int64(bit("sanshoku doukou"))
    fu = added >> layout.FU.shift
    fu += tables.honour_fu.take(index)
    return found, fu


_WAIT_MASK: Final = layout.WAIT.mask << 1
_PAIR_MASK: Final = layout.HONOUR_PAIR.mask << 7
_PATTERN_MASK: Final = (1 << layout.PATTERN_BITS) - 1


def _add_special(found: Ints, facts: Facts, readings: Readings, special: Ints) -> None:
    """Add the yaku of the two special forms."""
    rows = np.flatnonzero(special)
    kinds = readings.shapes[rows] >> layout.KIND_SHIFT
    honours = kinds & layout.SIMPLE_KIND + 7 * layout.SUIT_KIND == 0
    hand = rows if readings.hand is None else readings.hand[rows]
    seven = bit("chiitoitsu") + honours * bit("tsuuiisou chiitoitsu")
    orphans = bit("kokushi musou") + (facts.win_copies[hand] == 2) * bit("kokushi musou 13-wait")
    found[rows] |= np.where(special[rows] == SEVEN_PAIRS, seven, orphans)


def _rounded(readings: Readings, fu: Ints, tables: Tables) -> Ints:
    """Round minipoints up; the special forms have their own."""
    rounded = tables.rounding.take(fu)
    if readings.special is not None:
        rows = np.flatnonzero(readings.special)
        rounded[rows] = tables.special_fu.take(readings.special[rows])
    return rounded


def _put_yakuman(
    valued: Valued, multiples: Ints, later: Ints, closed: Ints, tables: Tables
) -> None:
    """Value the rows that have yakuman: nothing else counts then."""
    rows = np.flatnonzero(multiples)
    multiple = multiples.take(rows)
    value = tables.yakuman.take(multiple)
    valued.rank[rows] = _ranked(value, multiple, 0, 0, later.take(rows))
    valued.yaku[rows] &= tables.worth.yakuman.take(side(closed.take(rows)))
    valued.value[rows] = value
    valued.han[rows] = valued.fu[rows] = -1
    valued.dora[rows] = 0


def _put_alone(valued: Valued, alone: Alone, sums: _Sums, tables: Tables) -> None:
    """Take a yaku that stands alone where that is worth more than the others with the dora."""
    rows = np.flatnonzero((sums.yaku & alone.bit > 0) & (sums.multiples == 0))
    if not rows.size:
        return
    later = sums.later.take(rows)
    han = np.array(alone.han).take(side(sums.closed.take(rows)))
    fu = sums.fu.take(rows)
    if alone.limit:
        value = np.full(len(rows), MANGAN_VALUE, np.int64)
        rank = _ranked(value, 0, 0, 0, later)
    else:
        value = tables.values.take(np.minimum(han, MAX_HAN) * (MAX_FU + 1) + fu)
        rank = _ranked(value, 0, han, fu, later)
        rank = np.where(han < sums.needed.take(rows), _short(han, later), rank)
    better = rank > valued.rank.take(rows)
    rows = rows[better]
    valued.rank[rows] = rank[better]
    valued.value[rows] = value[better]
    valued.yaku[rows] = alone.bit
    valued.han[rows] = -1 if alone.limit else han[better]
    valued.fu[rows] = -1 if alone.limit else fu[better]
    valued.dora[rows] = 0


def _ranked(
    value: Ints, multiple: Ints | int, han: Ints | int, fu: Ints | int, later: Ints
) -> Ints:
    """Order by base value, yakuman, han, fu; then the earlier reading first."""
    rank = value >> 16 << _BASE_SHIFT
    rank |= later
    rank |= fu << _FU_SHIFT
    rank |= han << _HAN_SHIFT
    return rank | multiple << _MULTIPLE_SHIFT


def _short(han: Ints, later: Ints) -> Ints:
    """Order readings without enough yaku, below all others."""
    return (han - _LEAST << _FU_SHIFT) + later
