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


def suit_codes(counts: NDArray[np.uint8]) -> Ints:
    """Return the counts of each suit in base five [4, n]."""
    return (_WEIGHTS @ counts.T.astype(np.float32)).astype(np.int64)


def read(hands: Hands, claimed: Flags | None, tables: Tables) -> tuple[Facts, Readings]:
    """Find all readings of the hands; a hand that is not complete has one that is worth nothing.

    Where `claimed` is false, it is left open what the winning tile completed.
    """
    codes = suit_codes(hands.counts)
    numbers, honours = suits.number_suit(), suits.honour_suit()
    ids = [numbers.ids.take(codes[suit]).astype(np.int64) for suit in range(3)]
    facts = [numbers.facts[suit].take(ids[suit]) for suit in range(3)]
    facts.append(honours.facts.take(codes[3]))
    shapes, added = _melds(hands, tables)
    shapes |= (facts[0] | facts[1] | facts[2] | facts[3]) % (
        1 << layout.KIND_BITS
    ) << layout.KIND_SHIFT
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
    splits = [
        numbers.splits.take(ids[suit] * suits.COLUMNS + _COLUMN[suit].take(tile))
        for suit in range(3)
    ]
    honour_record = tables.honours.take(codes[3] * suits.HONOUR_COLUMNS + _COLUMN[3].take(tile))
    return of_hand, _readings(splits, honour_record, of_hand, standard, special, tables)


def _melds(hands: Hands, tables: Tables) -> tuple[Ints, Ints]:
    """Join what the melds of each hand add to it."""
    shapes = np.zeros(len(hands), np.int64)
    added = np.zeros(len(hands), np.int64)
    for column in range(hands.melds.shape[1]):
        codes = hands.melds[:, column].astype(np.int64)
        codes += 1
        if codes.any():
            shapes |= tables.meld_shapes.take(codes)
            added += tables.meld_facts.take(codes)
    return shapes, added


def _special(sums: Ints) -> Ints | None:
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
    splits: list[Ints],
    honour_record: Ints,
    facts: Facts,
    standard: Flags,
    special: Ints | None,
    tables: Tables,
) -> Readings:
    """Combine the splits of the suits."""
    numbers = [one & 15 for one in splits]
    total = numbers[0] * numbers[1] * numbers[2]
    if special is not None:
        total = np.where(standard, total, 0) + (special > 0)
        total = np.maximum(total, 1)
    rows = [one >> 4 for one in splits]
    if total.max(initial=1) == 1:
        ours = special
        order = np.zeros(len(total), np.int64)
        return _packed(None, None, rows, honour_record, facts, ours, order, tables)
    hand = np.repeat(np.arange(len(total)), total)
    ends = np.cumsum(total)
    starts = ends - total
    rows = [one.take(hand) for one in rows]
    many = np.flatnonzero(total.take(hand) > 1)
    which = hand.take(many)
    nth = many - starts.take(which)
    order = np.zeros(len(hand), np.int64)
    order[many] = _pick(rows, [one.take(which) for one in numbers], many, nth)
    ours = None
    if special is not None:
        ours = np.zeros(len(hand), np.int64)
        last = ends - 1
        ours[last] = special
        order[last] = np.where(special > 0, LAST, order[last])
    return _packed(hand, starts, rows, honour_record.take(hand), facts, ours, order, tables)


def _pick(rows: list[Ints], numbers: list[Ints], many: Ints, nth: Ints) -> Ints:
    """Move `rows` to the nth combination of splits, the last suit fastest; return the orders."""
    records = suits.number_suit()
    order = np.zeros(len(many), np.int64)
    done = np.zeros(len(many), np.int64)
    for suit in (2, 1, 0):
        rest = nth // numbers[suit]
        row = rows[suit].take(many) + (nth - rest * numbers[suit])
        row[row >= len(records.order)] = 0
        nth = rest
        rows[suit][many] = row
        mine = records.order.take(row)
        order |= mine >> 3 << 3 * (3 - suit)
        done |= mine & 7
    return order | done


def _packed(
    hand: Ints | None,
    starts: Ints | None,
    rows: list[Ints],
    honour_record: Ints,
    facts: Facts,
    special: Ints | None,
    order: Ints,
    tables: Tables,
) -> Readings:
    """Look up the records and put them together with the melds."""
    if special is not None:
        chosen = special == 0
        rows = [one * chosen for one in rows]
        honour_record = np.where(chosen, honour_record, 0)
    first, second, third = (tables.records.take(one) for one in rows)
    added = (first + second + third + honour_record) >> ADDED_SHIFT
    shapes = first & SHAPE_MASK
    shapes |= (second & SHAPE_MASK) << SHAPE_BITS
    shapes |= (third & SHAPE_MASK) << 2 * SHAPE_BITS
    shapes |= (honour_record & SHAPE_MASK) << layout.HONOUR_SHIFT
    readings = Readings(hand, starts, shapes, added, special, order)
    shapes |= readings.of_hands(facts.shapes)
    added += readings.of_hands(facts.added)
    return readings


_STANDARD_MASK: Final = (1 << suits.STANDARD.bits + suits.PAIRED.bits) - 1
_STANDARD: Final = 4 + (1 << suits.STANDARD.bits)
"""Four suits that split, one of them with a pair."""
_SEVEN_MASK: Final = (1 << suits.ONLY_PAIRS.bits + suits.PAIRS.bits) - 1
_SEVEN: Final = 4 + (7 << suits.ONLY_PAIRS.bits)
_WEIGHTS: Final = np.array(
    [
        [5.0 ** (kind % 9) if kind // 9 == suit else 0.0 for kind in range(KINDS)]
        for suit in range(4)
    ],
    np.float32,
)
_COLUMN: Final = [
    np.array(
        [kind % 9 if kind < KINDS and kind // 9 == suit else places for kind in range(KINDS + 1)]
    )
    for suit, places in enumerate([suits.PLACES] * 3 + [suits.HONOURS])
]
"""[suit][winning tile]: its column in the tables; KINDS is a tile of no suit."""
