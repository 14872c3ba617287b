"""The scoring cases: hands worked out from the documents, each under its ruleset."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from scoring.case import parse_case
from scoring.engine import score
from table.config import load_ruleset

DATA = Path(__file__).parents[1] / "data"


def read(name):
    text = (DATA / name).read_text(encoding="utf-8")
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, text.splitlines())]


CASES = read("cases.jsonl")
FURTHER = read("further_cases.jsonl")


def assert_as_expected(case, ruleset):
    parsed = parse_case(case)
    result = score(parsed.hand, parsed.win, ruleset).to_mapping()
    expected = dict(case["expect"])
    if "yaku" in expected:
        assert sorted(result.pop("yaku")) == sorted(expected.pop("yaku"))

    assert {key: result.get(key) for key in expected} == expected


def test_every_ruleset_has_its_cases():
    assert Counter(param.values[0]["ruleset"] for param in CASES) == {
        "wrr2013": 78,
        "wrr2015": 10,
        "rcr": 11,
        "jpml-b": 27,
        "saikouisen": 22,
    }


@pytest.mark.parametrize("case", CASES + FURTHER)
def test_case(case):
    assert_as_expected(case, load_ruleset(case["ruleset"], case.get("options")))


def test_further_cases_name_clauses_that_hold_for_their_ruleset():
    with (DATA / "clauses.csv").open(encoding="utf-8", newline="") as file:
        applies_to = {row["id"]: row["applies_to"].split(";") for row in csv.DictReader(file)}
    cases = [param.values[0] for param in FURTHER]

    assert len({case["id"] for case in cases}) == len(cases) > 150
    for case in cases:
        assert case["clauses"], case["id"]
        assert all(case["ruleset"] in applies_to[clause] for clause in case["clauses"]), case["id"]


def test_kiriage_and_renhou_are_all_that_the_2015_rules_change_in_a_score():
    def totals(case):
        parsed = parse_case(case)
        results = [
            score(parsed.hand, parsed.win, load_ruleset(name)) for name in ("wrr2013", "wrr2015")
        ]
        return {result.total if result.valid else result.reason for result in results}

    assert {param.id for param in CASES if len(totals(param.values[0])) > 1} == {
        "D01a-4han30fu",
        "D01b-4han30fu-kiriage",
        "D02b-dealer-4han30fu",
        "D03b-4han30fu-tsumo",
        "D04a-3han60fu",
        "D05b-3han60fu-dealer-tsumo",
        "Y26a-renhou-cumulative",
        "Y26d-renhou-none",
    }
