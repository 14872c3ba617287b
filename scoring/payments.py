"""Who pays how much: from the base value to points, with counters and liability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.score import Payments

if TYPE_CHECKING:
    from scoring.ruleset import Ruleset
    from scoring.seats import Wind
    from scoring.win import Win


def payments(
    base: int, win: Win, ruleset: Ruleset, liable: Wind | None, liable_base: int | None = None
) -> Payments:
    """Return the payments of a win of this base value, counters included.

    A liable player pays alone for all on a self-draw; on a ron it is the ruleset's `liability_ron`,
    and `liability_counters` pays the counters. With `liable_base` he answers for so much of the
    base value, and the rest is paid as if nobody were liable, with the counters where the liable
    player does not pay them.
    """
    counters = ruleset.game.counter_value * win.honba
    if liable is None:
        return ordinary(base, counters, dealer=win.dealer, tsumo=win.tsumo)
    if liable_base is not None and liable_base < base:
        his = counters if ruleset.win.liability_counters == "liable" else 0
        rest = ordinary(base - liable_base, counters - his, dealer=win.dealer, tsumo=win.tsumo)
        owed = _liable(liable_base, his, win, ruleset, liable)
        discarder = (rest.discarder or 0) + (owed.discarder or 0)
        return rest._replace(discarder=discarder or None, liable=owed.liable)
    return _liable(base, counters, win, ruleset, liable)


def ordinary(base: int, counters: int, *, dealer: bool, tsumo: bool) -> Payments:
    """Return what is paid where nobody is liable; `counters` are the points they add."""
    if not tsumo:
        return Payments(discarder=_rounded(base * (6 if dealer else 4)) + counters)
    share = counters // 3
    if dealer:
        return Payments(each=_rounded(2 * base) + share)
    return Payments(dealer=_rounded(2 * base) + share, nondealer=_rounded(base) + share)


def _liable(base: int, counters: int, win: Win, ruleset: Ruleset, liable: Wind) -> Payments:
    """Return what is paid where one player is liable for all of it."""
    usual = ordinary(base, counters, dealer=win.dealer, tsumo=win.tsumo)
    if win.tsumo:
        return Payments(liable=usual.total)
    if ruleset.win.liability_ron == "discarder" or liable is win.context.discarder_seat:
        return usual
    points = usual.total - counters
    half = _rounded(points // 2)
    if ruleset.win.liability_counters == "liable":
        return Payments(discarder=points - half, liable=half + counters)
    return Payments(discarder=points - half + counters, liable=half)


def _rounded(points: int) -> int:
    """Round up to the next hundred."""
    return -(-points // 100) * 100
