"""Simulated games under every ruleset, written, read back, and judged by another engine."""

import dataclasses
import json

import pytest
from jansou.core.rules import preset
from jansou.io.replay import replay_paifu
from jansou.io.tenhou_json import parse_tenhou_json
from jansou.validation.check import check_paifu

from table.config import load_ruleset, ruleset_ids
from table.core.events import Hora
from table.formats.compare import first_difference
from table.formats.convert import convert
from table.formats.mjai_write import replay_lines
from table.formats.read import read_record
from table.formats.record import MJAI, Record
from table.formats.said_rules import start_says
from table.formats.tenhou6_write import write_tenhou6
from table.replay.checking import check


@pytest.fixture
def judge_tenhou6(judging):
    """What jansou finds wrong with a tenhou.net/6 text; of rules it reads none from it."""

    def judge(text, ruleset):
        game = dataclasses.replace(parse_tenhou_json(text), rules=judging.rules_of(ruleset))
        for _ in replay_paifu(game):
            pass
        return [verdict.detail for verdict in check_paifu(game) if not verdict.passed]

    return judge


@pytest.fixture
def tell(judging, judge_tenhou6):
    """Write a game in both formats, have both judged and read both back; says how many wins."""

    def told(events, ruleset):
        record = Record(MJAI, tuple(events), ("",) * len(events))
        lines = convert(record, "mjai", ruleset=ruleset).content
        log = convert(record, "tenhou6", ruleset=ruleset).content
        first, second = (
            read_record(text, kan_dora=ruleset.calls.kan_dora) for text in (lines, log)
        )
        assert (first.fault, second.fault, second.ambiguous) == (None, None, ())
        assert first_difference(first.events, second.events) == ""
        if not judging.beyond(events, ruleset):
            assert judging.verdicts(lines.decode()) == []
            assert judge_tenhou6(log.decode(), ruleset) == []
            assert check(second.events, ruleset).mismatches == ()
        return sum(isinstance(event, Hora) for event in events)

    return told


@pytest.mark.parametrize("ruleset_id", ruleset_ids())
@pytest.mark.timeout(240)
def test_every_simulated_game_survives_both_formats(tell, played, ruleset_id):
    ruleset = load_ruleset(ruleset_id)
    assert sum(tell(played(seed, ruleset_id), ruleset) for seed in (1, 2)) > 4


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("ruleset_id", ruleset_ids())
def test_many_simulated_games_survive_both_formats(tell, played, ruleset_id):
    ruleset = load_ruleset(ruleset_id)
    assert sum(tell(played(seed, ruleset_id), ruleset) for seed in range(100, 130)) > 60


def test_the_samples_are_accepted(judging, judge_tenhou6, mjai, tenhou6):
    ruleset = load_ruleset("tenhou")
    events = read_record(mjai).events
    assert judging.faults(list(events), ruleset) == []
    assert judge_tenhou6(write_tenhou6(events), ruleset) == []
    assert judge_tenhou6(tenhou6.decode(), ruleset) == []


def test_the_judge_can_say_no(judging, judge_tenhou6, tenhou6):
    ruleset = load_ruleset("tenhou")
    events = list(read_record(tenhou6).events)
    at = max(n for n, event in enumerate(events) if isinstance(event, Hora))
    first, second, third, fourth = events[at].deltas
    events[at] = dataclasses.replace(events[at], deltas=(first + 100, second - 100, third, fourth))
    assert judging.faults(events, ruleset)
    assert judge_tenhou6(write_tenhou6(events), ruleset)


def test_an_export_has_the_fields_that_its_readers_take_and_no_others(played):
    """The field sets of the strictest readers of mjai, and the rules, which they pass over."""
    fields = {
        "start_game": {"names", "kyoku_first", "aka_flag", "rules"},
        "start_kyoku": {"bakaze", "dora_marker", "kyoku", "honba", "kyotaku", "oya", "scores",
                        "tehais"},
        "tsumo": {"actor", "pai"},
        "dahai": {"actor", "pai", "tsumogiri"},
        "chi": {"actor", "target", "pai", "consumed"},
        "pon": {"actor", "target", "pai", "consumed"},
        "daiminkan": {"actor", "target", "pai", "consumed"},
        "ankan": {"actor", "consumed"},
        "kakan": {"actor", "pai", "consumed"},
        "dora": {"dora_marker"},
        "reach": {"actor"},
        "reach_accepted": {"actor"},
        "hora": {"actor", "target", "deltas", "ura_markers"},
        "ryukyoku": {"deltas", "reason"},
        "end_kyoku": set(),
        "end_game": set(),
    }  # fmt: skip
    seen = set()
    for seed in (1, 2):
        events = played(seed, "tenhou")
        for line in replay_lines(events, start_says(events, load_ruleset("tenhou"))):
            event = json.loads(line)
            name = event.pop("type")
            seen.add(name)
            assert set(event) - {"pao"} == fields[name], line
    assert seen >= {"start_game", "start_kyoku", "dahai", "pon", "reach", "hora", "end_game"}


@pytest.mark.parametrize(("ours", "theirs"), [("tenhou", "tenhou"), ("majsoul", "mahjong-soul")])
def test_rules_are_said_as_the_judge_itself_knows_them(judging, ours, theirs):
    assert judging.rules_of(load_ruleset(ours)) == preset(theirs)


@pytest.mark.parametrize(
    ("disp", "tanyao", "length"), [("般南喰", True, "S"), ("般東", False, "E")]
)
def test_a_game_is_said_to_be_played_with_its_own_tiles_and_winds(
    judging, played, disp, tanyao, length
):
    """Its ruleset would have red fives, open tanyao and two winds."""
    events = played(1, "wrr2015")
    log = json.loads(write_tenhou6(events))
    record = read_record(json.dumps(log | {"rule": {"disp": disp, "aka": 0}}).encode())
    lines = convert(record, "mjai", ruleset=load_ruleset("tenhou")).content.decode()
    said = json.loads(lines.split("\n", maxsplit=1)[0])["rules"]
    assert (said["aka_dora"], said["kuitan"], said["game_length"]) == (False, tanyao, length)
    if length == "S":
        judging.verdicts(lines)  # which raises where it cannot be replayed


@pytest.mark.parametrize(
    "option",
    [{"game.counter_value": 600}, {"draws.noten_payment": 4000}, {"fu.double_wind_pair": 0}],
)
def test_of_a_rule_that_the_judge_does_not_know_nothing_is_said(judging, played, option):
    ruleset = load_ruleset("tenhou", option)
    judging.verdicts(judging.lines_for(played(1, "tenhou"), ruleset))  # it raises no error


@pytest.mark.parametrize(
    ("rules", "named"),
    [("rcr", "rcr"), ({"ruleset": "rcr", "kuitan": True}, "rcr"), ({"kuitan": True}, ""),
     ({"ruleset": 5}, ""), ([], ""), (7, ""), (None, "")],
)  # fmt: skip
def test_the_ruleset_is_read_where_our_own_records_name_it(played, rules, named):
    start, *rest = replay_lines(played(1, "tenhou"))
    start = json.dumps(json.loads(start) | {"rules": rules})
    assert read_record("\n".join([start, *rest]).encode()).events[0].rules == named
