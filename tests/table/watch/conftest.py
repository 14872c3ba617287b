"""What the tests of watching share: games laid out as scenes, looked at with faults, and scored."""

import pytest
from loading import load

from table.config import load_ruleset
from table.core.events import EndKyoku
from table.film.story import scenes
from table.simulator.game import Game
from table.watch.scorecard import compare
from table.watch.watcher import Watcher

_FILMED = load("tests/table/watch/filmed.py")


def played(ruleset, seed, hands=None):
    """The first hands of a simulated game, or all of it."""
    game = []
    for event in Game(ruleset, seed).play():
        game.append(event)
        if isinstance(event, EndKyoku):
            hands = None if hands is None else hands - 1
            if hands == 0:
                break
    return tuple(game)


def watch_game(seed, hands=None, rules="mleague", *, cameras=False, **faults):
    """Simulate a game, look at it, watch it: the scorecard and the watcher."""
    ruleset = load_ruleset(rules)
    game = played(ruleset, seed, hands)
    watcher = Watcher(ruleset)
    eyes = _FILMED.Eyes(seed, _FILMED.Faults(**faults))
    for scene, look in eyes.looks(scenes(game, seed=seed)):
        watcher.see(look)
        for row in eyes.rows(scene) if cameras else ():
            watcher.hand(row)
    watcher.finish()
    return compare(game, watcher.events, watcher.questions), watcher


@pytest.fixture
def watch_scenes():
    """Watch the scenes of a game, some told otherwise: the scorecard and the watcher."""

    def watch(ruleset, game, seed, told):
        watcher = Watcher(ruleset)
        for _, look in _FILMED.Eyes(seed).looks(told):
            watcher.see(look)
        watcher.finish()
        return compare(game, watcher.events, watcher.questions), watcher

    return watch


@pytest.fixture
def follow():
    """Follow a game of which something is seen otherwise: `seen(tile, sighting)`."""

    def follow(game, ruleset, seed, seen):
        eyes, watcher = _FILMED.Eyes(seed), Watcher(ruleset)
        sight = eyes.sight
        eyes.sight = lambda tile: (one := sight(tile)) and seen(tile, one)
        for _, look in eyes.looks(scenes(game, seed=seed)):
            watcher.see(look)
        watcher.finish()
        return compare(game, watcher.events, watcher.questions), watcher

    return follow


@pytest.fixture
def filmed():
    return _FILMED


@pytest.fixture
def watched():
    return watch_game


@pytest.fixture
def played_of():
    return played


@pytest.fixture
def ruleset_of():
    return load_ruleset


@pytest.fixture(scope="session")
def first_hand():
    """The looks at one plain hand, and its events."""
    ruleset = load_ruleset("mleague")
    game = played(ruleset, 3, 1)
    eyes = _FILMED.Eyes(3, _FILMED.Faults())
    return game, tuple(eyes.looks(scenes(game, seed=3)))
