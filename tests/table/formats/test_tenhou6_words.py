"""The texts of tenhou.net/6, each as its own readers have it: calls, values, yaku, results."""

import dataclasses
import json

import pytest

from scoring.seats import Seat, Wind
from scoring.tiles import Tile, parse_tiles
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    EndGame,
    EndKyoku,
    Hora,
    Kakan,
    Pon,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
)
from table.formats.read import read_record
from table.formats.tenhou6_calls import (
    parse_claim,
    parse_own_kan,
    write_ankan,
    write_claim,
    write_kakan,
)
from table.formats.tenhou6_write import write_tenhou6
from table.formats.words import YAKU_BY_NUMBER, read_claims, yaku_word

CLAIMS = [
    ("c212223", Chi, 3, "1p", "23p"),
    ("c222123", Chi, 3, "2p", "13p"),
    ("c535152", None, 3, "", ""),
    ("p191919", Pon, 3, "9m", "99m"),
    ("19p1919", Pon, 2, "9m", "99m"),
    ("1919p19", Pon, 1, "9m", "99m"),
    ("m44444444", Daiminkan, 3, "4z", "444z"),
    ("44m444444", Daiminkan, 2, "4z", "444z"),
    ("444444m44", Daiminkan, 1, "4z", "444z"),
    ("5115p15", Pon, 1, "5m", "05m"),
    ("p511515", Pon, 3, "0m", "55m"),
]
KAKANS = [("k19191919", 3), ("19k191919", 2), ("1919k1919", 1)]


@pytest.mark.parametrize(("text", "kind", "turns", "called", "own"), CLAIMS)
@pytest.mark.parametrize("caller", list(Seat))
def test_a_claim_from_each_side(text, kind, turns, called, own, caller):
    if kind is None:
        with pytest.raises(ValueError, match="such a set"):
            parse_claim(text, caller)
        return
    event = parse_claim(text, caller)
    assert event == kind(caller, caller.after(turns), Tile.parse(called), parse_tiles(own))
    assert write_claim(event) == text


@pytest.mark.parametrize(("text", "turns"), KAKANS)
def test_an_added_kan_from_each_side(text, turns):
    nine = Tile.parse("9m")
    pon = Pon(Seat(2), Seat(2).after(turns), nine, (nine, nine))
    kan = parse_own_kan(text, Seat(2))
    assert kan == Kakan(Seat(2), nine, (nine,) * 3)
    assert write_kakan(kan, pon) == text


def test_the_added_red_five_is_told_from_the_called_one():
    pon = parse_claim("2525p25", Seat(0))
    kan = parse_own_kan("2525k5225", Seat(0))
    assert kan.pai == Tile.parse("0p")
    assert write_kakan(kan, pon) == "2525k5225"


def test_a_concealed_kan():
    assert write_ankan(parse_own_kan("414141a41", Seat(1))) == "414141a41"
    assert parse_own_kan("151515a51", Seat(1)) == Ankan(Seat(1), parse_tiles("5550m"))


@pytest.mark.parametrize(
    "text",
    ["", "c", "c2122", "c212224", "c414243", "p192919", "1919p1919", "4444m4444", "m191919",
     "c21222", "x212223", "21c2223", "191919p19", "c2122232425", "c212223c", "p606060"],
)  # fmt: skip
def test_what_is_no_claim(text):
    with pytest.raises(ValueError, match=r"call|tile"):
        parse_claim(text, Seat(0))


@pytest.mark.parametrize("text", ["a41414141", "41414a141", "414141a42", "414141k41", "k191919"])
def test_what_is_no_own_kan(text):
    with pytest.raises(ValueError, match=r"call|tile"):
        parse_own_kan(text, Seat(0))


