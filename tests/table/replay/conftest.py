"""Simulated games of every ruleset, played once for all tests of a run."""

import functools

import pytest
from loading import load

from table.config import load_ruleset, ruleset_ids
from table.simulator.game import simulate


@functools.cache
def _game(rules, seed):
    return simulate(load_ruleset(rules), seed)


@pytest.fixture(scope="session")
def game():
    """A whole game by ruleset and seed."""
    return _game


@pytest.fixture(scope="session", params=ruleset_ids())
def rules(request):
    """Each ruleset's id."""
    return request.param


@pytest.fixture(scope="session")
def judging():
    """The module of the other engine's judgement."""
    return load("tests/table/replay/judging.py")
