"""The session's time: what the end signal ends, what may be done before the start signal.

The core owns no clock; every time is given, in seconds after the start signal.
"""

from dataclasses import dataclass
from enum import Enum

from scoring.ruleset import Ruleset


class Ends(Enum):
    """When a session is over; the value completes "the session ends ..."."""

    NOW = "at once"
    AFTER_HAND = "after the hand in progress"
    AFTER_NEXT = "after the hand that counts as begun"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class HandTimes:
    """What is known of the hand at the signal."""

    over_s: float | None = None
    """When the last hand ended: the call of the win, or the last discard of a draw."""
    walls_built: bool = False
    dice_s: float | None = None
    """When the dice were thrown for the next hand."""


def end_signal_s(ruleset: Ruleset, *, minutes: int | None = None, extra_s: float = 0) -> float:
    """When the end signal is due; the organiser's minutes go before the ruleset's, 0 is never.

    `extra_s` is time given back to a table, as after a referee's ruling.
    """
    asked = ruleset.timing.minutes if minutes is None else minutes
    return 60 * asked + extra_s if asked else float("inf")


def at_signal(signal_s: float, times: HandTimes, ruleset: Ruleset) -> Ends:
    """What the end signal ends.

    A hand in progress is played to its end. Between hands the next one is played if it has begun:
    by its dice over built walls, or, where the rules say so, with the end of the last hand
    (WRR-8.1-NOTSTARTED, W15-SESS-BEGIN).
    """
    if times.over_s is None or times.over_s > signal_s:
        return Ends.AFTER_HAND if ruleset.timing.hand_finished else Ends.NOW
    thrown = times.walls_built and times.dice_s is not None and times.dice_s <= signal_s
    if thrown or ruleset.timing.between_hands == "next_started":
        return Ends.AFTER_NEXT
    return Ends.NOW


def may_before_start(act: str, ruleset: Ruleset) -> bool:
    """Whether this may be done before the start signal: "seats", "walls", "dice" or "deal".

    Seats may be drawn and walls be built; the first dice wait (WRR-8.1-START, W15-WIND-BEFORE).
    """
    return act in {"seats", "walls"} or ruleset.setup.dice_before_signal
