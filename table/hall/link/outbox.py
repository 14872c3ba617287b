"""What the hall has not acknowledged yet, in the journal's own SQLite file.

A trigger puts each new entry's number into `outbox` in the transaction that writes the entry, so
that no crash can part them. A number is forgotten when the hall says that the entry is on its disk.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from table.errors import JournalError
from table.hall.wire import BATCH_BYTES, MOST_ENTRIES

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY)",
    "CREATE TABLE IF NOT EXISTS outbox_state (name TEXT PRIMARY KEY, value INTEGER NOT NULL)",
    (
        "CREATE TRIGGER IF NOT EXISTS entry_goes_out AFTER INSERT ON entry"
        " BEGIN INSERT INTO outbox VALUES (NEW.seq); END"
    ),
)


@dataclass(frozen=True, slots=True)
class Batch:
    """Entries on their way."""

    first: int
    """The seq of the first."""
    entries: tuple[tuple[str, str], ...]
    """Body and hash of each, without gaps."""


class Outbox:
    """A second connection to the file of an open journal. Not safe for concurrent calls."""

    def __init__(self, path: Path) -> None:
        """Open it; the first time, everything that is in the journal is put in.

        Raises JournalError where the file cannot be used.
        """
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._prepare()
            self.journal = str(self._connection.execute("SELECT id FROM journal").fetchone()[0])
        except sqlite3.Error as fault:
            raise JournalError(f"outbox of {path}: {fault}") from None

    def _prepare(self) -> None:
        known = self._connection.execute(
            "SELECT 1 FROM sqlite_master WHERE name = 'entry_goes_out'"
        ).fetchone()
        if known:
            return
        self._connection.execute("BEGIN IMMEDIATE")
        for statement in _SCHEMA:
            self._connection.execute(statement)
        self._connection.execute("INSERT OR IGNORE INTO outbox SELECT seq FROM entry")
        self._connection.execute("COMMIT")

    def next_epoch(self, at_least: int = 0) -> int:
        """The next number of this file; the hall says which it must exceed, where a copy lagged."""
        row = self._connection.execute(
            "INSERT INTO outbox_state VALUES ('epoch', max(1, ?)) ON CONFLICT (name)"
            " DO UPDATE SET value = max(value + 1, excluded.value) RETURNING value",
            (at_least,),
        ).fetchone()
        return int(row[0])

    def batch(self, after: int) -> Batch:
        """The next entries behind `after`, as many as go into one report."""
        rows = self._connection.execute(
            "SELECT seq, body, hash FROM entry WHERE seq > ? ORDER BY seq LIMIT ?",
            (after, MOST_ENTRIES),
        )
        taken: list[tuple[str, str]] = []
        room = BATCH_BYTES
        for _, body, claimed in rows:
            room -= len(body) + len(claimed)
            if taken and room < 0:
                break
            taken.append((body, claimed))
        return Batch(after + 1, tuple(taken))

    def acknowledge(self, upto: int) -> None:
        """Forget what the hall has; what it has not (it may come from a backup) waits again."""
        if self._waits() in {(upto + 1, self.last()), (0, max(0, self.last() - upto))}:
            return
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._connection.execute("DELETE FROM outbox WHERE seq <= ?", (upto,))
            self._connection.execute(
                "INSERT OR IGNORE INTO outbox SELECT seq FROM entry WHERE seq > ?", (upto,)
            )
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def acknowledged(self) -> int:
        """Up to which entry the hall had them when it last said so."""
        first, _ = self._waits()
        return first - 1 if first else self.last()

    def waiting(self) -> int:
        """How many entries the hall has not acknowledged."""
        return int(self._connection.execute("SELECT count(*) FROM outbox").fetchone()[0])

    def last(self) -> int:
        """The seq of the journal's last entry; 0 for none."""
        return int(
            self._connection.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0]
        )

    def close(self) -> None:
        """Close the connection; the journal's own stays open."""
        self._connection.close()

    def _waits(self) -> Sequence[int]:
        """The first and the last number that waits; the entries are without gaps."""
        row: Sequence[int] = self._connection.execute(
            "SELECT coalesce(min(seq), 0), coalesce(max(seq), 0) FROM outbox"
        ).fetchone()
        return tuple(row)


def last_epoch(path: Path) -> int:
    """The newest epoch of a journal's file; 0 for none, and where it can no more be read."""
    try:
        alone = not path.with_name(f"{path.name}-wal").exists()
        uri = f"{path.resolve().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            asked = "SELECT value FROM outbox_state WHERE name = 'epoch'"
            row = connection.execute(asked).fetchone()
            return 0 if row is None else int(row[0])
    except (sqlite3.Error, ValueError, TypeError):
        return 0
