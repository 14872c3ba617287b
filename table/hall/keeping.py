"""Backup and restore, a table's journal as a file again, and the state of a hall at rest.

A backup is a gzipped tar with a manifest, certificates, token and settings, and every row as a line
of JSON: it goes back into SQLite or PostgreSQL, whichever it came from, and through the migrations.
"""

import gzip
import io
import json
import re
import tarfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, Table, func, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from table.errors import HallDataError, UnknownEventError
from table.files import write_atomically
from table.hall.data import schema
from table.hall.data.database import Database
from table.hall.folder import HallFolder, HallSettings
from table.hall.intake import Arrival, Intake
from table.hall.wire import MOST_ENTRIES, Report
from table.journal.store import audit, write_journal

FORMAT = 1
_MANIFEST = "manifest.json"
_ROWS = "rows/"
_FILES = "files/"
_BATCH = 1000
_VERSION_TABLE = "alembic_version"
_SETTINGS = f"{_FILES}hall.toml"
_WRITTEN = re.compile(rf"{_FILES}(hall\.toml|token|(pki|join)/[A-Za-z0-9][A-Za-z0-9_.-]*)")
"""The files that a backup brings back; whatever else it names goes nowhere."""
_DAMAGED = (
    tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, KeyError, ValueError, RecursionError,
)  # fmt: skip
"""How a backup's parts say that they are damaged."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a hall was made of."""

    rows: dict[str, int]
    """By table of the database."""
    journals: tuple[tuple[int, int], ...]
    """Of each journal that was given: how many entries were missing, and how many there are."""


def backup(folder: HallFolder, settings: HallSettings, out: Path) -> dict[str, int]:
    """Write a backup of one moment, also while the hall runs; the number of rows by table.

    Raises HallDataError for a file of the hall's own.
    """
    parts: dict[str, bytes] = {}
    with folder.database(settings) as database:
        _check_out(out, folder, database)
        revision = database.revision()
        with database.read() as connection:
            for table in schema.metadata.sorted_tables:
                rows = connection.execute(select(table))
                lines = (json.dumps(dict(row._mapping), ensure_ascii=False) for row in rows)  # noqa: SLF001
                parts[f"{_ROWS}{table.name}.jsonl"] = "".join(f"{one}\n" for one in lines).encode()
    for path in _kept_files(folder):
        parts[f"{_FILES}{path.relative_to(folder.path)}"] = path.read_bytes()
    counts = {
        table.name: parts[f"{_ROWS}{table.name}.jsonl"].count(b"\n")
        for table in schema.metadata.sorted_tables
    }
    manifest = {
        "format": FORMAT,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "revision": revision,
        "rows": counts,
        "sha256": {name: sha256(data).hexdigest() for name, data in parts.items()},
    }
    parts = {_MANIFEST: json.dumps(manifest, indent=1).encode(), **parts}
    write_atomically(out, _packed(parts), mode=0o600)
    return counts


def restore(
    folder: HallFolder,
    path: Path,
    url: str | None = None,
    journals: Sequence[tuple[str, Path]] = (),
) -> Restored:
    """Make a hall from a backup, in an empty folder and an empty database.

    `journals` are tables' own, by their names, as for `take_journal`. Where anything is wrong, no
    hall is left. Raises HallDataError for a damaged backup, one of a newer program, and where there
    is a hall; JournalError.
    """
    manifest, parts = _unpacked(path)
    with folder.whole() as draft:
        draft.joins.mkdir(mode=0o700)
        for name, data in parts.items():
            if _WRITTEN.fullmatch(name):
                target = draft.path / name.removeprefix(_FILES)
                target.parent.mkdir(mode=0o700, exist_ok=True)
                write_atomically(target, data, mode=0o600 if target.suffix != ".crt" else 0o644)
        settings = draft.settings()
        if url is not None:
            settings = settings.model_copy(update={"database": url})
            draft.write(settings)
        with draft.database(settings) as database, _empty_unless_whole(database):
            _refill(database, manifest["revision"], parts)
            taken = tuple(take_journal(database, *one) for one in journals)
    return Restored(dict(manifest["rows"]), taken)


