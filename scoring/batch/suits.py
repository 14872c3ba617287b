"""Every finished suit and every way to split it, looked up by its counts in base five.

The tables hold for every ruleset. They are made at the first use, in a few tenths of a second,
and stay in memory (14 MiB).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from scoring.batch import layout
from scoring.batch.layout import ADDED_SHIFT, SHAPE_BITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Small = NDArray[np.int32]

PLACES: Final = 9
CODES: Final = 5**PLACES
HONOURS: Final = 7
HONOUR_CODES: Final = 5**HONOURS
COLUMNS: Final = PLACES + 1
"""For each place of the winning tile in the suit, and (the last) for none in it."""
HONOUR_COLUMNS: Final = HONOURS + 1

STANDARD: Final = layout.Field(11, 3)
"""The suit splits into groups and at most one pair."""
PAIRED: Final = layout.Field(14, 3)
"""... with a pair."""
ONLY_PAIRS: Final = layout.Field(17, 3)
PAIRS: Final = layout.Field(20, 4)
ORPHANS: Final = layout.Field(24, 3)
"""Each terminal or honour of it is there, nothing else."""
GATES: Final = layout.Field(27, 1)
WHEEL: Final = layout.Field(28, 1)

_POWERS: Final = 5 ** np.arange(PLACES, dtype=np.int64)
_STARTS: Final = 7
"""Places at which a run can start."""


class NumberSuit(NamedTuple):
    """The tables of characters, circles and bamboos, which are one but for `facts`."""

    ids: NDArray[np.int16]
    """[CODES]: a number for each suit that may be part of a finished hand, else 0."""
    facts: tuple[Small, Small, Small]
    """[id] for each suit: what kinds there are ("or"), and the fields above (added)."""
    first: Small
    """[id * COLUMNS + place of the winning tile]: the first record."""
    number: Small
    """[the same]: how many records there are, at least one."""
    records: Ints
    """The packed facts of each split and each group that the winning tile may have completed.

    Record 0 is of no split.
    """
    order: Ints
    """[record]: split * 8 + group completed (pair, kotsu, runs).

    It decides between readings of one value, as the engine's order does.
    """
    kotsu: NDArray[np.uint8]
    """[record, 2]: concealed kotsu of simples, of terminals; their fu are the ruleset's to say."""


class HonourSuit(NamedTuple):
    """The tables of the winds and dragons, of which there is at most one split."""

    facts: Small
    """[HONOUR_CODES], as those of the number suits."""
    records: Ints
    """[HONOUR_CODES * HONOUR_COLUMNS]: as of the number suits."""
    kotsu: NDArray[np.uint8]
    """[HONOUR_CODES]: concealed kotsu."""


@cache
def number_suit() -> NumberSuit:
    """Make the tables of the number suits, once."""
    groups, pairs = _all_splits()
    code = _counts(groups, pairs) @ _POWERS
    codes = np.unique(np.concatenate([code, _pair_codes(), _orphan_codes()]))
    ids = np.zeros(CODES, np.int16)
    ids[codes] = np.arange(1, len(codes) + 1)
    facts = _number_facts(codes, set(code[pairs < 0].tolist()), set(code[pairs >= 0].tolist()))
    order = np.lexsort((_split_order(groups, pairs), code))
    groups, pairs, code = groups[order], pairs[order], code[order]
    nth = np.arange(len(code)) - np.searchsorted(code, code)
    split, place, done, wait = _placements(groups, pairs)
    row = ids[code[split]].astype(np.int64) * COLUMNS + place
    order = np.lexsort((done, nth[split], row))
    split, row, done, wait = split[order], row[order], done[order], wait[order]
    records = _plain_records(groups, pairs)[split] + (wait << layout.WAIT.shift + ADDED_SHIFT)
    rows, firsts, numbers = np.unique(row, return_index=True, return_counts=True)
    first = np.zeros((len(codes) + 1) * COLUMNS, np.int32)
    number = np.ones_like(first)
    first[rows], number[rows] = firsts + 1, numbers
    kotsu = groups[:, _STARTS:]
    outside = kotsu[:, 0] + kotsu[:, -1]
    counters = np.stack([kotsu.sum(axis=1) - outside, outside], axis=1).astype(np.uint8)
    return NumberSuit(
        ids,
        facts,
        first,
        number,
        np.concatenate([[_NOTHING], records]),
        np.concatenate([[0], nth[split] * 8 + done]),
        np.concatenate([np.zeros((1, 2), np.uint8), counters[split]]),
    )


