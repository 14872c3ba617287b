"""What the tests of the record formats share: our own samples, and rounds written in short."""

import dataclasses
import importlib.util
import json
import sys
from pathlib import Path

import pytest

from scoring.tiles import Tile

HERE = Path(__file__).resolve().parent
RECORDS = HERE.parents[1] / "data" / "records"
SAMPLES = ("round_all_calls", "hanchan_10rounds")


@pytest.fixture(params=SAMPLES)
def sample(request):
    return request.param


@pytest.fixture
def mjai(sample):
    """A sample as mjai lines."""
    return (RECORDS / f"{sample}.mjai.jsonl").read_bytes()


@pytest.fixture
def tenhou6(sample):
    """The same sample as tenhou.net/6 JSON."""
    return (RECORDS / f"{sample}.tenhou6.json").read_bytes()


@pytest.fixture
def lines():
    """mjai text as mappings."""
    return lambda text: [json.loads(line) for line in text.splitlines()]


def load(name, path):
    """A module of the tests that is no test; it may hold data classes, so it is registered."""
    spec = importlib.util.spec_from_file_location(f"formats_tests_{name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def dealing():
    """The module that deals random hands."""
    return load("dealing", HERE / "dealing.py")


@pytest.fixture(scope="session")
def judges():
    """The module that asks jansou."""
    return load("judges", HERE / "judges.py")


@pytest.fixture(scope="session")
def jansou_settings():
    """Our ruleset as jansou's settings."""
    return load("engines", HERE.parents[1] / "scoring" / "engines.py").jansou_settings


@pytest.fixture(scope="session")
def played():
    """Plays a whole legal game by a seed, with the tiles of the ruleset."""
    players = load("random_game", HERE.parent / "random_game.py")

    def play(seed, ruleset):
        game = players.RandomGame(seed, ruleset)
        while not game.over:
            game.step()
        head, *rest = game.events
        if not ruleset.win.red_fives:
            rest = [without_reds(event) for event in rest]
        return [dataclasses.replace(head, aka_flag=ruleset.win.red_fives), *rest]

    return play


def without_reds(value):
    """An event, a tile, or a tuple of them, its red fives plain."""
    if isinstance(value, Tile):
        return value.plain
    if isinstance(value, tuple):
        return tuple(map(without_reds, value))
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        plain = {field.name: without_reds(getattr(value, field.name)) for field in fields}
        return dataclasses.replace(value, **plain)
    return value
