"""The presets, and what a preset must not be."""

import ast
import csv
import re
from itertools import pairwise
from pathlib import Path

import pytest

from scoring.engine import score
from scoring.errors import InvalidRulesetError, UnknownOptionError
from scoring.ruleset import Ruleset, amend, with_options
from table.config import DEFAULT_RULESET, load_ruleset, ruleset_ids, ruleset_options
from table.errors import ConfigError, UnknownRulesetError

ROOT = Path(__file__).parents[2]
WRR = load_ruleset("wrr2013").to_mapping()
CLAUSE = re.compile(r"(WRR|W15)-[A-Z0-9.]+-[A-Z0-9]+|RCR-[A-Z0-9.-]+|(JPB|SAI)-[A-Za-z0-9.-]+")
UNDOCUMENTED = {"clause"}
DOCUMENTED = ("jpml-b", "rcr", "saikouisen", "wrr2013", "wrr2015")


def test_the_presets():
    assert set(DOCUMENTED) <= set(ruleset_ids())
    assert load_ruleset().id == DEFAULT_RULESET == "wrr2015"
    assert load_ruleset("wrr2013") is load_ruleset("wrr2013")


def with_each_option(name):
    yield load_ruleset(name)
    for option in ruleset_options(name):
        yield load_ruleset(name, {option: True})


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_entry_names_its_clause_or_says_why_it_has_none(name):
    for ruleset in with_each_option(name):
        for path, _ in ruleset.entries():
            clause = ruleset.clauses[path]
            word, _, why = clause.partition(": ")
            assert (word == "silent" and why) or all(map(CLAUSE.fullmatch, clause.split(", "))), (
                path
            )


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_clause_is_in_the_catalogue_and_holds_for_the_ruleset(name):
    catalogue = ROOT / "tests" / "data" / "clauses.csv"
    with catalogue.open(encoding="utf-8", newline="") as file:
        applies_to = {row["id"]: row["applies_to"].split(";") for row in csv.DictReader(file)}
    named = {
        clause
        for ruleset in with_each_option(name)
        for entry in ruleset.clauses.values()
        if not entry.startswith("silent: ")
        for clause in entry.split(", ")
    }

    assert {clause for clause in named if name not in applies_to[clause]} == set()


@pytest.mark.parametrize("name", sorted({*ruleset_ids()} - {*DOCUMENTED}))
def test_every_source_of_another_ruleset_is_said_at_its_head(name):
    text = (ROOT / "scoring" / "presets" / f"{name}.toml").read_text(encoding="utf-8")
    head = text[: text.index("id = ")]
    ruleset = load_ruleset(name)
    for path, _ in ruleset.entries():
        word, _, why = ruleset.clauses[path].partition(": ")
        if word == "silent":
            assert why, path
            continue
        for clause in ruleset.clauses[path].split(", "):
            source, _, topic = clause.partition(" ")
            assert re.search(rf"^# +{source} topic +\w", head, re.MULTILINE), path
            assert topic, path


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_preset_reads_back_from_its_own_tables(name):
    ruleset = load_ruleset(name)

    assert ruleset.id == name
    assert Ruleset.from_mapping(ruleset.to_mapping()) == ruleset


def test_every_entry_has_a_line_in_every_preset():
    paths = {
        name: {path for path, _ in load_ruleset(name).entries() if not path.startswith("yaku.")}
        for name in ruleset_ids()
    }

    assert all(found == paths[DEFAULT_RULESET] for found in paths.values())


@pytest.mark.parametrize(
    "module", ["rules_of_scoring.py", "rules_of_play.py", "rules_of_conduct.py"]
)
def test_every_field_of_a_ruleset_is_documented(module):
    tree = ast.parse((ROOT / "scoring" / module).read_text(encoding="utf-8"))
    for section in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for field, after in pairwise([*section.body, ast.Pass()]):
            if isinstance(field, ast.AnnAssign) and field.target.id not in UNDOCUMENTED:
                said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                assert said, f"{section.name}.{field.target.id}"


def test_options_of_a_preset_are_told_apart():
    """Rulesets of one id have one hash, and are told apart by all of their entries."""
    options = ruleset_options("jpml-b")
    rulesets = {load_ruleset("jpml-b", {option: True}) for option in options}

    assert options == (
        "red_fives",
        "open_riichi",
        "ryanhan_shibari",
        "parenchan",
        "multiple_yakuman",
    )
    assert len(rulesets | {load_ruleset("jpml-b")}) == len(options) + 1


