"""A hall with its real broker, TLS and processes: joined, spoofed, revoked, replayed, restarted."""

import asyncio
import contextlib
import json
import sys
import urllib.request
from datetime import UTC, datetime
from functools import partial

import aiomqtt
import pytest

from table.bootstrap.hall_link import join_hall
from table.config import load_ruleset
from table.core.events import StartGame
from table.errors import LinkError
from table.hall.data import schema
from table.hall.folder import HallFolder, HallSettings
from table.hall.link.join import installed, leave, read_join, way_of
from table.hall.load.throwaway import Child, free_port
from table.hall.members import Members
from table.hall.security.authority import client_context
from table.hall.wire import Order, report_topic
from table.journal.store import Journal
from table.session import open_session

pytestmark = [pytest.mark.usefixtures("broker"), pytest.mark.timeout(600)]
SLOW_S = 150
"""How long processes and their handshakes may take on a machine that has much else to do."""
REFUSED_TLS = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning",  # paho leaves a refused socket to the
    "ignore:unclosed:ResourceWarning",  # garbage collector
)


class RunningHall:
    """`jantaku hall serve` in a folder, and what an organiser does beside it."""

    def __init__(self, path):
        self.folder = HallFolder(path / "hall")
        self.settings = HallSettings(
            title="Open",
            hosts=["127.0.0.1"],
            host="127.0.0.1",
            mqtt_port=free_port(),
            link_port=free_port(),
        )
        self.folder.create(self.settings)
        self.path = path
        command = [sys.executable, "-m", "table", "hall", "serve", "--port", "0"]
        self.child = Child(
            [*command, "--data", str(self.folder.path)], path / "log", ready="ready "
        )

    def start(self):
        self.child.start()
        self.url = self.child.said.partition(" ")[2]

    def invite(self, table, by="mqtt"):
        with self.folder.database(self.settings) as database:
            path = Members(self.folder, self.settings, database).invite(table, by=by)
        read_join(path).install(self.path / table)
        return self.path / table

    def revoke(self, table):
        with self.folder.database(self.settings) as database:
            Members(self.folder, self.settings, database).revoke(table)

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=60) as answer:  # noqa: S310 - our own
            return json.load(answer)

    def seq(self, table):
        return next((one["seq"] for one in self.get("/api/tables") if one["table"] == table), 0)

    def names(self):
        """The tables that the hall knows; it reads the list anew every second."""
        return {one["table"] for one in self.get("/api/tables")}

    def kinds(self):
        return {one["kind"] for one in self.get("/api/notices")}


@pytest.fixture(scope="module")
def running(tmp_path_factory, broker):
    hall = RunningHall(tmp_path_factory.mktemp("running"))
    hall.start()
    yield hall
    hall.child.stop()
    assert not (hall.path / "log").read_text()


@pytest.fixture
def joined(running, tables):
    """Tables that are joined to the running hall."""
    opened = []

    def joined(name, by="mqtt"):
        data = running.invite(name, by)
        table = tables.VirtualTable(data, name)
        opened.append(table)
        return table

    yield joined
    for table in opened:
        table.close()


@contextlib.asynccontextmanager
async def sending(table):
    data = table.path.parent
    sender = table.sender(None)
    sender.way = way_of(data, installed(data), sender.instance)
    task = asyncio.create_task(sender.run())
    try:
        yield sender
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("by", ["mqtt", "https"])
async def test_a_joined_tables_entries_arrive(running, joined, tables, by):
    table = joined(f"In-{by}", by)
    table.play(tables.game()[:40])
    async with sending(table) as sender:
        await tables.until(lambda: table.outbox.waiting() == 0, SLOW_S)
        table.play(tables.game()[40:50])
        sender.wake()
        await tables.until(lambda: table.outbox.waiting() == 0, SLOW_S)
        await tables.until(lambda: sender.health().connected, SLOW_S)
    assert await asyncio.to_thread(running.seq, table.name) == 50


async def test_a_spoofed_topic_brings_nothing_in_and_is_shown(running, joined, tables):
    honest, spoofer = joined("Honest"), joined("Spoofer")
    honest.play(tables.game()[:5])
    data = spoofer.path.parent / "hall"
    context = client_context(data / "ca.crt", data / "table.crt", data / "table.key")
    client = aiomqtt.Client(
        "127.0.0.1", running.settings.mqtt_port, tls_context=context, identifier="Spoofer-00112233"
    )
    async with client:
        await client.publish(report_topic("Honest"), honest.report().encode(), qos=1)
        await tables.until(lambda: "spoofed" in running.kinds(), SLOW_S)
    assert await asyncio.to_thread(running.seq, "Honest") == 0
    notices = await asyncio.to_thread(running.get, "/api/notices")
    (spoofed,) = [one for one in notices if one["kind"] == "spoofed"]
    assert spoofed["table_name"] == "Spoofer"
    assert "table/Honest/up" in spoofed["words"]


@pytest.mark.parametrize("by", ["mqtt", "https"])
async def test_a_table_that_was_invited_after_the_backup_is_told_of(running, joined, tables, by):
    table = joined(f"Late-{by}", by)
    with running.folder.database(running.settings) as database, database.write() as connection:
        books = schema.certificate
        connection.execute(books.delete().where(books.c.table_name == table.name))
    table.play(tables.game()[:20])
    until = partial(tables.until, seconds=SLOW_S)
    async with sending(table) as sender:
        await until(lambda: "unknown" in running.kinds())
        assert table.outbox.waiting() == 20
        if by == "https":
            await until(lambda: "no good certificate of it" in sender.health().trouble)
        notices = await asyncio.to_thread(running.get, "/api/notices")
        (told,) = [one for one in notices if one["kind"] == "unknown"]
        assert told["way_out"].endswith(f"jantaku hall invite {table.name}")
        running.invite(table.name, by)
        await until(lambda: table.outbox.waiting() == 0)
        await until(lambda: "unknown" not in running.kinds())
    assert await asyncio.to_thread(running.seq, table.name) == 20


