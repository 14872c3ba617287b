"""What the web needs of an automatic table; the composition root gives the real one."""

from typing import Protocol

from table.ingest.proposal import Question
from table.web.views.bridge import BridgeView


class Line(Protocol):
    """Listens to an automatic table beside the event loop, and keeps what it says."""

    async def open(self) -> None:
        """Begin to listen; a table that is not there is waited for."""
        ...

    async def close(self) -> None:
        """Stop listening; what was not written is not acknowledged."""
        ...

    def health(self) -> BridgeView:
        """How the line is."""
        ...

    def questions(self) -> tuple[Question, ...]:
        """What differs from the record for longer than a moment."""
        ...
