"""The live connection over a real server: snapshot, numbered changes, catching up, heartbeats."""

import asyncio
import contextlib
import json
import threading
from dataclasses import replace
from pathlib import Path
from queue import Queue
from random import Random

import httpx
import pytest
import websockets

from table.bootstrap.serve import TableServer, take_port

API = Path(__file__).resolve().parents[2] / "table" / "web" / "API.md"


@contextlib.contextmanager
def served(table):
    """The table at a real port; its address without http://."""
    ready = Queue()
    with take_port("127.0.0.1", 0) as taken:
        server = TableServer(table, taken, announce=ready.put)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        try:
            yield ready.get(timeout=20).removeprefix("http://")
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture
def place(table, eyes):
    table.app.state.services = replace(table.services, heartbeat_s=0.3)
    with served(table) as place:
        assert eyes.opened
        yield place


class Page:
    """A page that applies what it is told and notices a gap."""

    def __init__(self, place):
        self.place = place
        self.seq = self.journal = self.state = None

    def connect(self, **options):
        query = "" if self.seq is None else f"?since={self.seq}&journal={self.journal}"
        return websockets.connect(f"ws://{self.place}/api/live{query}", **options)

    async def take(self, socket):
        async with asyncio.timeout(10):
            message = json.loads(await socket.recv())
        match message["type"]:
            case "snapshot":
                self.journal = message["journal"]
            case "change":
                assert message["since"] == self.seq, "a gap"
                assert message["entries"][-1]["seq"] == message["seq"]
            case "heartbeat":
                assert message["seq"] == self.seq
                return message["type"]
        self.seq, self.state = message["seq"], message["state"]
        return message["type"]

    async def take_change(self, socket):
        while (kind := await self.take(socket)) == "heartbeat":
            continue
        return kind


async def command(place, path, **body):
    async with httpx.AsyncClient(base_url=f"http://{place}") as http:
        seq = (await http.get("/api/state")).json()["seq"]
        body = {"expected_seq": seq, "client_id": f"client-{seq:06}", **body}
        answer = await http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def test_a_page_follows_a_session(place):
    page = Page(place)
    async with page.connect() as socket:
        assert await page.take(socket) == "snapshot"
        for path, body in (
            ("/api/riichi", {"seat": 0}),
            ("/api/draws", {"tenpai": [0]}),
            ("/api/undo", {}),
            ("/api/redo", {}),
        ):
            confirmed = await command(place, path, **body)
            assert await page.take_change(socket) == "change"
            assert (page.seq, page.state) == (confirmed["seq"], confirmed["state"])


async def test_silence_is_broken_by_heartbeats(place):
    page = Page(place)
    async with page.connect() as socket:
        await page.take(socket)
        assert await page.take(socket) == "heartbeat"
        assert await page.take(socket) == "heartbeat"


async def test_a_page_that_was_away_gets_only_what_it_missed(place):
    page = Page(place)
    async with page.connect() as socket:
        await page.take(socket)
    await command(place, "/api/riichi", seat=0)
    confirmed = await command(place, "/api/riichi", seat=1)
    async with page.connect() as socket:
        assert await page.take(socket) == "change"
        assert await page.take(socket) == "change"
        assert page.state == confirmed["state"]
    page.journal = "another"
    async with page.connect() as socket:
        assert await page.take(socket) == "snapshot"


async def live_and_leave(page, rounds, chance):
    """Connect and leave again and again, half the times without a word, amidst messages."""
    for _ in range(rounds):
        async with page.connect() as socket:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(chance.uniform(0, 0.1)):
                    while True:
                        await page.take(socket)
            if chance.random() < 0.5:
                socket.transport.abort()


async def change_until(place, done):
    """Commands of every kind until `done`; four riichi and then undos, for ever."""
    while not done():
        for seat in range(4):
            await command(place, "/api/riichi", seat=seat)
        for _ in range(4):
            await command(place, "/api/undo")


async def disconnect(place, pages, rounds, seed):
    """Have every page leave `rounds` times while the table changes; all are equal in the end."""
    pages = [Page(place) for _ in range(pages)]
    leaving = asyncio.gather(
        *(live_and_leave(page, rounds, Random(seed + n)) for n, page in enumerate(pages))
    )
    await asyncio.gather(leaving, change_until(place, leaving.done))
    async with httpx.AsyncClient(base_url=f"http://{place}") as http:
        now = (await http.get("/api/state")).json()
    for page in pages:
        async with page.connect() as socket:
            while page.seq != now["seq"]:
                await page.take(socket)
            assert page.state == now["state"]


async def test_random_disconnects_leave_every_page_equal_to_the_table(place):
    await disconnect(place, pages=6, rounds=10, seed=1)


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_a_thousand_disconnects_leave_every_page_equal_to_the_table(place):
    await disconnect(place, pages=20, rounds=50, seed=7)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
async def test_a_page_of_another_site_cannot_listen(place, origin):
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with Page(place).connect(origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def until_closed(page, socket):
    while True:
        await page.take(socket)


async def test_what_a_client_says_is_passed_over_and_too_much_ends_the_connection(place):
    page = Page(place)
    async with page.connect() as socket:
        await page.take(socket)
        await socket.send("hello")
        await socket.send(b"\x00\x01")
        await command(place, "/api/riichi", seat=0)
        assert await page.take_change(socket) == "change"
        await socket.send("x" * 10_000)
        with pytest.raises(websockets.ConnectionClosed):
            await until_closed(page, socket)


async def test_twenty_pages_hear_of_a_change(place):
    async with contextlib.AsyncExitStack() as stack:
        pages = [Page(place) for _ in range(20)]
        sockets = [await stack.enter_async_context(page.connect()) for page in pages]
        for page, socket in zip(pages, sockets, strict=True):
            await page.take(socket)
        confirmed = await command(place, "/api/riichi", seat=0)
        for page, socket in zip(pages, sockets, strict=True):
            await page.take_change(socket)
            assert page.state == confirmed["state"]


async def test_the_client_example_of_the_document_runs(place, capsys):
    example = API.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    names = {"__name__": "example"}
    exec(compile(example, str(API), "exec"), names)  # noqa: S102  (our own document)
    await names["main"](f"http://{place}")
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "E Player 1 30000"
    assert said[4] == "worth 3000"  # the stick that the winner has laid comes back with it
    assert [line.split()[2:] for line in said[5:]] == [["sticks", "1"], ["sticks", "0"]]


async def test_two_readers_are_told_the_same_change_in_two_languages(place, win):
    http = f"http://{place}"
    async with (
        websockets.connect(f"ws://{place}/api/live") as english,
        websockets.connect(f"ws://{place}/api/live?lang=ja") as japanese,
        httpx.AsyncClient(base_url=http) as client,
    ):
        sockets = (english, japanese)
        first = [json.loads(await socket.recv())["seq"] for socket in sockets]
        body = {**win, "expected_seq": first[0], "client_id": "two-languages"}
        assert (await client.post("/api/wins", json=body)).status_code == 200
        told = []
        for socket in sockets:
            while (message := json.loads(await socket.recv()))["type"] != "change":
                continue
            told.append(message["state"]["undo"]["what"])
    assert told == ["win of Player 3 by ron", "Player 3 のロン和了"]
