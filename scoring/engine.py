"""Scoring: `score(hand, win, ruleset)` says what a win is worth and why, or why it is refused."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring import judgement, tallies
from scoring.checks import check, check_reds
from scoring.explanation import Candidate, Explainer, Worth, make_candidate
from scoring.facts import RIICHI, RINSHAN, TSUMO, facts_of
from scoring.fu import FuTable
from scoring.liability import check_liability
from scoring.limits import LimitTable, Value
from scoring.memo import Memo
from scoring.patterns import of_win
from scoring.plain import PlainWin, plain_facts
from scoring.quick import Quick
from scoring.quick_tables import QuickTables
from scoring.reading import Form, group_texts, readings
from scoring.score import Refusal, Score
from scoring.tallies import CLOSED, TALLY_BITS, WAIT_MASK, WITH_PINFU, Wait
from scoring.win import NOTHING_AMISS
from scoring.yaku import BITS
from scoring.yaku_table import YakuSet, YakuTable

if TYPE_CHECKING:
    from scoring.facts import Facts
    from scoring.hand import Hand
    from scoring.plain import Plain
    from scoring.reading import Reading
    from scoring.ruleset import Ruleset
    from scoring.score import Finding, Payments
    from scoring.win import Context, Win


def score(hand: Hand, win: Win, ruleset: Ruleset) -> Score | Refusal:
    """Score a declared win in its most valuable reading.

    `hand` has 14 tiles with the winning tile among the concealed ones, a kan counting as three.
    Raises IllegalHandError or IllegalWinError for what cannot lie on a table; a win that the
    rules do not grant is a Refusal.
    """
    return scorer(ruleset).score(hand, win)


class Ground(NamedTuple):
    """What is the same in all readings of a hand."""

    shown: int
    """The yaku of circumstances and kans, as bits."""
    tally: int
    """What circumstances count for the fu."""
    played: int
    """The yaku that can be had, as bits."""
    alternatives: Memo[int, tuple[YakuSet, ...]]


class Way(NamedTuple):
    """One reading of a hand and what it would score."""

    groups: tuple[str, ...]
    wait: Wait | None
    """What the winning tile completed; None in seven pairs and thirteen orphans."""
    scores: tuple[Score, ...]
    """Best first; several where some yaku stand alone."""


class Scorer:
    """A ruleset made ready to score many hands."""

    def __init__(self, ruleset: Ruleset) -> None:
        check_liability(ruleset)
        self.ruleset = ruleset
        self._yaku = (YakuTable(ruleset, closed=False), YakuTable(ruleset, closed=True))
        self._limits = LimitTable(ruleset)
        self._fu = FuTable(ruleset)
        self._explainer = Explainer(ruleset, self._fu, self._limits)
        self._grounds: Final = Memo(self._ground)
        self._worth: Final = Memo(self._work_out)
        self.plain: Final = Quick(
            QuickTables(self._explainer, self._fu, self._yaku, self._ground, self._worth),
            self._score_plain,
            self._points_plain,
        )
        """Scores wins in plain numbers."""
        rules = ruleset.win
        self._ura, self._kan_dora, self._reds = rules.ura_dora, rules.kan_dora, rules.red_fives
        self._least = rules.minimum_han
        self._two_han_from = rules.two_han_from_counters or _NEVER

    def score(self, hand: Hand, win: Win) -> Score | Refusal:
        """Score one win; see the function of the same name."""
        check(hand, win)
        check_reds(hand, self.ruleset)
        facts = facts_of(hand, win, kan_dora=self._kan_dora)
        best = self._best(facts, self._dora(facts), win.context)
        if best is None:
            return self._refusal(facts)
        return self._explainer.explained(facts, best)

    def points(self, hand: Hand, win: Win) -> Payments | Refusal:
        """Say only who pays what for one win: `score(hand, win).payments`, but sooner."""
        check(hand, win)
        check_reds(hand, self.ruleset)
        facts = facts_of(hand, win, kan_dora=self._kan_dora)
        best = self._best(facts, self._dora(facts), win.context)
        if best is None:
            return self._refusal(facts)
        return self._explainer.payments(facts, best)

    def _score_plain(self, win: Plain) -> Score | Refusal:
        """Score a win in plain numbers that is not usual."""
        facts = plain_facts(PlainWin(*win)) if self._kan_dora else None
        if facts is None:
            return self.score(*PlainWin(*win).hand_and_win())
        best = self._best(facts, self._dora(facts), NOTHING_AMISS)
        return self._refusal(facts) if best is None else self._explainer.explained(facts, best)

    def _points_plain(self, win: Plain) -> Payments | Refusal:
        """Say who pays what for a win in plain numbers that is not usual."""
        score = self._score_plain(win)
        return score.payments if isinstance(score, Score) else score

    def candidates(self, facts: Facts, found: list[Reading], dora: int) -> list[Candidate]:
        """Return every way to score the hand that has enough yaku, with so many han of dora."""
        on_hand, of_hand, played, alternatives = self._grounds[
            facts.circumstances << 4 | facts.kans << 1 | facts.closed
        ]
        needed = self._needed_han(facts.honba)
        candidates = []
        for reading in found:
            form, features, shown, tally, suits = reading
            shown = (shown | on_hand) & played
            tally += of_hand + (WITH_PINFU if shown & _PINFU else 0)
            for yaku in alternatives[shown]:
                if yaku.fixed:
                    worth = Worth(self._fixed(yaku), 0)
                    candidates.append(Candidate(worth, yaku, 0, 0, form, features, suits))
                elif yaku.yaku and yaku.han >= needed:
                    han = yaku.han + dora if yaku.with_dora else yaku.han
                    worth = self._worth[han << TALLY_BITS | tally]
                    candidates.append(
                        make_candidate((worth, yaku, han, tally, form, features, suits))
                    )
        return candidates

    def ways(self, hand: Hand, win: Win) -> list[Way]:
        """Return every reading of the hand with what it would score, whatever else speaks against.

        A reading without yaku enough has no scores, a hand that is not complete no readings.
        """
        check(hand, win)
        check_reds(hand, self.ruleset)
        facts = facts_of(hand, win, kan_dora=self._kan_dora)
        if judgement.winning_tile(hand, win, self.ruleset):
            return []
        dora = self._dora(facts)
        return [
            Way(
                group_texts(facts, reading.form, reading.features, reading.suits),
                Wait(reading.tally & WAIT_MASK) if reading.form is _STANDARD else None,
                tuple(
                    self._explainer.explained(facts, one)
                    for one in sorted(self.candidates(facts, [reading], dora), key=_RANK)[::-1]
                ),
            )
            for reading in self._readings(facts, win)
        ]

    def _best(self, facts: Facts, dora: int, context: Context) -> Candidate | None:
        """Return the most valuable way to score the hand; None if anything speaks against it."""
        if not facts.key >> 3 * facts.kind & 7:
            return None
        if context is NOTHING_AMISS:
            found = readings(facts)
        else:
            hand, win = facts.source.hand_and_win()
            found = self._readings(facts, win)
            if self._objections(hand, win, found):
                return None
        candidates = self.candidates(facts, found, dora)
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        return max(candidates, key=_RANK)

    def _dora(self, facts: Facts) -> int:
        """Return the han of the dora that count."""
        han = facts.dora + facts.reds if self._reds else facts.dora
        ura = facts.ura
        return han + ura if ura and self._ura and facts.circumstances & RIICHI else han

    def _ground(self, terms: int) -> Ground:
        """Return what circumstances, kans and openness make."""
        circumstances, kans, closed = terms >> 4, terms >> 1 & 7, bool(terms & 1)
        table = self._yaku[closed]
        tally = CLOSED * closed
        if circumstances & TSUMO:
            tally += tallies.TSUMO + tallies.RINSHAN * bool(circumstances & RINSHAN)
        return Ground(of_win(circumstances, kans), tally, table.played, table.alternatives)

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

    def _readings(self, facts: Facts, win: Win) -> list[Reading]:
        """Read the hand in every way that the rules allow."""
        claimed = win.context.winning_tile_kept_apart or not win.tsumo
        found = readings(facts, wait_claimed=claimed or not self.ruleset.win.kept_apart)
        if judgement.robs_ankan(win):
            return [one for one in found if one.form is Form.THIRTEEN_ORPHANS] or found
        return found

    def _objections(self, hand: Hand, win: Win, found: list[Reading]) -> list[Finding]:
        """Return what the table knows against the win."""
        return [
            *judgement.dead_hand(win, self.ruleset),
            *judgement.robbing(win, found, self.ruleset),
            *judgement.furiten(hand, win, self.ruleset),
        ]

    def _refusal(self, facts: Facts) -> Refusal:
        """Return every reason why the win is refused."""
        rules = self.ruleset
        hand, win = facts.source.hand_and_win()
        missing = judgement.winning_tile(hand, win, rules)
        found = [] if missing else self._readings(facts, win)
        if found:
            findings = self._objections(hand, win, found)
            if not self.candidates(facts, found, 0):
                findings += self._without_yaku(facts, found)
        else:
            findings = judgement.dead_hand(win, rules) + missing
            if not readings(facts, wait_claimed=False):
                findings.append(self._finding("not_complete", "cited.shapes", _NOT_COMPLETE))
        return Refusal(rules.id, tuple(findings))

    def _needed_han(self, honba: int) -> int:
        """Return how many han of yaku a win needs."""
        return max(2, self._least) if honba >= self._two_han_from else self._least

    def _without_yaku(self, facts: Facts, found: list[Reading]) -> list[Finding]:
        """Say whether there is no yaku at all or only too little."""
        table = self._yaku[facts.closed]
        on_hand = of_win(facts.circumstances, facts.kans)
        han = max(
            yaku.han
            for reading in found
            for yaku in table.alternatives[(on_hand | reading.shown) & table.played]
        )
        if not han:
            detail = "no yaku in any reading; dora are no yaku"
            return [self._finding("no_yaku", "win.minimum_han", detail)]
        if han < self._least:
            detail = f"{han} han of yaku, {self._least} are needed; dora do not count"
            return [self._finding("two_han_minimum", "win.minimum_han", detail)]
        detail = f"{han} han of yaku at {facts.honba} counters; dora do not count"
        return [self._finding("two_han_minimum", "win.two_han_from_counters", detail)]

    def _finding(self, reason: str, clause: str, detail: str) -> Finding:
        return judgement.finding(self.ruleset, reason, clause, detail)


_PINFU: Final = BITS["pinfu"]
_STANDARD: Final = Form.STANDARD
_NEVER: Final = 1 << 62
_NOT_COMPLETE: Final = "not four groups and a pair, seven different pairs or thirteen orphans"
_RANK: Final = attrgetter("rank")


@lru_cache(maxsize=32)
def scorer(ruleset: Ruleset) -> Scorer:
    """Make a ruleset ready once."""
    return Scorer(ruleset)
