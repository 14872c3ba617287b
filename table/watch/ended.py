"""A way in which a hand has ended, and how sure it is beside the others."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp

from scoring.seats import Seat
from table.core.events import EndGame, StartKyoku
from table.core.state import TableState
from table.watch.decisions import Entry


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which the hand has ended."""

    cost: float
    entries: tuple[Entry, ...]
    """From the hypothesis's last event to the end of the hand."""
    state: TableState
    """After them."""
    follows: StartKyoku | EndGame
    kind: str
    text: str
    winners: tuple[Seat, ...] = ()
    refusal: str = ""
    """Why the rules refuse the win that was shown."""
    unread: bool = False
    """An ura indicator could not be read surely."""


def surer(ending: Ending, others: Sequence[Ending]) -> tuple[Ending, float]:
    """The ending with its confidence beside the others in each of its entries."""
    weights = [1.0, *(exp(max(ending.cost - other.cost, -50.0)) for other in others)]
    sure = 1.0 / sum(weights)
    entries = tuple(
        replace(entry, confidence=min(entry.confidence, sure)) for entry in ending.entries
    )
    return replace(ending, entries=entries), sure
