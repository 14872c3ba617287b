"""What the tests of the record formats share: our own samples, and rounds written in short."""

import importlib.util
import json
from pathlib import Path

import pytest

RECORDS = Path(__file__).resolve().parents[2] / "data" / "records"
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
    path = Path(__file__).parent / "dealing.py"
    spec = importlib.util.spec_from_file_location("formats_tests_dealing", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
