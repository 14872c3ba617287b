"""Who fed the last visible set of a great yakuman, in many hands at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from scoring.batch import codes
from scoring.batch.rules import bit
from scoring.tiles import KINDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scoring.batch.hands import Hands
    from scoring.ruleset import Ruleset

    Ints = NDArray[np.int64]


class Owed(NamedTuple):
    """The hands for which one player is liable."""

    rows: Ints
    seat: Ints
    """His seat wind."""
    multiples: Ints
    """What the yakuman that he fed are worth."""


_SETS: Final = {"daisangen": (31, 32, 33), "daisuushii": (27, 28, 29, 30)}
"""Yakuman -> the kinds of which all must lie visible."""
_FOUR_KANS: Final = "suukantsu"


def liability(hands: Hands, yaku: Ints, ruleset: Ruleset) -> Owed | None:
    """Return who is liable, given the yaku of the granted yakuman; None if nobody is.

    Who fed the set of the first of several such yakuman, in the order of the yaku, answers for all
    that he fed. Nobody is liable where it is not given who fed the set.
    """
    names = [name for name in codes.YAKU_NAMES if name in ruleset.win.liable_yaku]
    names = [name for name in names if name in ruleset.yaku]
    rows = np.flatnonzero(yaku & sum(map(bit, names)))
    if not rows.size:
        return None
    seat = np.full(len(rows), -1, np.int64)
    multiples = np.zeros(len(rows), np.int64)
    melds = hands.melds[rows].astype(np.int64)
    feeders = hands.feeders[rows]
    everyone = np.arange(len(rows))
    added = hands.flags[rows] & codes.FLAG["kakan_last"] > 0
    closed = ~((melds >= 0) & (melds // KINDS * KINDS != codes.ANKAN)).any(axis=1)
    for name in names:
        fed = _fed(name, melds, added, ruleset)
        feeder = np.where((yaku[rows] & bit(name) > 0) & (fed >= 0), feeders[everyone, fed], -1)
        seat = np.where(seat < 0, feeder, seat)
        rule = ruleset.yaku[name]
        worth = np.where(closed, rule.closed, rule.open)
        multiples += np.where((feeder >= 0) & (feeder == seat), worth, 0)
    known = seat >= 0
    return Owed(rows[known], seat[known], multiples[known]) if known.any() else None


def _fed(name: str, melds: Ints, added: NDArray[np.bool_], ruleset: Ruleset) -> Ints:
    """Return the column of the called meld that made the last visible set, -1 for none."""
    form = melds // KINDS * KINDS
    places = np.arange(melds.shape[1])
    if name == _FOUR_KANS:
        last = np.where(melds >= 0, places, -1).max(axis=1)
        called = (form[np.arange(len(melds)), last] == codes.OPEN_KAN) & ~added
        return np.where(called, last, -1)
    kinds = _SETS[name]
    open_meld = form != codes.ANKAN
    seen = (melds >= 0) & np.isin(melds % KINDS, kinds)
    if not ruleset.win.liability_counts_ankan:
        seen &= open_meld
    last = np.where(seen, places, -1).max(axis=1)
    called = (seen.sum(axis=1) >= len(kinds)) & open_meld[np.arange(len(melds)), last]
    return np.where(called, last, -1)
