"""The journal's file: SQLite in WAL mode, every commit synced to disk before it is acknowledged."""

import fcntl
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from table.core.codec import check_event
from table.core.events import TableEvent
from table.core.history import Commit
from table.errors import JournalCorruptError, JournalError, JournalLockedError
from table.files import write_atomically
from table.journal.chain import Chain
from table.journal.entry import HASH, JournalEntry, seal

JOURNAL = "journal.db"
"""The file's name in the folder of a table or of a recording."""
APPLICATION_ID = 0x4A414E54
""""JANT" in SQLite's header: the file is a journal of ours."""
VERSION = 1
Clock = Callable[[], datetime]
_SQLITE = b"SQLite format 3\x00"
"""How a database begins."""
_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""How SQLite says that a file is damaged, in its structure or in a text."""
_NOT_LET = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
"""Why it does not look at a file at all, whatever stands in it."""
_PRIMARY = 0xFF
"""The part of its error codes that those are."""

_REFUSE = "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
_SCHEMA = (
    "CREATE TABLE journal (id TEXT NOT NULL)",
    "CREATE TABLE entry (seq INTEGER PRIMARY KEY, body TEXT NOT NULL, hash TEXT NOT NULL)",
    f"CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry {_REFUSE}",
    f"CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry {_REFUSE}",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {VERSION}",
)


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that is about to be written, with what it rests on."""

    event: TableEvent
    evidence: dict[str, Any] | None = None
    confidence: float | None = None


