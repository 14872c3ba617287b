"""Keeps a conversation with one table going, for ever: opens, pumps, loses, opens again."""

import threading
import time
from collections.abc import Callable

from firmware_bridge.errors import LostPortError, PortError
from firmware_bridge.happenings import Condition, Happening, Notice
from firmware_bridge.serial_port import Port
from firmware_bridge.session import Line, Session

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 1.0
"""A table that is plugged in again is spoken to within two seconds."""

Opener = Callable[[], Port]
"""Opens the table's port. Raises PortError."""
Keep = Callable[[Happening], None]
"""Brings a happening to where it is safe; on return it may be acknowledged."""


class Link:
    """One table on one port. What `keep` raises ends `run`; nothing of it is acknowledged."""

    def __init__(
        self,
        session: Session,
        opener: Opener,
        keep: Keep,
        *,
        acknowledge: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = session
        self._opener = opener
        self._keep = keep
        self._acknowledge = acknowledge
        """False for one who only listens: the table keeps all for its own host."""
        self._clock = clock
        self._down = False

    def run(self, stop: threading.Event) -> None:
        """Talk until `stop` is set."""
        pause = FIRST_PAUSE_S
        while not stop.is_set():
            try:
                port = self._opener()
            except PortError as fault:
                self._lost(str(fault))
                stop.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)
                continue
            if self._converse(port, stop):
                pause = FIRST_PAUSE_S
            else:  # it opens, and no table speaks on it
                stop.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)

    def _converse(self, port: Port, stop: threading.Event) -> bool:
        """Talk until the port is lost; whether a table spoke on it."""
        spoke = False
        self.session.opened(self._clock())
        try:
            while not stop.is_set():
                self._pump(port)
                if not spoke and self.session.line is Line.LINKED:
                    spoke, self._down = True, False
        except LostPortError as fault:
            self._lost(str(fault))
        finally:
            self.session.closed()
            port.close()
        return spoke

    def _pump(self, port: Port) -> None:
        self._write(port)
        data = port.read()
        now = self._clock()
        happenings = self.session.receive(data, now) if data else []
        for happening in (*happenings, *self.session.tick(now)):
            self._keep(happening)
            if self._acknowledge and not isinstance(happening, Notice):
                self.session.committed(happening)
        self._write(port)

    def _write(self, port: Port) -> None:
        if data := self.session.outgoing():
            port.write(data)

    def _lost(self, words: str) -> None:
        """Say the first failure and stay quiet while it lasts; `linked` says that it is over."""
        if not self._down:
            self._down = True
            self._keep(Notice(Condition.LOST, words, self.session.device))
