"""Parts of one task side by side, on as many threads as whoever reads may use."""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
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
        return _finished(work, ready, begun)

    def begin(
        self, work: Callable[[Part], Made], parts: Sequence[Part]
    ) -> Callable[[], list[Made]]:
        """Begin with some parts; what comes back tells what ``work`` makes of each.

        Whoever asks for it waits for what the helpers have begun, and does the others.
        """
        if self._helpers is None:
            return cache(lambda: [work(part) for part in parts])
        begun = [self._helpers.submit(work, part) for part in parts]
        return cache(lambda: _finished(work, parts, begun))

    def meanwhile(self, work: Callable[[], Made]) -> Callable[[], Made]:
        """Begin something; what comes back waits for its result."""
        if self._helpers is None:
            return work
        return self._helpers.submit(work).result


def _finished(
    work: Callable[[Ready], Made], parts: Sequence[Ready], begun: Sequence["Future[Made]"]
) -> list[Made]:
    """What helpers made of parts, in order; what none has begun is done here, the last first."""
    own = {at: work(parts[at]) for at in reversed(range(len(parts))) if begun[at].cancel()}
    return [own[at] if at in own else begun[at].result() for at in range(len(parts))]
