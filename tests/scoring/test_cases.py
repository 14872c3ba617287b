"""The scoring cases: hands worked out from the documents, each under its ruleset."""

import json
import tomllib
from pathlib import Path

import pytest

from scoring.case import parse_case
from scoring.engine import score
from scoring.ruleset import Ruleset, amend
from table.config import load_ruleset, ruleset_ids

ROOT = Path(__file__).parents[2]
CASES = [
    json.loads(line)
    for line in (ROOT / "tests" / "data" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]
PRESETS = {name: [case for case in CASES if case["ruleset"] == name] for name in ruleset_ids()}
OTHERS = [case for case in CASES if case["ruleset"] not in PRESETS]

TEST = "of this test"
ADDITIVE = {"limits": {"yakuman_cumulative": {"value": True, "silent": TEST}}}
OTHER_RULES = {
    "rcr": {"game": {"several_winners": {"value": "all", "silent": TEST}}},
    "jpml-b": {
        "limits": {"counted_yakuman": {"value": [13], "silent": TEST}},
        "yaku": {"daisharin": {"closed": 1, "yakuman": True, "silent": TEST}},
    },
    "saikouisen": {
        "yaku": {"renpuuhai": {"closed": 2, "open": 2, "silent": TEST}},
        "fu": {
            "double_wind_pair": {"value": 2, "silent": TEST},
            "open_pinfu": {"value": 10, "silent": TEST},
        },
        "win": {
            "liable_yaku": {"value": [], "silent": TEST},
            "temporary_furiten_ends": {"value": "tile", "silent": TEST},
        },
        "penalties": {"dead_hand": {"value": "chombo", "silent": TEST}},
    },
}
"""What the engine has to be told to score by the other documents: entries, never code."""
OPTIONS = {
    "red_fives": {"win": {"red_fives": {"value": True, "silent": TEST}}},
    "ryanhan_shibari": {"win": {"two_han_from_counters": {"value": 5, "silent": TEST}}},
    "multiple_yakuman": {
        **ADDITIVE,
        "yaku": {
            "kokushi musou 13-wait": {"closed": 2, "yakuman": True, "silent": TEST},
            "junsei chuuren poutou": {"closed": 2, "yakuman": True, "silent": TEST},
            "suuankou tanki": {"closed": 2, "yakuman": True, "silent": TEST},
            "tsuuiisou chiitoitsu": {"closed": 2, "yakuman": True, "silent": TEST},
            "daisuushii": {"closed": 2, "open": 2, "yakuman": True, "silent": TEST},
        },
    },
}


def ids(cases):
    return [pytest.param(case, id=case["id"]) for case in cases]


def assert_as_expected(case, ruleset):
    parsed = parse_case(case)
    result = score(parsed.hand, parsed.win, ruleset).to_mapping()
    expected = dict(case["expect"])
    if "yaku" in expected:
        assert sorted(result.pop("yaku")) == sorted(expected.pop("yaku"))

    assert {key: result.get(key) for key in expected} == expected


def test_the_world_riichi_rules_have_their_88_cases():
    assert {name: len(cases) for name, cases in PRESETS.items()} == {"wrr2013": 78, "wrr2015": 10}


@pytest.mark.parametrize("case", ids(case for cases in PRESETS.values() for case in cases))
def test_case(case):
    assert_as_expected(case, load_ruleset(case["ruleset"]))


@pytest.mark.parametrize("case", ids(OTHERS))
def test_the_engine_takes_the_other_rulesets_as_entries(case):
    preset = ROOT / "scoring" / "presets" / "wrr2013.toml"
    tables = tomllib.loads(preset.read_text(encoding="utf-8"))
    tables = amend(tables, {"id": case["ruleset"], **OTHER_RULES[case["ruleset"]]})
    for option in case.get("options", {}):
        tables = amend(tables, OPTIONS[option])
    if case["ruleset"] == "saikouisen":
        del tables["yaku"]["renhou"]

    assert_as_expected(case, Ruleset.from_mapping(tables))


def test_kiriage_and_renhou_are_all_that_the_2015_rules_change_in_a_score():
    def totals(case):
        parsed = parse_case(case)
        results = [score(parsed.hand, parsed.win, load_ruleset(name)) for name in PRESETS]
        return {result.total if result.valid else result.reason for result in results}

    assert {case["id"] for case in CASES if len(totals(case)) > 1} == {
        "D01a-4han30fu",
        "D01b-4han30fu-kiriage",
        "D02b-dealer-4han30fu",
        "D03b-4han30fu-tsumo",
        "D04a-3han60fu",
        "D05b-3han60fu-dealer-tsumo",
        "Y26a-renhou-cumulative",
        "Y26d-renhou-none",
    }
