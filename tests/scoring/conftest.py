"""One plain hand and its two wins, from which the tests vary; and the command line."""

import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings

from scoring.hand import Hand
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Win

settings.register_profile("any machine, the same examples", deadline=None, derandomize=True)
settings.load_profile("any machine, the same examples")


def load_module(name):
    """Load a module that several tests share; the tests are no package."""
    place = Path(__file__).parent / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"scoring_tests_{name}", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def load():
    """The function that loads a module which several tests share."""
    return load_module


@pytest.fixture(scope="session")
def dealing():
    """The module that deals random wins."""
    return load_module("dealing")


@pytest.fixture(scope="session")
def engines():
    """The module that puts our questions to other engines."""
    return load_module("engines")


@pytest.fixture(scope="session")
def differences():
    """The module with the known differences of other engines."""
    return load_module("differences")


@pytest.fixture(scope="session")
def drawing():
    """The module that draws hands for the laws, and splits them by trying everything."""
    return load_module("drawing")


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