def test_an_unknown_ruleset_names_the_known():
    with pytest.raises(UnknownRulesetError, match=r"'emma': expected one of .*wrr2013, wrr2015"):
        load_ruleset("emma")


@pytest.mark.parametrize("name", ["../wrr2013", "wrr2013.toml", "", "wrr2013\n"])
def test_a_ruleset_is_no_path(name):
    with pytest.raises(UnknownRulesetError):
        load_ruleset(name)


def test_options_switch_single_entries(pinfu_hand, ron):
    rules = load_ruleset("wrr2015", {"kiriage": False, "starting_points": 25000})

    assert (rules.limits.kiriage, rules.game.starting_points) == (False, 25000)
    assert rules.clauses["limits.kiriage"] == "silent: switched by an option"
    assert load_ruleset("wrr2015").limits.kiriage is True
    assert score(pinfu_hand, ron, rules).ruleset == "wrr2015"


def test_an_option_of_the_preset_puts_its_tables_on_top():
    ours = {"nagashi": {"draws": {"nagashi": {"value": "win", "clause": "X-1-Y"}}}}
    tables = {**WRR, "options": ours}

    assert Ruleset.from_mapping(with_options(tables, {})) == load_ruleset("wrr2013")
    assert Ruleset.from_mapping(with_options(tables, {"nagashi": False})).draws.nagashi == "none"
    switched = Ruleset.from_mapping(with_options(tables, {"nagashi": True}))
    assert (switched.draws.nagashi, switched.clauses["draws.nagashi"]) == ("win", "X-1-Y")
    with pytest.raises(InvalidRulesetError, match=r"options.nagashi = 1: expected bool"):
        with_options(tables, {"nagashi": 1})


def test_an_option_may_name_its_section():
    rules = load_ruleset("wrr2013", {"fouls.kuikae": "chombo", "kuikae": "same"})

    assert (rules.fouls.kuikae, rules.calls.kuikae) == ("chombo", "same")
    with pytest.raises(UnknownOptionError, match=r"option 'rivers.kuikae'"):
        load_ruleset("wrr2013", {"rivers.kuikae": "same"})


def test_an_unknown_option_names_the_known():
    with pytest.raises(UnknownOptionError, match=r"option 'jokers' of ruleset .*wrr2015.*kiriage"):
        load_ruleset("wrr2015", {"jokers": True})


def test_an_option_has_the_type_of_its_entry():
    with pytest.raises(InvalidRulesetError, match=r"limits.kiriage = 1: expected bool"):
        load_ruleset("wrr2015", {"kiriage": 1})


def test_switched_rulesets_of_one_name_are_told_apart(pinfu_hand, ron):
    """Rulesets are looked up by hash for every hand, and the hash is that of the name."""
    rich = load_ruleset("wrr2013", {"counter_value": 1500})
    poor = load_ruleset("wrr2013")
    win = type(ron)(ron.win_tile, tsumo=False, seat_wind=ron.seat_wind, honba=1)

    assert hash(rich) == hash(poor)
    assert [score(pinfu_hand, win, rules).total for rules in (rich, poor)] == [3500, 2300]


