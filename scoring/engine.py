"""Scoring: `score(hand, win, ruleset)` says what a win is worth and why, or why it is refused."""

from __future__ import annotations

from functools import lru_cache, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from scoring import judgement
from scoring.checks import check
from scoring.explanation import Bonus, Candidate, Explainer, Worth
from scoring.fu import FuTable, tally_of_hand
from scoring.liability import check_liability
from scoring.limits import LimitTable, Value
from scoring.memo import Memo
from scoring.patterns import of_context, of_win
from scoring.reading import Form, facts_of, readings
from scoring.score import Refusal
from scoring.tallies import TALLY_BITS, WITH_PINFU
from scoring.tiles import DORA_OF_INDICATOR, RED_AT
from scoring.win import CIRCUMSTANCES, NOTHING_AMISS
from scoring.yaku import BITS
from scoring.yaku_table import YakuTable

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.reading import Facts, Reading
    from scoring.ruleset import Ruleset
    from scoring.score import Finding, Payments, Score
    from scoring.win import Win
    from scoring.yaku_table import YakuSet


def score(hand: Hand, win: Win, ruleset: Ruleset) -> Score | Refusal:
    """Score a declared win in its most valuable reading.

    `hand` has 14 tiles with the winning tile among the concealed ones, a kan counting as three.
    Raises IllegalHandError or IllegalWinError for what cannot lie on a table; a win that the
    rules do not grant is a Refusal.
    """
    return _scorer(ruleset).score(hand, win)


