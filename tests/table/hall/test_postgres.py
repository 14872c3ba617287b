"""What only PostgreSQL is strict or lax about: characters, and two who write at once."""

import asyncio
import threading

import pytest
from sqlalchemy import select, text

from table.core.incidents import Signal
from table.hall.data import schema
from table.hall.data.database import Database
from table.hall.event import players


@pytest.fixture
def database(postgres_url):
    database = Database(postgres_url)
    database.migrate()
    yield database
    database.close()


async def test_entries_that_the_database_refuses_stop_no_other_table(
    database, intake, ingest, table, tables, tmp_path
):
    with database.write() as connection:
        connection.execute(text("ALTER TABLE entry ADD CHECK (table_name <> 'A1')"))
    table.play(tables.game()[:20])
    other = tables.VirtualTable(tmp_path / "A2", "A2")
    other.play(tables.game()[:20])
    bad = table.report().encode()
    first, second = other.report(1, 10).encode(), other.report(11).encode()
    replies = await asyncio.gather(
        ingest.take("A2", first), ingest.take("A1", bad), ingest.take("A2", second)
    )
    other.close()
    assert [reply and reply.upto for reply in replies] == [10, None, 20]
    (notice,) = intake.notices.open()
    assert notice["words"].startswith("table A1 sent what cannot be kept: ")
    assert ingest.trouble == ""


def test_a_character_that_the_database_has_not_is_replaced_beside_the_entry(
    database, intake, table, tables
):
    table.play(tables.game()[:20], client_id="a\0b", together=20)
    table.play([Signal("referee", detail="a\0b")])
    assert tables.take(intake, "A1", table.report()).upto == 21
    with database.read() as connection:
        assert list(connection.scalars(select(schema.referee_call.c.what))) == ["a\ufffdb"]
        assert list(connection.scalars(select(schema.game.c.order_id))) == ["a\ufffdb"]
        bodies = list(connection.scalars(select(schema.entry.c.body).order_by("seq")))
    assert bodies == [one.body for one in table.journal.entries]


def test_of_two_organisers_at_once_one_waits_for_the_other(hall):
    begun = threading.Event()

    def second():
        begun.set()
        with hall.change("second", {}) as (connection, book):
            seen.extend(one.name for one in book.players.values())
            players.add(connection, [("Ben", "")])

    seen = []
    waiting = threading.Thread(target=second)
    with hall.change("first", {}) as (connection, _):
        waiting.start()
        assert begun.wait(30)
        waiting.join(0.2)  # without a lock it would be through
        players.add(connection, [("Aki", "")])
    waiting.join(30)
    assert seen == ["Aki"]