ENTRY = {"value": 2, "clause": "X-1-Y"}


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"surprise": {}}, "'surprise': expected one of"),
        ({"id": 3}, "entry id = 3: expected str"),
        ({"fu": None}, "entry fu = None: expected dict"),
        ({"fu": {"luck": ENTRY}}, "fu.luck: expected one of winning"),
        ({"fu": {"edge_wait": 2}}, "fu.edge_wait = 2: expected dict"),
        ({"fu": {"edge_wait": {"value": 2}}}, "expected either a clause or silent"),
        ({"fu": {"edge_wait": {**ENTRY, "silent": "x"}}}, "expected either a clause or silent"),
        ({"fu": {"edge_wait": {**ENTRY, "note": "x"}}}, r"has \['note', 'value'\]"),
        ({"fu": {"edge_wait": {"clause": "X"}}}, r"has \[\]: expected value"),
        ({"fu": {"edge_wait": {**ENTRY, "value": "2"}}}, "fu.edge_wait = '2': expected int"),
        ({"fu": {"edge_wait": {**ENTRY, "value": True}}}, "fu.edge_wait = True: expected int"),
        ({"fu": {"edge_wait": {**ENTRY, "value": [2, 4]}}}, r"fu.edge_wait = \[2, 4\]: expected"),
        (
            {"fu": {"melded_kotsu": {**ENTRY, "value": [2]}}},
            r"= \[2\]: expected a list of 2 int values",
        ),
        ({"fu": {"melded_kotsu": {**ENTRY, "value": [2, "4"]}}}, "kotsu = '4': expected int"),
        ({"fu": {"melded_kotsu": ENTRY}}, "kotsu = 2: expected a list of 2 int values"),
        ({"game": {"uma": {**ENTRY, "value": [15, 5.5]}}}, r"uma = 5.5: expected int"),
        ({"game": {"uma": {**ENTRY, "value": 15}}}, "uma = 15: expected a list of int values"),
        ({"draws": {"abortive": {**ENTRY, "value": "rain"}}}, "'rain': expected a list of names"),
        ({"draws": {"abortive": {**ENTRY, "value": ["rain"]}}}, "'rain': expected one of 'four_"),
        ({"fouls": {"kuikae": {**ENTRY, "value": "a beer"}}}, "'a beer': expected one of 'none'"),
        ({"win": {"liability_ron": {**ENTRY, "value": "all"}}}, "expected one of .half"),
        ({"win": {"liable_yaku": {**ENTRY, "value": ["pinfu"]}}}, "has 'pinfu': expected one of"),
        ({"yaku": {"all mine": {"closed": 1, "clause": "X"}}}, "yaku.all mine: unknown yaku"),
        ({"yaku": {"riichi": {"open": 1, "clause": "X"}}}, "yaku.riichi.closed: missing"),
        ({"yaku": {"riichi": {"closed": "1", "clause": "X"}}}, "closed = '1': expected int"),
        ({"yaku": {"riichi": {"closed": 1, "worth": 1, "clause": "X"}}}, "riichi.worth: expected"),
        ({"yaku": {"riichi": {"closed": 1, "limit": "x", "clause": "X"}}}, "limit = 'x': expected"),
        ({"yaku": {"riichi": {"closed": 1}}}, "expected either a clause or silent"),
        ({"penalties": {"no_yaku": {"value": 1, "clause": "X"}}}, "no_yaku = 1: expected str"),
        ({"cited": {"moon": "X"}}, "cited.moon: expected one of"),
        ({"cited": {"shapes": 1}}, "cited.shapes = 1: expected str"),
        ({"fu": {"winning": {"value": -20, "clause": "X"}}}, "winning = -20: expected 0..1000000"),
        (
            {"limits": {"counted_yakuman": {"value": [-1], "clause": "X"}}},
            "counted_yakuman = -1: expected 0..1000000",
        ),
        (
            {"limits": {"mangan": {"value": 9, "clause": "X"}}},
            "limits.haneman = 6: expected 9 or more, as mangan has",
        ),
        (
            {"limits": {"counted_yakuman": {"value": [26, 13], "clause": "X"}}},
            "limits.counted_yakuman = 13: expected 26 or more",
        ),
        (
            {"game": {"counter_value": {"value": 100, "clause": "X"}}},
            "counter_value = 100: expected a multiple of 300",
        ),
    ],
)
def test_what_a_preset_must_not_be(changes, match, pinfu_hand, ron):
    with pytest.raises(InvalidRulesetError, match=match):
        score(pinfu_hand, ron, Ruleset.from_mapping(amend(WRR, changes)))


@pytest.mark.parametrize(("section", "entry"), [("fu", "edge_wait"), ("cited", "shapes")])
def test_a_preset_lacks_nothing(section, entry):
    tables = amend(WRR, {})
    tables[section] = {name: one for name, one in WRR[section].items() if name != entry}

    with pytest.raises(InvalidRulesetError, match=f"{section}.{entry}"):
        Ruleset.from_mapping(tables)


def test_a_preset_that_extends_itself(tmp_path, monkeypatch):
    (tmp_path / "loop.toml").write_text('extends = "loop"\n', encoding="utf-8")
    monkeypatch.setattr("table.config._presets", lambda: tmp_path)

    with pytest.raises(ConfigError, match="'loop' extends itself"):
        load_ruleset("loop")
