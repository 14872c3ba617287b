"""When the thread is lost: what lies on the table is not explained by any play, and for long."""

from collections.abc import Sequence

STUCK = 3
STUCK_NS = 8_000_000_000
"""So many tiles that nothing explains for so long."""
MANY = 20
FAR_FETCHED = 1.2
"""A story of so many tiles that costs so much for each, in nats, is none: this is another game."""
OTHER_GAME = "this is no hand of riichi: no order of play explains what lies on the table"


def worse(reason: str, before: str, view: str = "") -> bool:
    """Whether more has been lost than was said; a misplaced `view` is the cause of all else."""
    return reason != before and reason in {OTHER_GAME, view} and before != view


def stuck(unexplained: Sequence[int], now_ns: int, lying: int, cost: float) -> str:
    """Why the story cannot go on; empty while it can.

    `unexplained`: when each thing was first seen that the story leaves out; `lying`: all tiles;
    `cost`: of the story, in nats.
    """
    if lying >= MANY and cost > FAR_FETCHED * lying:
        return OTHER_GAME
    old = [first_ns for first_ns in unexplained if now_ns - first_ns > STUCK_NS]
    return f"no play explains {len(old)} tiles on the table" if len(old) >= STUCK else ""
