"""A stretch of a hand in which the thread was lost: what is told of it is doubtful as a whole."""

from collections.abc import Sequence

from table.watch.decisions import Entry
from table.watch.seen.sheet import Sheet
from table.watch.story.hypotheses import Hypothesis
from table.watch.story.rivals import STRETCH, Doubt

CHEAP = 2.0
"""So far a story may cost without anything speaking against it, in nats."""
EXPLAINED = 9.0
"""What costs no more than this is a story after all."""
WAYS = ("as written", "not so")


class Astray:
    """Remembers since when, and how long, one hand could not be followed."""

    def __init__(self) -> None:
        self._reason = ""
        self._since_ns = 0
        self._found_ns: int | None = None

    def lose(self, reason: str, since_ns: int) -> None:
        """The thread is lost; what explains nothing lay there `since_ns`."""
        self._since_ns = min(self._since_ns, since_ns) if self._reason else since_ns
        self._reason, self._found_ns = reason, None

    def find(self, now_ns: int) -> None:
        """It is found again."""
        self._found_ns = now_ns

    def settle(self) -> None:
        """People have said how to go on."""
        self._reason = ""

    def doubts(self, best: Hypothesis, told: Sequence[Entry]) -> list[Doubt]:
        """The stretch of the hand as it is told that must not be believed; none in most hands."""
        if not self._reason or not told:
            return []
        if self._found_ns is not None and best.cost <= EXPLAINED:
            return []
        since_ns = min(self._since_ns, _dear_from(best))
        times = [entry.evidence.captured_ns for entry in told]
        first = next((at for at, seen_ns in enumerate(times) if seen_ns >= since_ns), len(told) - 1)
        last = len(told) - 1
        if self._found_ns is not None:
            before = [at for at in range(first, last) if times[at] <= self._found_ns]
            last = max(before, default=first)
        text = f"out of step: {self._reason}; {last - first + 1} events from here on are not sure"
        return [Doubt(first, text, WAYS, kind=STRETCH, until=last)]


def oldest(best: Hypothesis, sheet: Sheet) -> int:
    """When the first of what a story leaves out was seen."""
    return min(best.left(sheet), default=sheet.now_ns)


def _dear_from(best: Hypothesis) -> int:
    """When the story began to cost more than it should."""
    dear = [one.at_ns for one in best.line() if one.cost > CHEAP]
    return min(dear, default=best.at_ns)
