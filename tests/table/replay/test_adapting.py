"""What a record says of its own rules is believed, where the ruleset has a switch for it."""

import pytest

from table.config import load_ruleset, ruleset_options
from table.core.events import StartGame
from table.formats.record import MJAI, MJLOG, TENHOU6, Record
from table.replay.adapting import options_of

NAMES = ("Aki", "Ben", "Chie", "Dai")


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("9", {}),  # open tanyao, east and south
        ("169", {}),
        ("13", {"closed_tanyao": True}),
        ("", {}),
        ("many", {}),
    ],
)
def test_an_mjlog_says_its_kind_of_game(kind, options):
    record = Record(MJLOG, (StartGame(NAMES, ""),), sidecar={"go": {"type": kind}})
    assert options_of(record) == options


@pytest.mark.parametrize(
    ("shown", "closed"),
    [
        ("般南喰赤", False),
        ("鳳南喰赤速", False),
        ("般南赤", True),
        ("上東", True),
        ("Sample rules", False),
        ("", False),
    ],
)
def test_a_tenhou6_record_shows_its_rules(shown, closed):
    record = Record(TENHOU6, (StartGame(NAMES, ""),), rule_text=shown)
    assert options_of(record).get("closed_tanyao", False) is closed


@pytest.mark.parametrize(
    ("said", "closed"),
    [
        ({"rules": {"kuitan": False}}, True),
        ({"rules": {"kuitan": True}}, False),
        ({"rules": {"double_wind_fu": 4}}, False),
        ({"preset": "tenhou"}, False),
        ({}, False),
    ],
)
def test_an_mjai_record_says_whether_tanyao_may_be_open(said, closed):
    record = Record(MJAI, (StartGame(NAMES, ""),), said=said)
    assert options_of(record).get("closed_tanyao", False) is closed


def test_a_game_of_the_east_wind_only():
    assert options_of(Record(MJLOG, (StartGame(NAMES, "", kyoku_first=4),))) == {"rounds": 1}
    assert options_of(Record(MJLOG)) == {}


def test_the_switch_is_tenhous():
    assert ruleset_options("tenhou") == ("closed_tanyao",)
    assert load_ruleset("tenhou").yaku["tanyao"].open == 1
    assert load_ruleset("tenhou", {"closed_tanyao": True}).yaku["tanyao"].open == 0
