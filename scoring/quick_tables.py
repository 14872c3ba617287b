"""The tables of the quick way to score: suits, declared sets, situations, minipoints, dora.

Tiles are counted with 32 bits a suit: three bits a kind, then what marks the tile won on, see
features.py. Above the honours with all their marks are the number of red fives, and one bit for
each of the 136 tiles, by which a tile given twice shows.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from scoring.citations import AT_DECLARED, Citations, Place
from scoring.facts import RIICHI, RINSHAN, TSUMO
from scoring.features import (
    DECLARED,
    DECLARED_COUNTS,
    DECLARED_MARKS,
    MARKS,
    SEVERAL,
    TALLY_AT,
    WIND_MARKS,
    loose_of,
    variants_of,
)
from scoring.groups import CONCEALED_KOTSU, GROUP_TEXTS, MELDED_KOTSU, PAIR_TEXTS
from scoring.melds import Meld
from scoring.memo import Memo
from scoring.patterns import FULL_FLUSH
from scoring.plain import CLOSED_ONLY, FIRST_TURN, MELD_KINDS, is_ordinary
from scoring.seats import WINDS
from scoring.tallies import PAIR_AT, PAIR_MASK, TALLY_BITS, WAIT_MASK, WITH_PINFU, Wait
from scoring.tiles import DORA_OF_INDICATOR, TILE_OF_ID
from scoring.yaku import BITS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scoring.explanation import Explainer, Worth
    from scoring.features import Variant
    from scoring.fu import FuTable
    from scoring.melds import MeldKind
    from scoring.score import Dora, FuItem, Payments, ScoredYaku
    from scoring.seats import Wind
    from scoring.yaku_table import YakuTable

Part = tuple[int, tuple[str, ...], tuple["FuItem", ...], int]
"""One way to read a suit: features, sets as text, fu items of the sets, number of their clauses."""
Written = tuple[tuple[str, ...], tuple["FuItem", ...], int]
"""A declared set as text, its fu items, number of their clauses, which has no place yet."""
DeclaredSet = tuple[int, int, int, int, int, Written]
"""A declared set: open, kan, and one set, three bits each; tiles as UNITS counts them, what marks
the honours, features joined by or, features that are counted, as it is written."""
Sets = tuple[int, int, int, int, int, "Sequence[Written]"]
"""The same of all."""
QuickYaku = tuple[tuple["ScoredYaku", ...], int, int, int]
"""Yaku, their han, number of their clauses, what counts for the fu besides the sets and the pair;
no yaku and -1 han for what is not usual."""
QuickDora = tuple["Dora", int, int]
"""Dora, all together, number of their clauses."""
Paid = tuple["Payments", int, tuple[str, ...], int]
"""Payments, their total, clauses, number of these."""
Valued = tuple[int, str | None, int, bool, tuple[str, ...], int]
"""Base value, limit, yakuman, counted, clauses, number of these."""
Winner = tuple["Wind", bool, Memo[int, Memo[int, Paid]]]
"""Seat wind, self-draw, payments by counters, then by base value and sticks."""
Situation = tuple[dict[int, int], int, int, int, int, Memo[int, QuickYaku], Winner]
"""What marks each tile as won on, and the honours with the winds; how many concealed tiles are due,
how many tiles there are in all; riichi, what a reading's yaku are worth with those of the
circumstances, winner."""
Minipoints = tuple[
    int, Memo[int, Valued], tuple["FuItem", ...], tuple["FuItem", ...], tuple["FuItem", ...], int
]
"""Fu, values by han, items before and after the sets, both together, number of their clauses."""
Terms = tuple[int, int, int, int]
"""Circumstances, seat, round, how many sets are declared as a DeclaredSet says it."""

SUIT_MASK: Final = (1 << 32) - 1
TILES_MASK: Final = (1 << 27) - 1
HONOURS_AT: Final = 96
HONOURS_MASK: Final = (1 << 43) - 1
REDS_AT: Final = 144
REDS_MASK: Final = 15
IDS_AT: Final = 152
_AT: Final = tuple(32 * (kind // 9) + 3 * (kind % 9) for kind in range(34))
UNITS: Final = {
    number: (1 << _AT[tile.kind]) + (tile.red << REDS_AT) + (1 << IDS_AT + number)
    for number, tile in TILE_OF_ID.items()
}
"""What each tile adds to a count of tiles."""
INDICATED: Final = {
    number: (_AT[DORA_OF_INDICATOR[tile.kind]], 1 << IDS_AT + number)
    for number, tile in TILE_OF_ID.items()
}
"""Where a count of tiles has those that an indicator makes dora, and the bit of the indicator."""
_WON_ON: Final = {
    tsumo: {
        number: MARKS[TSUMO * tsumo][tile.kind] << 32 * (tile.kind // 9)
        for number, tile in TILE_OF_ID.items()
    }
    for tsumo in (False, True)
}
"""What marks each tile as won on, by self-draw or not."""
NOT_PAIRS: Final = 5 * sum(1 << at for at in _AT)
"""The bits that hands of pairs do not have."""
NO_SETS: Final[Sets] = (0, 0, 0, 0, 0, ())
PAIR_HAS_VALUE: Final = PAIR_MASK << PAIR_AT
NO_PAIR: Final = 63
"""Instead of the kind of the pair."""
PAIRS_AS_TEXT: Final = (*((text,) for text in PAIR_TEXTS), *[()] * (NO_PAIR + 1 - len(PAIR_TEXTS)))
"""The pair of each kind."""
_NOT_USUAL: Final[QuickYaku] = ((), -1, 0, 0)
_PINFU: Final = BITS["pinfu"]
_RYANPEIKOU: Final = BITS["ryanpeikou"]
"""Seven pairs as well."""
_SEVERAL: Final[Part] = (SEVERAL, (), (), 0)
_PLACES: Final = (Place.MAN, Place.PIN, Place.SOU, Place.HONOURS)


class QuickTables:
    """The tables of one ruleset; they fill as they are asked."""

    def __init__(
        self,
        explainer: Explainer,
        fu: FuTable,
        yaku: tuple[YakuTable, YakuTable],
        ground: Callable[[int], tuple[int, int, int, object]],
        worth: Memo[int, Worth],
    ) -> None:
        self.ruleset: Final = explainer.ruleset
        self.citations: Final = Citations()
        self._explainer, self._fu, self._ground, self._worth = explainer, fu, ground, worth
        self._yaku = yaku
        self._yaku_worth: dict[int, Memo[int, QuickYaku]] = {}
        self._paid = {
            (dealer, tsumo): Memo(partial(self._pay_with, dealer, tsumo))
            for dealer in (False, True)
            for tsumo in (False, True)
        }
        self._values: dict[tuple[int, bool], Memo[int, Valued]] = {}
        self.situations: Final = Memo(self._situation)
        self.variants = tuple(Memo(partial(self._variants_of, suit)) for suit in range(4))
        """The ways to read each suit."""
        self.parts = tuple(Memo(partial(self._only_part, suit)) for suit in range(4))
        """The only way to read each suit; SEVERAL where there is not one."""
        self.pairs = tuple(Memo(partial(self._pairs_of, suit)) for suit in range(4))
        """Each suit as pairs: its looks instead of features."""
        self.declared: Final = {
            number: Memo(partial(self._declared_set, kind))
            for number, kind in enumerate(MELD_KINDS)
        }
        """Each kind's declared sets by their tiles."""
        self.minipoints: Final = Memo(self._minipoints)
        """Tally, and above it the pair if that has value -> minipoints."""
        self.dora: Final = Memo(self._dora)
        """Dora, ura and red dora, six bits each -> as a score has them, all, number of clauses."""

    def _situation(self, terms: Terms) -> Situation:
        """Look at the circumstances once. Raises KeyError if no usual win can have them."""
        happened, seat, round_, declared = terms
        opened, kans, sets = declared & 7, declared >> 3 & 7, declared >> 6
        known = seat in range(4) and round_ in range(4) and self.ruleset.win.kan_dora
        if not (known and sets < 5 and is_ordinary(happened << 2 | seat)):
            raise KeyError(terms)
        if sets and happened & (CLOSED_ONLY if opened else FIRST_TURN):
            raise KeyError(terms)
        if happened & RINSHAN and not kans:
            raise KeyError(terms)
        tsumo = happened & TSUMO > 0
        ground = happened << 4 | kans << 1 | (not opened)
        worth = self._yaku_worth.setdefault(ground, Memo(partial(self._yaku_of, ground)))
        winds = WIND_MARKS[4 * seat + round_] << HONOURS_AT
        winner = (WINDS[seat], tsumo, self._paid[seat == 0, tsumo])
        return _WON_ON[tsumo], winds, 14 - 3 * sets, 14 + kans, happened & RIICHI, worth, winner

    def _variants_of(self, suit: int, index: int) -> tuple[Part, ...]:
        """Return every way to read a suit."""
        return tuple(self._part(suit, index, one) for one in variants_of(suit, index))

    def _only_part(self, suit: int, index: int) -> Part:
        """Return the way to read a suit, if there is but one."""
        variants = self.variants[suit][index]
        return variants[0] if len(variants) == 1 else _SEVERAL

    def _pairs_of(self, suit: int, tiles: int) -> Part:
        """Write down a suit of which there are pairs only."""
        looks, texts = loose_of(tiles << 27 * suit)
        return looks, texts, (), 0

    def _part(self, suit: int, index: int, variant: Variant) -> Part:
        """Write down one way to read a suit."""
        features, (groups, _) = variant
        mark = index >> 27 & 31
        opened = -1
        if mark > 16 and features >> TALLY_AT & WAIT_MASK == Wait.KOTSU:
            opened = 9 * suit + mark - 17
        kotsu = [
            code + (MELDED_KOTSU - CONCEALED_KOTSU) * (code == CONCEALED_KOTSU + opened)
            for code in sorted(groups)
            if code >= CONCEALED_KOTSU
        ]
        items = self._fu.items_of_sets(kotsu)
        cited = self.citations.number(_PLACES[suit], [item.clause for item in items])
        return features, tuple([GROUP_TEXTS[code] for code in groups]), items, cited

    def _declared_set(self, kind: MeldKind, numbers: tuple[int, ...]) -> DeclaredSet:
        """Look at a declared set once."""
        made = Meld.from_ids(kind, numbers)
        code, units = made.code, sum([UNITS[number] for number in numbers])
        mark = DECLARED_MARKS[code] << HONOURS_AT
        declared = 1 << 6 | made.kind.is_kan << 3 | made.is_open
        items = self._fu.items_of_sets((code,))
        cited = self.citations.number(Place.DECLARED, [item.clause for item in items])
        written = (GROUP_TEXTS[code],), items, cited >> AT_DECLARED
        return declared, units, mark, DECLARED[code], DECLARED_COUNTS[code], written

    def _yaku_of(self, ground: int, shown: int) -> QuickYaku:
        """Return what the yaku of a reading are worth on such a ground, if that is usual."""
        on_hand, of_hand, played, _ = self._ground(ground)
        closed, found = ground & 1, (shown | on_hand) & played
        if closed and shown & (FULL_FLUSH | _RYANPEIKOU):
            return _NOT_USUAL
        yaku, *others = self._yaku[closed].alternatives[found]
        liable = self.ruleset.win.liable_yaku
        if others or yaku.fixed or any(one.name in liable for one in yaku.yaku):
            return _NOT_USUAL
        of_hand += WITH_PINFU if found & _PINFU else 0
        return yaku.yaku, yaku.han, self.citations.number(Place.YAKU, yaku.clauses), of_hand

    def _minipoints(self, tally_pair: int) -> Minipoints:
        """Look at a tally once."""
        tally, pair = tally_pair & (1 << TALLY_BITS) - 1, tally_pair >> TALLY_BITS
        first, last = self._fu.first_items(tally), self._fu.last_items(tally, pair)
        cited = self.citations.number(Place.FIRST_FU, [item.clause for item in first])
        cited += self.citations.number(Place.LAST_FU, [item.clause for item in last])
        fu = self._fu.of_tally[tally]
        values = self._values.setdefault(
            (fu.rounded, fu.rounded != fu.total), Memo(partial(self._value, tally))
        )
        return fu.rounded, values, first, last, first + last, cited

    def _value(self, tally: int, han: int) -> Valued:
        """Return what so many han are worth with the fu of such a tally."""
        value = self._worth[han << TALLY_BITS | tally].value
        return (*value, self.citations.number(Place.VALUE, value.clauses))

    def _pay_with(self, dealer: bool, tsumo: bool, honba: int) -> Memo[int, Paid]:
        """Return what is paid with so many counters."""
        return Memo(partial(self._pay, dealer, tsumo, honba))

    def _pay(self, dealer: bool, tsumo: bool, honba: int, terms: int) -> Paid:
        """Return what is paid for a base value, which is doubled here, and maybe sticks."""
        paid = self._explainer.paid[terms >> 1, dealer, tsumo, honba, terms & 1 > 0]
        return (*paid, self.citations.number(Place.PAYMENT, paid.clauses))

    def _dora(self, counts: int) -> tuple[Dora, int, int]:
        """Sum up the dora."""
        hidden = counts >> 6 & 63 if self.ruleset.win.ura_dora else 0
        dora, clauses = self._explainer.bonus_of[counts >> 12, hidden, counts & 63]
        return dora, dora.total, self.citations.number(Place.DORA, clauses)
