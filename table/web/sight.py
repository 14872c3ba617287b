"""What whoever asks may see: set once a request by the guard, read where views are made."""

from contextvars import ContextVar
from enum import Enum


class Sight(Enum):
    """How much of the table is shown."""

    ALL = "all"
    """Concealed tiles too, where they are known: a referee's sight."""
    OPEN = "open"
    """Only what lies open on the table."""


SIGHT: ContextVar[Sight] = ContextVar("sight", default=Sight.ALL)
"""Of the request that is being answered; the table's own programs see all."""


def sees_all() -> bool:
    """Whether the present request may see concealed tiles."""
    return SIGHT.get() is Sight.ALL
