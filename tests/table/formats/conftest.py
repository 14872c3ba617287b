"""What the tests of the record formats share: our own samples, and rounds written in short."""

import functools
import importlib.util
import json
import sys
from pathlib import Path

import pytest

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
def judging():
    """The module that asks jansou about a game."""
    return load("judging", HERE.parent / "replay" / "judging.py")


@pytest.fixture(scope="session")
def played():
    """A whole simulated game by its seed."""
    return functools.cache(lambda seed, ruleset_id: simulate(load_ruleset(ruleset_id), seed))
