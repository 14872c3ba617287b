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

    assert len({case["id"] for case in cases}) == len(cases) > 250
    for case in cases:
        assert case["clauses"], case["id"]
        assert all(case["ruleset"] in applies_to[clause] for clause in case["clauses"]), case["id"]


KIRIAGE_OR_RENHOU = {
    "D01a-4han30fu",
    "D01b-4han30fu-kiriage",
    "D02b-dealer-4han30fu",
    "D03b-4han30fu-tsumo",
    "D04a-3han60fu",
    "D05b-3han60fu-dealer-tsumo",
    "F005-dora-after-north",
    "F148-renhou-and-the-rest",
    "F149-renhou-fixed",
    "Y26a-renhou-cumulative",
}
VISIBLE_ANKAN = {"F142-ankan-is-no-melded-set", "F143-ankan-is-visible"}
FAMILY = ("wrr2013", "wrr2015", "rcr")


def test_three_rules_are_all_in_which_the_world_rules_and_rcr_differ_in_a_score():
    """Kiriage and renhou are other in 2015; a concealed kan is no melded set in the rcr."""
    alone = {name: set() for name in FAMILY}
    for param in CASES + FURTHER:
        (case,) = param.values
        if case["ruleset"] not in FAMILY:
            continue
        parsed = parse_case(case)
        results = {
            name: score(parsed.hand, parsed.win, load_ruleset(name)).to_mapping() for name in FAMILY
        }
        paid = {name: result.get("payments", result) for name, result in results.items()}
        reasons = [result.get("reason") for result in results.values()]
        assert len(set(reasons)) == 1, case["id"]
        for name in FAMILY if reasons[0] is None else ():
            others = [paid[other] for other in FAMILY if other != name]
            if paid[name] not in others:
                alone[name].add(case["id"])

    assert alone == {"wrr2013": set(), "wrr2015": KIRIAGE_OR_RENHOU, "rcr": VISIBLE_ANKAN}
