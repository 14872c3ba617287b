"""Wires the bridge to a journal: what the table says is on the disk before it is acknowledged."""

import threading
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.discovery import find
from firmware_bridge.happenings import Happening, Kept, Notice
from firmware_bridge.link import Link
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.session import Session
from firmware_bridge.telling import mapping
from scoring.seats import Seat
from table.core.incidents import Signal
from table.journal.store import Draft, Journal

Tell = Callable[[Happening], None]
SOURCE = "table"


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


def watch(target: str, journal: Path, tell: Tell, stop: threading.Event) -> None:
    """Keep what the table on a port, or with a UUID, says; for ever, or until `stop` is set."""
    book = Journal.open(journal)
    try:
        keeper = Keeper(book, tell)
        Link(Session(keeper.kept), lambda: SerialPort(find(target)), keeper.keep).run(stop)
    finally:
        book.close()


def listen(target: str, tell: Tell, stop: threading.Event) -> None:
    """Only listen: nothing is kept, and nothing acknowledged."""
    session = Session(Kept())
    Link(session, lambda: SerialPort(find(target)), tell, acknowledge=False).run(stop)
