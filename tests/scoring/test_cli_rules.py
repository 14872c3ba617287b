"""`jantaku rules`, from the command line to what is printed."""

from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from scoring import ruleset as sections
from scoring.ruleset import Ruleset, amend
from table.config import load_ruleset, ruleset_ids, ruleset_options
from table.wording.entries import ENTRIES, SECTIONS
from table.wording.values import CHOICES, label, words

SECTION_CLASSES = {
    "win": sections.WinRules,
    "riichi": sections.RiichiRules,
    "calls": sections.CallRules,
    "draws": sections.DrawRules,
    "game": sections.GameRules,
    "timing": sections.TimingRules,
    "setup": sections.SetupRules,
}


def line_with(out, *parts):
    return [line for line in out.splitlines() if all(part in line for part in parts)]


def test_the_list_names_rulesets_options_and_the_default(jantaku):
    code, out, _ = jantaku("rules", "list")

    assert code == 0
    assert line_with(out, "wrr2013", "World Riichi Rules 2013")
    assert line_with(out, "wrr2015", "World Riichi Rules 2015", "where none is named")
    assert line_with(out, "jpml-b", "JPML Rules B", "options: red_fives, open_riichi")
    assert len(out.splitlines()) == len(ruleset_ids())


def test_a_ruleset_is_shown_in_words(jantaku):
    code, out, _ = jantaku("rules", "show", "wrr2013")

    assert code == 0
    assert out.startswith("World Riichi Rules 2013 (wrr2013)\n\nYaku\n")
    for parts in (
        ("  edge wait ", " 2 ", "WRR-6.3-EDGE"),
        ("open triplet", "2 simples, 4 others", "WRR-6.3-MINKO"),
        ("4 han 30 fu and 3 han 60 fu are mangan", " no ", "WRR-6.1-NOKIRI"),
        ("two yaku needed", "never", "silent: one yaku suffices"),
        ("Half flush (honitsu)", "3 han, 2 open", "WRR-6.5.3-HONI"),
        ("Pinfu", "1 han, closed", "WRR-6.5.1-PINFU"),
        ("furiten ", "chombo", "WRR-7.2-EMPTYWIN"),
        ("value of a hand", "WRR-6.1-BASE"),
        ("by place (uma)", "+15 +5 -5 -15", "WRR-5.9.2-UMA"),
        ("chi, pon and kan may be called", "for 3 seconds", "WRR-5.4.1-3S"),
        ("riichi not said", "dead hand, riichi void", "WRR-7.2-NOWORD"),
    ):
        assert len(line_with(out, *parts)) == 1, parts


def test_the_own_options_of_a_ruleset_are_shown_with_what_they_change(jantaku):
    out = jantaku("rules", "show", "jpml-b")[1]

    assert line_with(out, "Blessing of man (renhou)", "always mangan")
    assert line_with(out, "counted yakuman", "13 / 26 / 39 han")
    assert line_with(out, "a chombo pays at the table", "2000 to each, 4000 to the dealer")
    options = out[out.index("Option red_fives") :]
    assert line_with(options, "red fives in the set", "1 of characters, 2 of dots, 1 of bamboo")
    assert line_with(options, "Big four winds (daisuushii)", "double yakuman", "JPB-K-DSS")
    assert not line_with(options, "ura dora")


def test_entries_are_named_as_options_have_them_on_request(jantaku):
    out = jantaku("rules", "show", "wrr2015", "--names")[1]

    assert line_with(out, "limits.kiriage", "yes", "W15-ABS-KIRI")
    assert "limits.kiriage" in jantaku("rules", "diff", "wrr2013", "wrr2015", "--names")[1]


def test_rules_differ(jantaku):
    code, out, _ = jantaku("rules", "diff", "wrr2013", "wrr2015")
    lines = out.splitlines()

    assert code == 0
    assert lines[0] == (
        "World Riichi Rules 2013 (wrr2013) and World Riichi Rules 2015 (wrr2015): 25 entries differ"
    )
    first = lines.index("Limits") + 1
    assert lines[first].startswith("  4 han 30 fu and 3 han 60 fu are mangan  wrr2013  no ")
    assert lines[first].endswith(" WRR-6.1-NOKIRI")
    assert lines[first + 1].split() == ["wrr2015", "yes", "W15-ABS-KIRI"]
    assert lines[-1] == "60 entries of the same value rest on other clauses (--all shows them)"
    assert "tanyao" not in out
    everything = jantaku("rules", "diff", "wrr2013", "wrr2015", "--all")[1]
    assert line_with(everything, "All simples (tanyao)", "wrr2013", "WRR-6.5.1-TAN")


