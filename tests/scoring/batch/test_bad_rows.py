"""What is no hand is refused in one line that names the row, the column and the value."""

import subprocess
import sys
from contextlib import suppress
from random import Random

import numpy as np
import pytest

from scoring.batch.codes import ANKAN, CHI, FLAG, NO_TILE, PON
from scoring.batch.convert import hands_of, hands_of_arrays, hands_of_ids
from scoring.batch.engine import score_hands
from scoring.engine import score
from scoring.errors import (
    IllegalHandError,
    IllegalWinError,
    InvalidCaseError,
    ScoringError,
)
from scoring.hand import Hand
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Win
from table.config import load_ruleset

IDS = [0, 4, 8, 36, 40, 44, 72, 76, 80, 108, 109, 110, 124, 125]
"""123m 123p 123s 111z 55z."""


def counts(rows=3):
    row = np.bincount(np.array(IDS) // 4, minlength=34)
    return np.tile(row, (rows, 1))


def second(value, default, width=None):
    """A column of three rows of which only the second is not the default."""
    column = np.full((3, width) if width else 3, default)
    column[1] = value
    return column


GOOD = {"counts": counts(), "win_tile": 27, "tsumo": True, "seat_wind": 0}
BAD = [
    ({"tiles": 1}, InvalidCaseError, "column 'tiles': expected one of counts win_tile"),
    ({"counts": [1, 2]}, InvalidCaseError, r"counts of shape \(2,\): expected \(rows, 34\)"),
    ({"counts": np.zeros((3, 33), int)}, InvalidCaseError, r"counts of shape \(3, 33\)"),
    ({"counts": counts() / 2}, InvalidCaseError, "counts of type float64: expected whole"),
    ({"counts": [["x"] * 34] * 3}, InvalidCaseError, "counts of type <U1"),
    ({"win_tile": second(34, 27)}, InvalidCaseError, r"row 1: win_tile 34: expected 0\.\.33"),
    ({"win_tile": [27, 27]}, InvalidCaseError, r"win_tile of shape \(2,\): expected \(3,\)"),
    ({"tsumo": 2}, InvalidCaseError, r"row 0: tsumo 2: expected 0\.\.1"),
    ({"seat_wind": second(-1, 0)}, InvalidCaseError, r"row 1: seat_wind -1: expected 0\.\.3"),
    ({"round_wind": "E"}, InvalidCaseError, "round_wind of type <U1: expected whole numbers"),
    ({"honba": second(-2, 0)}, InvalidCaseError, "row 1: honba -2"),
    ({"flags": 1 << 20}, InvalidCaseError, "row 0: flags 1048576"),
    ({"melds": second(34, -1, 4)}, InvalidCaseError, "row 1: melds 34 34 34 34: expected codes"),
    ({"melds": second(CHI + 7, -1, 4)}, InvalidCaseError, "row 1: melds 7 7 7 7"),
    ({"dora": second(40, NO_TILE, 5)}, InvalidCaseError, "row 1: dora 40: expected kinds"),
    ({"counts": second(0, counts()[0], 34)}, IllegalHandError, "row 1: tiles 0: expected 14"),
    ({"melds": second(PON + 5, -1, 4)}, IllegalHandError, "row 1: tiles 26: expected 14"),
    ({"dora": second(27, NO_TILE, 5)}, IllegalHandError, "row 1: 8 copies of 1z"),
    ({"flags": second(FLAG["ippatsu"], 0)}, IllegalWinError, "row 1: ippatsu without riichi"),
    ({"flags": second(FLAG["rinshan"], 0)}, IllegalWinError, "row 1: rinshan .*a kan"),
    ({"discarder": second(2, -1)}, IllegalWinError, "row 1: discarder 2: expected none"),
    (
        {"tsumo": False, "discarder": second(0, 1)},
        IllegalWinError,
        "row 1: discarder 0: expected another",
    ),
    (
        {"tsumo": False, "flags": second(FLAG["chankan"], 0)},
        IllegalHandError,
        "row 1: copies 3: expected one of a robbed kan's tile",
    ),
    ({"flags": second(FLAG["robs_ankan"], 0)}, IllegalWinError, "row 1: robs_ankan .*chankan"),
    ({"flags": second(FLAG["kakan_last"], 0)}, IllegalWinError, "row 1: kakan_last .*a kakan"),
]


@pytest.mark.parametrize(("changes", "error", "message"), BAD)
def test_a_bad_column_is_named(changes, error, message):
    with pytest.raises(error, match=message) as caught:
        hands_of_arrays(**{**GOOD, **changes})
    assert "\n" not in str(caught.value)


def with_pon(**changes):
    bare = counts()
    bare[:, 27] = 0
    melds = second(-1, -1, 4)
    melds[:, 0] = changes.pop("code", PON + 27)
    return {**GOOD, "counts": bare, "melds": melds, "win_tile": 31, **changes}


def test_a_row_is_held_against_its_melds():
    assert len(hands_of_arrays(**with_pon())) == 3
    with pytest.raises(IllegalWinError, match="row 1: riichi 1: expected a closed hand"):
        hands_of_arrays(**with_pon(flags=second(FLAG["riichi"], 0)))
    with pytest.raises(IllegalWinError, match="row 1: first turn"):
        hands_of_arrays(**with_pon(flags=second(FLAG["tenhou"], 0)))
    with pytest.raises(IllegalWinError, match="row 1: feeders 0 0 0 0: expected others"):
        hands_of_arrays(**with_pon(feeders=second(0, -1, 4)))
    with pytest.raises(IllegalWinError, match="row 1: feeders 2 2 2 2: expected of a chi the one"):
        hands_of_arrays(**with_pon(code=CHI, feeders=second(2, -1, 4)))
    assert len(hands_of_arrays(**with_pon(code=ANKAN + 27, flags=FLAG["riichi"]))) == 3


def test_a_later_row_keeps_its_number():
    many = {**GOOD, "counts": counts(20_000)}
    win_tile = np.full(20_000, 27)
    flags = np.zeros(20_000, int)
    flags[17_000] = FLAG["houtei"]
    with pytest.raises(IllegalWinError, match="row 17000: houtei without ron"):
        hands_of_arrays(**{**many, "win_tile": win_tile, "flags": flags})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"reds": second(12, 0)}, "row 1: 12 red fives, .* expected at most 0 0 0"),
        ({"reds": 1, "red_suits": [[0, 1, 0]] * 3}, "row 0: 1 red fives, 0 1 0 of them surely"),
    ],
)
def test_there_are_no_more_red_fives_than_fives(changes, message):
    with pytest.raises(IllegalHandError, match=message):
        hands_of_arrays(**{**GOOD, **changes})


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("234p345678s66s pon:000m", True),
        ("234p345678s66s pon:055m", False),
        ("234p345678s66s pon:005m", True),  # and the plain 5s cannot be the second of two reds
        ("234p340678s66s pon:055m", False),
    ],
)
def test_no_suit_has_more_red_fives_than_the_set(text, refused):
    hand, win = Hand.parse(text), Win(Tile.parse("2p"), tsumo=False, seat_wind=Wind.SOUTH)
    tenhou, counted = load_ruleset("tenhou"), hands_of([(hand, win)])
    if not refused:
        assert score_hands(counted, tenhou).total[0] == score(hand, win, tenhou).total
        return
    with pytest.raises(IllegalHandError, match="expected at most 1"):
        score(hand, win, tenhou)
    with pytest.raises(IllegalHandError, match=r"row 0: .* expected at most 1 0 1 under tenhou"):
        score_hands(counted, tenhou)


