"""What the tests of the record formats share: our own samples, and rounds written in short."""

import functools
import json
from pathlib import Path

import pytest
from loading import load

from table.config import load_ruleset
from table.simulator.game import simulate

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


@pytest.fixture(scope="session")
def dealing():
    """The module that deals random hands."""
    return load("tests/table/formats/dealing.py")


@pytest.fixture(scope="session")
def judging():
    """The module that asks jansou about a game."""
    return load("tests/table/replay/judging.py")


@pytest.fixture(scope="session")
def played():
    """A whole simulated game by its seed."""
    return functools.cache(lambda seed, ruleset_id: simulate(load_ruleset(ruleset_id), seed))
