"""What the hall's tests share: a database, an intake, tables that play."""

import importlib.util
from pathlib import Path

import pytest

from table.hall.data.database import Database
from table.hall.intake import Intake

HERE = Path(__file__).parent


def load(name):
    spec = importlib.util.spec_from_file_location(f"hall_tests_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def tables():
    """The module of virtual tables."""
    return load("tables")


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