_NOTHING: Final = layout.INNER.one << ADDED_SHIFT
"""The record of a suit without a split, which is part of no outside hand."""


def _all_splits() -> tuple[Ints, Ints]:
    """Return how often each group is in each split [n, 7 runs + 9 kotsu], and its pair or -1."""
    rows = [
        np.bincount(chosen, minlength=_STARTS + PLACES)
        for size in range(5)
        for chosen in combinations_with_replacement(range(_STARTS + PLACES), size)
    ]
    groups = np.repeat(np.array(rows, np.int64), PLACES + 1, axis=0)
    pairs = np.tile(np.arange(-1, PLACES, dtype=np.int64), len(rows))
    possible = (_counts(groups, pairs) <= 4).all(axis=1)
    return groups[possible], pairs[possible]


def _counts(groups: Ints, pairs: Ints) -> Ints:
    """Return the tiles of each split [n, 9]."""
    tiles = np.zeros((_STARTS + PLACES, PLACES), np.int64)
    for start in range(_STARTS):
        tiles[start, start : start + 3] = 1
    tiles[_STARTS:] = 3 * np.eye(PLACES, dtype=np.int64)
    counts = groups @ tiles
    has_pair = np.flatnonzero(pairs >= 0)
    counts[has_pair, pairs[has_pair]] += 2
    return counts


def _split_order(groups: Ints, pairs: Ints) -> Ints:
    """Number the splits of one suit: runs before kotsu, from the lowest place on."""
    order = np.zeros(len(groups), np.int64)
    for place in range(PLACES):
        order = order * 4 + groups[:, _STARTS + place] * 2 + (pairs == place)
    return order


def _pair_codes() -> Ints:
    """Return the codes of suits that are nothing but pairs, the empty suit included."""
    return np.array(list(product((0, 2), repeat=PLACES)), np.int64) @ _POWERS


def _orphan_codes() -> Ints:
    """Return the codes of suits of both terminals, one of them perhaps twice."""
    return np.array([one + nine * _POWERS[-1] for one in (1, 2) for nine in (1, 2)], np.int64)


def _number_facts(codes: Ints, unpaired: set[int], paired: set[int]) -> tuple[Small, Small, Small]:
    """Return the facts of each id in each suit; id 0 has none."""
    counts = codes[:, None] // _POWERS % 5
    held = counts > 0
    shared = np.zeros(len(codes), np.int64)
    shared += STANDARD.one * np.isin(codes, [*unpaired, *paired])
    shared += PAIRED.one * np.isin(codes, [*paired])
    pairs = np.isin(codes, _pair_codes())
    shared += ONLY_PAIRS.one * pairs + PAIRS.one * pairs * (counts == 2).sum(axis=1)
    shared += ORPHANS.one * np.isin(codes, _orphan_codes())
    gates = np.array([3, 1, 1, 1, 1, 1, 1, 1, 3])
    shared += GATES.one * (((counts - gates) >= 0).all(axis=1) & (counts.sum(axis=1) == 14))
    wheel = np.array([0, 2, 2, 2, 2, 2, 2, 2, 0])
    shared += WHEEL.one * (counts == wheel).all(axis=1)
    suits = []
    for suit in range(3):
        kinds = np.zeros(len(codes), np.int64)
        for place in range(PLACES):
            kinds |= np.where(held[:, place], layout.kind_bits(9 * suit + place), 0)
        suits.append(np.concatenate([[0], shared | kinds]).astype(np.int32))
    return suits[0], suits[1], suits[2]


