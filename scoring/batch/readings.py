"""From the tiles of many hands to all their readings, each one packed in two numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from scoring.batch import layout, suits
from scoring.batch.layout import ADDED_SHIFT, SHAPE_BITS, SHAPE_MASK
from scoring.tiles import KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.batch.hands import Hands
    from scoring.batch.rules import Tables

    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]

NOT_SPECIAL, SEVEN_PAIRS, THIRTEEN_ORPHANS = range(3)
LAST: Final = (1 << 12) - 1
"""The order of a reading that comes after all others of its hand."""


class Facts(NamedTuple):
    """What holds of each hand however it is read; one row a hand."""

    shapes: Ints
    """Of the melds, packed as rules.Tables.meld_shapes, with the kinds of the whole hand."""
    added: Ints
    """Of the melds."""
    complete: Flags
    special: Ints
    """NOT_SPECIAL, SEVEN_PAIRS or THIRTEEN_ORPHANS."""
    gates: Flags
    wheel: Flags
    win_copies: NDArray[np.uint8]
    """How many of the winning tile are concealed."""


class Readings(NamedTuple):
    """One row a reading; the readings of one hand lie together."""

    hand: Ints | None
    """Row of the hand; None where each hand has one reading."""
    starts: Ints | None
    """First reading of each hand; None as above."""
    shapes: Ints
    added: Ints
    special: Ints | None
    """As in Facts, but only for the reading that is special; None if none is."""
    order: Ints
    """Of readings of one value the lowest is taken."""

    def of_hands(self, column: Ints) -> Ints:
        """Repeat a column of the hands for their readings."""
        return column if self.hand is None else column.take(self.hand)


def read(hands: Hands, claimed: Flags | None, tables: Tables) -> tuple[Facts, Readings]:
    """Find all readings of the hands; a hand that is not complete has one that is worth nothing.

    Where `claimed` is false, it is left open what the winning tile completed.
    """
    codes = hands.codes.T
    numbers, honours = suits.number_suit(), suits.honour_suit()
    ids = [numbers.ids.take(codes[suit]).astype(np.int64) for suit in range(3)]
    facts = [numbers.facts[suit].take(ids[suit]) for suit in range(3)]
    facts.append(honours.facts.take(codes[3]))
    shapes, added = _melds(hands, tables)
    kinds = facts[0] | facts[1] | facts[2] | facts[3]
    shapes |= (kinds & (1 << layout.KIND_BITS) - 1).astype(np.int64) << layout.KIND_SHIFT
    sums = facts[0] + facts[1] + facts[2] + facts[3]
    standard = sums >> suits.STANDARD.shift & _STANDARD_MASK == _STANDARD
    special = _special(sums)
    of_hand = Facts(
        shapes,
        added,
        complete=standard if special is None else standard | (special > 0),
        special=np.zeros_like(added) if special is None else special,
        gates=sums & suits.GATES.one > 0,
        wheel=sums & suits.WHEEL.one > 0,
        win_copies=hands.counts[np.arange(len(hands)), hands.win_tile],
    )
    tile = hands.win_tile if claimed is None else np.where(claimed, hands.win_tile, KINDS)
    rows = [ids[suit] * suits.COLUMNS + _COLUMN[suit].take(tile) for suit in range(3)]
    records = [tables.firsts.take(row) for row in rows]
    records.append(tables.honours.take(codes[3] * suits.HONOUR_COLUMNS + _COLUMN[3].take(tile)))
    return of_hand, _readings(rows, records, of_hand, standard, special, tables)


def _melds(hands: Hands, tables: Tables) -> tuple[Ints, Ints]:
    """Join what the melds of each hand add to it."""
    shapes = np.zeros(len(hands), np.int64)
    added = np.zeros(len(hands), np.int64)
    for column in hands.melds.T:
        if column.max(initial=-1) >= 0:
            codes = column.astype(np.int64)
            shapes |= tables.meld_shapes.take(codes)
            added += tables.meld_facts.take(codes)
    return shapes, added


def _special(sums: NDArray[np.int32]) -> Ints | None:
    """Say which hands are seven pairs or thirteen orphans; None if none is."""
    seven = sums >> suits.ONLY_PAIRS.shift & _SEVEN_MASK == _SEVEN
    orphans = sums >> suits.ORPHANS.shift & suits.ORPHANS.mask == 4
    if not (seven.any() or orphans.any()):
        return None
    special = np.zeros(len(sums), np.int64)
    special[seven] = SEVEN_PAIRS
    special[orphans] = THIRTEEN_ORPHANS
    return special


def _readings(
    rows: list[Ints],
    records: list[Ints],
    facts: Facts,
    standard: Flags,
    special: Ints | None,
    tables: Tables,
) -> Readings:
    """Combine the splits of the suits, given their first records and where more are found."""
    numbers = [record >> layout.NUMBER_SHIFT for record in records[:3]]
    total = numbers[0] * numbers[1] * numbers[2]
    if special is not None:
        total = np.where(standard, total, 0) + (special > 0)
        total = np.maximum(total, 1)
    if total.max(initial=1) == 1:
        order = np.zeros(len(total), np.int64)
        return _packed(None, None, records, facts, special, order)
    hand = np.repeat(np.arange(len(total)), total)
    ends = np.cumsum(total)
    starts = ends - total
    records = [record.take(hand) for record in records]
    many = np.flatnonzero(total.take(hand) > 1)
    which = hand.take(many)
    order = np.zeros(len(hand), np.int64)
    rows, numbers = ([one.take(which) for one in columns] for columns in (rows, numbers))
    order[many] = _pick(records, rows, numbers, many, many - starts.take(which), tables)
    if special is None:
        return _packed(hand, starts, records, facts, None, order)
    last = ends - 1
    ours = np.zeros(len(hand), np.int64)
    ours[last] = special
    order[last] = np.where(special > 0, LAST, order[last])
    return _packed(hand, starts, records, facts, ours, order)


def _pick(
    records: list[Ints],
    rows: list[Ints],
    numbers: list[Ints],
    many: Ints,
    nth: Ints,
    tables: Tables,
) -> Ints:
    """Put in the records of the nth combinations, the last suit fastest; return their orders."""
    suit_tables = suits.number_suit()
    order = np.zeros(len(many), np.int64)
    done = np.zeros(len(many), np.int64)
    for suit in (2, 1, 0):
        rest = nth // numbers[suit]
        found = suit_tables.first.take(rows[suit]) + (nth - rest * numbers[suit])
        nth = rest
        records[suit][many] = tables.records.take(found)
        mine = suit_tables.order.take(found)
        order |= mine >> 3 << 3 * (3 - suit)
        done |= mine & 7
    return order | done


def _packed(
    hand: Ints | None,
    starts: Ints | None,
    records: list[Ints],
    facts: Facts,
    special: Ints | None,
    order: Ints,
) -> Readings:
    """Put the records of the suits together with the melds."""
    first, second, third, honours = records
    added = (first + second + third + honours) >> ADDED_SHIFT
    added &= (1 << layout.ADDED_BITS) - 1
    shapes = first & SHAPE_MASK
    shapes |= (second & SHAPE_MASK) << SHAPE_BITS
    shapes |= (third & SHAPE_MASK) << 2 * SHAPE_BITS
    shapes |= (honours & SHAPE_MASK) << layout.HONOUR_SHIFT
    if special is not None:
        chosen = special == 0
        shapes *= chosen
        added = np.where(chosen, added, layout.INNER.one)
    readings = Readings(hand, starts, shapes, added, special, order)
    shapes |= readings.of_hands(facts.shapes)
    added += readings.of_hands(facts.added)
    return readings


_STANDARD_MASK: Final = (1 << suits.STANDARD.bits + suits.PAIRED.bits) - 1
_STANDARD: Final = 4 + (1 << suits.STANDARD.bits)
"""Four suits that split, one of them with a pair."""
_SEVEN_MASK: Final = (1 << suits.ONLY_PAIRS.bits + suits.PAIRS.bits) - 1
_SEVEN: Final = 4 + (7 << suits.ONLY_PAIRS.bits)
_COLUMN: Final = [
    np.array(
        [kind % 9 if kind < KINDS and kind // 9 == suit else places for kind in range(KINDS + 1)]
    )
    for suit, places in enumerate([suits.PLACES] * 3 + [suits.HONOURS])
]
"""[suit][winning tile]: its column in the tables; KINDS is a tile of no suit."""
