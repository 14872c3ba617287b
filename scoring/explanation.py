"""From the chosen reading to the whole answer: payments, clauses, notes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.fu import FuParts, FuTable
from scoring.liability import completing_meld
from scoring.limits import YAKUMAN, LimitTable
from scoring.memo import Memo
from scoring.payments import ordinary, payments
from scoring.reading import group_texts
from scoring.score import Dora, Payments, Score
from scoring.shapes import KOTSU_AT, KOTSU_MASK, PAIR_AT, PAIR_MASK
from scoring.tallies import PAIR_HAS_VALUE, Wait
from scoring.tiles import RED_AT
from scoring.win import NOTHING_AMISS

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.limits import Value
    from scoring.reading import Facts, Reading
    from scoring.ruleset import Ruleset
    from scoring.seats import Wind
    from scoring.win import Win
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
    reading: Reading
    tally: int
    """What counts for the fu, see fu.py."""

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """Order candidates by what they pay; a yakuman comes before one counted from han."""
        return self.worth.value.base, self.yaku.yakuman, self.han, self.worth.fu


class Bonus(NamedTuple):
    """The dora of a hand."""

    dora: Dora
    total: int
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
        self._ruleset = ruleset
        self._fu = fu
        self._limits = limits
        self._items = fu.items
        self._bet = ruleset.riichi.bet
        self._paid: Final = Memo(self._pay)
        self.bonus: Final = Memo(self._bonus)
        """Han of dora, ura dora and red fives -> the whole of it."""

    def payments(self, facts: Facts, best: Candidate) -> Payments:
        """Return who pays what."""
        win, value = facts.win, best.worth.value
        if value.yakuman and facts.hand.melds:
            return self._pay_for(facts, best, self._liable(facts.hand, best.yaku)).payments
        return self._paid[value.base, win.winds < 4, win.tsumo, win.honba, False].payments

    def explained(self, facts: Facts, best: Candidate, bonus: Bonus) -> Score:
        """Put the answer together."""
        (value, fu), yaku, han, reading, tally = best
        hand, win = facts.hand, facts.win
        if value.yakuman and hand.melds:
            liable = self._liable(hand, yaku)
            paid = self._pay_for(facts, best, liable)
        else:
            liable = _NOBODY
            paid = self._paid[
                value.base, win.winds < 4, win.tsumo, win.honba, win.riichi_sticks > 0
            ]
        of_han = not (yaku.yakuman or yaku.limit)
        if not yaku.with_dora:
            bonus = _NO_BONUS
        notes = liable.notes
        if hand.held >> RED_AT or win.ura_indicators or win.context is not NOTHING_AMISS:
            notes += self._irregularities(hand, win)
        return _score(
            (
                self._ruleset.id,
                win.seat_wind,
                win.tsumo,
                group_texts(facts, reading),
                yaku.yaku,
                bonus.dora,
                han if of_han else None,
                fu if of_han else None,
                self._items[_fu_parts(facts, reading, tally)] if of_han else (),
                value.limit,
                value.yakuman,
                value.counted,
                paid.payments,
                paid.total + self._bet * win.riichi_sticks,
                None if paid.payments.liable is None else liable.seat,
                value.clauses,
                paid.clauses,
                bonus.clauses,
                notes,
            )
        )

    def _liable(self, hand: Hand, yaku: YakuSet) -> Liable:
        """Return who is liable, and a note where it cannot be known."""
        for one in yaku.yaku:
            meld = completing_meld(hand, one.name, self._ruleset)
            if meld is None:
                continue
            if meld.source is None:
                return Liable(notes=(f"liability not judged: who fed {meld} is not given",))
            if self._ruleset.win.liability_scope == "hand":
                return Liable(meld.source)
            return Liable(meld.source, YAKUMAN * self._limits.paid(one.yakuman))
        return _NOBODY

    def _pay(self, terms: tuple[int, bool, bool, int, bool]) -> Paid:
        """Return the payments of a win of this base value where nobody is liable."""
        base, dealer, tsumo, honba, sticks = terms
        counters = self._ruleset.game.counter_value * honba
        paid = ordinary(base, counters, dealer=dealer, tsumo=tsumo)
        entries = ("cited.tsumo_payment" if tsumo else "cited.ron_payment",)
        return Paid(paid, paid.total, self._cite(entries, honba, sticks))

    def _pay_for(self, facts: Facts, best: Candidate, liable: Liable) -> Paid:
        """Return the payments of a yakuman with declared sets."""
        win = facts.win
        paid = payments(best.worth.value.base, win, self._ruleset, liable.seat, liable.base)
        entries: tuple[str, ...] = ("cited.tsumo_payment" if win.tsumo else "cited.ron_payment",)
        if liable.seat is not None:
            by = "cited.liability_tsumo" if win.tsumo else "win.liability_ron"
            entries += ("win.liable_yaku", by)
        return Paid(paid, paid.total, self._cite(entries, win.honba, win.riichi_sticks > 0))

    def _irregularities(self, hand: Hand, win: Win) -> tuple[str, ...]:
        """Note what was given and did not count."""
        notes: tuple[str, ...] = ()
        if not self._ruleset.win.red_fives and hand.held >> RED_AT:
            reds = " ".join(str(tile) for tile in hand.all_tiles() if tile.red)
            notes += (f"{reds}: red fives are not used, counted as plain fives",)
        if win.ura_indicators and not win.riichi:
            notes += ("ura indicators not counted: no riichi",)
        return notes + win.context.unused

    def _cite(self, entries: tuple[str, ...], honba: int, sticks: bool) -> tuple[str, ...]:
        """Return the clauses of these entries, and of counters and sticks where there are any."""
        more = (("game.counter_value", honba), ("riichi.bet", sticks))
        entries += tuple(entry for entry, there in more if there)
        return tuple(self._ruleset.clauses[entry] for entry in entries)

    def _bonus(self, counts: tuple[int, int, int]) -> Bonus:
        """Sum up the dora, and say which clauses make them count."""
        dora = Dora(*counts)
        counted = {
            "cited.dora": dora.dora + dora.ura,
            "win.ura_dora": dora.ura,
            "win.red_fives": dora.red,
        }
        clauses = tuple(self._ruleset.clauses[entry] for entry, han in counted.items() if han)
        return Bonus(dora, dora.total, clauses)


def _fu_parts(facts: Facts, reading: Reading, tally: int) -> FuParts:
    """Return what the fu items depend on."""
    _, wait, _, concealed, *_ = reading
    hand, win = facts.hand, facts.win
    pair = concealed >> PAIR_AT & PAIR_MASK if tally & PAIR_HAS_VALUE else 0
    opened = win.win_tile.kind if wait is _KOTSU and not win.tsumo else -1
    declared = tuple([meld.code for meld in hand.melds]) if facts.declared_fu else ()
    return _parts((tally, pair, concealed >> KOTSU_AT & KOTSU_MASK, opened, declared))


_KOTSU: Final = Wait.KOTSU
_parts: Final = partial(tuple.__new__, FuParts)
_NO_BONUS: Final = Bonus(Dora(), 0, ())
_score: Final = partial(tuple.__new__, Score)
_NOBODY: Final = Liable()
