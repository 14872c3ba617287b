"""What we write, before other engines: every win paid to the point, every move legal."""

import dataclasses

import pytest

from table.config import load_ruleset
from table.core.events import Hora
from table.formats.compare import first_difference
from table.formats.mjai_write import replay_lines
from table.formats.read import read_record
from table.formats.standard import standard
from table.formats.tenhou6_write import write_tenhou6

RULESETS = ("tenhou", "wrr2013", "wrr2015", "jpml-b")
"""Whose riichi and draws jansou can express; in the others a riichi may come where it has none."""


@pytest.fixture
def judged(judges, jansou_settings):
    """The wins that were paid, by both formats; fails where the judge has an objection."""

    def check(events, ruleset):
        settings = jansou_settings(ruleset)
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

    return check


@pytest.mark.parametrize("ruleset_id", RULESETS)
@pytest.mark.timeout(240)
def test_every_played_game_is_accepted(judged, played, ruleset_id):
    ruleset = load_ruleset(ruleset_id)
    assert sum(judged(played(seed, ruleset), ruleset) for seed in range(4)) > 6


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("ruleset_id", RULESETS)
def test_many_played_games_are_accepted(judged, played, ruleset_id):
    ruleset = load_ruleset(ruleset_id)
    assert sum(judged(played(seed, ruleset), ruleset) for seed in range(100, 150)) > 100


def test_the_samples_are_accepted(judges, jansou_settings, mjai, tenhou6):
    settings = jansou_settings(load_ruleset("tenhou"))
    events = read_record(mjai).events
    assert judges.judge_mjai("\n".join(replay_lines(events)), settings)[1] == []
    assert judges.judge_tenhou6(write_tenhou6(events), settings)[1] == []
    assert judges.judge_tenhou6(tenhou6.decode(), settings)[1] == []


def test_the_judge_can_say_no(judges, jansou_settings, mjai):
    settings = jansou_settings(load_ruleset("tenhou"))
    events = list(read_record(mjai).events)
    at = max(n for n, event in enumerate(events) if isinstance(event, Hora))
    first, second, third, fourth = events[at].deltas
    events[at] = dataclasses.replace(events[at], deltas=(first + 100, second - 100, third, fourth))
    assert judges.judge_mjai("\n".join(replay_lines(events)), settings)[1]
