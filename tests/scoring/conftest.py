"""One plain hand and its two wins, from which the tests vary; and the command line."""

import json
from dataclasses import replace

import pytest
from hypothesis import settings
from loading import load

from scoring.hand import Hand
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Win

settings.register_profile("any machine, the same examples", deadline=None, derandomize=True)
settings.load_profile("any machine, the same examples")


@pytest.fixture(scope="session")
def dealing():
    """The module that deals random wins."""
    return load("tests/scoring/dealing.py")


@pytest.fixture(scope="session")
def engines():
    """The module that puts our questions to other engines."""
    return load("tests/scoring/engines.py")


@pytest.fixture(scope="session")
def differences():
    """The module with the known differences of other engines."""
    return load("tests/scoring/differences.py")


@pytest.fixture(scope="session")
def drawing():
    """The module that draws hands for the laws, and splits them by trying everything."""
    return load("tests/scoring/drawing.py")


@pytest.fixture
def pinfu_hand():
    """A closed hand that waits for 5s and 8s: pinfu and all simples."""
    return Hand.parse("234567m345p22678s")


@pytest.fixture
def ron():
    """Its win on 8s, by South in the east round."""
    return Win(Tile.parse("8s"), tsumo=False, seat_wind=Wind.SOUTH)


@pytest.fixture
def tsumo(ron):
    """The same tile, self-drawn."""
    return replace(ron, tsumo=True)


@pytest.fixture
def result(jantaku):
    """Run a command line that prints one JSON document."""

    def run(*args):
        code, out, err = jantaku(*args, "--json")
        assert code in {0, 1}, err
        return json.loads(out)

    return run
