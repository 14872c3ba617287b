"""The parts of a hall that serves: what each needs, how one ends, what others are spared."""

import asyncio
import contextlib
import ssl
import threading
from types import SimpleNamespace

import httpx
import pytest

from table.bootstrap.hall_link import HallLink
from table.errors import AuthorityError, HallDataError
from table.hall import serve
from table.hall.folder import HallFolder, HallSettings
from table.hall.link.https_way import PATH
from table.hall.members import Members
from table.hall.security.authority import client_context
from table.hall.security.broker import Broker
from table.hall.web.link_app import create_link
from table.wording.templates import catalogue


@pytest.fixture
def made(tmp_path):
    """A hall's folder; its database is another than that of the parts in memory."""
    folder = HallFolder(tmp_path / "made")
    folder.create(HallSettings(title="Open", hosts=["hall.local"]))
    return folder


async def test_a_part_that_ends_by_a_fault_is_told_of(intake, caplog):
    async def gong():
        raise OSError("no room")

    await serve._run_part(intake, "gong", gong())
    (notice,) = intake.notices.open()
    assert notice["words"] == "a part of the hall has ended (gong): no room"
    assert "no room" in caplog.text


async def test_a_hall_without_mosquitto_says_so_in_both_languages(made, intake, monkeypatch):
    monkeypatch.setattr("table.hall.security.broker.find_broker", lambda: None)
    broker = Broker(made.authority, made.broker, "127.0.0.1", 1)
    await serve.Serving(made, made.settings(), None, None, "0.1.0")._broker(broker, intake)
    (notice,) = intake.notices.open()
    said = [catalogue("ja").say(notice[name]) for name in ("words", "way_out")]
    assert said[0].startswith("mosquitto が見つかりません")
    assert "HTTPS で卓を参加させられます" in said[1]


async def test_while_a_notice_waits_for_its_turn_to_be_written_the_pages_go_on(made, hall, intake):
    """Reports of tables are written meanwhile; the loop, which serves the pages, does not wait."""

    async def gong():
        raise OSError("no room")

    serving = serve.Serving(made, made.settings(), None, None, "0.1.0")
    _, broker = serving._mqtt(hall.ingest, intake)
    held, may = threading.Event(), threading.Event()

    def write():
        with intake._lock:
            held.set()
            assert may.wait(20)

    with serving._writing:
        writer = threading.Thread(target=write)
        writer.start()
        assert held.wait(20)
        for why in ("it fell", "", "the port is taken"):
            broker._told(why)
        broker._tell("Denied PUBLISH from A1-0123456789 (d0, q1, 'jantaku/tables/A2/report')")
        part = asyncio.create_task(serve._run_part(intake, "gong", gong()))
        await asyncio.sleep(0)
        assert intake.notices.open() == []
        assert not may.is_set()
        may.set()
        await part
    writer.join()
    told = {one["kind"]: one["words"] for one in intake.notices.open()}
    assert told.keys() == {"broker", "part", "spoofed"}
    assert told["broker"].endswith("by MQTT: the port is taken")


@pytest.mark.parametrize(
    ("listens", "dialled"),
    [("0.0.0.0", "127.0.0.1"), ("::", "::1"), ("192.168.1.10", "192.168.1.10")],
)
def test_the_broker_is_looked_for_where_it_listens(listens, dialled):
    assert serve.broker_host(listens) == dialled


async def test_without_the_list_of_revoked_certificates_nobody_is_believed_and_it_is_said(made):
    serving = serve.Serving(made, made.settings(), None, None, "0.1.0")
    with made.database(made.settings()) as database:
        members = Members(made, made.settings(), database)
        members.invite("A1")
        assert await serving._belongs(members, "A1")
        made.authority.crl.unlink()
        with pytest.raises(AuthorityError, match="nobody is let in without it"):
            await serving._belongs(members, "A1")


async def test_while_the_members_are_read_anew_the_hall_goes_on(made):
    """Of two who ask at once one reads, the other waits, and the loop serves others meanwhile."""
    serving = serve.Serving(made, made.settings(), None, None, "0.1.0")
    read, may = [], threading.Event()

    def names():
        read.append(threading.current_thread())
        assert may.wait(20)
        return ["A1"]

    members = SimpleNamespace(names=names)
    asked = [asyncio.create_task(serving._belongs(members, name)) for name in ("A1", "A2")]
    asyncio.get_running_loop().call_soon(may.set)
    assert await asyncio.gather(*asked) == [True, False]
    assert len(read) == 1
    assert read[0] is not threading.current_thread()


