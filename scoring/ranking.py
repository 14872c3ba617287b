"""Every way to read a won hand, best first, and why each but the first was not scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from scoring.engine import scorer
from scoring.tallies import Wait

if TYPE_CHECKING:
    from scoring.engine import Way
    from scoring.hand import Hand
    from scoring.ruleset import Ruleset
    from scoring.score import Score
    from scoring.win import Win

WAITS: Final = {
    Wait.TWO_SIDED: "two-sided wait",
    Wait.EDGE: "edge wait",
    Wait.MIDDLE: "middle wait",
    Wait.PAIR: "pair wait",
    Wait.KOTSU: "wait for a triplet",
    Wait.UNKNOWN: "wait not claimed",
}


@dataclass(frozen=True, slots=True)
class RankedReading:
    """One way to read a hand and score it."""

    groups: tuple[str, ...]
    wait: str
    """What the winning tile completed, in words; empty where it does not matter."""
    score: Score | None
    """What it is worth; None without yaku enough."""
    why: str
    """Why it was not scored; empty for the reading that is."""

    def to_mapping(self) -> dict[str, Any]:
        """Return what the command line prints."""
        one = self.score
        worth: dict[str, Any] = {}
        if one is not None:
            worth = {
                "yaku": [yaku.name for yaku in one.yaku],
                "han": one.han,
                "fu": one.fu,
                "limit": one.limit,
                "total": one.total,
            }
        return {"groups": list(self.groups), "wait": self.wait, **worth, "why": self.why}

    def __str__(self) -> str:
        """Say it in one line: "123m 456p 789s 777z 11z, two-sided wait: 2 han 30 fu, 2000"."""
        wait = f", {self.wait}" if self.wait else ""
        return f"{' '.join(self.groups)}{wait}: {self.score or self.why}"


def ranked(hand: Hand, win: Win, ruleset: Ruleset) -> tuple[RankedReading, ...]:
    """Return all readings of a hand, best first; none if it is not complete.

    The first is the one that `score` scores, unless the win is refused. A reading is there twice
    where a yaku may be scored instead of the others. Raises as `score` does.
    """
    found: list[tuple[Way, Score | None]] = []
    for way in scorer(ruleset).ways(hand, win):
        found += [(way, one) for one in way.scores] or [(way, None)]
    found.sort(key=lambda item: _rank(item[1]), reverse=True)
    best = found[0][1] if found else None
    return tuple(
        RankedReading(
            way.groups,
            "" if way.wait is None else WAITS[way.wait],
            one,
            "" if number == 0 and one is not None else _why(one, best),
        )
        for number, (way, one) in enumerate(found)
    )


def _rank(one: Score | None) -> tuple[int, ...]:
    """Order scores as the engine orders the readings."""
    if one is None:
        return (-1,)
    by_yaku = sum(yaku.yakuman for yaku in one.yaku)
    return one.payments.total, by_yaku, one.han or 0, one.fu or 0


def _why(one: Score | None, best: Score | None) -> str:
    """Say why this one is not scored."""
    if one is None or best is None:
        return "too little yaku, or none"
    if one.payments.total < best.payments.total:
        return f"pays {one.payments.total}, not {best.payments.total}"
    if _rank(one)[1] < _rank(best)[1]:
        return "pays the same, but a yakuman comes before one counted from han"
    if (one.han or 0) < (best.han or 0):
        return f"pays the same with {one.han} han, not {best.han}"
    if (one.fu or 0) < (best.fu or 0):
        return f"pays the same with {one.fu} fu, not {best.fu}"
    return "worth the same"
