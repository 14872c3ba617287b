"""What the circumstances of each win add to all readings of the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from scoring.batch import layout
from scoring.batch.codes import FLAG
from scoring.batch.rules import FLAG_BITS, bit
from scoring.batch.worth import CLOSED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.batch.hands import Hands
    from scoring.batch.readings import Facts
    from scoring.batch.rules import Tables
    from scoring.ruleset import Ruleset

    Ints = NDArray[np.int64]

WINDS_SHIFT: Final = 10
WINDS_MASK: Final = 15 << WINDS_SHIFT
"""Seat wind and round wind, where rules.Tables.honour_yaku has them."""
HONOURS: Final = 1 << layout.PATTERN_BITS
"""There are honours, where rules.Tables.patterns has it."""
FU_BITS: Final = 10
HAN_BITS: Final = 8


_CLOSED_BIT: Final = layout.PATTERN_BITS + 1


class Circumstances(NamedTuple):
    """One row a hand, packed so that they are few columns to repeat for each reading."""

    word: Ints
    """Bit 0: self-drawn; winds; HONOURS; then whether the hand is closed."""
    yaku: Ints
    """The yaku that hold however the hand is read."""
    fu: Ints
    """Minipoints: in any reading; FU_BITS up, without pinfu; 2 * FU_BITS up, with nothing else."""
    han: Ints
    """Bonus han; HAN_BITS up, the han of yaku that are needed."""


def circumstances_of(hands: Hands, facts: Facts, tables: Tables, ruleset: Ruleset) -> Circumstances:
    """Look at the circumstances once for each hand."""
    closed = facts.added >> layout.OPEN.shift & layout.OPEN.mask == 0
    kinds = facts.shapes >> layout.KIND_SHIFT
    tsumo = hands.tsumo.astype(np.int64)
    word = tsumo | (hands.seat_wind | hands.round_wind << 2).astype(np.int64) << WINDS_SHIFT
    word |= (kinds & layout.HONOUR_KIND > 0) * HONOURS
    word |= closed.astype(np.int64) << _CLOSED_BIT
    return Circumstances(
        word,
        _yaku(hands, facts, kinds, tables),
        _fu(hands, closed, ruleset),
        _dora(hands, ruleset) | _needed(hands, ruleset) << HAN_BITS,
    )


def closed_of(word: Ints) -> Ints:
    """Return CLOSED or 0, as worth.py wants it."""
    return (word >> _CLOSED_BIT) * CLOSED


def _yaku(hands: Hands, facts: Facts, kinds: Ints, tables: Tables) -> Ints:
    """Return the bits of the yaku that need no reading."""
    kans = facts.added >> layout.KANS.shift & layout.KANS.mask
    found = tables.kind_yaku.take(kinds | kans << layout.KIND_BITS)
    found |= tables.flag_yaku.take(hands.flags & (1 << FLAG_BITS) - 1)
    found |= hands.tsumo * np.int64(bit("menzen tsumo"))
    found |= facts.wheel * np.int64(bit("daisharin"))
    eight = (hands.dealer_wins >= EIGHT_WINS) & (hands.seat_wind == 0)
    found |= eight * np.int64(bit("parenchan"))
    gates = np.flatnonzero(facts.gates)
    if gates.size:
        outer = np.isin(hands.win_tile[gates] % 9, (0, 8))
        pure = hands.win_copies[gates] == np.where(outer, 4, 2)
        found[gates] |= bit("chuuren poutou") + pure * bit("junsei chuuren poutou")
    return found


EIGHT_WINS: Final = 8
"""A dealer's wins in a row that make parenchan."""


def _fu(hands: Hands, closed: NDArray[np.bool_], ruleset: Ruleset) -> Ints:
    """Return the minipoints of circumstance, packed."""
    rules = ruleset.fu
    table = np.zeros(8, np.int64)
    for index in range(8):
        tsumo, is_closed, rinshan = index & 1, index >> 1 & 1, index >> 2
        drawn = rules.rinshan_tsumo if rinshan else rules.tsumo
        fu = rules.winning + rules.closed_ron * (is_closed and not tsumo)
        bare = rules.open_pinfu * (not is_closed and not tsumo)
        table[index] = fu + (drawn * tsumo << FU_BITS) + (bare << 2 * FU_BITS)
    after_kan = (hands.flags & FLAG["rinshan"] > 0).astype(np.int64)
    return table.take(hands.tsumo | closed.astype(np.int64) << 1 | after_kan << 2)


def _needed(hands: Hands, ruleset: Ruleset) -> Ints:
    """Return how many han of yaku each win needs."""
    rules = ruleset.win
    least = max(rules.minimum_han, 1)
    needed = np.full(len(hands), least, np.int64)
    if rules.two_han_from_counters:
        needed[hands.honba >= rules.two_han_from_counters] = max(2, least)
    return needed


def _dora(hands: Hands, ruleset: Ruleset) -> Ints:
    """Count the bonus tiles."""
    rules = ruleset.win
    turned = 1 if rules.kan_dora else 0
    dora = hands.bonus[:, turned].astype(np.int64)
    if rules.ura_dora:
        riichi = hands.flags & (FLAG["riichi"] | FLAG["double_riichi"]) > 0
        dora += hands.bonus[:, 2 + turned] * riichi
    if rules.red_fives:
        dora += hands.reds
    return dora