class Journal:
    """An open journal; the only writer of its file. Not safe for concurrent calls."""

    def __init__(self, connection: sqlite3.Connection, lock: IO[str], clock: Clock) -> None:
        self._connection = connection
        self._lock = lock
        self._clock = clock
        self.id = _read_id(connection)
        self.entries: list[JournalEntry] = []
        self.commits: list[Commit] = []
        self.clients: dict[str, Commit] = {}
        """Client ids that are journaled already, and what they became."""
        for entry in read_chain(connection, self.id):
            self.entries.append(entry)
        for entry in self.entries:
            self._index(entry)

    @classmethod
    def open(cls, path: Path, clock: Clock = lambda: datetime.now(UTC)) -> "Journal":
        """Open or create a journal and verify its chain.

        Raises JournalLockedError while another process has it open, JournalCorruptError for an
        entry that does not fit, JournalError for a file that is no journal of this version.
        """
        lock = take_lock(path)
        try:
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            try:
                _prepare(connection, path)
                return cls(connection, lock, clock)
            except BaseException:
                connection.close()
                raise
        except _UNREADABLE as fault:
            lock.close()
            if _is_kept_from(fault):
                raise JournalError(
                    f"journal {path}: {fault}, expected a file and a folder that can be written"
                ) from None
            raise JournalCorruptError(f"journal {path}: {fault}") from None
        except JournalCorruptError as fault:
            lock.close()
            raise JournalCorruptError(f"journal {path}: {fault}") from None
        except BaseException:
            lock.close()
            raise

    @property
    def seq(self) -> int:
        """The number of the last entry; 0 for none."""
        return len(self.entries)

    def append(
        self,
        drafts: Sequence[Draft],
        *,
        source: str,
        client_id: str | None = None,
        supersedes: int | None = None,
    ) -> Commit:
        """Write the events as one commit; on return they are on the disk, all of them.

        Raises JournalError when the disk does not take them, InvalidEventError for an event that
        could not be read again; then nothing is written.
        """
        for draft in drafts:
            check_event(draft.event)
        first, head = self.seq + 1, self.entries[-1].hash if self.entries else self.id
        at = self._clock().isoformat(timespec="milliseconds")
        sealed: list[tuple[JournalEntry, str]] = []
        for seq, draft in enumerate(drafts, first):
            entry, body = seal(
                seq=seq,
                commit=first,
                at=at,
                source=source,
                confidence=draft.confidence,
                event=draft.event,
                evidence=draft.evidence,
                client_id=client_id,
                supersedes=supersedes,
                prev_hash=head,
            )
            sealed.append((entry, body))
            head = entry.hash
        self._write([(entry.seq, body, entry.hash) for entry, body in sealed])
        for entry, _ in sealed:
            self.entries.append(entry)
            self._index(entry)
        return self.commits[-1]

    def close(self) -> None:
        """Close the file and let others open it."""
        self._connection.close()
        self._lock.close()

    def _write(self, rows: Sequence[tuple[int, str, str]]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as fault:
            raise JournalError(f"journal entry {rows[0][0]}: not written, {fault}") from None

    def _index(self, entry: JournalEntry) -> None:
        """Take an entry into the commits; those of one commit follow each other."""
        if entry.commit == entry.seq:
            self.commits.append(Commit(entry.seq, (entry.event,), entry.supersedes))
        else:
            last = self.commits[-1]
            self.commits[-1] = Commit(last.number, (*last.events, entry.event), last.supersedes)
        if entry.client_id is not None:
            self.clients[entry.client_id] = self.commits[-1]


def read_chain(connection: sqlite3.Connection, journal_id: str) -> Iterator[JournalEntry]:
    """The entries in order, each checked against the one before it.

    Raises JournalCorruptError at the first that does not fit.
    """
    chain = Chain(journal_id)
    for seq, body, claimed in connection.execute("SELECT seq, body, hash FROM entry ORDER BY seq"):
        yield chain.take(seq, body, claimed)


@dataclass(frozen=True, slots=True)
class Audit:
    """What a look at a journal's file found."""

    id: str
    """Empty where it could not be read."""
    entries: tuple[JournalEntry, ...]
    """Those that are good, up to the first that is not."""
    fault: JournalCorruptError | None

    @property
    def hashes(self) -> tuple[str, ...]:
        """The hashes of the good entries."""
        return tuple(entry.hash for entry in self.entries)


def audit(path: Path) -> Audit:
    """Read a journal up to its first fault; changes nothing, and needs no lock.

    Raises JournalError for a file that is no journal of this version or whose latest commits stand
    in a file beside it that may not be read, OSError where there is none.
    """
    with path.open("rb") as file:
        begins = file.read(len(_SQLITE))
    if begins != _SQLITE:
        raise JournalError(f"journal {path}: it is no Jantaku journal")
    name = ""
    good: list[JournalEntry] = []
    fault: JournalCorruptError | None = None
    latest = path.with_name(f"{path.name}-wal")
    alone = not latest.exists()
    try:
        uri = f"{path.resolve().as_uri()}?{'immutable=1' if alone else 'mode=ro'}"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            _check_kind(connection, path)
            name = _read_id(connection)
            good.extend(read_chain(connection, name))
    except _UNREADABLE as broken:
        if _is_kept_from(broken):
            raise JournalError(
                f"journal {path}: {broken}, expected a folder in which {latest.name} can be read"
            ) from None
        fault = JournalCorruptError(f"journal entry {len(good) + 1}: {broken}")
    except JournalCorruptError as broken:
        fault = broken
    if alone and latest.exists():  # a table has opened it meanwhile
        return audit(path)
    return Audit(name, tuple(good), fault)


def verify(path: Path) -> tuple[int, JournalCorruptError | None]:
    """How many entries are good, and the fault of the first that is not; as `audit`."""
    found = audit(path)
    return len(found.entries), found.fault


def write_journal(path: Path, journal_id: str, rows: Sequence[tuple[int, str, str]]) -> None:
    """Write a journal that is known from elsewhere: number, body and hash of each entry.

    Raises JournalCorruptError for rows that are no chain, OSError; then there is no file.
    """
    chain = Chain(journal_id)
    for seq, body, claimed in rows:
        chain.take(seq, body, claimed)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        _create(connection, journal_id)
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
        connection.execute("COMMIT")
        write_atomically(path, connection.serialize())


def _is_kept_from(fault: Exception) -> bool:
    """Whether SQLite was not let to a file, whatever stands in it."""
    return getattr(fault, "sqlite_errorcode", 0) & _PRIMARY in _NOT_LET


def take_lock(path: Path) -> IO[str]:
    """The lock of a journal's only writer; it ends with the process, however that ends.

    Raises JournalLockedError while another process has it.
    """
    lock = path.with_name(f"{path.name}.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise JournalLockedError(
            f"journal {path}: another process has it open, expected to be its only writer"
        ) from None
    return lock


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    if tables or kind:
        _check_kind(connection, path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if not tables:
        _create(connection, secrets.token_hex(32))
    if not os.access(path, os.W_OK):  # SQLite says so with the first entry
        raise JournalError(f"journal {path}: is read-only, expected a file that can be written")


def _create(connection: sqlite3.Connection, journal_id: str) -> None:
    """Make an empty journal, whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    for statement in _SCHEMA:
        connection.execute(statement)
    connection.execute("INSERT INTO journal VALUES (?)", (journal_id,))
    connection.execute("COMMIT")


def _check_kind(connection: sqlite3.Connection, path: Path) -> None:
    (kind,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if kind != APPLICATION_ID:
        raise JournalError(f"journal {path}: it is no Jantaku journal")
    if version != VERSION:
        raise JournalError(f"journal {path}: version {version}, expected {VERSION}")


def _read_id(connection: sqlite3.Connection) -> str:
    rows = connection.execute("SELECT id FROM journal").fetchall()
    if len(rows) != 1 or not isinstance(rows[0][0], str) or not HASH.fullmatch(rows[0][0]):
        raise JournalCorruptError("journal: its id is gone, expected 64 hexadecimal digits")
    return str(rows[0][0])
