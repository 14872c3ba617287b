"""What we write, before other engines: every win paid to the point, every move legal."""

import dataclasses
import importlib.util
import sys
from pathlib import Path

import pytest

from scoring.tiles import Tile
from table.config import load_ruleset
from table.formats.compare import first_difference
from table.formats.mjai_write import replay_lines
from table.formats.read import read_record
from table.formats.standard import standard
from table.formats.tenhou6_write import write_tenhou6

TESTS = Path(__file__).resolve().parents[2]
RULESETS = ("tenhou", "wrr2013", "wrr2015", "jpml-b")
"""Whose riichi and draws jansou can express; in the others a riichi may come where it has none."""


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


judges = load("formats_tests_judges", Path(__file__).parent / "judges.py")
engines = load("formats_tests_engines", TESTS / "scoring" / "engines.py")
random_game = load("formats_tests_random_game", TESTS / "table" / "random_game.py")


def without_reds(value):
    if isinstance(value, Tile):
        return value.plain
    return tuple(map(without_reds, value)) if isinstance(value, tuple) else value


def played(seed, ruleset):
    """A whole legal game, with the tiles of the ruleset."""
    game = random_game.RandomGame(seed, ruleset)
    while not game.over:
        game.step()
    head, *rest = game.events
    if not ruleset.win.red_fives:
        rest = [
            dataclasses.replace(
                event,
                **{
                    field.name: without_reds(getattr(event, field.name))
                    for field in dataclasses.fields(event)
                },
            )
            for event in rest
        ]
    return [dataclasses.replace(head, aka_flag=ruleset.win.red_fives), *rest]


def judged(events, ruleset):
    """The wins that were paid, by both formats; fails where the judge has an objection."""
    settings = engines.jansou_settings(ruleset)
    said = standard(events).events
    text = "\n".join(replay_lines(said))
    log = write_tenhou6(said, counter_value=ruleset.game.counter_value)
    wins, objections = judges.judge_mjai(text, settings)
    assert objections == []
    assert judges.judge_tenhou6(log, settings) == (wins, [])
    back = read_record(log.encode(), kan_dora=ruleset.calls.kan_dora)
    assert back.fault is None
    assert first_difference(said, back.events) == ""
    return wins


@pytest.mark.parametrize("ruleset_id", RULESETS)
@pytest.mark.timeout(240)
def test_every_played_game_is_accepted(ruleset_id):
    ruleset = load_ruleset(ruleset_id)
    assert sum(judged(played(seed, ruleset), ruleset) for seed in range(4)) > 6


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_many_played_games_are_accepted(ruleset_id):
    ruleset = load_ruleset(ruleset_id)
    assert sum(judged(played(seed, ruleset), ruleset) for seed in range(100, 150)) > 100


def test_the_samples_are_accepted(mjai, tenhou6):
    settings = engines.jansou_settings(load_ruleset("tenhou"))
    events = read_record(mjai).events
    assert judges.judge_mjai("\n".join(replay_lines(events)), settings)[1] == []
    assert judges.judge_tenhou6(write_tenhou6(events), settings)[1] == []
    assert judges.judge_tenhou6(tenhou6.decode(), settings)[1] == []


def test_the_judge_objects_to_a_wrong_payment(mjai):
    """The judge can say no."""
    settings = engines.jansou_settings(load_ruleset("tenhou"))
    events = list(read_record(mjai).events)
    at = max(n for n, event in enumerate(events) if type(event).__name__ == "Hora")
    first, second, third, fourth = events[at].deltas
    events[at] = dataclasses.replace(events[at], deltas=(first + 100, second - 100, third, fourth))
    assert judges.judge_mjai("\n".join(replay_lines(events)), settings)[1]
