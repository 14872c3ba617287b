"""What the tests of watching share: games laid out as scenes, looked at with faults, and scored."""

import importlib.util
from pathlib import Path

import pytest

from table.config import load_ruleset
from table.core.events import EndKyoku
from table.film.story import scenes
from table.simulator.game import simulate
from table.watch.scorecard import compare
from table.watch.watcher import Watcher


def _load(name):
    path = Path(__file__).parent / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"watch_tests_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


filmed = _load("filmed")


def watch_game(seed, hands=None, rules="mleague", *, cameras=False, **faults):
    """Simulate a game, look at it, watch it: the scorecard and the watcher."""
    ruleset = load_ruleset(rules)
    game = simulate(ruleset, seed)
    ends = [at for at, event in enumerate(game) if isinstance(event, EndKyoku)]
    if hands is not None and hands < len(ends):
        game = game[: ends[hands - 1] + 1]
    watcher = Watcher(ruleset)
    eyes = filmed.Eyes(seed, filmed.Faults(**faults))
    for scene, look in eyes.looks(scenes(game, seed=seed)):
        watcher.see(look)
        for row in eyes.rows(scene) if cameras else ():
            watcher.hand(row)
    watcher.finish()
    return compare(game, watcher.events, watcher.questions), watcher


@pytest.fixture
def watched():
    return watch_game