async def test_a_table_by_https_hears_that_the_list_is_missing(made, hall):
    made.authority.crl.unlink()
    transport = httpx.ASGITransport(create_link(hall.ingest, made.authority.revoked))
    async with httpx.AsyncClient(transport=transport, base_url="http://hall") as client:
        answer = await client.post(PATH, content=b"{}")
    assert answer.status_code == 503
    assert "list of revoked certificates: " in answer.json()["detail"]


def test_a_certificate_is_taken_back_in_the_list_and_in_the_books_or_in_neither(made):
    key = made.authority.folder / "ca.key"
    with made.database(made.settings()) as database:
        members = Members(made, made.settings(), database)
        members.invite("A1")
        secret = key.read_bytes()
        key.write_bytes(b"")
        with pytest.raises(AuthorityError):
            members.revoke("A1")
        assert members.names() == ["A1"]
        key.write_bytes(secret)
        members.revoke("A1")
    assert len(made.authority.revoked()) == 1


def test_a_revocation_that_the_database_does_not_keep_stays_in_the_list_and_is_told(made):
    with made.database(made.settings()) as database:
        members = Members(made, made.settings(), database)
        for name in ("A1", "A2"):
            members.invite(name)
        write = database.write

        @contextlib.contextmanager
        def lost():
            with write() as connection:
                yield connection
                raise HallDataError("the database is gone")

        database.write = lost
        with pytest.raises(HallDataError, match=r"opens nothing .* gone; .* hall revoke A1$"):
            members.revoke("A1")
        del database.write
        shut_out = made.authority.revoked()
        assert len(shut_out) == 1
        members.revoke("A2")
        assert shut_out < made.authority.revoked()
        members.revoke("A1")
        assert members.names() == []


async def test_a_request_that_is_cancelled_leaves_the_others_their_replies(hall, table, tables):
    table.play(tables.game()[:20])
    taken, may = hall.intake.take, threading.Event()

    def slow(arrivals):
        assert may.wait(30)
        return taken(arrivals)

    hall.intake.take = slow
    first, second = (
        asyncio.create_task(hall.ingest.take("A1", table.report(*part).encode()))
        for part in ((1, 10), (11, 10))
    )
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    may.set()
    async with asyncio.timeout(30):
        assert (await second).upto == 20


async def test_commands_in_threads_wake_who_listens(hall):
    asyncio.get_running_loop().set_debug(True)  # refuses what only the loop's own thread may do
    with hall.board.listen() as listener:
        heard = asyncio.create_task(listener.wait(30))
        await asyncio.sleep(0)
        await asyncio.to_thread(hall.board.changed, {"A1"})
        assert await heard == {"A1"}


async def test_a_cancel_while_a_tables_link_closes_is_the_callers():
    ending = asyncio.Event()

    async def part():
        try:
            await asyncio.Event().wait()
        finally:
            if not ending.is_set():
                ending.set()
                await asyncio.sleep(0.05)

    link = object.__new__(HallLink)
    link._tasks = [asyncio.create_task(part())]
    await asyncio.sleep(0)
    closing = asyncio.create_task(link.close())
    await ending.wait()
    closing.cancel()
    await asyncio.wait([closing])
    assert closing.cancelled()


def greeted(folder, table, host):
    """Whether a table's TLS believes the hall under this name; no network is needed for that."""
    authority = folder.authority
    issued = authority.issue(table)
    files = folder.path / f"{table}.crt", folder.path / f"{table}.key"
    files[0].write_bytes(issued.certificate)
    files[1].write_bytes(issued.key)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    table = client_context(authority.ca, *files).wrap_bio(back, there, server_hostname=host)
    hall = authority.server_context().wrap_bio(there, back, server_side=True)
    for _ in range(3):
        for side in (table, hall):
            with contextlib.suppress(ssl.SSLWantReadError):
                side.do_handshake()
    return table.version() is not None


def test_an_address_that_tables_cannot_check_is_refused_and_can_be_added(tmp_path):
    folder = HallFolder(tmp_path / "hall")
    folder.create(HallSettings(title="Open", hosts=["127.0.0.1"]))
    settings = folder.settings()
    with folder.database(settings) as database:
        with pytest.raises(AuthorityError, match=r"'hall.local'.*expected one of 127\.0\.0\.1; or"):
            Members(folder, settings, database).invite("A1", host="hall.local")
        folder.write(settings.model_copy(update={"hosts": ["127.0.0.1", "hall.local"]}))
        Members(folder, folder.settings(), database).invite("A1", host="hall.local")
    with pytest.raises(ssl.SSLCertVerificationError):
        greeted(folder, "A1", "hall.local")
    folder.authority.serve_as(folder.settings().hosts)  # as `hall serve` does
    assert greeted(folder, "A1", "hall.local")
    before = folder.authority.server[0].read_bytes()
    folder.authority.serve_as(folder.settings().hosts)
    assert folder.authority.server[0].read_bytes() == before
