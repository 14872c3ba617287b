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
ORDER_BITS: Final = 5
"""Of the order of one suit's record."""
LAST: Final = (1 << 3 * ORDER_BITS) - 1
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
    """One row a reading."""

    hand: Ints | None
    """Row of the hand, ascending; None where there is one reading of each hand."""
    shapes: Ints
    added: Ints
    special: Ints | None
    """As in Facts, but only for the reading that is special; None if none is."""
    order: Ints
    """Of readings of one value the lowest is taken."""

    def of_hands(self, column: Ints) -> Ints:
        """Take a column of the hands for their readings."""
        return column if self.hand is None else column.take(self.hand)


def read(
    hands: Hands, claimed: Flags | None, tables: Tables
) -> tuple[Facts, Readings, Readings | None]:
    """Find all readings: the first of each hand, and the others of those that have more.

    A hand that is not complete has one that is worth nothing.

    Where `claimed` is false, it is left open what the winning tile completed.
    """
    honours = suits.honour_suit()
    ids = [column.astype(np.int64) for column in hands.suits.T]
    facts = [suits.number_suit().facts[suit].take(ids[suit]) for suit in range(3)]
    facts.append(honours.facts.take(ids[3]))
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
        win_copies=hands.win_copies,
    )
    tile = hands.win_tile.astype(np.int64)
    if claimed is not None:
        tile[~claimed] = KINDS
    rows = [ids[suit] * suits.COLUMNS + _COLUMN[suit].take(tile) for suit in range(3)]
    records = [tables.firsts.take(row) for row in rows]
    records.append(tables.honours.take(ids[3] * suits.HONOUR_COLUMNS + _COLUMN[3].take(tile)))
    numbers = [record >> layout.NUMBER_SHIFT for record in records[:3]]
    others = _others(rows, records[3], numbers, of_hand, standard, special, tables)
    order = np.zeros(len(hands), np.int64)
    if special is not None:
        special = np.where(standard, NOT_SPECIAL, special)
    return of_hand, _packed(None, records, of_hand, special, order), others


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


def _others(
    rows: list[Ints],
    honour_record: Ints,
    numbers: list[Ints],
    facts: Facts,
    standard: Flags,
    special: Ints | None,
    tables: Tables,
) -> Readings | None:
    """Return the readings beyond the first, given how many records each suit has."""
    several = numbers[0] * numbers[1] * numbers[2]
    more = (several - 1) * standard
    if special is not None:
        more += standard & (special > 0)
    hands = np.flatnonzero(more)
    if not hands.size:
        return None
    count = more.take(hands)
    ends = np.cumsum(count)
    hand = np.repeat(hands, count)
    nth = np.arange(1, len(hand) + 1) - np.repeat(ends - count, count)
    rows = [one.take(hand) for one in rows]
    numbers = [one.take(hand) for one in numbers]
    records, order = _pick(rows, numbers, nth, tables)
    records.append(honour_record.take(hand))
    if special is None:
        return _packed(hand, records, facts, None, order)
    ours = np.zeros(len(hand), np.int64)
    ours[ends - 1] = special.take(hands)
    order[ours > 0] = LAST
    return _packed(hand, records, facts, ours, order)


def _pick(
    rows: list[Ints], numbers: list[Ints], nth: Ints, tables: Tables
) -> tuple[list[Ints], Ints]:
    """Return the records of the nth combinations, the last suit fastest, and their orders."""
    suit_tables = suits.number_suit()
    order = np.zeros(len(nth), np.int64)
    records = []
    for suit in (2, 1, 0):
        rest = nth // numbers[suit]
        found = suit_tables.first.take(rows[suit]) + (nth - rest * numbers[suit])
        nth = rest
        records.append(tables.records.take(found))
        mine = suit_tables.order.take(found)
        order |= mine << ORDER_BITS * (2 - suit)
    return records[::-1], order


def _packed(
    hand: Ints | None,
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
    readings = Readings(hand, shapes, added, special, order)
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
