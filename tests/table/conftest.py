"""What the tests of the table share: a table with stand-in eyes, and a client that talks to it."""

import asyncio
import itertools

import httpx
import pytest
from loading import load

from scoring.tiles import parse_tiles
from table.bootstrap.compose import compose
from table.bootstrap.settings import Settings
from table.config import load_ruleset

WIN = {
    "winner": 2,
    "discarder": 1,
    "concealed": [str(tile) for tile in parse_tiles("123m456p789s22z345s")],
    "win_tile": "5s",
    "riichi": True,
}
"""Riichi and pinfu by ron: 2 han 30 fu, 2000 and the stick."""


@pytest.fixture(scope="session")
def standin():
    """The module of the stand-in eyes."""
    return load("tests/table/standin.py")


@pytest.fixture(scope="session")
def playing():
    """The module that plays hands written in few letters."""
    return load("tests/table/playing.py")


@pytest.fixture(scope="session")
def random_games():
    """The module that plays games at random."""
    return load("tests/table/random_game.py")


@pytest.fixture(scope="session")
def ruleset():
    return load_ruleset("wrr2015")


@pytest.fixture
def eyes(standin):
    return standin.StandInEyes()


@pytest.fixture
def table(tmp_path, eyes):
    """A composed table in an empty folder."""
    table = compose(Settings(), tmp_path / "data", eyes)
    yield table
    table.close()


class Client:
    """Talks to a table without a network, the way the page does."""

    def __init__(self, table, **options):
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(table.app, raise_app_exceptions=False),
            base_url="http://127.0.0.1:8765",
            **options,
        )
        self.ids = (f"client-{number:06}" for number in itertools.count())

    async def get(self, path, **options):
        return await self.http.get(path, **options)

    async def post(self, path, body=None, **options):
        return await self.http.post(path, json=body, **options)

    async def seq(self):
        return (await self.get("/api/state")).json()["seq"]

    async def state(self):
        return (await self.get("/api/state")).json()["state"]

    async def points(self):
        return [player["points"] for player in (await self.state())["players"]]

    async def command(self, path, body=None):
        body = {"expected_seq": await self.seq(), "client_id": next(self.ids), **(body or {})}
        return await self.post(path, body)

    async def photo(self, data):
        return await self.http.post("/api/photos", files={"file": ("hand.jpg", data)})


@pytest.fixture
async def client(table):
    client = Client(table)
    yield client
    await client.http.aclose()


@pytest.fixture
def win():
    """A request for a valid win."""
    return dict(WIN)


@pytest.fixture
def gather():
    return asyncio.gather
