"""Wires the bridge to a journal: what the table says is on the disk before it is acknowledged."""

import threading
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.drivers.built_in import open_driver
from firmware_bridge.drivers.table import TableDriver
from firmware_bridge.errors import DriverError
from firmware_bridge.happenings import Happening, Kept, Notice
from firmware_bridge.telling import mapping
from scoring.seats import Seat
from table.core.incidents import Signal
from table.journal.store import Draft, Journal

Tell = Callable[[Happening], None]
SOURCE = "table"
FIRST_DEALER = "first_dealer"
"""In a signal's evidence: the table's number of the place where seat 0 sits."""


def signal(happening: Happening) -> Draft:
    """The journal's entry of a happening: its kind, whose it is, and all of it as evidence."""
    said = mapping(happening)
    seat = said.get("seat")
    return Draft(
        Signal(
            kind=said["type"],
            actor=None if seat is None else Seat(seat),
            detail=said.get("words", ""),
            evidence=said.get("id", ""),
        ),
        evidence=said,
    )


class Keeper:
    """Writes happenings to a journal, each once, and tells of them when they are on the disk."""

    def __init__(self, journal: Journal, tell: Tell) -> None:
        self._journal = journal
        self._tell = tell
        self.kept = Kept.from_keys(journal.clients)

    def keep(self, happening: Happening) -> None:
        """Raises JournalError where the disk does not take it; then it is not acknowledged."""
        key = None if isinstance(happening, Notice) else happening.key
        if key is None or key not in self._journal.clients:
            self._journal.append([signal(happening)], source=SOURCE, client_id=key)
        self._tell(happening)


def check(target: str) -> None:
    """Whether a table can be watched now. Raises BridgeError; other drivers are not asked."""
    driver = open_driver(target)
    if isinstance(driver, TableDriver):
        driver.check()


def watch(target: str, journal: Path, tell: Tell, stop: threading.Event) -> None:
    """Keep what a source says: a port, a table's UUID, or `DRIVER:TARGET`.

    A table is listened to until `stop` is set; other drivers end by themselves.
    """
    driver = open_driver(target)
    book = Journal.open(journal)
    try:
        keeper = Keeper(book, tell)
        driver.run(keeper.kept, keeper.keep, stop)
    finally:
        book.close()


def listen(target: str, tell: Tell, stop: threading.Event) -> None:
    """Only listen to a table: nothing is kept, and nothing acknowledged."""
    driver = open_driver(target)
    if not isinstance(driver, TableDriver):
        raise DriverError(f"--listen {target}: expected a serial port, what it says can come again")
    driver.listen(tell, stop)