class Scorer:
    """A ruleset made ready to score many hands."""

    def __init__(self, ruleset: Ruleset) -> None:
        check_liability(ruleset)
        self.ruleset = ruleset
        self._yaku = (YakuTable(ruleset, closed=False), YakuTable(ruleset, closed=True))
        self._fu = FuTable(ruleset)
        self._limits = LimitTable(ruleset)
        self._explainer = Explainer(ruleset, self._fu, self._limits)
        self._bonus = self._explainer.bonus
        self._grounds: Final = Memo(self._ground)
        self._worth: Final = Memo(self._work_out)

    def score(self, hand: Hand, win: Win) -> Score | Refusal:
        """Score one win; see the function of the same name."""
        check(hand, win)
        facts = facts_of(hand, win)
        bonus = self._count_dora(hand, win)
        best = self._best(facts, bonus)
        if best is None:
            return self._refusal(facts)
        return self._explainer.explained(facts, best, bonus)

    def points(self, hand: Hand, win: Win) -> Payments | Refusal:
        """Say only who pays what for one win: `score(hand, win).payments`, but sooner."""
        check(hand, win)
        facts = facts_of(hand, win)
        best = self._best(facts, self._count_dora(hand, win))
        if best is None:
            return self._refusal(facts)
        return self._explainer.payments(facts, best)

    def candidates(self, facts: Facts, found: list[Reading], dora: int) -> list[Candidate]:
        """Return every way to score the hand that has enough yaku, with so many han of dora."""
        win = facts.win
        table = self._yaku[facts.closed]
        on_hand, of_hand = self._grounds[win.circumstances, facts.kans, facts.closed]
        if win.context is not NOTHING_AMISS:
            on_hand |= of_context(win)
        needed = self._needed_han(win)
        candidates = []
        for reading in found:
            shown = (on_hand | reading.shown) & table.played
            for yaku in table.alternatives[shown]:
                if yaku.yakuman or yaku.limit:
                    worth = Worth(self._fixed(yaku), 0)
                    candidates.append(Candidate(worth, yaku, 0, reading, 0))
                elif yaku.yaku and yaku.han >= needed:
                    tally = reading.tally + of_hand
                    if shown & _PINFU:
                        tally += WITH_PINFU
                    han = yaku.han + dora if yaku.with_dora else yaku.han
                    worth = self._worth[han << TALLY_BITS | tally]
                    candidates.append(_candidate((worth, yaku, han, reading, tally)))
        return candidates

    def _best(self, facts: Facts, bonus: Bonus) -> Candidate | None:
        """Return the most valuable way to score the hand; None if anything speaks against it."""
        if not facts.hand.key >> 3 * facts.win.win_tile.kind & 7:
            return None
        found = self._readings(facts)
        if facts.win.context is not NOTHING_AMISS and self._objections(facts, found):
            return None
        candidates = self.candidates(facts, found, bonus.total)
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        return max(candidates, key=_RANK)

    def _ground(self, terms: tuple[int, int, bool]) -> tuple[int, int]:
        """Return the yaku and the part of a tally that circumstances, kans and openness make."""
        circumstances, kans, closed = terms
        tsumo, rinshan = (bool(circumstances & bit) for bit in (_TSUMO, _RINSHAN))
        of_hand = tally_of_hand(closed=closed, tsumo=tsumo, rinshan=rinshan)
        return of_win(circumstances, kans), of_hand

    def _work_out(self, han_tally: int) -> Worth:
        """Return what so many han with such a tally are worth, with the clauses of the rounding."""
        fu = self._fu.of_tally[han_tally & (1 << TALLY_BITS) - 1]
        value = self._limits.of_han(han_tally >> TALLY_BITS, fu.rounded)
        if fu.rounded != fu.total:
            rounding = self.ruleset.clauses["cited.fu_rounding"]
            value = value._replace(clauses=(rounding, *value.clauses))
        return Worth(value, fu.rounded)

    def _fixed(self, yaku: YakuSet) -> Value:
        """Return the value of yaku that need no han."""
        if yaku.yakuman:
            return self._limits.of_yakuman(yaku.yakuman)
        return self._limits.of_limit(yaku.limit, yaku.yaku[0].clause)

    def _readings(self, facts: Facts) -> list[Reading]:
        """Read the hand in every way that the rules allow."""
        win = facts.win
        if win.context is NOTHING_AMISS:
            return readings(facts)
        claimed = win.context.winning_tile_kept_apart or not win.tsumo
        found = readings(facts, wait_claimed=claimed or not self.ruleset.win.kept_apart)
        if judgement.robs_ankan(facts):
            return [one for one in found if one.form is Form.THIRTEEN_ORPHANS] or found
        return found

    def _objections(self, facts: Facts, found: list[Reading]) -> list[Finding]:
        """Return what the table knows against the win."""
        return [
            *judgement.dead_hand(facts, self.ruleset),
            *judgement.robbing(facts, found, self.ruleset),
            *judgement.furiten(facts, self.ruleset),
        ]

    def _refusal(self, facts: Facts) -> Refusal:
        """Return every reason why the win is refused."""
        rules = self.ruleset
        missing = judgement.winning_tile(facts, rules)
        found = [] if missing else self._readings(facts)
        if found:
            findings = self._objections(facts, found)
            if not self.candidates(facts, found, 0):
                findings += self._without_yaku(facts, found)
        else:
            findings = judgement.dead_hand(facts, rules) + missing
            if not readings(facts, wait_claimed=False):
                findings.append(self._finding("not_complete", "cited.shapes", _NOT_COMPLETE))
        return Refusal(rules.id, tuple(findings))

    def _needed_han(self, win: Win) -> int:
        """Return how many han of yaku a win needs."""
        rules = self.ruleset.win
        if rules.two_han_from_counters and win.honba >= rules.two_han_from_counters:
            return max(2, rules.minimum_han)
        return rules.minimum_han

    def _without_yaku(self, facts: Facts, found: list[Reading]) -> list[Finding]:
        """Say whether there is no yaku at all or only too little."""
        table = self._yaku[facts.closed]
        on_hand = of_win(facts.win.circumstances, facts.kans)
        han = max(
            yaku.han
            for reading in found
            for yaku in table.alternatives[(on_hand | reading.shown) & table.played]
        )
        if han < self.ruleset.win.minimum_han:
            detail = "no yaku in any reading; dora are no yaku"
            return [self._finding("no_yaku", "win.minimum_han", detail)]
        detail = f"{han} han of yaku at {facts.win.honba} counters; dora do not count"
        return [self._finding("two_han_minimum", "win.two_han_from_counters", detail)]

    def _finding(self, reason: str, clause: str, detail: str) -> Finding:
        return judgement.finding(self.ruleset, reason, clause, detail)

    def _count_dora(self, hand: Hand, win: Win) -> Bonus:
        """Count the bonus tiles."""
        rules, held = self.ruleset.win, hand.held
        dora, ura = win.dora_indicators, win.ura_indicators
        if not rules.kan_dora:
            dora, ura = dora[:1], ura[:1]
        shown = hidden = 0
        for tile in dora:
            shown += held >> _DORA_AT[tile.kind] & 7
        if ura and rules.ura_dora and win.riichi:
            for tile in ura:
                hidden += held >> _DORA_AT[tile.kind] & 7
        return self._bonus[shown, hidden, held >> RED_AT if rules.red_fives else 0]


_PINFU: Final = BITS["pinfu"]
_TSUMO: Final = 1 << CIRCUMSTANCES.index("tsumo")
_RINSHAN: Final = 1 << CIRCUMSTANCES.index("rinshan")
_DORA_AT: Final = tuple(3 * kind for kind in DORA_OF_INDICATOR)
_NOT_COMPLETE: Final = "not four groups and a pair, seven different pairs or thirteen orphans"
_candidate: Final = partial(tuple.__new__, Candidate)
_RANK: Final = attrgetter("rank")


@lru_cache(maxsize=32)
def _scorer(ruleset: Ruleset) -> Scorer:
    """Make a ruleset ready once."""
    return Scorer(ruleset)
