"""What is wrong at a table or in the hall, each with the way out, for the page and the record."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select, update

from table.errors import UnknownThingError
from table.hall.data.database import Database
from table.hall.data.schema import notice

HALL = ""
"""The table of a notice that concerns the hall itself."""
_MOST = 1 << 31
"""The database numbers no more of them."""
_QUIET = timedelta(seconds=5)
"""A notice that goes on is written down so often at most."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong."""

    table: str
    kind: str
    """protocol, message, replayed, two_tables, fork, chain, clock, version, restored, fold, ..."""
    subject: str
    """What tells it from others of its kind, as a journal; may be empty."""
    words: str
    way_out: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is known by."""
        return self.table, self.kind, self.subject


class Notices:
    """The notices, in the database and in mind. Not safe for concurrent calls."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._open: dict[tuple[str, str, str], dict[str, Any]] = {}
        self.read()

    @contextmanager
    def with_transaction(self) -> Iterator[None]:
        """What is noted or settled within a transaction that fails was not."""
        before = dict(self._open)
        try:
            yield
        except BaseException:
            self._open = before
            raise

    def read(self) -> None:
        """Read them from the database; another process may have settled some."""
        self._open.clear()
        with self._database.read() as connection:
            for row in connection.execute(select(notice).where(notice.c.settled_at.is_(None))):
                known = {**row._mapping, "written_at": row.last_at}  # noqa: SLF001 - its public name
                self._open[known["table_name"], known["kind"], known["subject"]] = known

    def look_again(self) -> None:
        """Forget those that another process has settled. Raises HallDataError."""
        if not self._open:
            return
        with self._database.read() as connection:
            still = set(
                connection.scalars(select(notice.c.id).where(notice.c.settled_at.is_(None)))
            )
        self._open = {key: one for key, one in self._open.items() if one["id"] in still}

    def open(self, table: str | None = None) -> list[Mapping[str, Any]]:
        """What is wrong now, the newest first; of one table, or of all."""
        found = [one for key, one in list(self._open.items()) if table is None or key[0] == table]
        return sorted(found, key=lambda one: str(one["last_at"]), reverse=True)

    def note(self, connection: Connection, trouble: Trouble, at: datetime) -> None:
        """Write it down; what is known already is counted."""
        known = self._open.get(trouble.key)
        if known is not None and at - datetime.fromisoformat(known["written_at"]) < _QUIET:
            known |= {"last_at": at.isoformat(), "times": known["times"] + 1}
            return
        self._put(connection, trouble, at, 1 if known is None else known["times"] + 1)

    def settle(self, connection: Connection, table: str, kind: str, at: datetime) -> None:
        """It is over."""
        for key in [key for key in self._open if key[:2] == (table, kind)]:
            del self._open[key]
            connection.execute(_where(key, update(notice)).values(settled_at=at.isoformat()))

    def _put(self, connection: Connection, trouble: Trouble, at: datetime, times: int) -> None:
        key, now = trouble.key, at.isoformat()
        told = {"words": trouble.words, "way_out": trouble.way_out, "last_at": now, "times": times}
        first = self._open.get(key, {}).get("first_at", now)
        fields = {**told, "settled_at": None, "first_at": first}
        names = dict(zip(("table_name", "kind", "subject"), key, strict=True))
        changed = _where(key, update(notice)).values(**fields).returning(notice.c.id)
        number = connection.execute(changed).scalar_one_or_none()
        if number is None:
            new = notice.insert().values(**names, **fields).returning(notice.c.id)
            number = connection.execute(new).scalar_one()
        self._open[key] = {"id": number, **names, **fields, "written_at": now}


def settle(database: Database, number: int, at: datetime) -> None:
    """Somebody has dealt with it; a hall that runs knows at once. Raises UnknownThingError."""
    of_it = (notice.c.id == number, notice.c.settled_at.is_(None))
    with database.write() as connection:
        closing = update(notice).where(*of_it).values(settled_at=at.isoformat())
        if not 0 < number < _MOST or not connection.execute(closing).rowcount:
            raise UnknownThingError(
                f"notice {number}: expected the number of one that stands, as `jantaku hall status`"
                " has it"
            )


def _where(key: tuple[str, str, str], statement: Any) -> Any:
    table, kind, subject = key
    return statement.where(
        notice.c.table_name == table, notice.c.kind == kind, notice.c.subject == subject
    )
