"""A table begins a new journal, or goes on with the hall's: the old one is laid aside, not lost."""

import shutil
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from table.errors import JournalError, LinkError
from table.hall.link.join import installed
from table.hall.link.outbox import Outbox
from table.journal.store import JOURNAL, Journal, audit

_BESIDE = ("", "-wal", "-shm")
"""The parts of an SQLite file."""


def rejoin(data: Path, take: Path | None = None) -> tuple[Path, int]:
    """Lay the journal of a stopped table aside; where it is now, and what the new one begins with.

    `take` is a journal that the hall exported. The link's count of starts goes on, so that the hall
    takes nothing for a replayed message. Raises LinkError, and JournalError while the table runs.
    """
    if installed(data) is None:
        raise LinkError(f"{data}: is no table of a hall, expected `jantaku hall join` before")
    path = data / JOURNAL
    if not path.is_file():
        raise JournalError(f"journal {path}: there is none, expected a table that has played")
    if take is not None:
        found = audit(take)
        if found.fault is not None:
            raise found.fault
    with closing(Journal.open(path)) as journal, closing(Outbox(path)) as outbox:
        epoch, old = outbox.next_epoch(), journal.id
    aside = _laid_aside(path, old)
    if take is not None:
        shutil.copy(take, path)
    with closing(Journal.open(path)) as journal, closing(Outbox(path)) as outbox:
        outbox.next_epoch(epoch + 1)
        return aside, journal.seq


def _laid_aside(path: Path, name: str) -> Path:
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = path.with_name(f"journal-{name[:12]}-{moment}.db")
    for part in _BESIDE:
        whole = path.with_name(path.name + part)
        if whole.exists():
            whole.replace(aside.with_name(aside.name + part))
    return aside
