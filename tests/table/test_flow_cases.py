"""The flow cases, data in tests/data/flow, played under every ruleset that they name."""

import tomllib
from pathlib import Path

import pytest
from loading import load

from scoring.seats import Seat
from table.config import load_ruleset, ruleset_ids
from table.core.state import Phase
from table.errors import IllegalActionError

HERE = Path(__file__).parent
DATA = HERE.parent / "data" / "flow"
DOCUMENTS = ("wrr2013", "wrr2015", "rcr", "jpml-b", "saikouisen")
HANDS = tomllib.loads((DATA / "hands.toml").read_text(encoding="utf-8"))


def load_steps():
    class Steps(load("tests/table/flow_steps.py").Steps, load("tests/table/flow_play.py").Playing):
        """All verbs."""

    return Steps


def load_cases():
    for path in sorted(DATA.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", []):
            rules = DOCUMENTS if case["rules"] == "all" else case["rules"].split()
            for one in rules:
                yield pytest.param(one, case, id=f"{case['id']}-{one}-{case['what'][:40]}")


STEPS = load_steps()
CASES = list(load_cases())


def seen(table):
    """All that a case can expect, as it has come out."""
    state = table.state
    names = zip("ABCD", state.scores, strict=True)
    points = " ".join(f"{name} {points}" for name, points in names)
    return {
        "line": f"{points} pot {state.kyotaku}",
        "ctr": state.honba,
        "dealer": "ABCD"[state.oya],
        "hand": f"{state.bakaze}{state.kyoku}",
        "phase": "ended" if state.phase is Phase.ENDED else "hand",
        "overall": {
            "ABCD"[seat]: state.penalties[seat] / 10 for seat in Seat if state.penalties[seat]
        },
        "dead": "".join("ABCD"[seat] for seat in Seat if state.dead[seat]),
        "rulings": [type(made.event).__name__ for made in state.rulings],
        "answer": table.answer,
    }


@pytest.mark.parametrize(("rules", "case"), CASES)
def test_flow_case(rules, case):
    assert rules in ruleset_ids()
    table = STEPS(load_ruleset(rules), HANDS, case.get("start", {}))
    total = table.state.total
    *before, last = case["steps"]
    for step in before:
        table.run(step)
    expected = dict(case["expect"])
    refused = expected.pop("refused", None)
    if refused is None:
        table.run(last)
    else:
        with pytest.raises(IllegalActionError, match=refused):
            table.run(last)
    found = seen(table)
    assert {name: found[name] for name in expected} == expected
    assert table.state.total == total


def test_every_numbered_case_is_played_under_some_ruleset():
    """The numbers are those under which the cases of the rules are known; 90 and more are ours."""
    numbers = {int(case["id"].removeprefix("FC-")) for _, case in (one.values for one in CASES)}
    expected = """1 2 4 5 7 8 11 12 14 15 17 18 20 21 23 24 26 30 32 33 35 36 38 39 45 46 48 49 51
        52 54 55 57 58 60 61 65 66 68 69 75 76 78 80 82 83 85 86"""
    assert {number for number in numbers if number < 90} == set(map(int, expected.split()))
