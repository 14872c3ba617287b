"""The journal in sentences on the hall's page of a table, in both languages."""

import re

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.codec import TYPES, event_mapping
from table.core.events import Correction, Ryukyoku, Undo
from table.core.incidents import Chombo, Irregularity, Penalty, Substitute, Tenpai
from table.hall.web.lines import _LINES, line_of
from table.simulator.game import simulate
from table.wording.speech import READER

NAMES = ("Aki", "Ben", "Chie", "Dai")
DISCARD = {"type": "dahai", "actor": 1, "pai": "5pr", "tsumogiri": True}


@pytest.fixture
def japanese():
    before = READER.set("ja")
    yield
    READER.reset(before)


def test_every_event_has_a_sentence():
    assert set(TYPES) <= set(_LINES)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (DISCARD, "Ben discards red 5 pin (as drawn)"),
        ({**DISCARD, "pai": "F", "tsumogiri": None}, "Ben discards green dragon"),
        ({"type": "tsumo", "actor": 0, "pai": "?"}, "Aki draws"),
        (event_mapping(Undo()), "Taken back"),
        (event_mapping(Correction()), "Corrected"),
        (event_mapping(Tenpai(Seat(3), tenpai=False)), "Dai says noten"),
        (event_mapping(Substitute(Seat(2), "Eva", "hall")), "Eva sits down for Chie"),
        (
            event_mapping(Penalty(Seat(2), "disqualified", 0, clause="WRR-7")),
            "Chie penalty: disqualified (WRR-7)",
        ),
        (event_mapping(Ryukyoku((0, 0, 0, 0))), "Exhaustive draw"),
        (event_mapping(Ryukyoku((0, 0, 0, 0), reason="four_winds")), "Four winds"),
        ({"type": "ryukyoku", "reason": 5}, "Draw"),
        ({"type": "from a later program", "x": 1}, "from a later program"),
        ({"type": "chi", "actor": 9, "pai": 5, "target": None}, "chi from"),
    ],
)
def test_an_event_is_said(event, expected):
    assert line_of(event, NAMES) == expected


def test_a_discard_is_said_in_japanese(japanese):
    assert line_of(DISCARD, NAMES) == "Ben 打 赤五筒 (ツモ切り)"


def test_a_draw_is_said_once_in_japanese(japanese):
    assert line_of(event_mapping(Ryukyoku((0, 0, 0, 0))), NAMES) == "荒牌流局"
    assert line_of({"type": "ryukyoku", "reason": 5}, NAMES) == "流局"


def test_a_whole_game_is_said_in_japanese(japanese):
    """Names and clauses are the only Latin words."""
    fouls = [
        Chombo(Seat(1), "false_win", clause="WRR-7.1-CHOMBO"),
        Irregularity("kuikae", Seat(0)),
    ]
    events = [*simulate(load_ruleset("wrr2015"), 1, NAMES), *fouls]
    said = {line_of(event_mapping(one), NAMES) for one in events}
    assert "東一局 0本場 配牌、ドラ表示牌 八索" in said
    words = {word for line in said for word in re.findall(r"[A-Za-z]{2,}", line)}
    assert words <= {*NAMES, "WRR", "CHOMBO"}
