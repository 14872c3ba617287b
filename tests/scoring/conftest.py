"""One plain hand and its two wins, from which the tests vary; and the command line."""

import json
from dataclasses import replace

import pytest
from hypothesis import settings

from scoring.hand import Hand
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Win
from table.cli.main import main

settings.register_profile("any machine, the same examples", deadline=None, derandomize=True)
settings.load_profile("any machine, the same examples")


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
def jantaku(capsys):
    """Run a command line; return the exit code, what was printed, and the messages."""

    def run(*args):
        try:
            code = main([str(arg) for arg in args])
        except SystemExit as leaving:
            code = leaving.code
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.fixture
def result(jantaku):
    """Run a command line that prints one JSON document."""

    def run(*args):
        code, out, err = jantaku(*args, "--json")
        assert code in {0, 1}, err
        return json.loads(out)

    return run
