"""What a hand waits for, its own fifth tile left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import IllegalHandError
from scoring.hand import Hand
from scoring.tally import (
    counts_of,
    key_of,
    key_of_counts,
    kinds_of,
    mask_of_units,
    melds_key,
    tiles_of,
)
from scoring.tiles import ONES, format_tiles
from scoring.waits import ready_discards, shape_waits_of, tenpai, waits, waits_by, waits_of


def waiting(text):
    return format_tiles(waits(Hand.parse(text)))


@pytest.mark.clause("WRR-2.2-TEN1", "RCR-3.3.13-SHAPE", "W15-ABS-SHAPE", "JPB-TERM-TENPAI")
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("123456789m1122p", "12p"),
        ("123456789m12p33z", "3p"),
        ("123456789m13p33z", "2p"),
        ("123456789m23p33z", "14p"),
        ("123456789m1234p", "14p"),
        ("2223456m789p333z", "13467m"),
        ("1112345678999m", "123456789m"),
        ("1112222333344m", "145m"),
        ("1122334455667m", "147m"),
        ("111m22334455p66s", "25p6s"),
        ("113355779m1133p", "9m"),
        ("19m19p19s1234567z", "19m19p19s1234567z"),
        ("19m19p19s1234566z", "7z"),
        ("199m19p19s123456z", "7z"),
        ("1z pon:222z pon:333z pon:444z pon:555z", "1z"),
        ("123m456p789s1345z", ""),
        ("19m19p19s1234556z", "7z"),
        ("19m19p19s1235566z", ""),
        ("5m19m19p19s123456z", ""),
    ],
)
def test_waits_of_known_hands(hand, expected):
    assert waiting(hand) == expected


@pytest.mark.clause("WRR-2.2-TEN2", "RCR-3.3.13-OWN4", "JPB-TERM-TENPAI", "SAI-26.4n")
@pytest.mark.parametrize(
    "hand",
    [
        "46p123789m11s ankan:5555p",  # FC-15
        "68s123789m11p ankan:7777s",
        "123456789m1111p",
        "123m456p789s1111z",
    ],
)
def test_the_hand_that_waits_for_its_own_fifth_tile_is_noten(hand):
    assert waiting(hand) == ""
    assert not tenpai(Hand.parse(hand))
    assert shape_waits_of(key_of(Hand.parse(hand).concealed))


@pytest.mark.clause("WRR-2.2-TEN2", "JPB-TERM-TENPAI")
def test_other_waits_remain_beside_the_own_fifth_tile():
    assert waiting("34m123p456s99s ankan:2222m") == "5m"


def test_a_ruleset_may_take_the_own_fifth_tile_otherwise():
    hand = Hand.parse("46p123789m11s ankan:5555p")
    found = {
        rule: format_tiles(tiles_of(waits_by(rule, hand.key, melds_key(hand.melds))))
        for rule in ("noten", "noten_concealed", "tenpai")
    }
    concealed = Hand.parse("123456789m1111p").key

    assert found == {"noten": "", "noten_concealed": "5p", "tenpai": "5p"}
    assert not waits_by("noten_concealed", concealed)
    assert waits_by("tenpai", concealed)


@pytest.mark.clause("JPB-TERM-TENPAI")
def test_four_of_a_kind_are_not_two_pairs():
    assert waiting("1111m223344p55s6z") == ""
    assert waiting("1133m2244p55s666z") == ""


@given(st.data())
def test_waits_are_the_tiles_that_complete_the_hand(drawing, data):
    hand = data.draw(drawing.hands())
    expected = [
        kind
        for kind in drawing.drawable(hand)
        if drawing.is_complete(drawing.with_tile(hand, kind))
    ]

    assert [tile.kind for tile in waits(hand)] == expected


@given(st.data())
def test_a_mask_of_waits_says_the_same_as_the_tiles(drawing, data):
    hand = data.draw(drawing.hands())
    mask = waits_of(key_of(hand.concealed), melds_key(hand.melds))

    assert tiles_of(mask) == waits(hand)
    assert mask & ~shape_waits_of(key_of(hand.concealed)) == 0
    assert tenpai(hand) == bool(mask)


@pytest.mark.clause("WRR-2.2-TEN14")
@given(st.data())
def test_ready_discards_are_those_that_leave_tenpai(drawing, data):
    hand = data.draw(drawing.hands(size=14))
    ready = dict(ready_discards(hand))

    for tile in {tile.plain for tile in hand.concealed}:
        rest = list(hand.concealed)
        rest.remove(tile)
        assert ready.get(tile, ()) == waits(Hand(tuple(rest), hand.melds))


def test_ready_discards_name_red_fives_by_their_kind():
    ready = ready_discards(Hand.parse("123456789m0p6788s"))

    assert [(str(one.tile), format_tiles(one.waits)) for one in ready] == [
        ("5p", "58s"),
        ("8s", "5p"),
    ]


@given(st.data())
def test_a_key_counts_tiles(drawing, data):
    hand = data.draw(drawing.hands())
    key = key_of(hand.concealed)

    assert key_of_counts(counts_of(key)) == key
    assert sum(counts_of(key)) == len(hand.concealed)
    assert list(kinds_of(mask_of_units(key & ONES))) == [
        kind for kind, count in enumerate(counts_of(key)) if count % 2
    ]


def test_a_hand_of_another_size_is_no_question():
    with pytest.raises(IllegalHandError, match="14 tiles, expected 13"):
        waits(Hand.parse("123456789m12344p"))
    with pytest.raises(IllegalHandError, match="13 tiles, expected 14"):
        ready_discards(Hand.parse("123456789m1234p"))