def game(result, *, oya=0, honba=0, kyotaku=0, tsumo=False):
    """One hand in which seat 1 draws, or takes from seat 0, whatever is said of it."""
    hands = tuple(
        parse_tiles(hand)
        for hand in (
            "19m19p19s1234567z",
            "234567m234p4455s",
            "19m19p19s1234567z",
            "19m19p19s1234567z",
        )
    )
    start = StartKyoku(
        Wind.EAST, oya + 1, honba, kyotaku, Seat(oya), (25000,) * 4, Tile.parse("1z"), hands
    )
    first = Tsumo(Seat(oya), Tile.parse("4s")), Dahai(Seat(oya), Tile.parse("4s"), tsumogiri=True)
    second = (Tsumo(Seat(1), Tile.parse("5s")),) if tsumo else ()
    play = (*first, *second) if oya == 0 or not tsumo else second
    head = StartGame(("a", "b", "c", "d"), "", aka_flag=True)
    return [head, start, *play, *result, EndKyoku(), EndGame((25000,) * 4)]


def result_of(events):
    return json.loads(write_tenhou6(events))["log"][0][16]


WORTH = {"yakus": (("riichi", 1), ("pinfu", 1)), "fan": 2, "fu": 30}


@pytest.mark.parametrize(
    ("deltas", "worth", "options", "text"),
    [
        ((-2000, 2000, 0, 0), WORTH, {}, "30符2飜2000点"),
        ((-2600, 3600, 0, 0), WORTH, {"honba": 2, "kyotaku": 1}, "30符2飜2000点"),
        ((-1000, 2000, -500, -500), WORTH, {"tsumo": True}, "30符2飜500-1000点"),
        ((-1300, 3900, -1300, -1300), WORTH, {"tsumo": True, "oya": 1}, "30符2飜1300点∀"),
        ((-8000, 8000, 0, 0), WORTH | {"fan": 5}, {}, "満貫8000点"),
        ((-4000, 8000, -2000, -2000), WORTH | {"fan": 5}, {"tsumo": True}, "満貫2000-4000点"),
        (
            (-4000, 12000, -4000, -4000),
            WORTH | {"fan": 5},
            {"tsumo": True, "oya": 1},
            "満貫4000点∀",
        ),
        ((-12000, 12000, 0, 0), WORTH | {"fan": 6}, {}, "跳満12000点"),
        ((-16000, 16000, 0, 0), WORTH | {"fan": 8}, {}, "倍満16000点"),
        ((-24000, 24000, 0, 0), WORTH | {"fan": 11}, {}, "三倍満24000点"),
        ((-32000, 32000, 0, 0), WORTH | {"fan": 13}, {}, "数え役満32000点"),
        ((-32000, 32000, 0, 0), {"yakus": (("daisangen", 0),)}, {}, "役満32000点"),
        ((-64000, 64000, 0, 0), {"yakus": (("daisangen", 0),)}, {}, "役満64000点"),
        ((-2000, 2000, 0, 0), {}, {}, "2000点"),
        ((-1000, 2000, -500, -500), {}, {"tsumo": True}, "500-1000点"),
    ],
)
def test_the_value_as_its_viewer_reads_it(deltas, worth, options, text):
    target = Seat(1) if options.get("tsumo") else Seat(0)
    win = Hora(Seat(1), target, deltas, **worth)
    if options.get("oya") == 1:  # the dealer wins with his first tile
        events = game([win], oya=1, tsumo=True)
        assert result_of(events)[2][3] == text
        return
    assert result_of(game([win], **options))[2][3] == text


def test_dora_are_told_apart_when_they_add_up():
    win = Hora(Seat(1), Seat(0), (-8000, 8000, 0, 0), **WORTH | {"fan": 4})
    texts = result_of(game([win]))[2][4:]
    assert texts == ["立直(1飜)", "平和(1飜)", "ドラ(2飜)"]


def test_a_liable_player_has_his_place():
    win = Hora(Seat(1), Seat(0), (-16000, 32000, 0, -16000), yakus=(("daisangen", 0),), pao=Seat(3))
    result = result_of(game([win]))
    assert result[2][:5] == [1, 0, 3, "役満32000点", "大三元(役満)"]
    back = read_record(write_tenhou6(game([win])).encode())
    assert [event.pao for event in back.events if isinstance(event, Hora)] == [Seat(3)]