def test_a_ruleset_does_not_differ_from_itself(jantaku):
    name = "Riichi Mahjong Competition Rules (rcr)"

    assert jantaku("rules", "diff", "rcr", "rcr")[1] == f"{name} and {name}: 0 entries differ\n"


def test_rules_in_json(result):
    listed = {one["id"]: one for one in result("rules", "list")}
    assert set(listed) == set(ruleset_ids())
    assert [listed[name]["default"] for name in ("wrr2013", "wrr2015")] == [False, True]
    assert "parenchan" in listed["jpml-b"]["options"]
    assert result("rules", "show", "wrr2015")["limits"]["kiriage"] == {
        "value": True,
        "clause": "W15-ABS-KIRI",
    }
    document = result("rules", "diff", "wrr2013", "wrr2015")
    entries = {entry["entry"]: entry for entry in document["differ"]}
    assert {"calls.precedence", "fouls.chombo_with_win", "yaku.renhou"} < set(entries)
    assert "limits.mangan" not in entries
    assert entries["limits.kiriage"]["wrr2015"] == {"value": True, "clause": "W15-ABS-KIRI"}
    assert len(document["same_value_other_clause"]) == 60


def test_a_yaku_that_only_one_ruleset_has(jantaku):
    out = jantaku("rules", "diff", "wrr2015", "saikouisen")[1]

    lines = out.splitlines()
    number = next(index for index, line in enumerate(lines) if "(renhou)" in line)
    assert lines[number + 1].split() == ["saikouisen", "not", "played"]


@pytest.mark.parametrize("name", ruleset_ids())
def test_everything_a_ruleset_says_can_be_put_in_words(name):
    rulesets = [load_ruleset(name), *(load_ruleset(name, {o: True}) for o in ruleset_options(name))]
    for ruleset in rulesets:
        for path, value in ruleset.entries():
            assert label(path), path
            assert words(path, value) or path.startswith("cited."), path


def test_every_entry_and_every_choice_has_words_and_no_others():
    paths = {path for path, _ in load_ruleset().entries() if not path.startswith("yaku.")}
    chosen = {
        f"{section}.{name}": set(get_args(hint))
        for section, cls in SECTION_CLASSES.items()
        for name, hint in get_type_hints(cls).items()
        if get_origin(hint) is Literal
    }

    assert set(ENTRIES) == paths
    assert {path.partition(".")[0] for path in paths} | {"yaku"} == set(SECTIONS)
    fouls = {path: set(names) for path, names in CHOICES.items() if path.startswith("fouls.")}
    assert {path: set(names) for path, names in CHOICES.items()} == {**chosen, **fouls}


def test_every_cost_has_words_without_underscores():
    hints = get_type_hints(sections.FoulRules)

    for cost in get_args(hints["kuikae"]):
        assert "_" not in words("fouls.kuikae", cost)


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("yaku.suuankou", {"closed": 3, "yakuman": True}, "3-fold yakuman, closed"),
        ("yaku.renhou", {"closed": 5, "alone": True}, "5 han, closed, alone"),
        ("limits.counted_yakuman", (), "none"),
        ("win.red_five_tiles", (0, 0, 0), "none"),
        ("game.uma", (0, 0, 0, 0), "none"),
        ("game.rounds", 3, "3"),
        ("game.extension_target", 0, "no further round"),
        ("timing.minutes", 90, "90 minutes"),
        ("calls.rob_window_s", 0, "until the replacement tile is drawn"),
        ("penalties.dead_hand", "", "left open"),
        ("draws.abortive", ("four_winds", "triple_ron"), "four winds, three ron"),
    ],
)
def test_values_in_words(path, value, text):
    assert words(path, value) == text


def test_a_switched_entry_says_so(jantaku, monkeypatch):
    tables = amend(
        load_ruleset("wrr2015").to_mapping(),
        {"id": "ours", "limits": {"kiriage": {"value": False, "silent": "switched by an option"}}},
    )
    ours = Ruleset.from_mapping(tables)
    monkeypatch.setattr(
        "table.config.load_ruleset", lambda name: ours if name == "ours" else load_ruleset(name)
    )

    out = jantaku("rules", "diff", "wrr2015", "ours")[1]
    assert line_with(out, "ours", "no", "silent: switched by an option")


@pytest.mark.parametrize("args", [["show", "emma"], ["diff", "wrr2013", "emma"], ["show"], []])
def test_rules_that_there_are_not(jantaku, args):
    code, out, err = jantaku("rules", *args)

    assert (code, out, err.count("\n")) == (2, "", 1)
