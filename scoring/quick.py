"""Scores a win in plain numbers: the usual one in one go, by few and small tables.

Usual is a win without yakuman, without irregularities, with enough yaku. What is left goes to
engine.py, which has the same features, yaku, fu and limits, so that it does not matter who answers.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from scoring.citations import AT_DECLARED, CITATION_BITS
from scoring.errors import ScoringError
from scoring.features import ONE_PAIR, PAIR_AT, PAIR_MASK, PAIRS_AT, TALLY_AT, TALLY_MASK
from scoring.patterns import of_features, of_pairs
from scoring.plain import can_be
from scoring.quick_tables import (
    HONOURS_AT,
    HONOURS_MASK,
    IDS_AT,
    INDICATED,
    NO_PAIR,
    NO_SETS,
    NOT_PAIRS,
    PAIR_HAS_VALUE,
    PAIRS_AS_TEXT,
    REDS_AT,
    REDS_MASK,
    SUIT_MASK,
    TILES_MASK,
    UNITS,
)
from scoring.score import Score
from scoring.tallies import SEVEN_PAIRS, TALLY_BITS
from scoring.win import MAX_INDICATORS

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.memo import Memo
    from scoring.plain import Plain, PlainMeld
    from scoring.quick_tables import Part, QuickDora, QuickTables, QuickYaku, Sets, Winner
    from scoring.score import FuItem, Payments, Refusal

    Read = tuple[Part, Part, Part, Part, int, QuickYaku, int]
    """The four suits as they are read; features of the hand; yaku; tally."""
    Judged = tuple[*Read, QuickDora, Winner, Sets]
    """The same with dora, winner, declared sets."""


class Quick:
    """A ruleset made ready for wins in plain numbers."""

    def __init__(
        self,
        tables: QuickTables,
        score_rest: Callable[[Plain], Score | Refusal],
        points_rest: Callable[[Plain], Payments | Refusal],
    ) -> None:
        rules = tables.ruleset
        self._id, self._bet, self._reds = rules.id, rules.riichi.bet, rules.win.red_fives
        self._least = rules.win.minimum_han
        self._honba_below = rules.win.two_han_from_counters or 1 << 16
        self._score_rest, self._points_rest = score_rest, points_rest
        self._situations = tables.situations
        self._man, self._pin, self._sou, self._honours = tables.parts
        self._variants, self._pairs = tables.variants, tables.pairs
        self._sets = tables.declared
        self._minipoints = tables.minipoints
        self._dora = tables.dora
        self._joined = tables.citations.joined

    def score(self, win: Plain) -> Score | Refusal:
        """Score a win: the same as Scorer.score of its values, but sooner."""
        judged = self._judge(win)
        if judged is None:
            return self._score_rest(win)
        man, pin, sou, honours, features, yaku, tally, found_dora, winner, sets = judged
        _, man_texts, man_items, man_cited = man
        _, pin_texts, pin_items, pin_cited = pin
        _, sou_texts, sou_items, sou_cited = sou
        _, hon_texts, hon_items, hon_cited = honours
        names, han, yaku_cited, _ = yaku
        dora, more, dora_cited = found_dora
        seat, tsumo, paid = winner
        pair = features >> PAIR_AT & PAIR_MASK
        fu, values, first, last, both, fu_cited = self._minipoints[
            tally | pair << TALLY_BITS if tally & PAIR_HAS_VALUE else tally
        ]
        han += more
        base, limit, yakuman, counted, value_clauses, value_cited = values[han]
        sticks = win[9]
        payments, total, payment_clauses, payment_cited = paid[win[8]][base << 1 | (sticks > 0)]
        texts = man_texts + pin_texts + sou_texts + hon_texts
        items = man_items + pin_items + sou_items + hon_items
        cited = man_cited + pin_cited + sou_cited + hon_cited
        if sets is not NO_SETS:
            texts, items, declared = _written(sets, texts, items)
            cited += declared
        if items:
            both = first + items + last
        cited += yaku_cited + dora_cited + fu_cited + value_cited + payment_cited
        texts += PAIRS_AS_TEXT[pair]
        # fmt: off
        return _score((
            self._id, seat, tsumo, texts, names, dora, han, fu, both, limit, yakuman, counted,
            payments, total + self._bet * sticks, None, value_clauses, payment_clauses,
            self._joined[cited], (),
        ))
        # fmt: on

    def points(self, win: Plain) -> Payments | Refusal:
        """Say only who pays what: `score(win).payments`, but sooner."""
        judged = self._judge(win)
        if judged is None:
            return self._points_rest(win)
        _, _, _, _, _, (_, han, _, _), tally, (_, more, _), (_, _, paid), _ = judged
        base = self._minipoints[tally][1][han + more][0]
        return paid[win[8]][base << 1][0]

    def _judge(self, win: Plain) -> Judged | None:
        """Count the tiles, look the circumstances up, read the hand; None if it is not usual."""
        concealed, melds, win_tile, seat, round_, happened, dora, ura, honba, sticks = win
        shown = hidden = 0
        sets = NO_SETS
        try:
            spread = held = sum(itemgetter(*concealed)(UNITS))
            if melds:
                sets = self._declared(melds)
                held += sets[1]
                spread += sets[2]
            terms = happened, seat, round_, sets[0]
            won_on, winds, due, used, riichi, worth, winner = self._situations[terms]
            spread += won_on[win_tile] + winds
            for number in dora:
                at, tile = INDICATED[number]
                shown += held >> at & 7
                held += tile
            for number in ura:
                at, tile = INDICATED[number]
                hidden += held >> at & 7
                held += tile
        except (KeyError, TypeError, IndexError, ScoringError):
            return None
        reds = held >> REDS_AT & REDS_MASK
        if (
            len(concealed) != due
            or ((held >> IDS_AT).bit_count() != used + len(dora) + len(ura) and not can_be(win))
            or (honba | sticks) >> 16  # also where one is below 0
            or honba >= self._honba_below
            or len(dora) > MAX_INDICATORS
            or (ura and (not riichi or len(ura) > MAX_INDICATORS))
            or (reds and not self._reds)
        ):
            return None
        found = self._dora[shown << 12 | hidden << 6 | reds]
        man, pin = self._man[spread & SUIT_MASK], self._pin[spread >> 32 & SUIT_MASK]
        sou = self._sou[spread >> 64 & SUIT_MASK]
        honours = self._honours[spread >> HONOURS_AT & HONOURS_MASK]
        features = man[0] + pin[0] + sou[0] + honours[0]
        if features >> PAIRS_AT not in ONE_PAIR:
            return self._best(spread, worth, sets, found, winner)
        if melds:
            features = (features | sets[3]) + sets[4]
        yaku = worth[of_features(features)]
        if yaku[1] < self._least:
            return None
        tally = (features >> TALLY_AT & TALLY_MASK) + yaku[3]
        return man, pin, sou, honours, features, yaku, tally, found, winner, sets

    def _best(
        self,
        spread: int,
        worth: Memo[int, QuickYaku],
        sets: Sets,
        dora: QuickDora,
        winner: Winner,
    ) -> Judged | None:
        """Read the hand in every way and return the most valuable one; None if one is not usual."""
        man, pin, sou, honours = self._variants
        found: list[Read] = []
        if sets is NO_SETS and not spread & NOT_PAIRS:
            found.append(self._seven_pairs(spread, worth))
        for one, two, three, four in product(
            man[spread & SUIT_MASK],
            pin[spread >> 32 & SUIT_MASK],
            sou[spread >> 64 & SUIT_MASK],
            honours[spread >> HONOURS_AT & HONOURS_MASK],
        ):
            features = one[0] + two[0] + three[0] + four[0]
            if features >> PAIRS_AT in ONE_PAIR:
                features = (features | sets[3]) + sets[4]
                yaku = worth[of_features(features)]
                tally = (features >> TALLY_AT & TALLY_MASK) + yaku[3]
                found.append((one, two, three, four, features, yaku, tally))
        best, most = None, -1
        for read in found:
            han = read[5][1]
            if han < 0:
                return None
            if han >= self._least:
                fu, values, _, _, _, _ = self._minipoints[read[6]]
                rank = (values[han + dora[1]][0] << 8 | han) << 8 | fu
                if rank > most:
                    best, most = read, rank
        return None if best is None else (*best, dora, winner, sets)

    def _seven_pairs(self, spread: int, worth: Memo[int, QuickYaku]) -> Read:
        """Read fourteen tiles of which none is there once, thrice or four times."""
        man, pin, sou, honours = self._pairs
        one, two = man[spread & TILES_MASK], pin[spread >> 32 & TILES_MASK]
        three, four = sou[spread >> 64 & TILES_MASK], honours[spread >> HONOURS_AT & TILES_MASK]
        yaku = worth[of_pairs(one[0] | two[0] | three[0] | four[0])]
        return one, two, three, four, NO_PAIR << PAIR_AT, yaku, SEVEN_PAIRS + yaku[3]

    def _declared(self, melds: tuple[PlainMeld, ...]) -> Sets:
        """Put the declared sets together."""
        terms = units = marks = joined = counted = 0
        written = []
        for kind, numbers in melds:
            term, tiles, mark, features, counts, as_written = self._sets[kind][numbers]
            terms += term
            units += tiles
            marks += mark
            joined |= features
            counted += counts
            written.append(as_written)
        return terms, units, marks, joined, counted, written


def _written(
    sets: Sets, texts: tuple[str, ...], items: tuple[FuItem, ...]
) -> tuple[tuple[str, ...], tuple[FuItem, ...], int]:
    """Add the declared sets as text and their fu items; and say the number of their clauses."""
    cited = 0
    for text, item, number in sets[5]:
        texts += text
        if item:
            items += item
            cited = cited << CITATION_BITS | number
    return texts, items, cited << AT_DECLARED


_score: Final = partial(tuple.__new__, Score)