@pytest.mark.parametrize(
    ("draw", "result"),
    [
        (Ryukyoku((0, 0, 0, 0), (True,) * 4), ["全員聴牌"]),
        (Ryukyoku((0, 0, 0, 0), (False,) * 4), ["全員不聴"]),
        (Ryukyoku((3000, -1000, -1000, -1000)), ["流局", [3000, -1000, -1000, -1000]]),
        (Ryukyoku((8000, -4000, -2000, -2000), reason="nagashi_mangan"),
         ["流し満貫", [8000, -4000, -2000, -2000]]),
        (Ryukyoku((0, 0, 0, 0), reason="nine_kinds"), ["九種九牌"]),
        (Ryukyoku((0, 0, 0, 0), reason="four_winds"), ["四風連打"]),
        (Ryukyoku((0, 0, 0, 0), reason="four_kans"), ["四開槓"]),
        (Ryukyoku((0, 0, 0, 0), reason="four_riichi"), ["四家立直"]),
        (Ryukyoku((0, 0, 0, 0), reason="triple_ron"), ["三家和了"]),
        (Ryukyoku((0, 0, 0, 0), reason="chombo"), ["不明"]),
    ],
)  # fmt: skip
def test_each_draw_has_its_word(draw, result):
    events = game([draw])
    assert result_of(events) == result
    (back,) = (
        event for event in read_record(write_tenhou6(events).encode()).events
        if isinstance(event, Ryukyoku)
    )  # fmt: skip
    assert back.deltas == draw.deltas
    if draw.reason != "chombo":
        assert back.reason == draw.reason


def test_every_yaku_comes_back_by_its_word():
    for name in dict.fromkeys(YAKU_BY_NUMBER):
        word = yaku_word(name, Wind.SOUTH, Wind.EAST)
        assert read_claims("", [f"{word}(1飜)"]).yakus == ((name, 1),), word


def test_a_win_of_nobody_is_a_fault(tenhou6):
    document = json.loads(tenhou6)
    document["log"][-1][16] = ["和了", [0, 0, 0, 0], [4, 0, 0, ""]]
    record = read_record(json.dumps(document).encode())
    assert "seat '4', expected 0-3" in str(record.fault)


def test_three_winners_share_one_discard():
    deltas = [(-2000, 2000, 0, 0), (-2000, 0, 2000, 0), (-2000, 0, 0, 2000)]
    wins = [Hora(Seat(n), Seat(0), change) for n, change in enumerate(deltas, 1)]
    back = read_record(write_tenhou6(game(wins)).encode())
    assert back.fault is None
    found = [event for event in back.events if isinstance(event, Hora)]
    assert [dataclasses.replace(win, pai=None, hora_points=0) for win in found] == wins


def test_words_that_nobody_knows_cost_the_worth_and_not_the_payment(tenhou6):
    document = json.loads(tenhou6)
    at = max(n for n, each in enumerate(document["log"]) if each[16][0] == "和了")
    document["log"][at][16][2][3:] = ["30 fu 2 han", "Riichi"]
    record = read_record(json.dumps(document).encode())
    assert record.fault is None
    assert any("'Riichi', expected a name and (n飜)" in note.text for note in record.notes)
    assert [event for event in record.events if isinstance(event, Hora)][-1].yakus == ()


def test_mahjong_souls_words_are_known():
    claimed = read_claims(
        "40符2飜2600点", ["Riichi(1飜)", "Red Dragon(1飜)", "Dora(1飜)", "Ura Dora(0飜)"]
    )
    assert claimed == ((("riichi", 1), ("yakuhai: chun", 1)), 3, 40)


def test_a_word_that_nobody_knows_leaves_the_yaku_open():
    assert read_claims("30符2飜2000点", ["立直(1飜)", "Unheard Of(1飜)"]) == ((), 2, 30)


def test_an_excerpt_is_no_end_of_a_game(tenhou6):
    document = json.loads(tenhou6)
    document["log"][0][0] = [4, 0, 0]
    record = read_record(json.dumps(document).encode())
    assert isinstance(record.events[-1], EndKyoku)
    assert any("excerpt" in str(note) for note in record.notes)
    document["sc"] = [40000, 30.0, 30000, 10.0, 20000, -10.0, 10000, -30.0]
    whole = read_record(json.dumps(document).encode())
    assert whole.events[-1] == EndGame((40000, 30000, 20000, 10000))
