"""A table begins a new journal, or goes on with the hall's: the old one is laid aside, not lost."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from table.errors import JournalError, LinkError
from table.files import whole_file
from table.hall.link.join import installed
from table.hall.link.outbox import Outbox, last_epoch
from table.journal.store import JOURNAL, Audit, Journal, audit, take_lock, write_journal

_LATEST = ("-wal", "-shm")
"""What SQLite may have beside a file, whose latest commits stand in it."""


def rejoin(data: Path, take: Path | None = None) -> tuple[Path | None, int]:
    """Lay the journal of a stopped table aside; where it is now, and what the new one begins with.

    `take` is a journal that the hall exported; a table that lost its own has none to lay aside. The
    link's count of starts goes on, so that the hall takes nothing for a replayed message. Where
    anything fails, the old journal stays in its place. Raises LinkError, OSError, and JournalError,
    also while the table runs.
    """
    if installed(data) is None:
        raise LinkError(f"{data}: is no table of a hall, expected `jantaku hall join` before")
    path = data / JOURNAL
    there = path.is_file()
    if not there and take is None:
        raise JournalError(f"journal {path}: there is none, expected a table that has played")
    found = None if take is None else audit(take)
    if found is not None and found.fault is not None:
        raise found.fault
    with closing(take_lock(path)), TemporaryDirectory(prefix=".rejoin-", dir=data) as beside:
        draft = Path(beside) / JOURNAL
        begun = _drafted(draft, found, last_epoch(path) + 1)
        aside = _laid_aside(path) if there else None
        draft.replace(path)
    return aside, begun


def _drafted(draft: Path, found: Audit | None, epoch: int) -> int:
    """The new journal, whole; how many entries it begins with."""
    if found is not None:
        rows = [(entry.seq, entry.body, entry.hash) for entry in found.entries]
        write_journal(draft, found.id, rows)
    try:
        with closing(Journal.open(draft)) as journal, closing(Outbox(draft)) as outbox:
            outbox.next_epoch(epoch)
            return journal.seq
    except sqlite3.Error as fault:
        raise JournalError(f"journal {draft}: {fault}") from None


def _laid_aside(path: Path) -> Path:
    """The old journal under another name; it keeps its own until the new one takes that."""
    name = ""
    with suppress(JournalError, OSError):
        name = audit(path).id[:12]
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = path.with_name(f"journal-{name or 'damaged'}-{moment}.db")
    for part in ("", *_LATEST):
        whole = path.with_name(path.name + part)
        if whole.exists():
            _kept_as(whole, aside.with_name(aside.name + part))
    for part in _LATEST:
        path.with_name(path.name + part).unlink(missing_ok=True)
    return aside


def _kept_as(path: Path, other: Path) -> None:
    """Give a file a second name; where the disk has no such thing, a copy."""
    try:
        os.link(path, other)
    except OSError:
        with path.open("rb") as source, whole_file(other) as copy:
            shutil.copyfileobj(source, copy)
