"""Who pays how much, for many hands: as `scoring.payments` does it for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scoring.batch.liability import liability
from scoring.limits import YAKUMAN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.batch.hands import Hands
    from scoring.batch.liability import Owed
    from scoring.ruleset import Ruleset

    Ints = NDArray[np.int64]
    Flags = NDArray[np.bool_]


class Payments(NamedTuple):
    """The payments of each hand; 0 where nobody pays."""

    discarder: Ints
    each: Ints
    dealer: Ints
    nondealer: Ints
    liable: Ints
    liable_seat: Ints
    total: Ints


class _Titles(NamedTuple):
    """Who pays a hand by its circumstances: 1 or 0."""

    ron: Ints
    of_dealer: Ints
    """A self-draw of the dealer."""
    of_other: Ints
    parts: Ints
    """How many base values the discarder pays."""


def pay(hands: Hands, base: Ints, yaku: Ints, granted: Flags, ruleset: Ruleset) -> Payments:
    """Work out the payments of the granted wins; base value and yaku of the others are 0."""
    dealer = hands.seat_wind == 0
    ron = ~hands.tsumo & granted
    titles = _Titles(
        ron.astype(np.int64),
        (hands.tsumo & dealer & granted).astype(np.int64),
        (hands.tsumo & ~dealer & granted).astype(np.int64),
        4 + 2 * dealer,
    )
    counters = hands.honba * np.int64(ruleset.game.counter_value)
    paid = _ordinary(base, counters, titles)
    liable = np.zeros_like(base)
    seat = np.full(len(base), -1, np.int64)
    owed = liability(hands, yaku, ruleset)
    if owed is not None:
        discarder = hands.discarder[owed.rows]
        titles = _Titles(*[one.take(owed.rows) for one in titles])
        ours = _owed(
            base.take(owed.rows), counters.take(owed.rows), titles, owed, discarder, ruleset
        )
        for column, part in zip((*paid, liable), ours, strict=True):
            column[owed.rows] = part
        seat[owed.rows] = np.where(ours[-1] > 0, owed.seat, -1)
    bets = hands.sticks * np.int64(ruleset.riichi.bet) * granted
    return Payments(*paid, liable, seat, _sum(paid) + liable + bets)


def _ordinary(base: Ints, counters: Ints, titles: _Titles) -> tuple[Ints, Ints, Ints, Ints]:
    """Return what discarder, each, dealer and nondealer pay where nobody is liable."""
    share = counters // 3
    double = _hundreds(2 * base) + share
    return (
        (_hundreds(base * titles.parts) + counters) * titles.ron,
        double * titles.of_dealer,
        double * titles.of_other,
        (_hundreds(base) + share) * titles.of_other,
    )


def _owed(
    base: Ints,
    counters: Ints,
    titles: _Titles,
    owed: Owed,
    discarder: NDArray[np.int8],
    ruleset: Ruleset,
) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Return what discarder, each, dealer, nondealer and the liable player pay."""
    rules = ruleset.win
    answered = base
    if rules.liability_scope == "yakuman":
        multiples = owed.multiples if ruleset.limits.yakuman_cumulative else 1
        answered = np.minimum(base, YAKUMAN * multiples)
    with_answered = (answered == base) | (rules.liability_counters == "liable")
    rest = _ordinary(base - answered, np.where(with_answered, 0, counters), titles)
    counters = np.where(with_answered, counters, 0)
    drawn = _sum(_ordinary(answered, counters, titles)) * (1 - titles.ron)
    points = _hundreds(answered * titles.parts) * titles.ron
    half = _hundreds(points // 2)
    if rules.liability_ron == "discarder":
        half = np.zeros_like(half)
    half = np.where(owed.seat == discarder, 0, half)
    mine = counters * titles.ron * (half > 0) * (rules.liability_counters == "liable")
    theirs = counters * titles.ron - mine
    return rest[0] + points - half + theirs, *rest[1:], drawn + half + mine


def _sum(paid: tuple[Ints, Ints, Ints, Ints]) -> Ints:
    """Add up the payments of all players."""
    discarder, each, dealer, nondealer = paid
    return discarder + 3 * each + dealer + 2 * nondealer


def _hundreds(points: Ints) -> Ints:
    """Round up to the next hundred."""
    return (points + 99) // 100 * 100
