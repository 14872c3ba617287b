"""Who pays how much: from the base value to points, with counters and liability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.score import Payments

if TYPE_CHECKING:
    from scoring.ruleset import Ruleset
    from scoring.seats import Wind
    from scoring.win import Win


def payments(base: int, win: Win, ruleset: Ruleset, liable: Wind | None) -> Payments:
    """Return the payments of a win of this base value, counters included.

    The liable player pays for all on a self-draw; on a ron it is the ruleset's `liability_ron`,
    the discarder paying the counters.
    """
    counters = ruleset.game.counter_value * win.honba
    if win.tsumo:
        share = counters // 3
        if win.dealer:
            each = _rounded(2 * base) + share
            return Payments(each=each) if liable is None else Payments(liable=3 * each)
        dealer, nondealer = _rounded(2 * base) + share, _rounded(base) + share
        if liable is None:
            return Payments(dealer=dealer, nondealer=nondealer)
        return Payments(liable=dealer + 2 * nondealer)
    points = _rounded(base * (6 if win.dealer else 4))
    if liable is None or ruleset.win.liability_ron == "discarder":
        return Payments(discarder=points + counters)
    if liable is win.context.discarder_seat:
        return Payments(discarder=points + counters)
    half = _rounded(points // 2)
    return Payments(discarder=points - half + counters, liable=half)


def _rounded(points: int) -> int:
    """Round up to the next hundred."""
    return -(-points // 100) * 100
