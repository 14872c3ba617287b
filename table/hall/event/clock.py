"""One clock for all tables: pauses stop it for all, extra time moves the gong of one."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum


class ClockState(Enum):
    """Where in its round a clock is."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one round."""

    minutes: int
    """Until the gong; 0: there is none."""
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused_s: int = 0
    """Pauses that are over, in all."""
    ended_at: datetime | None = None

    @property
    def state(self) -> ClockState:
        """Where it is."""
        if self.ended_at is not None:
            return ClockState.ENDED
        if self.started_at is None:
            return ClockState.WAITING
        return ClockState.RUNNING if self.paused_at is None else ClockState.PAUSED

    def elapsed_s(self, now: datetime) -> float:
        """Played seconds, pauses left out."""
        if self.started_at is None:
            return 0.0
        until = self.ended_at or self.paused_at or now
        return max(0.0, (until - self.started_at).total_seconds() - self.paused_s)

    def left_s(self, now: datetime, extra_s: int = 0) -> float | None:
        """Seconds until the gong of a table with so much extra time; None for no clock."""
        if not self.minutes:
            return None
        return max(0.0, 60 * self.minutes + extra_s - self.elapsed_s(now))

    def gone(self, now: datetime, extra_s: int = 0) -> bool:
        """Whether the gong has sounded for a table."""
        running = self.state in {ClockState.RUNNING, ClockState.PAUSED}
        return running and self.left_s(now, extra_s) == 0.0
