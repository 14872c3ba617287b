"""Parts of one task side by side, on as many threads as whoever reads may use."""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

Part = TypeVar("Part")
Ready = TypeVar("Ready")
Made = TypeVar("Made")


_PATIENCE: Final = 0.001
"""After so many seconds the interpreter is handed on, in the whole process, once somebody shares
work out: with Python's own 5 ms helpers that are ready wait a tenth of a table's reading."""


class Together:
    """Does parts of a task at once; only what lets go of the interpreter really runs at once."""

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self._helpers = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        if threads > 1:
            sys.setswitchinterval(min(sys.getswitchinterval(), _PATIENCE))

    def each(
        self,
        work: Callable[[Ready], Made],
        parts: Sequence[Part],
        prepare: Callable[[Part], Ready],
    ) -> list[Made]:
        """What ``work`` makes of each part, after the caller's own thread has prepared it.

        The helpers begin with the first; the caller, when all are prepared, with the last.
        """
        if self._helpers is None or len(parts) < 2:
            return [work(prepare(part)) for part in parts]
        ready, begun = [], []
        for part in parts:
            ready.append(prepare(part))
            begun.append(self._helpers.submit(work, ready[-1]))
        own = {at: work(ready[at]) for at in reversed(range(len(parts))) if begun[at].cancel()}
        return [own[at] if at in own else begun[at].result() for at in range(len(parts))]

    def meanwhile(self, work: Callable[[], Made]) -> Callable[[], Made]:
        """Begin something; what comes back waits for its result."""
        if self._helpers is None:
            return work
        return self._helpers.submit(work).result
