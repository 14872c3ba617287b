"""Scoring: `score(hand, win, ruleset)` says what a win is worth and why, or why it is refused."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from scoring import judgement
from scoring.checks import check
from scoring.explanation import Candidate, explained
from scoring.fu import FuTable, rounded
from scoring.liability import check_liability
from scoring.limits import LimitTable
from scoring.reading import Form, facts_of, readings
from scoring.score import Dora, Refusal
from scoring.tiles import DORA_OF_INDICATOR
from scoring.yaku_table import YakuTable

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.reading import Facts, Reading
    from scoring.ruleset import Ruleset
    from scoring.score import Finding, Score
    from scoring.win import Win


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
        self._yaku = {closed: YakuTable(ruleset, closed=closed) for closed in (False, True)}
        self._fu = FuTable(ruleset)
        self._limits = LimitTable(ruleset)

    def score(self, hand: Hand, win: Win) -> Score | Refusal:
        """Score one win; see the function of the same name."""
        check(hand, win)
        facts = facts_of(hand, win)
        found = self._readings(facts)
        findings = judgement.dead_hand(facts, self.ruleset)
        if not found:
            findings.append(self._finding("not_complete", "cited.shapes", _NOT_COMPLETE))
            return Refusal(self.ruleset.id, tuple(findings))
        findings += judgement.robbing(facts, found, self.ruleset)
        findings += judgement.furiten(facts, self.ruleset)
        if judgement.robs_ankan(facts):
            found = [one for one in found if one.form is Form.THIRTEEN_ORPHANS] or found
        dora = self._dora(hand, win)
        candidates = self.candidates(facts, found, dora)
        if not candidates:
            findings += self._without_yaku(facts, found)
        if findings:
            return Refusal(self.ruleset.id, tuple(findings))
        best = max(candidates, key=lambda candidate: candidate.rank)
        return explained(self.ruleset, hand, win, best)

    def candidates(self, facts: Facts, found: list[Reading], dora: Dora) -> list[Candidate]:
        """Return every way to score the hand that has enough yaku."""
        table = self._yaku[facts.closed]
        on_hand = table.found_on_hand(facts)
        needed = self._needed_han(facts.win)
        candidates = []
        for reading in found:
            for yaku in table.alternatives(on_hand | table.found_on_reading(reading)):
                if yaku.yakuman:
                    value = self._limits.of_yakuman(yaku.yakuman)
                    candidates.append(Candidate(reading, yaku, _NO_DORA, 0, (), 0, value))
                elif yaku.yaku and yaku.han >= needed:
                    items = self._fu.items(reading, pinfu=yaku.pinfu)
                    fu = rounded(items)
                    added = dora if yaku.with_dora else _NO_DORA
                    han = yaku.han + added.total
                    value = self._limits.of_han(han, fu)
                    candidates.append(Candidate(reading, yaku, added, han, items, fu, value))
        return candidates

    def _readings(self, facts: Facts) -> list[Reading]:
        """Read the hand in every way that the rules allow."""
        claimed = facts.win.context.winning_tile_kept_apart or not facts.win.tsumo
        return list(readings(facts, wait_claimed=claimed or not self.ruleset.win.kept_apart))

    def _needed_han(self, win: Win) -> int:
        """Return how many han of yaku a win needs."""
        rules = self.ruleset.win
        if rules.two_han_from_counters and win.honba >= rules.two_han_from_counters:
            return max(2, rules.minimum_han)
        return rules.minimum_han

    def _without_yaku(self, facts: Facts, found: list[Reading]) -> list[Finding]:
        """Say whether there is no yaku at all or only too little."""
        table = self._yaku[facts.closed]
        on_hand = table.found_on_hand(facts)
        han = max(
            yaku.han
            for reading in found
            for yaku in table.alternatives(on_hand | table.found_on_reading(reading))
        )
        if han < self.ruleset.win.minimum_han:
            detail = "no yaku in any reading; dora are no yaku"
            return [self._finding("no_yaku", "win.minimum_han", detail)]
        detail = f"{han} han of yaku at {facts.win.honba} counters; dora do not count"
        return [self._finding("two_han_minimum", "win.two_han_from_counters", detail)]

    def _finding(self, reason: str, clause: str, detail: str) -> Finding:
        return judgement.finding(self.ruleset, reason, clause, detail)

    def _dora(self, hand: Hand, win: Win) -> Dora:
        """Count the bonus tiles."""
        tiles = hand.all_tiles()
        kinds = [tile.kind for tile in tiles]
        rules = self.ruleset.win
        ura = win.ura_indicators if rules.ura_dora and win.riichi else ()
        return Dora(
            dora=sum([kinds.count(DORA_OF_INDICATOR[tile.kind]) for tile in win.dora_indicators]),
            ura=sum([kinds.count(DORA_OF_INDICATOR[tile.kind]) for tile in ura]),
            red=sum([tile.red for tile in tiles]) if rules.red_fives else 0,
        )


_NO_DORA: Final = Dora()
_NOT_COMPLETE: Final = "not four groups and a pair, seven different pairs or thirteen orphans"


@lru_cache(maxsize=32)
def _scorer(ruleset: Ruleset) -> Scorer:
    """Make a ruleset ready once."""
    return Scorer(ruleset)
