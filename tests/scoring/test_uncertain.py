"""Hands of which some tiles are only probable."""

import pytest

from scoring.errors import IllegalHandError, IllegalWinError, InvalidCaseError, InvalidTileError
from scoring.uncertain import read_uncertain
from table.config import load_ruleset

RULES = load_ruleset()
CLOSED = ["2m", "3m", "4m", "5m", "6m", "7m", "3p", "4p", "5p", "2s", "2s", "6s", "7s", "8s"]


def uncertain(changes, **fields):
    """The closed hand with the alternatives of some slots."""
    slots = [changes.get(index, [[tile, 1.0]]) for index, tile in enumerate(CLOSED)]
    case = {"win_tile": "8s", "win": "ron", "seat_wind": "S", "round_wind": "E", **fields}
    return read_uncertain({"concealed": slots, "melds": [], **case}, RULES)


def hands(verdict):
    return [(round(one.probability, 3), str(one.hand)) for one in verdict.hands]


def test_a_sure_hand_has_one_reading_and_nothing_to_check():
    verdict = uncertain({})

    assert hands(verdict) == [(1.0, "234567m345p22678s")]
    assert (verdict.impossible, verdict.check, verdict.examined) == (0, None, 1.0)


def test_what_is_no_hand_is_left_out():
    verdict = uncertain({0: [["2m", 0.5], ["9m", 0.3], ["6m", 0.2]]})

    assert hands(verdict) == [(1.0, "234567m345p22678s")]
    assert verdict.impossible == 2
    assert verdict.hands[0].result.total == 2000


def test_a_fifth_copy_is_left_out():
    verdict = uncertain({0: [["5m", 0.9], ["2m", 0.1]], 3: [["5m", 1]]}, dora_indicators="555m")

    assert hands(verdict) == [(1.0, "234567m345p22678s")]


def test_the_check_is_the_slot_that_settles_most():
    verdict = uncertain({2: [["4m", 0.5], ["1m", 0.5]], 5: [["7m", 0.9], ["4m", 0.1]]}, riichi=True)

    assert hands(verdict) == [
        (0.45, "123567m345p22678s"),
        (0.45, "234567m345p22678s"),
        (0.05, "123456m345p22678s"),
        (0.05, "234456m345p22678s"),
    ]
    assert verdict.check.index == 2
    assert verdict.check.why == "1m (50%) or 4m (50%): a second look settles 68% of the doubt"


def test_the_winning_tile_may_be_a_slot():
    verdict = uncertain({13: [["8s", 0.7], ["5s", 0.3]]}, win_tile=13)

    assert hands(verdict) == [(0.7, "234567m345p22678s"), (0.3, "234567m345p22567s")]
    assert verdict.check.index == 13


def test_the_winning_tile_may_come_on_top_of_the_others():
    case = {"concealed": CLOSED[:13], "win": "ron", "seat_wind": "S", "round_wind": "E"}
    verdict = read_uncertain({**case, "win_tile": [["8s", 0.6], ["5s", 0.4]]}, RULES)

    assert hands(verdict) == [(0.6, "234567m345p22678s"), (0.4, "234567m345p22567s")]
    assert verdict.check.index == 13
    sure = read_uncertain({**case, "win_tile": "8s"}, RULES)
    assert hands(sure) == [(1.0, "234567m345p22678s")]


def test_which_tile_won_may_be_the_doubt():
    verdict = uncertain({}, win_tile=[["8s", 0.75], ["7s", 0.25]])

    assert [one.result.total for one in verdict.hands] == [2000, 1300]
    assert verdict.check is None


def test_two_ways_to_the_same_hand_are_one_reading():
    verdict = uncertain({9: [["2s", 0.5], ["8s", 0.5]], 13: [["8s", 0.5], ["2s", 0.5]]})

    assert hands(verdict) == [(1.0, "234567m345p22678s")]
    assert verdict.impossible == 2
    assert verdict.check is None


def test_an_unknown_tile_may_be_any():
    verdict = uncertain({0: [["?", 1.0]]})

    assert sorted(hand for _, hand in hands(verdict)) == [
        "234567m345p22678s",
        "345567m345p22678s",
        "345678m345p22678s",
    ]
    assert verdict.impossible == 31
    assert verdict.check.why.endswith("a second look settles 100% of the doubt")