def test_tile_numbers():
    hands = hands_of_ids([[*IDS[:-1], 16]], [108], tsumo=True, seat_wind=0, dora=[[100]])

    assert hands.counts[0].sum() == 14
    assert (hands.reds[0], hands.win_tile[0], hands.dora[0, 0]) == (1, 27, 25)


@pytest.mark.parametrize(
    ("concealed", "message"),
    [
        ([[*IDS[:-1], 136]], "row 0: concealed 136: expected a tile number"),
        ([IDS, [*IDS[:-1], IDS[0]]], "row 1: concealed has 0 twice"),
        (IDS, r"concealed of shape \(14,\)"),
        ([[0.5] * 14], "type float64"),
    ],
)
def test_bad_tile_numbers_are_named(concealed, message):
    with pytest.raises(InvalidCaseError, match=message):
        hands_of_ids(concealed, 108, tsumo=True, seat_wind=0)


WITH_RED = [*IDS[:6], 16, 20, 24, 108, 109, 110, 124, 125]
"""123m 123p 067m 111z 55z."""


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ({"reds": "x"}, "reds of type <U1"),
        ({"reds": [-1]}, r"row 0: reds -1: expected 0\.\.12"),
        ({"dora": [[40, 41, 42, 43, 60, 61]]}, r"dora of shape \(1, 6\): expected \(1, up to 5\)"),
        ({"ura": [[60], [61]]}, r"ura of shape \(2, 1\): expected \(1, up to 5\)"),
        ({"dora": np.array([[2**64 - 1]], np.uint64)}, f"dora {2**64 - 1}: expected a tile number"),
    ],
)
def test_bad_numbers_beside_the_hand_are_named(column, message):
    with pytest.raises(InvalidCaseError, match=message):
        hands_of_ids([WITH_RED], [108], tsumo=True, seat_wind=0, **column)


def test_red_fives_of_melds_come_on_top_of_those_in_the_hand():
    melds = [[PON + 13, -1, -1, -1]]
    concealed = [WITH_RED[:3] + WITH_RED[6:]]
    for reds, all_reds in ({}, 1), ({"reds": None}, 1), ({"reds": [1]}, 2):
        hands = hands_of_ids(concealed, [108], tsumo=True, seat_wind=0, melds=melds, **reds)
        assert (hands.reds[0], hands.red_suits[0].tolist()) == (all_reds, [1, 0, 0])


def test_anything_is_a_hand_or_one_error():
    random = Random("anything")
    columns = ["counts", "win_tile", "tsumo", "seat_wind", "melds", "flags", "dora", "reds"]
    values = [None, -1, 3, 10**9, 0.5, "1m", [1, 2, 3], np.zeros((3, 4)), [[1], [2, 3]], {}]
    for _ in range(500):
        given = {**GOOD, random.choice(columns): random.choice(values)}
        with suppress(ScoringError):
            assert len(hands_of_arrays(**given)) == 3


def test_no_hands_are_no_hands():
    assert len(hands_of([])) == 0


def test_only_those_who_score_many_hands_need_numpy():
    code = "import sys, scoring.engine, table.cli.score; sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
