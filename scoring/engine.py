"""Scoring: `score(hand, win, ruleset)` says what a win is worth and why, or why it is refused."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scoring import judgement
from scoring.checks import check
from scoring.fu import FuTable, rounded
from scoring.liability import check_liability, completing_meld
from scoring.limits import LimitTable, Value
from scoring.payments import payments
from scoring.reading import Form, facts_of, group_texts, readings
from scoring.score import Dora, Refusal, Score
from scoring.tiles import DORA_OF_INDICATOR
from scoring.yaku_table import YakuSet, YakuTable

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.reading import Facts, Reading
    from scoring.ruleset import Ruleset
    from scoring.score import Finding, FuItem
    from scoring.seats import Wind
    from scoring.win import Win


def score(hand: Hand, win: Win, ruleset: Ruleset) -> Score | Refusal:
    """Score a declared win in its most valuable reading.

    `hand` has 14 tiles with the winning tile among the concealed ones, a kan counting as three.
    Raises InvalidHandError or InvalidWinError for what cannot lie on a table; a win that the
    rules do not grant is a Refusal.
    """
    return _scorer(ruleset).score(hand, win)


class Candidate(NamedTuple):
    """One reading with the yaku it may be scored for."""

    reading: Reading
    yaku: YakuSet
    han: int
    """Yaku and dora."""
    fu_items: tuple[FuItem, ...]
    fu: int
    value: Value

    @property
    def rank(self) -> tuple[int, int, int]:
        """Order candidates by what they pay, then by han and fu."""
        return self.value.base, self.han, self.fu


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
        return self._explained(hand, win, best, dora)

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
                    candidates.append(Candidate(reading, yaku, 0, (), 0, value))
                elif yaku.yaku and yaku.han >= needed:
                    items = self._fu.items(reading, pinfu=yaku.pinfu)
                    fu = rounded(items)
                    han = yaku.han + (dora.total if yaku.with_dora else 0)
                    value = self._limits.of_han(han, fu)
                    candidates.append(Candidate(reading, yaku, han, items, fu, value))
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

    def _explained(self, hand: Hand, win: Win, best: Candidate, dora: Dora) -> Score:
        """Put the answer together."""
        yaku, value = best.yaku, best.value
        liable, notes = self._liable(hand, yaku)
        paid = payments(value.base, win, self.ruleset, liable)
        counted_dora = dora if yaku.with_dora else Dora()
        return Score(
            ruleset=self.ruleset.id,
            seat_wind=win.seat_wind,
            tsumo=win.tsumo,
            groups=group_texts(best.reading),
            yaku=yaku.yaku,
            dora=counted_dora,
            han=None if yaku.yakuman else best.han,
            fu=None if yaku.yakuman else best.fu,
            fu_details=best.fu_items,
            limit=value.limit,
            yakuman=value.yakuman,
            counted=value.counted,
            payments=paid,
            total=paid.total + self.ruleset.game.riichi_bet * win.riichi_sticks,
            liable_seat=None if paid.liable is None else liable,
            clauses=self._clauses(win, best, counted_dora, liable),
            notes=notes + self._irregularities(hand, win),
        )

    def _liable(self, hand: Hand, yaku: YakuSet) -> tuple[Wind | None, tuple[str, ...]]:
        """Return who is liable, and a note where it cannot be known."""
        for one in yaku.yaku:
            meld = completing_meld(hand, one.name, self.ruleset) if one.yakuman else None
            if meld is not None:
                if meld.source is None:
                    return None, (f"liability not judged: who fed {meld} is not given",)
                return meld.source, ()
        return None, ()

    def _irregularities(self, hand: Hand, win: Win) -> tuple[str, ...]:
        """Note what was given and did not count."""
        notes = []
        reds = [str(tile) for tile in hand.all_tiles() if tile.red]
        if reds and not self.ruleset.win.red_fives:
            notes.append(f"{' '.join(reds)}: red fives are not used, counted as plain fives")
        if win.ura_indicators and not win.riichi:
            notes.append("ura indicators not counted: no riichi")
        return (*notes, *win.context.unused)

    def _clauses(
        self, win: Win, best: Candidate, dora: Dora, liable: Wind | None
    ) -> tuple[str, ...]:
        """List every clause that the score rests on, each once."""
        cited = [one.clause for one in best.yaku.yaku]
        entries = []
        if dora.dora or dora.ura:
            entries.append("cited.dora")
        if dora.ura:
            entries.append("win.ura_dora")
        if dora.red:
            entries.append("win.red_fives")
        cited += [self.ruleset.clauses[entry] for entry in entries]
        cited += [item.clause for item in best.fu_items]
        cited += best.value.clauses
        entries = ["cited.tsumo_payment" if win.tsumo else "cited.ron_payment"]
        if liable is not None:
            entries.append("win.liable_yaku")
            entries.append("cited.liability_tsumo" if win.tsumo else "win.liability_ron")
        if win.honba:
            entries.append("game.counter_value")
        if win.riichi_sticks:
            entries.append("game.riichi_bet")
        cited += [self.ruleset.clauses[entry] for entry in entries]
        return tuple(dict.fromkeys(cited))


_NOT_COMPLETE = "not four groups and a pair, seven different pairs or thirteen orphans"


@lru_cache(maxsize=32)
def _scorer(ruleset: Ruleset) -> Scorer:
    """Make a ruleset ready once."""
    return Scorer(ruleset)