def _placements(groups: Ints, pairs: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Return for every group that the winning tile may have completed: split, place, group, wait.

    The place behind the last stands for a suit without the winning tile. Of two two-sided waits
    of one split, which are worth the same, the lower is taken.
    """
    everything = np.arange(len(groups), dtype=np.int64)
    found = [(everything, PLACES, 0, layout.NO_WAIT)]
    for place in range(PLACES):
        found.append((np.flatnonzero(pairs == place), place, 0, layout.PAIR))
        two_sided = np.zeros(len(groups), bool)
        for turn, start in enumerate(range(place - 2, place + 1), 2):
            if not 0 <= start < _STARTS:
                continue
            wait = _wait_of_run(start, place)
            there = groups[:, start] > 0
            if wait == layout.TWO_SIDED:
                there &= ~two_sided
                two_sided |= there
            found.append((np.flatnonzero(there), place, turn, wait))
        kotsu = layout.KOTSU_OUTSIDE if place in {0, PLACES - 1} else layout.KOTSU_SIMPLE
        found.append((np.flatnonzero(groups[:, _STARTS + place]), place, 1, kotsu))
    sizes = [len(split) for split, *_ in found]
    columns = np.repeat(np.array([rest for _, *rest in found], np.int64), sizes, axis=0)
    split = np.concatenate([split for split, *_ in found])
    return split, columns[:, 0], columns[:, 1], columns[:, 2]


def _wait_of_run(start: int, place: int) -> int:
    """Say how the tile completed the run: 12_ and _89 are edges."""
    if place == start + 1:
        return layout.MIDDLE
    edge = (start == 0 and place == 2) or (start == _STARTS - 1 and place == _STARTS - 1)
    return layout.EDGE if edge else layout.TWO_SIDED


def _plain_records(groups: Ints, pairs: Ints) -> Ints:
    """Pack the facts of each split, wait and minipoints left out."""
    runs, kotsu = groups[:, :_STARTS], groups[:, _STARTS:]
    shape = (runs > 0) @ (1 << np.arange(_STARTS, dtype=np.int64))
    shape |= kotsu @ (1 << np.arange(layout.RUN_BITS, SHAPE_BITS, dtype=np.int64))
    triplets = kotsu.sum(axis=1)
    inner = runs[:, 1:-1].sum(axis=1) + kotsu[:, 1:-1].sum(axis=1) + ((pairs > 0) & (pairs < 8))
    added = (
        layout.KOTSU.one * triplets
        + layout.CONCEALED.one * triplets
        + layout.INNER.one * inner
        + layout.TWINS.one * (runs // 2).sum(axis=1)
    )
    return np.asarray(shape | added << ADDED_SHIFT, np.int64)


@cache
def honour_suit() -> HonourSuit:
    """Make the tables of the honours, once."""
    facts = np.zeros(HONOUR_CODES, np.int32)
    records = np.full((HONOUR_CODES, HONOUR_COLUMNS), _NOTHING, np.int64)
    kotsu = np.zeros(HONOUR_CODES, np.uint8)
    powers = _POWERS[:HONOURS].tolist()
    for counts in product(range(4), repeat=HONOURS):
        if sum(counts) > 14 or (1 in counts and 0 in counts):
            continue
        code = sum(count * power for count, power in zip(counts, powers, strict=True))
        facts[code] = _honour_facts(counts)
        if facts[code] >> STANDARD.shift & 1:
            kotsu[code] = counts.count(3)
            records[code] = _honour_records(counts)
    return HonourSuit(facts, records.reshape(-1), kotsu)


def _honour_facts(counts: tuple[int, ...]) -> int:
    """Return what the honours of a hand are part of."""
    bits = 0
    for place, count in enumerate(counts):
        bits |= layout.kind_bits(27 + place) if count else 0
    pairs = counts.count(2)
    if 1 not in counts and pairs <= 1:
        bits += STANDARD.one + PAIRED.one * pairs
    if not {1, 3} & {*counts}:
        bits += ONLY_PAIRS.one + PAIRS.one * pairs
    if 0 not in counts and 3 not in counts and pairs <= 1:
        bits += ORPHANS.one
    return bits


def _honour_records(counts: tuple[int, ...]) -> list[int]:
    """Return the record of the honours for each place of the winning tile, the last for none."""
    shape = sum(1 << place for place, count in enumerate(counts) if count == 3)
    triplets = counts.count(3)
    added = triplets * (layout.KOTSU.one + layout.CONCEALED.one)
    if 2 in counts:
        added += (counts.index(2) + 1) * layout.HONOUR_PAIR.one
    waits = [{2: layout.PAIR, 3: layout.KOTSU_OUTSIDE}.get(count, 0) for count in counts]
    return [shape | added + wait * layout.WAIT.one << ADDED_SHIFT for wait in [*waits, 0]]
