"""From the chosen reading to the whole answer: payments, clauses, notes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring import tallies
from scoring.facts import RIICHI, TSUMO
from scoring.features import KOTSU_AT, KOTSU_MASK, PAIR_AT, PAIR_MASK
from scoring.fu import FuItems, FuParts, FuTable
from scoring.liability import completing_meld
from scoring.limits import YAKUMAN, LimitTable
from scoring.memo import Memo
from scoring.payments import ordinary, payments
from scoring.reading import group_texts
from scoring.score import Dora, Payments, Score, each_clause
from scoring.seats import WINDS
from scoring.tallies import WAIT_MASK, Wait

if TYPE_CHECKING:
    from scoring.facts import Facts
    from scoring.features import Variants
    from scoring.hand import Hand
    from scoring.limits import Value
    from scoring.reading import Form
    from scoring.ruleset import Ruleset
    from scoring.seats import Wind
    from scoring.win import Context, Win
    from scoring.yaku_table import YakuSet


class Worth(NamedTuple):
    """What so many han with such minipoints are worth."""

    value: Value
    fu: int
    """Rounded."""


class Candidate(NamedTuple):
    """One reading with the yaku it may be scored for."""

    worth: Worth
    yaku: YakuSet
    han: int
    """Yaku and dora."""
    tally: int
    """What counts for the fu, see tallies.py."""
    form: Form
    features: int
    """See features.py; 0 where there are no sets."""
    suits: Variants | None
    """How each suit is read; None where there is only one way."""

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """Order candidates by what they pay; a yakuman comes before one counted from han."""
        return self.worth.value.base, self.yaku.yakuman, self.han, self.worth.fu


class Bonus(NamedTuple):
    """The dora of a hand."""

    dora: Dora
    clauses: tuple[str, ...]


class Paid(NamedTuple):
    """The payments of a win."""

    payments: Payments
    total: int
    clauses: tuple[str, ...]


class Liable(NamedTuple):
    """Who answers for a yakuman."""

    seat: Wind | None = None
    base: int | None = None
    """For how much of the base value; None: all."""
    notes: tuple[str, ...] = ()


class Explainer:
    """Puts answers together under one ruleset."""

    def __init__(self, ruleset: Ruleset, fu: FuTable, limits: LimitTable) -> None:
        self.ruleset = ruleset
        self._fu = fu
        self._limits = limits
        self._items = fu.items
        self._bet = ruleset.riichi.bet
        self._id = ruleset.id
        self._red_fives = ruleset.win.red_fives
        self._ura = ruleset.win.ura_dora
        self.paid: Final = Memo(self._pay)
        self._distinct: Final = Memo(each_clause)
        self.bonus_of: Final = Memo(self._bonus)

    def payments(self, facts: Facts, best: Candidate) -> Payments:
        """Return who pays what."""
        value = best.worth.value
        if value.yakuman and facts.codes:
            return self._pay_for(*facts.source.hand_and_win(), best)[0].payments
        tsumo, dealer = facts.circumstances & TSUMO > 0, facts.winds < 4
        return self.paid[value.base, dealer, tsumo, facts.honba, False].payments

    def explained(self, facts: Facts, best: Candidate) -> Score:
        """Put the answer together."""
        (value, fu), yaku, han, tally, form, features, suits = best
        base, limit, yakuman, counted, value_clauses = value
        names, _, _, _, with_dora, fixed, yaku_clauses = yaku
        _, _, happened, winds, honba, sticks, codes, _, _, _, _, _, dora, ura, reds, noted, _ = (
            facts
        )
        tsumo, red_fives, seat = happened & TSUMO > 0, self._red_fives, None
        notes: tuple[str, ...] = ()
        if yakuman and codes:
            paid, liable = self._pay_for(*facts.source.hand_and_win(), best)
            seat, notes = liable.seat if paid.payments.liable is not None else None, liable.notes
        else:
            paid = self.paid[base, winds < 4, tsumo, honba, sticks > 0]
        payments, total, payment_clauses = paid
        bonus, bonus_clauses = _NO_BONUS
        if fixed:
            (items, fu_clauses), of_han, of_fu = _NO_FU, None, None
        else:
            items, fu_clauses = self._items[_fu_parts(facts, features, tally)]
            of_han, of_fu = han, fu
            if with_dora:
                if ura and not (self._ura and happened & RIICHI):
                    ura = 0
                bonus, bonus_clauses = self.bonus_of[dora, ura, reds if red_fives else 0]
        if noted or (reds and not red_fives):
            notes += self._irregularities(*facts.source.hand_and_win())
        cited = yaku_clauses + bonus_clauses + fu_clauses + value_clauses + payment_clauses
        texts = group_texts(facts, form, features, suits)
        head = (self._id, WINDS[winds >> 2], tsumo, texts, names, bonus, of_han, of_fu, items)
        paid_for = (limit, yakuman, counted, payments, total + self._bet * sticks, seat)
        clauses = (value_clauses, payment_clauses, self._distinct[cited])
        return _score((*head, *paid_for, *clauses, notes))

    def _liable(self, hand: Hand, context: Context, yaku: YakuSet) -> Liable:
        """Return who is liable and for how much, and a note on what is not judged."""
        seat, base = None, 0
        notes: list[str] = []
        for one in yaku.yaku:
            meld = completing_meld(hand, context, one.name, self.ruleset)
            if meld is None:
                continue
            if meld.source is None:
                notes.append(f"liability not judged: who fed {meld} is not given")
            elif seat in {None, meld.source}:
                seat = meld.source
                base += YAKUMAN * self._limits.paid(one.yakuman)
            else:
                notes.append(f"liability not judged: {meld} was fed by another than the first")
        whole = seat is None or self.ruleset.win.liability_scope == "hand"
        return Liable(seat, None if whole else base, tuple(dict.fromkeys(notes)))

    def _pay(self, terms: tuple[int, bool, bool, int, bool]) -> Paid:
        """Return the payments of a win of this base value where nobody is liable."""
        base, dealer, tsumo, honba, sticks = terms
        counters = self.ruleset.game.counter_value * honba
        paid = ordinary(base, counters, dealer=dealer, tsumo=tsumo)
        entries = ("cited.tsumo_payment" if tsumo else "cited.ron_payment",)
        return Paid(paid, paid.total, self._cite(entries, honba, sticks))

    def _pay_for(self, hand: Hand, win: Win, best: Candidate) -> tuple[Paid, Liable]:
        """Return the payments of a yakuman with declared sets, and who is liable."""
        liable = self._liable(hand, win.context, best.yaku)
        paid = payments(best.worth.value.base, win, self.ruleset, liable.seat, liable.base)
        entries: tuple[str, ...] = ("cited.tsumo_payment" if win.tsumo else "cited.ron_payment",)
        if liable.seat is not None:
            by = "cited.liability_tsumo" if win.tsumo else "win.liability_ron"
            entries += ("win.liable_yaku", by)
        clauses = self._cite(entries, win.honba, win.riichi_sticks > 0)
        return Paid(paid, paid.total, clauses), liable

    def _irregularities(self, hand: Hand, win: Win) -> tuple[str, ...]:
        """Note what was given and did not count."""
        notes: tuple[str, ...] = ()
        if not self._red_fives and any(tile.red for tile in hand.all_tiles()):
            reds = " ".join(str(tile) for tile in hand.all_tiles() if tile.red)
            notes += (f"{reds}: red fives are not used, counted as plain fives",)
        if win.ura_indicators and not win.riichi:
            notes += ("ura indicators not counted: no riichi",)
        return notes + win.context.unused

    def _cite(self, entries: tuple[str, ...], honba: int, sticks: bool) -> tuple[str, ...]:
        """Return the clauses of these entries, and of counters and sticks where there are any."""
        more = (("game.counter_value", honba), ("riichi.bet", sticks))
        entries += tuple(entry for entry, there in more if there)
        return tuple(self.ruleset.clauses[entry] for entry in entries)

    def _bonus(self, counts: tuple[int, int, int]) -> Bonus:
        """Sum up the dora, and say which clauses make them count."""
        dora = Dora(*counts)
        counted = {
            "cited.dora": dora.dora + dora.ura,
            "win.ura_dora": dora.ura,
            "win.red_fives": dora.red,
        }
        clauses = tuple(self.ruleset.clauses[entry] for entry, han in counted.items() if han)
        return Bonus(dora, clauses)


def _fu_parts(facts: Facts, features: int, tally: int) -> FuParts:
    """Return what the fu items depend on."""
    kotsu = features >> KOTSU_AT & KOTSU_MASK
    pair = features >> PAIR_AT & PAIR_MASK if tally & _PAIR_HAS_VALUE else 0
    if not kotsu:
        return tally, pair, 0, -1, ()
    opened = facts.kind if tally & WAIT_MASK == _KOTSU and not tally & tallies.TSUMO else -1
    return tally, pair, kotsu & ~(facts.declared >> KOTSU_AT), opened, facts.codes


_KOTSU: Final = Wait.KOTSU
_PAIR_HAS_VALUE: Final = tallies.PAIR_MASK << tallies.PAIR_AT
_NO_BONUS: Final = Bonus(Dora(), ())
_NO_FU: Final = FuItems((), ())
make_candidate: Final = partial(tuple.__new__, Candidate)
"""Make a Candidate of a tuple of its fields; at once, where Candidate(...) takes its time."""
_score: Final = partial(tuple.__new__, Score)
