"""Parts of one task side by side, on as many threads as whoever reads may use."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Made = TypeVar("Made")


class Together:
    """Does parts of a task at once; only what lets go of the interpreter really runs at once."""

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self._helpers = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def each(self, work: Callable[[Part], Made], parts: Sequence[Part]) -> list[Made]:
        """What ``work`` makes of each part; the first is done on the caller's own thread."""
        if self._helpers is None or len(parts) < 2:
            return [work(part) for part in parts]
        others = [self._helpers.submit(work, part) for part in parts[1:]]
        first = work(parts[0])
        return [first, *(other.result() for other in others)]

    def meanwhile(self, work: Callable[[], Made]) -> Callable[[], Made]:
        """Begin something; what comes back waits for its result."""
        if self._helpers is None:
            return work
        return self._helpers.submit(work).result
