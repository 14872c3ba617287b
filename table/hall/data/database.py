"""Opens the hall's database, brings it to the present schema, and says failures in words."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Table, create_engine, event, func, make_url, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    SQLAlchemyError,
)

from table.errors import DataRefusedError, HallDataError

MIGRATIONS = Path(__file__).with_name("migrations")
_POSTGRES = "postgresql+psycopg"
_ALONE = 0x6A616E74616B75
"""The number of the lock that organisers hold by turns; "jantaku" in ASCII."""
_FULL = ("disk is full", "disk full", "no space left", "53100")


class Database:
    """An engine whose failures are HallDataError."""

    def __init__(self, url: str, **options: Any) -> None:
        """`url` as SQLAlchemy has it: sqlite:///FILE or postgresql://USER@HOST/NAME.

        Raises HallDataError for a URL that is neither.
        """
        try:
            parsed = make_url(url)
        except ArgumentError:
            parsed = make_url("unknown://")
        if parsed.drivername in {"postgresql", "postgres"}:
            parsed = parsed.set(drivername=_POSTGRES)
        in_memory = parsed.drivername == "sqlite" and parsed.database in {None, "", ":memory:"}
        if parsed.drivername not in {"sqlite", _POSTGRES} or in_memory:
            raise HallDataError(f"database {url!r}: expected sqlite:///FILE or postgresql://…")
        self.url = parsed.render_as_string(hide_password=True)
        self.is_postgres = parsed.drivername == _POSTGRES
        if self.is_postgres:
            options = {"pool_pre_ping": True, **options}
            connect = {"connect_timeout": 5, "application_name": "jantaku hall"}
            self._engine = create_engine(parsed, connect_args=connect, **options)
        else:
            self._engine = create_engine(parsed, connect_args={"timeout": 15}, **options)
            event.listen(self._engine, "connect", _prepare_sqlite)

    @property
    def engine(self) -> Engine:
        """For those who ask the schema."""
        return self._engine

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """One transaction; on leaving it is on the disk. Raises HallDataError, then nothing is."""
        try:
            with self._engine.begin() as connection:
                if not self.is_postgres:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
        except SQLAlchemyError as fault:
            raise self._said(fault) from fault

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One view of the data, whatever is written meanwhile. Raises HallDataError."""
        try:
            with self._engine.connect() as connection:
                if self.is_postgres:
                    connection = connection.execution_options(  # noqa: PLW2901 - the same one
                        isolation_level="REPEATABLE READ", postgresql_readonly=True
                    )
                with connection.begin():
                    if not self.is_postgres:
                        connection.exec_driver_sql("BEGIN")
                    yield connection
        except SQLAlchemyError as fault:
            raise self._said(fault) from fault

    def alone(self, connection: Connection) -> None:
        """In a transaction: wait until no other that asked for this goes on.

        SQLite has one writer at all times; PostgreSQL lets several read the same, and then write.
        """
        if self.is_postgres:
            connection.execute(select(func.pg_advisory_xact_lock(_ALONE)))

    def insert_new(
        self,
        connection: Connection,
        table: Table,
        rows: Sequence[Mapping[str, Any]],
        keys: Sequence[str] = (),
    ) -> None:
        """Insert rows; those whose key is there already are passed over.

        `keys` names another unique set of columns than the primary key.
        """
        if rows:
            insert = (postgresql.insert if self.is_postgres else sqlite.insert)(table)
            unique = list(keys) or [column.name for column in table.primary_key]
            connection.execute(insert.on_conflict_do_nothing(index_elements=unique), list(rows))

    def put(self, connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert rows, each in the place of one with the same primary key."""
        if not rows:
            return
        insert = (postgresql.insert if self.is_postgres else sqlite.insert)(table)
        keys = [column.name for column in table.primary_key]
        changed = {name: insert.excluded[name] for name in rows[0] if name not in keys}
        statement = insert.on_conflict_do_update(index_elements=keys, set_=changed)
        connection.execute(statement, list(rows))

    def migrate(self, revision: str = "head") -> None:
        """Bring the schema to a revision. Raises HallDataError, also for a newer program's data."""
        try:
            with self._engine.begin() as connection:
                config = _config()
                config.attributes["connection"] = connection
                command.upgrade(config, revision)
        except CommandError as fault:
            raise HallDataError(
                f"database {self.url}: its schema is unknown here ({fault}); it was written by a"
                " newer Jantaku, expected this version or an older one"
            ) from None
        except SQLAlchemyError as fault:
            raise self._said(fault) from fault

    def revision(self) -> str | None:
        """The revision of its schema; None for an empty database."""
        try:
            with self._engine.connect() as connection:
                return MigrationContext.configure(connection).get_current_revision()
        except SQLAlchemyError as fault:
            raise self._said(fault) from fault

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def _said(self, fault: SQLAlchemyError) -> HallDataError:
        origin = getattr(fault, "orig", None) if isinstance(fault, DBAPIError) else None
        said = " ".join(str(origin or fault).split())[:300]
        code = str(getattr(origin, "sqlstate", ""))
        if any(sign in f"{said} {code}".lower() for sign in _FULL):
            return HallDataError(
                f"database {self.url}: the disk is full; free some space, the hall goes on by"
                " itself and the tables keep everything until then"
            )
        refused = isinstance(fault, DataError | IntegrityError)
        return (DataRefusedError if refused else HallDataError)(f"database {self.url}: {said}")


def kept_text(text: str) -> str:
    """What both databases have a place for: PostgreSQL has none for U+0000."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")


def head_revision() -> str:
    """The revision that this program writes."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def revisions() -> list[str]:
    """Every revision that was ever released, oldest first."""
    scripts = ScriptDirectory.from_config(_config()).walk_revisions()
    return [script.revision for script in scripts][::-1]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Every commit synced before it is acknowledged; transactions begin where we say so."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()
