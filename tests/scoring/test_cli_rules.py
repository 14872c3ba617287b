"""`jantaku rules`, from the command line to what is printed."""

import pytest


def test_rules(jantaku):
    listed = jantaku("rules", "list")[1].splitlines()
    assert "wrr2013      World Riichi Rules 2013" in listed
    assert "wrr2015      World Riichi Rules 2015" in listed
    code, out, _ = jantaku("rules", "show", "wrr2013")
    assert code == 0
    for words in (
        ("edge_wait", "2", "WRR-6.3-EDGE"),
        ("melded_kotsu", "2 4", "WRR-6.3-MINKO"),
        ("kiriage", "no", "WRR-6.1-NOKIRI"),
        ("two_han_from_counters", "silent: one yaku suffices"),
        ("honitsu", "closed 3 open 2", "WRR-6.5.3-HONI"),
        ("furiten", "chombo", "WRR-7.2-EMPTYWIN"),
        ("formula", "WRR-6.1-BASE"),
    ):
        assert any(all(word in line for word in words) for line in out.splitlines()), words


def test_rules_differ(jantaku):
    code, out, _ = jantaku("rules", "diff", "wrr2013", "wrr2015")

    assert code == 0
    assert out.startswith(
        "wrr2013 and wrr2015 differ in: 25\n  limits.kiriage\n    wrr2013      no"
    )
    assert "the same value, from another clause: " in out


def test_rules_in_json(result):
    assert {"jpml-b", "wrr2015"} < {one["id"] for one in result("rules", "list")}
    assert result("rules", "show", "wrr2015")["limits"]["kiriage"] == {
        "value": True,
        "clause": "W15-ABS-KIRI",
    }
    document = result("rules", "diff", "wrr2013", "wrr2015")
    entries = [entry["entry"] for entry in document["differ"]]
    assert {"limits.kiriage", "calls.precedence", "fouls.chombo_with_win", "yaku.renhou"} < {
        *entries
    }
    assert "limits.mangan" not in entries
    assert document["differ"][0]["wrr2015"] == {"value": True, "clause": "W15-ABS-KIRI"}


def test_a_yaku_that_only_one_ruleset_has(jantaku, monkeypatch):
    from scoring.ruleset import Ruleset
    from table.config import load_ruleset

    tables = load_ruleset("wrr2015").to_mapping()
    del tables["yaku"]["renhou"]
    without = Ruleset.from_mapping({**tables, "id": "without"})
    monkeypatch.setattr(
        "table.config.load_ruleset",
        lambda name: without if name == "without" else load_ruleset(name),
    )

    assert "    without      -" in jantaku("rules", "diff", "wrr2015", "without")[1].splitlines()


@pytest.mark.parametrize("args", [["show", "emma"], ["diff", "wrr2013", "emma"], ["show"], []])
def test_rules_that_there_are_not(jantaku, args):
    code, out, err = jantaku("rules", *args)

    assert (code, out, err.count("\n")) == (2, "", 1)