def take_journal(database: Database, table: str, path: Path) -> tuple[int, int]:
    """Bring in what a table's own journal has and the hall has not; how many, and how many in all.

    It is no report of the table's: the count of its starts stays, so that the next one is in turn.
    Raises JournalError for a file that is none, HallDataError for one that contradicts the hall,
    UnknownEventError for a table that was never invited.
    """
    found = audit(path)
    if found.fault is not None:
        raise found.fault
    with database.read() as connection:
        invited = set(connection.scalars(select(schema.certificate.c.table_name)))
    if table not in invited:
        raise UnknownEventError(
            f"table {table[:40]!r}: it has no certificate, expected one of"
            f" {', '.join(sorted(invited)) or 'none'}"
        )
    intake = Intake(database, "0")
    before = intake.posts().get(table)
    epoch, upto = (before["epoch"] if before else 0) + 1, 0
    added = 0
    for number, first in enumerate(range(1, len(found.entries) + 1, MOST_ENTRIES), 1):
        rows = found.entries[first - 1 : first - 1 + MOST_ENTRIES]
        report = Report(
            journal=found.id,
            epoch=epoch,
            instance="0" * 16,
            number=number,
            first=first,
            entries=tuple((one.body, one.hash) for one in rows),
            last=len(found.entries),
            version="0",
            clock=datetime.now(UTC).isoformat(),
        )
        doubled = intake.doubled
        (reply,) = intake.take([Arrival(table, report.encode(), datetime.now(UTC))])
        if reply is None or reply.refused:
            said = "cannot be read" if reply is None else reply.refused
            raise HallDataError(f"{path}: {said}")
        added += len(rows) - (intake.doubled - doubled)
        upto = reply.upto
    row = intake.posts().get(table)
    if row is not None:
        heard = before or {**row, "epoch": 0, "number": 0}
        kept = {**heard, "journal": row["journal"], "last": row["last"]}
        with database.write() as connection:
            database.put(connection, schema.post, [kept])
    return added, upto


def export_journal(database: Database, table: str, out: Path) -> int:
    """A table's journal as the hall has it, as a file that the table can go on with."""
    if out.exists():
        raise HallDataError(f"{out}: exists, expected a new file")
    with database.read() as connection:
        name = connection.execute(
            select(schema.post.c.journal).where(schema.post.c.table_name == table)
        ).scalar_one_or_none()
        if name is None:
            raise UnknownEventError(f"table {table!r}: expected one that has reported")
        entry = schema.entry
        rows = connection.execute(
            select(entry.c.seq, entry.c.body, entry.c.hash)
            .where(entry.c.table_name == table, entry.c.journal == name)
            .order_by(entry.c.seq)
        ).all()
    write_journal(out, name, [(seq, body, claimed) for seq, body, claimed in rows])
    return len(rows)


def status_of(database: Database) -> dict[str, Any]:
    """What the database says of tables, and what is wrong."""
    entry, post, notice = schema.entry, schema.post, schema.notice
    with database.read() as connection:
        counted = connection.execute(
            select(entry.c.table_name, func.count()).group_by(entry.c.table_name)
        )
        counts: dict[str, int] = {name: count for name, count in counted}  # noqa: C416 - rows
        tables = [
            {
                "table": row.table_name,
                "entries": counts.get(row.table_name, 0),
                "seen_at": row.seen_at,
                "version": row.version,
                "waiting": row.status["waiting"],
                "questions": row.status["questions"],
            }
            for row in connection.execute(select(post).order_by(post.c.table_name))
        ]
        notices = [
            {
                "id": row.id,
                "table": row.table_name,
                "kind": row.kind,
                "words": row.words,
                "way_out": row.way_out,
            }
            for row in connection.execute(
                select(notice).where(notice.c.settled_at.is_(None)).order_by(notice.c.id)
            )
        ]
    return {"entries": sum(counts.values()), "tables": tables, "notices": notices}


def _kept_files(folder: HallFolder) -> Iterator[Path]:
    yield folder.settings_file
    if folder.token_file.exists():
        yield folder.token_file
    for part in (folder.authority.folder, folder.joins):
        yield from sorted(path for path in part.glob("*") if path.is_file())


def _check_out(out: Path, folder: HallFolder, database: Database) -> None:
    """Raise HallDataError where a backup would take the place of what it is made of."""
    own = [*_kept_files(folder), *folder.broker.glob("*")]
    if not database.is_postgres:
        file = Path(str(database.engine.url.database))
        own += [file.with_name(f"{file.name}{suffix}") for suffix in ("", "-wal", "-shm")]
    if out.exists() and any(one.exists() and out.samefile(one) for one in own):
        raise HallDataError(f"{out}: it is a file of the hall itself, expected another")


