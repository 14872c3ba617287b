"""Tiles, melds and winds in every notation; what two notations read differently is ambiguous."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.case import parse_case
from scoring.errors import (
    AmbiguousNotationError,
    InvalidMeldError,
    InvalidSeatError,
    InvalidTileError,
)
from scoring.meld_notation import read_meld, read_wind
from scoring.melds import Meld
from scoring.notation import read_tile, read_tiles
from scoring.seats import Wind
from scoring.tiles import FIVES, TILES, Tile, format_tiles

HAND = "340m567p2278s1155z"
WIDE = "340m 567p2278s E E P P".translate(
    {ord(mark): ord(mark) + 0xFEE0 for mark in "0123456789mps"}
)
SAME = (
    HAND,
    "3m4m0m5p6p7p2s2s7s8s1z1z5z5z",
    "3m 4m 5mr 5p 6p 7p 2s 2s 7s 8s E E P P",
    "34r5m 567p 2278s EEPP",
    "34m5mr 567P 2278S east east haku white",
    "5z 1z,8s;7s|22s 0m 4m 3m 765p 15z",
    "三萬四万赤5m 5筒6筒7筒 二索2条7索8條 東東白白",
    WIDE,
    "ids: 8 12 16 53 56 60 76 77 96 100 108 109 124 125",
    "tenhou:13,14,51,25,26,27,32,32,37,38,41,41,45,45",
    [8, 12, 16, 53, 56, 60, 76, 77, 96, 100, 108, 109, 124, 125],
    ["3m", "4m", "5mr", "5p", "6p", "7p", "2s", "2s", "7s", "8s", "E", "E", "P", "P"],
    ["3m", "4m", "0m", "5p", "6p", "7p", "2s", "2s", "7s", "8s", "1z", "東", "white", "P"],
)


@pytest.mark.parametrize("written", SAME, ids=str)
def test_one_hand_in_every_notation(written):
    assert sorted(read_tiles(written)) == sorted(read_tiles(HAND))


def test_the_faces_of_unicode():
    faces = "".join(chr(0x1F000 + number) for number in range(34))

    assert format_tiles(read_tiles(faces)) == "1234765z123456789m123456789s123456789p"
    assert read_tile("🀄\ufe0e") is Tile.parse("7z")


def test_an_r_before_another_number_than_five_belongs_to_the_tile_before():
    assert read_tiles("4p5pr6p") == read_tiles("406p")


@given(st.lists(st.sampled_from(TILES)), st.randoms())
def test_whatever_is_written_is_read(tiles, random):
    names = [random.choice((str(tile), tile.mjai)) for tile in tiles]

    assert read_tiles(format_tiles(tiles)) == tuple(tiles)
    assert read_tiles(" ".join(names)) == tuple(tiles)
    assert read_tiles(names) == tuple(tiles)


def test_every_single_tile_has_its_number():
    ids = list(range(136))
    Random(3).shuffle(ids)
    tiles = read_tiles(ids)

    assert [tile.kind for tile in tiles] == [number // 4 for number in ids]
    assert {number for number in ids if read_tile(number).red} == {16, 52, 88}
    assert {tile.kind for tile in tiles if tile.red} == FIVES
    assert read_tiles("ids:" + ",".join(map(str, ids))) == tiles


@pytest.mark.parametrize(
    ("written", "match"),
    [
        ("5mr5p", "the r in '5mr5' may belong to the tile before or behind it"),
        ("11 12 13", r"bare numbers.*\(ids: is 344m or tenhou: is 123m\), or m, p, s, z after"),
        ("0 4 8 135", r"expected ids: or tenhou: before them \(ids: is 123m7z\)"),
        ("123m H", "'H' is haku to some and hatsu to others, expected P or F"),
        ("BB", "'B' is the white dragon to some and bamboo to others"),
        ("123m D", "'D' is any dragon"),
        ("123m R", "'R' is a red five or the red dragon"),
        ("5m red", "'5m red' is a red five or the red dragon"),
        ("4p red5m", "'red5m' is a red five or the red dragon"),
        ("Red 567m", "'Red 567m' is a red five or the red dragon"),
        ("345m Red 99p", "'5m Red' is a red five or the red dragon"),
        ("55p Red Red", "'55p Red Red' is a red five or the red dragon"),  # sets with two red 5p
        ("5m Red Red 5p", "'5m Red Red 5p' is a red five or the red dragon"),
        ("E, Red, Red 5p", "'Red, Red 5p' is a red five or the red dragon"),
        ("Red Red red5p", "'Red Red red5p' is a red five or the red dragon"),
        ("Red Red 5p Red", "'5p Red' is a red five or the red dragon"),
    ],
)
def test_what_can_be_read_in_two_ways(written, match):
    with pytest.raises(AmbiguousNotationError, match=match):
        read_tiles(written)


@pytest.mark.parametrize("written", ["red 4m", "5z red", "red 5z", "0m red", "567m2p red"])
def test_the_red_dragon_is_a_word_where_no_five_is_beside_it(written):
    assert read_tiles(written).count(Tile.parse("7z")) == 1


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("123m 456p 345s Red Red Red 99p", "123m456p345s777z99p"),
        ("Red Red 567p 123m", "77z567p123m"),
        ("55m, Red, Red", "55m77z"),
        ("345s RedRed", "345s77z"),
        ("55p Red Red Red 99s", "55p777z99s"),
    ],
)
def test_more_reds_than_the_fives_beside_them_can_be_are_the_dragon(written, plain):
    assert read_tiles(written) == read_tiles(plain)


@pytest.mark.parametrize(
    ("written", "match"),
    [
        ("5", "tiles '5': expected m, p, s or z after '5'"),
        ("200", "expected m, p, s or z after '200'"),
        ("12m3", "expected m, p, s or z after '3'"),
        ("123 456m", "expected m, p, s or z after '123'"),
        ("8z", "there is no tile '8z'"),
        ("r6m", "red '6m', expected a five"),
        ("7pr", "red '7p', expected a five"),
        ("12x", "expected m, p, s or z after '12'"),
        ("x", "unexpected 'x', expected digits with m, p, s or z after them, or honours E S W"),
        ("²m", "unexpected '²'"),
        ("🀢", "unexpected"),
        ("ids:1,x", "expected numbers after the colon"),
        ("ids:136", r"number 136, expected 0\.\.135"),
        ("ids:4,4", "number 4 more than once, expected each single tile once"),
        ("tenhou:20", "number 20, expected 11-19"),
        ("codes:11", "expected ids: or tenhou: before a colon"),
        ("1m" * 501, "1002 letters, expected at most 1000"),
        ([0, 0], "number 0 more than once"),
        ([-1], r"number -1, expected 0\.\.135"),
        (["1m", 4], "expected names alone or numbers alone"),
        (["1m2m"], "tile '1m2m': 2 tiles, expected one"),
        ([True], "tile True: expected its name or a number"),
        ([1.0], r"tile 1\.0: expected its name or a number"),
        ([0] * 137, "a list of 137, expected at most 136"),
        ({}, "expected text or a list"),
        (None, "tiles None: expected text or a list"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_tiles(written, match):
    with pytest.raises(InvalidTileError, match=match):
        read_tiles(written)


@pytest.mark.parametrize(
    ("written", "meld"),
    [
        ("chi:123m+2m", "chi:123m+2m"),
        ("chii:1m2m3m", "chi:123m"),
        ("Chow: 3m 1m 2m", "chi:123m"),
        ("pung:CCC@east", "pon:777z@E"),
        ("minkan:E E E E", "daiminkan:1111z"),
        ("shouminkan:5m5m5m 5mr", "kakan:5550m"),
        ("pon:ids:0,1,2", "pon:111m"),
        ("789s", "chi:789s"),
        ("中中中", "pon:777z"),
        ("ids:0,4,8", "chi:123m"),
        ({"type": "pon", "tiles": ["P", "P", "P"], "called": "P", "from": "N"}, "pon:555z+5z@N"),
        ({"type": "chi", "tiles": [0, 4, 8]}, "chi:123m"),
        ({"type": "ankan", "consumed": ["E"] * 4, "actor": 2}, "ankan:1111z"),
        (
            {"type": "chi", "actor": 2, "target": 1, "pai": "5mr", "consumed": ["4m", "6m"]},
            "chi:406m+0m@S",
        ),
        ({"type": "pon", "pai": "9p", "consumed": ["9p", "9p"]}, "pon:999p+9p"),
        ({"type": "ankan", "consumed": ["E"] * 4, "pai": "E", "target": 2}, "ankan:1111z"),
        ({"type": "kakan", "pai": "9p", "consumed": ["9p"] * 3}, "kakan:9999p"),
    ],
    ids=str,
)
def test_one_meld_in_every_notation(written, meld):
    assert read_meld(written, Wind.WEST) == Meld.parse(meld)


PON = {"type": "pon", "pai": "C", "consumed": ["C", "C"], "actor": 1, "target": 2}


@pytest.mark.parametrize(
    ("written", "error", "match"),
    [
        ("1111m", AmbiguousNotationError, "four tiles without a word, expected daiminkan:, ankan:"),
        ("kan:1111m", AmbiguousNotationError, "kind of meld 'kan': expected daiminkan, ankan or"),
        ("12m", InvalidMeldError, "expected KIND:TILES, as in chi:123m"),
        ("124m", InvalidMeldError, "expected three consecutive tiles"),
        ("peng:111m", InvalidMeldError, "kind of meld 'peng'"),
        ("pon:112m", InvalidMeldError, "expected three identical tiles"),
        (3, InvalidMeldError, "meld 3: expected text or a table"),
        ({"kind": "pon"}, InvalidMeldError, "meld field 'kind': expected one of type, tiles"),
        ({"tiles": "111m"}, InvalidMeldError, "meld field 'type': missing"),
        ({"type": 3, "tiles": "111m"}, InvalidMeldError, "meld field 'type' = 3: expected text"),
        ({"type": "pon", "pai": "1m"}, InvalidMeldError, "meld field 'consumed': missing"),
        ({**PON, "target": 8}, InvalidMeldError, "meld field 'target' = 8: expected 0..3"),
        ({**PON, "actor": -1}, InvalidMeldError, "meld field 'actor' = -1: expected 0..3"),
        ({**PON, "target": "E"}, InvalidMeldError, "meld field 'target' = 'E': expected 0..3"),
        ({**PON, "target": 1}, InvalidMeldError, "'target' = 1: expected another than the actor"),
        (
            {"type": "ankan", "consumed": ["E"] * 4, "pai": "S"},
            InvalidMeldError,
            "meld field 'pai' = 'S': expected one of the kan",
        ),
        ({"type": "pon", "pai": "1m", "from": "E"}, InvalidMeldError, "expected one of type, pai"),
    ],
    ids=str,
)
def test_what_is_no_meld(written, error, match):
    with pytest.raises(error, match=match):
        read_meld(written)


@pytest.mark.parametrize("written", ["S", "south", "nan", "南", "2z", "🀁"])
def test_winds(written):
    assert read_wind(written) is Wind.SOUTH


@pytest.mark.parametrize("written", ["P", "1m", "s", "", "SS"])
def test_what_is_no_wind(written):
    with pytest.raises(InvalidSeatError, match="expected one of E S W N"):
        read_wind(written)


def test_a_case_may_be_written_by_another_program():
    mjai = {
        "concealed": ["2m", "3m", "4m", "3p", "4p", "5pr", "2s", "2s", "6s", "7s", "8s"],
        "melds": [
            {"type": "pon", "actor": 1, "target": 0, "pai": "P", "consumed": ["P", "P"]},
        ],
        "win_tile": "8s",
        "win": "ron",
        "seat_wind": "south",
        "round_wind": "東",
        "dora_indicators": ["E"],
    }
    ours = {
        "concealed": "876s 22s 432m 340p",
        "melds": ["pon:555z+5z@E"],
        "win_tile": 100,
        "win": "ron",
        "seat_wind": "S",
        "round_wind": "E",
        "dora_indicators": [108],
        "clauses": ["WRR-6.5.1-YAKUPAI"],
    }

    assert parse_case(json.loads(json.dumps(mjai))) == parse_case(ours)
