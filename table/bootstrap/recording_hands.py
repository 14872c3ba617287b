"""Hand films beside a table's: looked at by a thread of their own, told in the order of its frames.

What a frame shows waits until the hands were looked at up to its moment, so the record is the same
whoever is quicker; each look at a hand knows of the table what was seen before that frame.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from table.bootstrap.table_eye import HandEyes, Places
from table.watch.notes import HandSeen
from vision.capture.frames import Frame
from vision.hand.looks import Known
from vision.observation import Observation

MOST: Final = 12
"""Frames that wait at once: each holds its picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A frame of the table came, and the hands are looked at up to its moment."""

    frame: Frame
    rows: "Future[list[HandSeen]]"


Waiting = Moment | str | tuple[Frame, Observation, Places]
"""What is told in its order: a moment, why the table could not be followed, what lies there."""


class Beside:
    """Looks at hands while the table is looked at."""

    def __init__(self, hands: HandEyes) -> None:
        self._hands = hands
        self._known: Callable[[], Known] = list
        self._worker = ThreadPoolExecutor(1, "hands") if hands.any else None
        self._waiting: deque[Waiting] = deque()
        self._moments = 0

    def learn_from(self, known: Callable[[], Known]) -> None:
        """What tiles of the same set look like on the table."""
        self._known = known

    def begin(self, frame: Frame, *, live: bool) -> None:
        """Have the hands looked at up to a frame's moment; of a live table at once."""
        rows: Future[list[HandSeen]] = Future()
        if self._worker is None:
            rows.set_result([])
        elif live:
            rows.set_result(self._until(frame.captured_ns, self._known(), live=True))
        else:
            rows = self._worker.submit(self._until, frame.captured_ns, self._known())
        self._waiting.append(Moment(frame, rows))
        self._moments += 1

    def see(self, frame: Frame, seen: Observation, places: Places) -> None:
        """What lies on the table in a frame."""
        self._waiting.append((frame, seen, places))

    def lose(self, reason: str) -> None:
        """The table could not be followed."""
        self._waiting.append(reason)

    def ready(self, most: int = MOST) -> Iterator[Waiting]:
        """What need not wait any more, the oldest first; no more frames than so many wait on."""
        while self._waiting:
            first = self._waiting[0]
            if isinstance(first, Moment):
                if self._moments <= most and not first.rows.done():
                    return
                first.rows.result()
                self._moments -= 1
            yield self._waiting.popleft()

    def close(self) -> None:
        """Look at nothing more."""
        if self._worker is not None:
            self._worker.shutdown(cancel_futures=True)

    def _until(self, captured_ns: int, known: Known, *, live: bool = False) -> list[HandSeen]:
        self._hands.learn_from(lambda: known)
        return list(self._hands.until(captured_ns, live=live))
