"""Scores the usual win in plain numbers in one go, by few and small tables; leaves the rest.

Usual is a win without yakuman, without irregularities, with enough yaku. What is left is scored in
engine.py, by the same features, yaku, fu and limits, so that it does not matter who answers.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from scoring.errors import ScoringError
from scoring.features import (
    ONE_PAIR,
    PAIR_AT,
    PAIR_MASK,
    PAIRS_AT,
    TALLY_AT,
    TALLY_MASK,
    loose_of,
)
from scoring.patterns import of_features, of_seven_pairs
from scoring.quick_tables import (
    COUNTERS_AT,
    HONOURS_AT,
    HONOURS_MASK,
    IDS_AT,
    INDICATED_AT,
    NO_PAIR,
    NO_SETS,
    NOT_PAIRS,
    NOTHING,
    PAIR_HAS_VALUE,
    PAIRS_AS_TEXT,
    REDS_AT,
    REDS_MASK,
    SUIT_MASK,
    UNITS,
)
from scoring.score import Score
from scoring.tallies import SEVEN_PAIRS, TALLY_BITS, WITH_PINFU
from scoring.tiles import COPIES
from scoring.win import MAX_INDICATORS
from scoring.yaku import BITS

if TYPE_CHECKING:
    from scoring.plain import PlainMeld, PlainWin
    from scoring.quick_tables import Ground, Part, QuickTables, QuickYaku, Sets, Winner
    from scoring.score import FuItem, Payments

    Texts = tuple[str, ...]
    Items = tuple[FuItem, ...]
    Looked = tuple[int, Ground, Winner, Sets, int, int, int]
    """The concealed tiles as UNITS counts them, marked; ground; winner; declared sets; dora, ura
    and red dora, six bits each; counters; sticks."""
    Read = tuple[tuple[Part, ...], int, QuickYaku, int]
    """The four suits as they are read; features of the hand; yaku; tally."""


class Quick:
    """A ruleset made ready for usual wins."""

    def __init__(self, tables: QuickTables) -> None:
        rules = tables.ruleset
        self._id, self._bet, self._reds = rules.id, rules.riichi.bet, rules.win.red_fives
        self._least, self._two_han_from = rules.win.minimum_han, rules.win.two_han_from_counters
        self._situations = tables.situations
        self._man, self._pin, self._sou, self._honours = tables.parts
        self._variants = tables.variants
        self._sets, self._cited_sets = tables.declared, tables.cited
        self._minipoints = tables.minipoints
        self._dora = tables.dora
        self._joined = tables.citations.joined

    def score(self, win: PlainWin) -> Score | None:
        """Score a usual win; None for another."""
        looked = self._look(win)
        if looked is None:
            return None
        spread, ground, (seat, tsumo, paid), sets, counts, honba, sticks = looked
        dora, more, dora_cited = self._dora[counts]
        read = self._read(spread, ground, sets, more)
        if read is None:
            return None
        (man, pin, sou, honours), features, (names, han, yaku_cited), tally = read
        _, man_texts, man_items, man_cited = man
        _, pin_texts, pin_items, pin_cited = pin
        _, sou_texts, sou_items, sou_cited = sou
        _, hon_texts, hon_items, hon_cited = honours
        texts, items, sets_cited = self._written(win.melds) if win.melds else _NOTHING_WRITTEN
        pair = features >> PAIR_AT & PAIR_MASK
        fu, values, first, last, both, fu_cited = self._minipoints[
            tally | pair << TALLY_BITS if tally & PAIR_HAS_VALUE else tally
        ]
        han += more
        base, limit, yakuman, counted, value_clauses, value_cited = values[han]
        payments, total, payment_clauses, payment_cited = paid[
            honba << COUNTERS_AT | base << 1 | (sticks > 0)
        ]
        cited = man_cited + pin_cited + sou_cited + hon_cited + sets_cited
        if cited:
            both = first + man_items + pin_items + sou_items + hon_items + items + last
        cited += yaku_cited + dora_cited + fu_cited + value_cited + payment_cited
        texts = man_texts + pin_texts + sou_texts + hon_texts + texts + PAIRS_AS_TEXT[pair]
        total += self._bet * sticks
        # fmt: off
        return _score((
            self._id, seat, tsumo, texts, names, dora, han, fu, both, limit, yakuman, counted,
            payments, total, None, value_clauses, payment_clauses, self._joined[cited], (),
        ))
        # fmt: on

    def points(self, win: PlainWin) -> Payments | None:
        """Say who pays what for a usual win; None for another."""
        looked = self._look(win)
        if looked is None:
            return None
        spread, ground, winner, sets, counts, honba, _ = looked
        more = self._dora[counts][1]
        read = self._read(spread, ground, sets, more)
        if read is None:
            return None
        _, _, (_, han, _), tally = read
        base = self._minipoints[tally][1][han + more][0]
        return winner[2][honba << COUNTERS_AT | base << 1][0]

    def _look(self, win: PlainWin) -> Looked | None:
        """Count the tiles and look the circumstances up."""
        concealed, melds, win_tile, seat, round_, happened, dora, ura, honba, sticks = win
        opened = kans = shown = hidden = 0
        sets = NO_SETS
        try:
            spread = held = sum(itemgetter(*concealed)(UNITS))
            if melds:
                sets = self._declared(melds)
                opened, kans, units, mark, _, _ = sets
                held += units
                spread += mark
            won_on, riichi, ura_counts, ground, winner = self._situations[
                happened, seat, round_, opened, kans
            ]
            spread += won_on[win_tile]
            indicators = len(dora) + len(ura)
            for number in dora:
                dora_at, at = INDICATED_AT[number]
                shown += held >> dora_at & 7
                if (held >> at & 7) + indicators > COPIES and _too_many(held, at, dora + ura):
                    return None
            if ura:
                if not riichi or len(ura) > MAX_INDICATORS:
                    return None
                for number in ura:
                    dora_at, at = INDICATED_AT[number]
                    hidden += held >> dora_at & 7
                    if (held >> at & 7) + indicators > COPIES and _too_many(held, at, dora + ura):
                        return None
                if not ura_counts:
                    hidden = 0
        except (KeyError, TypeError, IndexError, ScoringError):
            return None
        if (
            len(concealed) + 3 * len(melds) != 14
            or (held >> IDS_AT).bit_count() != 14 + kans
            or (honba | sticks) >> 16  # also where one is below 0
            or len(dora) > MAX_INDICATORS
            or (self._two_han_from and honba >= self._two_han_from)
        ):
            return None
        reds = held >> REDS_AT & REDS_MASK
        if reds and not self._reds:
            return None
        return spread, ground, winner, sets, shown << 12 | hidden << 6 | reds, honba, sticks

    def _declared(self, melds: tuple[PlainMeld, ...]) -> Sets:
        """Put the declared sets together."""
        opened = kans = units = mark = declared = counted = 0
        for meld in melds:
            is_open, is_kan, tiles, marked, features, counts, _, _ = self._sets[meld]
            opened |= is_open
            kans += is_kan
            units += tiles
            mark |= marked
            declared |= features
            counted += counts
        return opened, kans, units, mark, declared, counted

    def _written(self, melds: tuple[PlainMeld, ...]) -> tuple[Texts, Items, int]:
        """Return the declared sets as text, their fu items, the number of their clauses."""
        texts: Texts = ()
        items: Items = ()
        for meld in melds:
            _, _, _, _, _, _, text, item = self._sets[meld]
            texts += text
            items += item
        cited = self._cited_sets[tuple([item.clause for item in items])] if items else 0
        return texts, items, cited

    def _read(self, spread: int, ground: Ground, sets: Sets, more: int) -> Read | None:
        """Read the hand, with so many han of dora; None if its readings are not usual."""
        man = self._man[spread & SUIT_MASK]
        pin = self._pin[spread >> 32 & SUIT_MASK]
        sou = self._sou[spread >> 64 & SUIT_MASK]
        honours = self._honours[spread >> HONOURS_AT & HONOURS_MASK]
        features = man[0] + pin[0] + sou[0] + honours[0]
        if features >> PAIRS_AT not in ONE_PAIR or not spread & NOT_PAIRS:
            return self._best(spread, ground, sets, more)
        if sets is not NO_SETS:
            features = (features | sets[4]) + sets[5]
        yaku, tally = _worth(features, ground)
        if yaku[1] < self._least:
            return None
        return (man, pin, sou, honours), features, yaku, tally

    def _best(self, spread: int, ground: Ground, sets: Sets, more: int) -> Read | None:
        """Read the hand in every way and return the most valuable one; None if one is not usual."""
        man, pin, sou, honours = self._variants
        found: list[Read] = []
        for parts in product(
            man[spread & SUIT_MASK],
            pin[spread >> 32 & SUIT_MASK],
            sou[spread >> 64 & SUIT_MASK],
            honours[spread >> HONOURS_AT & HONOURS_MASK],
        ):
            one, two, three, four = parts
            features = one[0] + two[0] + three[0] + four[0]
            if features >> PAIRS_AT in ONE_PAIR:
                features = (features | sets[4]) + sets[5]
                found.append((parts, features, *_worth(features, ground)))
        if sets is NO_SETS and not spread & NOT_PAIRS:
            found += self._seven_pairs(spread, ground)
        best, most = None, (-1, 0, 0)
        for read in found:
            _, _, (_, han, _), tally = read
            if han < 0:
                return None
            if han >= self._least:
                if len(found) == 1:
                    return read
                fu, values, _, _, _, _ = self._minipoints[tally]
                rank = values[han + more][0], han, fu
                if rank > most:
                    best, most = read, rank
        return best

    def _seven_pairs(self, spread: int, ground: Ground) -> list[Read]:
        """Return the reading of seven pairs, if it is."""
        key = sum([(spread >> 32 * suit & _TILES) << 27 * suit for suit in range(4)])
        if key.bit_count() != 7:
            return []
        on_hand, of_hand, played, yaku = ground
        found = yaku[(of_seven_pairs(key) | on_hand) & played]
        parts = ((0, loose_of(key)[1], (), 0), NOTHING, NOTHING, NOTHING)
        return [(parts, NO_PAIR << PAIR_AT, found, SEVEN_PAIRS + of_hand)]


def _too_many(held: int, at: int, indicators: tuple[int, ...]) -> bool:
    """Whether there are more than four of the kind that is counted there."""
    return (held >> at & 7) + sum([INDICATED_AT[one][1] == at for one in indicators]) > COPIES


def _worth(features: int, ground: Ground) -> tuple[QuickYaku, int]:
    """Return the yaku of a reading, and its tally."""
    on_hand, of_hand, played, yaku = ground
    found = (of_features(features) | on_hand) & played
    tally = (features >> TALLY_AT & TALLY_MASK) + of_hand
    return yaku[found], tally + WITH_PINFU if found & _PINFU else tally


_NOTHING_WRITTEN: Final[tuple[tuple[str, ...], tuple[FuItem, ...], int]] = ((), (), 0)
_PINFU: Final = BITS["pinfu"]
_TILES: Final = (1 << 27) - 1
_score: Final = partial(tuple.__new__, Score)