def test_the_tiles_of_a_meld_may_be_uncertain():
    slots = [[[tile, 1.0]] for tile in CLOSED[:11]]
    chi = {
        "type": "chi",
        "tiles": [[["6s", 1]], [["7s", 1]], [["8s", 0.8], ["5s", 0.1], ["9s", 0.1]]],
    }
    case = {"win_tile": "2s", "win": "ron", "seat_wind": "S", "round_wind": "E"}
    verdict = read_uncertain({"concealed": slots, "melds": [chi], **case}, RULES)

    assert [hand for _, hand in hands(verdict)] == [
        "234567m345p22s chi:678s",
        "234567m345p22s chi:567s",
    ]
    assert verdict.impossible == 1
    assert (verdict.check.meld, verdict.check.index) == (0, 2)
    assert verdict.to_mapping()["check"]["meld"] == 0


def test_a_certain_meld_is_text_or_a_table():
    slots = [[[tile, 1.0]] for tile in CLOSED[:11]]
    case = {"win_tile": "2s", "win": "ron", "seat_wind": "S", "round_wind": "E"}
    one, other = (
        read_uncertain({"concealed": slots, "melds": [meld], **case}, RULES)
        for meld in ("chi:678s", {"type": "chi", "tiles": "678s"})
    )

    assert one == other
    assert one.to_mapping()["readings"][0]["melds"] == ["chi:678s"]


def test_a_refusal_that_the_tiles_cannot_explain_stays_a_reading():
    verdict = uncertain({}, context={"own_discards": "5s"})

    assert [one.result.reason for one in verdict.hands] == ["furiten"]


def test_nothing_may_be_left():
    verdict = uncertain({0: [["9m", 1.0]]})

    assert (verdict.hands, verdict.impossible, verdict.check) == ((), 1, None)


def test_the_search_is_bounded(monkeypatch):
    monkeypatch.setattr("scoring.uncertain.MAX_COMBINATIONS", 50)
    verdict = uncertain({index: [["?", 1.0]] for index in range(6)})

    assert verdict.impossible + len(verdict.hands) <= 50
    assert verdict.examined < 0.001


def test_the_likeliest_are_examined_first():
    alternatives = {index: [[CLOSED[index], 0.99], ["?", 0.01]] for index in (0, 6, 13)}
    verdict = uncertain(alternatives)

    assert str(verdict.hands[0].hand) == "234567m345p22678s"
    assert verdict.examined > 0.9998


@pytest.mark.parametrize(
    ("fields", "error", "match"),
    [
        ({"concealed": "123m"}, InvalidCaseError, "expected two lists"),
        ({"melds": {}}, InvalidCaseError, "expected two lists"),
        ({"concealed": [[]]}, InvalidCaseError, r"concealed\[0\] = \[\]: expected prob"),
        ({"concealed": [5]}, InvalidCaseError, r"concealed\[0\] = 5: expected a tile or"),
        ({"concealed": ["5x"]}, InvalidTileError, "tiles '5x': expected m, p, s or z"),
        ({"concealed": [["5m"]]}, InvalidCaseError, r"has '5m': expected \[tile, probability"),
        ({"concealed": [[["5m", 1.5]]]}, InvalidCaseError, r"has \['5m', 1.5\]"),
        ({"concealed": [[["5m", 0]]]}, InvalidCaseError, "expected probabilities that add up"),
        ({"concealed": [[["5m", True]]]}, InvalidCaseError, r"has \['5m', True\]"),
        ({"concealed": [[[5, 1]]]}, InvalidCaseError, r"has \[5, 1\]"),
        (
            {"concealed": [[["5m", 0.7], ["6m", 0.7]]]},
            InvalidCaseError,
            "expected probabilities that add up",
        ),
        (
            {"concealed": [[["5m", 1]]] * 12},
            IllegalHandError,
            "12 concealed tiles and 0 melds: expected 14",
        ),
        ({"concealed": [[["5m", 1]]] * 15}, IllegalHandError, "15 concealed tiles"),
        ({"win_tile": 14}, InvalidCaseError, r"win_tile 14: expected a tile or 0\.\.13"),
        ({"win_tile": None}, InvalidCaseError, "win_tile = None: expected a tile"),
        ({"haitei": True}, IllegalWinError, "haitei without tsumo"),
        ({"rinshan": True, "win": "tsumo"}, IllegalWinError, "expected a kan in it"),
        ({"hat": 1}, InvalidCaseError, "field 'hat'"),
    ],
)
def test_bad_input(fields, error, match):
    with pytest.raises(error, match=match):
        uncertain({}, **fields)
