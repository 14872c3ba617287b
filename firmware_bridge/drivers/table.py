"""The driver of our own protocol: a serial port, a URL, or a table's UUID."""

import threading

from firmware_bridge.discovery import find
from firmware_bridge.drivers.driver import Keep
from firmware_bridge.happenings import Kept
from firmware_bridge.link import Link
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.session import Session


class TableDriver:
    """A table that speaks the protocol of PROTOCOL.md."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.session: Session | None = None
        """The conversation while it runs: lamps, sounds, the table's last snapshot."""

    def check(self) -> None:
        """Open the port once and give it back. Raises PortError."""
        self._open().close()

    def run(self, kept: Kept, keep: Keep, stop: threading.Event) -> None:
        """Talk until `stop` is set."""
        self.session = Session(kept)
        Link(self.session, self._open, keep).run(stop)

    def listen(self, tell: Keep, stop: threading.Event) -> None:
        """Only listen: nothing is acknowledged, so nothing is taken from the table."""
        self.session = Session(Kept())
        Link(self.session, self._open, tell, acknowledge=False).run(stop)

    def _open(self) -> SerialPort:
        return SerialPort(find(self.target))
