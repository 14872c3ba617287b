"""What the hall's tests share: a database, an intake, tables that play."""

import os

import httpx
import pytest
from loading import load
from sqlalchemy import create_engine, text

from table.hall.data.database import Database
from table.hall.folder import HallFolder, HallSettings
from table.hall.ingest import Ingest
from table.hall.intake import Intake
from table.hall.load.throwaway import ThrowawayPostgres, find_postgres
from table.hall.security.broker import find_broker
from table.hall.web.app import create_app
from table.hall.web.board import Board
from table.hall.web.services import Hall
from table.web.guard import Door

_COUNT = iter(range(1000))


@pytest.fixture(scope="session")
def tables():
    """The module of virtual tables."""
    return load("tests/table/hall/tables.py")


@pytest.fixture(scope="session")
def recomputing():
    """The module that makes overall scores again from journals."""
    return load("tests/table/hall/recomputing.py")


@pytest.fixture
def database(tmp_path):
    """A database of a small hall."""
    database = Database(f"sqlite:///{tmp_path / 'hall.db'}")
    database.migrate()
    yield database
    database.close()


@pytest.fixture
def intake(database):
    return Intake(database, "0.1.0")


@pytest.fixture
def table(tables, tmp_path):
    """A table that has not played yet."""
    table = tables.VirtualTable(tmp_path / "A1")
    yield table
    table.close()


@pytest.fixture
def ingest(intake):
    """Takes the reports of any table."""

    async def belongs(_table):
        return True

    return Ingest(intake, belongs)


@pytest.fixture
def hall(database, intake, ingest):
    """The parts of a hall without a network; its clock is the test's."""
    hall = Hall(database, intake, ingest, Board(intake), tables=lambda: ["A1", "A2", "A3"])
    intake.orders = hall.orders
    return hall


class Organiser:
    """Talks to the hall's API as a script of the organiser's does."""

    def __init__(self, client):
        self.client = client

    async def ask(self, method, path, status=200, **body):
        answer = await self.client.request(method, path, json=None if method == "GET" else body)
        assert answer.status_code == status, (path, answer.text)
        if status != 200:
            return answer.json()["detail"]
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    async def get(self, path, status=200):
        return await self.ask("GET", path, status)

    async def post(self, path, status=200, **body):
        return await self.ask("POST", path, status, **body)


@pytest.fixture
async def organiser(hall):
    app = create_app(hall, Door())
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield Organiser(client)


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL of our own, started unprivileged in a temporary folder."""
    need("PostgreSQL", find_postgres())
    with ThrowawayPostgres() as postgres:
        yield postgres


@pytest.fixture
def folder(tmp_path):
    """The folder of a hall that was just made."""
    folder = HallFolder(tmp_path / "hall")
    folder.create(HallSettings(title="Open", hosts=["hall.local"]))
    return folder


@pytest.fixture
def postgres_url(postgres):
    """An empty database of its own."""
    name = f"hall_{postgres.port}_{next(_COUNT)}"
    engine = create_engine(
        postgres.url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return postgres.url.replace("/postgres", f"/{name}")


@pytest.fixture(scope="session")
def broker():
    """Mosquitto's program."""
    return need("Mosquitto", find_broker())


def need(what, found):
    """Something that `make setup` brings: without it a test is skipped loudly, in CI it fails."""
    if found is None:
        words = f"NOT TESTED: the hall with {what}, which is not installed (make setup, as root)"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)
    return found
