"""The time of day in a hall, which stays while the clock is set: a round lasts as it does."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

_TICKS = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""What counts seconds whatever the clock says, those of sleep too where the machine tells."""


class SteadyTime:
    """The time of day as it was at the start, and what has passed since. Safe for threads."""

    def __init__(
        self,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        ticks: Callable[[], float] = lambda: time.clock_gettime(_TICKS),
    ) -> None:
        self._wall, self._ticks = wall, ticks
        self._began = wall(), ticks()

    def now(self) -> datetime:
        """The time; it does not jump."""
        began, ticks = self._began
        return began + timedelta(seconds=self._ticks() - ticks)

    def jumped_s(self) -> float:
        """By how many seconds the machine's clock is ahead of this one."""
        return (self._wall() - self.now()).total_seconds()

    def follow(self, seconds: int) -> None:
        """Take over a jump of the machine's clock."""
        began, ticks = self._began
        self._began = began + timedelta(seconds=seconds), ticks
