"""The answer to "may this be done?": yes, no, or it cannot be known; always with the reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something may be done, may not, or cannot be judged."""

    reason: str
    """One word for programs: "open_hand", "live_tiles", "hidden_hand", ..."""
    detail: str
    """The same for people, with the tiles or numbers."""
    clause: str = ""
    """The clause of the rules; "" where only knowledge is lacking."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """An answer. There is at least one reason; a refusal has them all."""

    allowed: bool | None
    """None: it cannot be known."""
    reasons: tuple[Reason, ...]

    @property
    def reason(self) -> str:
        """The first reason's word."""
        return self.reasons[0].reason

    @property
    def detail(self) -> str:
        """The first reason in words."""
        return self.reasons[0].detail

    @property
    def clause(self) -> str:
        """The first reason's clause."""
        return self.reasons[0].clause

    def __bool__(self) -> bool:
        """Refuse to take "cannot be known" for a no: ask for `allowed is True`."""
        raise TypeError(
            "a ruling is yes, no or unknown: compare `allowed` with True, False or None"
        )


def weighed(
    against: Sequence[Reason], unknown: Sequence[Reason], granted: Reason
) -> tuple[bool | None, tuple[Reason, ...]]:
    """Return the answer: what stands against it decides, then what is not known, then nothing."""
    if against:
        return False, tuple(against)
    if unknown:
        return None, tuple(unknown)
    return True, (granted,)
