"""Live cameras of hands: each is opened when it is there, and nobody waits for it."""

import threading
from collections.abc import Iterable
from queue import SimpleQueue
from typing import Final

from vision.capture.live import LiveCapture
from vision.capture.source import Source
from vision.errors import CaptureError

AGAIN_S: Final = (1.0, 2.0, 4.0, 8.0)
"""A camera that is not there is tried again after so long."""
_STOPS_S: Final = 6.0


class HandsAwaited:
    """Opens cameras beside what else is done, and knows how those are that it has opened."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._stop = threading.Event()
        self._come: SimpleQueue[tuple[Source, LiveCapture]] = SimpleQueue()
        self._absent: dict[Source, str] = {}
        self._there: list[LiveCapture] = []
        self._threads = [
            threading.Thread(target=self._await, args=(source,), name="hands", daemon=True)
            for source in sources
        ]
        for thread in self._threads:
            thread.start()

    def come(self) -> list[tuple[Source, LiveCapture]]:
        """Those that were opened since it was asked last; who asks closes them."""
        fresh = [self._come.get() for _ in range(self._come.qsize())]
        self._there += [capture for _, capture in fresh]
        return fresh

    def findings(self) -> tuple[str, ...]:
        """What is wrong with any of them, in words."""
        alarms = (capture.alarm for capture in self._there)
        return (*list(self._absent.values()), *(alarm for alarm in alarms if alarm is not None))

    def close(self) -> None:
        """Wait for no more of them."""
        self._stop.set()
        for thread in self._threads:
            thread.join(_STOPS_S)
        for _, capture in self.come():
            capture.close()

    def _await(self, source: Source) -> None:
        attempt = 0
        while not self._stop.is_set():
            try:
                capture = LiveCapture(source)
            except Exception as fault:  # noqa: BLE001 - said on the page; it is tried again
                why = fault if isinstance(fault, CaptureError) else f"{source}: {fault!r}"
                self._absent[source] = f"{why}; it is tried again"
                self._stop.wait(AGAIN_S[min(attempt, len(AGAIN_S) - 1)])
                attempt += 1
            else:
                self._absent.pop(source, None)
                self._come.put((source, capture))
                return