@REFUSED_TLS
@pytest.mark.parametrize("by", ["mqtt", "https"])
async def test_a_stolen_and_revoked_certificate_opens_nothing(running, joined, tables, by):
    table = joined(f"Stolen-{by}", by)
    table.play(tables.game()[:5])
    async with sending(table) as sender:
        await tables.until(lambda: table.outbox.waiting() == 0, SLOW_S)
        await asyncio.to_thread(running.revoke, table.name)
        table.play(tables.game()[5:10])
        sender.wake()
        await tables.until(lambda: sender.health().trouble, SLOW_S)
        await asyncio.sleep(1)
        if by == "mqtt":
            await tables.until(lambda: "refused" in running.kinds(), SLOW_S)
    assert table.outbox.waiting() == 5
    assert await asyncio.to_thread(running.seq, table.name) == 5


@REFUSED_TLS
async def test_a_certificate_of_another_hall_opens_nothing(running, joined, tables, tmp_path):
    stranger = HallFolder(tmp_path / "stranger")
    stranger.create(running.settings)
    with stranger.database(running.settings) as database:
        path = Members(stranger, running.settings, database).invite("Foreign")
    read_join(path).install(tmp_path / "Foreign")
    table = tables.VirtualTable(tmp_path / "Foreign", "Foreign")
    table.play(tables.game()[:5])
    async with sending(table) as sender:
        await tables.until(lambda: "hall 127.0.0.1" in sender.health().trouble, SLOW_S)
    assert table.outbox.waiting() == 5
    table.close()


async def test_a_replayed_day_enters_nothing(running, joined, tables):
    """Recorded messages, sent again by who has the table's own certificate."""
    table = joined("Replayed")
    table.play(tables.game()[:30])
    day = [table.report(first, 10).encode() for first in (1, 11, 21)]
    await tables.until(lambda: "Replayed" in running.names(), SLOW_S)
    data = table.path.parent / "hall"
    context = client_context(data / "ca.crt", data / "table.crt", data / "table.key")
    async with aiomqtt.Client(
        "127.0.0.1", running.settings.mqtt_port, tls_context=context, identifier="Replayed-0011aabb"
    ) as client:
        for _ in range(2):
            for message in day:
                await client.publish(report_topic("Replayed"), message, qos=1)
        await tables.until(lambda: "replayed" in running.kinds(), SLOW_S)
        await tables.until(lambda: running.seq("Replayed") >= 30, SLOW_S)
    assert await asyncio.to_thread(running.seq, "Replayed") == 30
    assert len(await asyncio.to_thread(running.get, "/api/tables/Replayed/journal")) == 30


async def test_a_whole_table_obeys_the_hall(running, tables):
    """A real session: its journal goes out, and the hall's orders come in, once each."""
    data = running.invite("Whole")
    journal = Journal.open(data / "journal.db")
    names = ("Aki", "Ben", "Chie", "Dai")
    session = open_session(journal, load_ruleset, names, "wrr2015")
    link = join_hall(data, data / "journal.db", session)
    await link.open("http://table")
    await tables.until(lambda: link.health().connected and not link.health().waiting, SLOW_S)
    seat = Order("hall:round:1:x", "seat", {"names": ["W", "X", "Y", "Z"], "rules": "ema"})
    with pytest.raises(Exception, match="'ema'"):
        await link.carry_out(seat)
    seat = Order(seat.id, "seat", {**seat.facts, "rules": "wrr2015"})
    for _ in range(2):
        await link.carry_out(seat)
        await link.carry_out(Order("hall:gong:1", "gong", {"ends": "after_hand", "elapsed_s": 9}))
        await link.carry_out(
            Order("hall:substitute:1:2:3", "substitute", {"seat": 1, "name": "Extra"})
        )
    assert session.snapshot.state.names == ("W", "Extra", "Y", "Z")
    assert session.snapshot.state.gong == 0
    assert sum(isinstance(one.event, StartGame) for one in journal.entries) == 2
    await link.carry_out(
        Order("hall:clock:1", "clock", {"round": 1, "state": "running", "left_s": 60})
    )
    assert 59 < link.clock.left_now() <= 60
    with pytest.raises(LinkError, match="expected another value"):
        await link.carry_out(Order("x", "clock", {}))
    await tables.until(lambda: not link.health().waiting, SLOW_S)
    await link.close()
    link.stop()
    assert await asyncio.to_thread(running.seq, "Whole") == journal.seq
    (row,) = [
        one
        for one in await asyncio.to_thread(running.get, "/api/tables")
        if one["table"] == "Whole"
    ]
    assert row["page"] == "http://table"
    session.close()
    leave(data)
    assert join_hall(data, data / "journal.db", session) is None


async def test_a_killed_hall_is_found_again_and_misses_nothing(running, joined, tables):
    table = joined("Patient")
    table.play(tables.game()[:20])
    async with sending(table) as sender:
        await tables.until(lambda: table.outbox.waiting() == 0, SLOW_S)
        running.child.kill()
        table.play(tables.game()[20:60])
        sender.wake()
        await asyncio.to_thread(running.start)
        await tables.until(lambda: table.outbox.waiting() == 0, SLOW_S)
    assert await asyncio.to_thread(running.seq, "Patient") == 60


def test_the_command_line_tells_the_state(running, jantaku):
    code, said, _ = jantaku("hall", "status", "--data", running.folder.path, "--json")
    assert json.loads(said)["title"] == "Open"
    assert code in {0, 1}
    assert datetime.now(UTC).year >= 2026
