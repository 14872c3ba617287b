"""Scoring of many hands: `score_hands(hands, ruleset)` gives what `scoring.engine.score` gives."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from scoring.batch.checking import check_set
from scoring.batch.circumstances import circumstances_of
from scoring.batch.codes import FLAG, REASONS
from scoring.batch.payments import pay
from scoring.batch.ranking import best_readings, yaku_han
from scoring.batch.readings import THIRTEEN_ORPHANS, read
from scoring.batch.rules import tables_of
from scoring.batch.scores import Scores
from scoring.liability import check_liability

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.batch.hands import Hands
    from scoring.batch.ranking import Valued
    from scoring.batch.readings import Facts
    from scoring.ruleset import Ruleset

CHUNK: Final = 16384
"""Hands scored at once: few enough for the processor's cache, enough to pay for the calls."""
_REASON: Final = {reason: number for number, reason in enumerate(REASONS)}


def score_hands(hands: Hands, ruleset: Ruleset) -> Scores:
    """Score many declared wins, each in its most valuable reading.

    Raises IllegalHandError for more red fives than the ruleset's tiles have.
    """
    return _scorer(ruleset).score(hands)


class BatchScorer:
    """A ruleset made ready to score arrays of hands."""

    def __init__(self, ruleset: Ruleset) -> None:
        check_liability(ruleset)
        self.ruleset = ruleset
        self._tables = tables_of(ruleset)

    def score(self, hands: Hands) -> Scores:
        """Score many wins; see `score_hands`."""
        scores = Scores.empty(len(hands))
        for rows, part in hands.chunks(CHUNK):
            self._score(part, scores, rows)
        return scores

    def _score(self, hands: Hands, scores: Scores, rows: slice) -> None:
        """Score one chunk into its rows."""
        check_set(hands, self.ruleset, rows.start)
        claimed = None
        if self.ruleset.win.kept_apart:
            mixed = (hands.flags & FLAG["not_kept_apart"] > 0) & hands.tsumo
            claimed = ~mixed if mixed.any() else None
        facts, first, others = read(hands, claimed, self._tables)
        around = circumstances_of(hands, facts, self._tables, self.ruleset)
        best = best_readings(facts, first, others, around, self._tables)
        reason = self._reasons(hands, facts, best)
        granted = reason == 0
        value, yaku, dora = (one * granted for one in (best.value, best.yaku, best.dora))
        paid = pay(hands, value >> 16, yaku, granted, self.ruleset)
        scores.reason[rows] = reason
        scores.han[rows] = best.han * granted
        scores.fu[rows] = best.fu * granted
        scores.base[rows] = value >> 16
        scores.limit[rows] = value >> 8 & 255
        scores.yakuman[rows] = value & 255
        scores.counted[rows] = (value & 255 > 0) & (best.han >= 0)
        scores.yaku[rows] = yaku
        scores.dora[rows] = dora
        for name, column in zip(paid._fields, paid, strict=True):
            getattr(scores, name)[rows] = column

    def _reasons(self, hands: Hands, facts: Facts, best: Valued) -> NDArray[np.uint8]:
        """Say why each win is refused, 0 where it is granted; the first reason is told."""
        reason = np.zeros(len(hands), np.uint8)
        rules = self.ruleset.win
        if best.rank.min(initial=0) < 0:
            reason[best.rank < 0] = _REASON["two_han_minimum"]
            none = (best.rank < 0) & (yaku_han(best.rank) < 1)
            reason[none] = _REASON["no_yaku"]
        flags = hands.flags
        reason[(flags & FLAG["furiten"] > 0) & ~hands.tsumo] = _REASON["furiten"]
        robbed = flags & FLAG["robs_ankan"] > 0
        if rules.kokushi_robs_ankan:
            robbed &= facts.special != THIRTEEN_ORPHANS
        reason[robbed] = _REASON["ankan_not_robbable"]
        reason[~facts.complete] = _REASON["not_complete"]
        reason[hands.win_copies == 0] = _REASON["winning_tile_missing"]
        reason[flags & FLAG["dead_hand"] > 0] = _REASON["dead_hand"]
        return reason


@lru_cache(maxsize=8)
def _scorer(ruleset: Ruleset) -> BatchScorer:
    """Make a ruleset ready once."""
    return BatchScorer(ruleset)
