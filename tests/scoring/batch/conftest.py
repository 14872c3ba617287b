"""What the tests of many hands share: how an answer is compared, and wins with more context."""

import importlib.util
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def agreeing():
    """The module that compares the answers for many hands with the engine's."""
    place = Path(__file__).parent / "agreeing.py"
    spec = importlib.util.spec_from_file_location("scoring_batch_tests_agreeing", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
