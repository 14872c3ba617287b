"""What the tests of many hands share: how an answer is compared, and wins with more context."""

import pytest
from loading import load


@pytest.fixture(scope="session")
def agreeing():
    """The module that compares the answers for many hands with the engine's."""
    return load("tests/scoring/batch/agreeing.py")
