"""What the hall's routes need: the database, what has arrived, the event, the time."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, cast

from fastapi import Depends
from fastapi.requests import HTTPConnection
from sqlalchemy import Connection

from table.hall.data import schema
from table.hall.data.database import Database
from table.hall.event import book as books
from table.hall.event.book import Book
from table.hall.event.orders import orders_for
from table.hall.ingest import Ingest
from table.hall.intake import Intake
from table.hall.kept import Kept
from table.hall.pictures import Pictures
from table.hall.web.board import Board
from table.hall.wire import Order

_FRESH_S = 1.0


@dataclass(slots=True)
class Hall:
    """The parts of a running hall."""

    database: Database
    intake: Intake
    ingest: Ingest
    board: Board
    tables: Callable[[], list[str]]
    """The names of the tables that belong to the hall, in order."""
    ordered: Callable[[], None] = lambda: None
    """Hears that tables may have new orders."""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    pictures: Pictures | None = None
    """None where no folder is for them."""
    _book: tuple[float, Book] | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def book(self) -> Book:
        """The event, at most a second old. Raises HallDataError."""
        with self._lock:
            if self._book is None or time.monotonic() - self._book[0] > _FRESH_S:
                with self.database.read() as connection:
                    self._book = time.monotonic(), books.load(connection)
            return self._book[1]

    @contextmanager
    def change(self, what: str, facts: dict[str, Any]) -> Iterator[tuple[Connection, Book]]:
        """Change the event in one transaction, one at a time, and keep who did what."""
        with self.database.write() as connection:
            self.database.alone(connection)
            yield connection, books.load(connection)
            row = {"at": self.now().isoformat(), "what": what, "facts": facts}
            connection.execute(schema.deed.insert().values(row))
        with self._lock:
            self._book = None
        self.ordered()

    def orders(self, table: str, kept: Kept | None) -> tuple[Order, ...]:
        """What the hall asks of a table now."""
        shown = self.pictures.orders(table) if self.pictures is not None else ()
        return (*orders_for(self.book(), table, kept, self.now()), *shown)


def hall_of(connection: HTTPConnection) -> Hall:
    """The hall that this app was made with."""
    return cast("Hall", connection.app.state.hall)


HallDep = Annotated[Hall, Depends(hall_of)]