@contextmanager
def _empty_unless_whole(database: Database) -> Iterator[None]:
    """Refuse a database that is in use, and leave none half filled. Raises HallDataError."""
    with database.read() as connection:
        there = set(inspect(connection).get_table_names())
    if there & {_VERSION_TABLE, *schema.metadata.tables}:
        raise HallDataError(f"database {database.url}: is not empty, expected an empty one")
    try:
        yield
    except BaseException:
        made = MetaData()
        with suppress(SQLAlchemyError):  # a database that is gone cannot be emptied
            made.reflect(database.engine, only=lambda name, _: name not in there)
            made.drop_all(database.engine)
        raise


def _refill(database: Database, revision: str, parts: Mapping[str, bytes]) -> None:
    """The schema of the backup, its rows, and then today's schema."""
    database.migrate(revision)
    known = MetaData()
    known.reflect(database.engine)
    now = {table.name: table for table in schema.metadata.sorted_tables}
    with database.write() as connection:
        for table in known.sorted_tables:
            rows = _rows_of(table.name, parts)
            if table.name == _VERSION_TABLE or not rows:
                continue
            written = _typed(table, now.get(table.name))
            for first in range(0, len(rows), _BATCH):
                connection.execute(insert(written), rows[first : first + _BATCH])
            if database.is_postgres and "id" in table.c:
                asked = "SELECT setval(pg_get_serial_sequence(:name, 'id'), max(id)) FROM "
                named = connection.dialect.identifier_preparer.quote(table.name)
                connection.execute(text(asked + named), {"name": named})
    database.migrate()


def _rows_of(table: str, parts: Mapping[str, bytes]) -> list[dict[str, Any]]:
    """The rows of a table as the backup has them, one a line. Raises HallDataError."""
    name = f"{_ROWS}{table}.jsonl"
    try:
        rows = [json.loads(one) for one in parts.get(name, b"").splitlines()]
    except (ValueError, RecursionError) as fault:
        raise HallDataError(f"backup: {name}: {fault}, expected a JSON object a line") from None
    if not all(isinstance(one, dict) for one in rows):
        raise HallDataError(f"backup: {name}: expected a JSON object a line")
    return rows


def _typed(table: Table, now: Table | None) -> Table:
    """The reflected table; SQLite tells JSON from text only where the schema does."""
    if now is not None:
        for column in table.columns:
            if column.name in now.c:
                column.type = now.c[column.name].type
    return table


def _packed(parts: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as tar,
    ):
        for name, data in parts.items():
            facts = tarfile.TarInfo(name)
            facts.size = len(data)
            tar.addfile(facts, io.BytesIO(data))
    return buffer.getvalue()


def _unpacked(path: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The manifest of a backup, and the parts that it lists, each as it says."""
    try:
        with tarfile.open(path, "r:gz") as tar:
            found = {
                member.name: read.read()
                for member in tar
                if (read := tar.extractfile(member)) is not None
            }
        manifest = json.loads(found[_MANIFEST])
        _check_manifest(manifest)
    except _DAMAGED as fault:
        raise HallDataError(
            f"{path}: {fault}, expected a whole backup of `jantaku hall backup`"
        ) from None
    for name, claimed in manifest["sha256"].items():
        if sha256(found.get(name, b"")).hexdigest() != claimed:
            raise HallDataError(f"{path}: {name} is damaged, expected what its manifest says")
    return manifest, {name: found[name] for name in manifest["sha256"]}


def _check_manifest(manifest: object) -> None:
    """Raise ValueError where it is none of ours."""
    if not isinstance(manifest, dict):
        raise ValueError("its manifest is no JSON object")  # noqa: TRY004 - a file's, no caller's
    if manifest.get("format") != FORMAT:
        raise ValueError(f"format {str(manifest.get('format'))[:40]}, known here is {FORMAT}")
    kinds = {"revision": str, "rows": dict, "sha256": dict}
    lacking = [name for name, kind in kinds.items() if not isinstance(manifest.get(name), kind)]
    if lacking:
        raise ValueError(f"its manifest has no {', '.join(lacking)}")
    rows, hashes = manifest["rows"], manifest["sha256"]
    if not all(isinstance(one, int) for one in rows.values()) or "entry" not in rows:
        raise ValueError("its manifest counts no rows")
    if not all(isinstance(one, str) for one in hashes.values()) or _SETTINGS not in hashes:
        raise ValueError("its manifest lists no settings")
