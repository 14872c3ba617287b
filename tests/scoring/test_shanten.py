"""How far a hand is from tenpai, against an oracle and by laws that define it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import IllegalHandError
from scoring.hand import Hand
from scoring.shanten import Forms, by_form, shanten, shanten_of, shanten_of_counts, standard_of
from scoring.tally import key_of, key_of_counts
from scoring.tiles import Tile, format_tiles, parse_tiles
from scoring.ukeire import best_discards, ukeire
from scoring.waits import tenpai

FILES = ("shanten_1.json", "shanten_2.json", "shanten_3.json", "shanten_4.json")
HANDS = 10_000


@pytest.mark.parametrize("name", FILES)
def test_every_hand_is_as_far_as_the_oracle_says(shared, name):
    lines = json.loads((shared / "data" / "oracle" / name).read_text(encoding="utf-8"))
    assert len(lines) == HANDS

    wrong = {}
    for line in lines:
        hand = Hand(tuple(Tile.parse(text[1] + text[0]) for text in line["q"]))
        standard, orphans, pairs = line["x"]
        found = by_form(hand), shanten(hand)
        if found != (Forms(standard, pairs, orphans), min(line["x"])):
            wrong[format_tiles(hand.concealed)] = found, line["x"]

    assert not wrong


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("123456789m12344p", -1),
        ("1133557799m1133s", -1),
        ("19m19p19s12345677z", -1),
        ("123456789m1234p", 0),
        ("123456789m1111p", 1),  # its own fifth tile
        ("46p123789m11s ankan:5555p", 1),
        ("1111222233334z", 3),
        ("147m258p369s1234z", 6),
        ("1112223334445z", 0),
        ("1z pon:222z pon:333z pon:444z pon:555z", 0),
        ("1122m pon:222z pon:333z pon:444z", 0),
        ("19m pon:222z pon:333z pon:444z pon:555z", 0),
    ],
)
def test_distance_of_known_hands(hand, expected):
    assert shanten(Hand.parse(hand)) == expected


def test_seven_pairs_need_seven_kinds():
    assert by_form(Hand.parse("1111222233334z")).seven_pairs == 6
    assert by_form(Hand.parse("1122m pon:222z pon:333z pon:444z")) == Forms(0, None, None)


@given(st.data())
def test_a_hand_is_complete_at_minus_one(drawing, data):
    hand = data.draw(drawing.hands(size=14))
    assert (shanten(hand) == -1) == drawing.is_complete(hand)


@given(st.data())
def test_a_hand_is_tenpai_at_nought(drawing, data):
    hand = data.draw(drawing.hands())
    assert (shanten(hand) == 0) == tenpai(hand)


@given(st.data())
def test_the_best_draw_brings_the_hand_one_nearer(drawing, data):
    hand = data.draw(drawing.hands())
    after = [shanten(drawing.with_tile(hand, kind)) for kind in drawing.drawable(hand)]

    assert min(after) == shanten(hand) - 1
    assert max(after) <= shanten(hand)


@given(st.data())
def test_the_best_discard_keeps_what_is_not_complete(drawing, data):
    hand = data.draw(drawing.hands(size=14))
    now = shanten(hand)
    after = [shanten(drawing.without(hand, tile)) for tile in set(hand.concealed)]

    assert min(after) == max(now, 0)


@given(st.data())
def test_useful_tiles_bring_the_hand_exactly_one_nearer(drawing, data):
    hand = data.draw(drawing.hands())
    useful = {one.tile.kind for one in ukeire(hand)}

    for kind in drawing.drawable(hand):
        nearer = shanten(drawing.with_tile(hand, kind)) - shanten(hand)
        assert nearer == (-1 if kind in useful else 0)


@settings(max_examples=30)
@given(st.data())
def test_best_discards_are_nearest_and_widest_first(drawing, data):
    hand = data.draw(drawing.hands(size=14))
    found = best_discards(hand)
    distances = {tile.plain: shanten(drawing.without(hand, tile)) for tile in hand.concealed}

    assert {one.tile for one in found} == {
        tile for tile, distance in distances.items() if distance == min(distances.values())
    }
    assert [one.left for one in found] == sorted((one.left for one in found), reverse=True)
    assert {one.shanten for one in found} == {min(distances.values())}


def test_useful_tiles_in_sight_are_counted_off():
    hand = Hand.parse("123456789m1123p")

    assert [(str(one.tile), one.left) for one in ukeire(hand, parse_tiles("4444p1p"))] == [
        ("1p", 1),
        ("4p", 0),
    ]
    discards = best_discards(Hand.parse("123456789m11239p"), parse_tiles("44p"))
    assert (str(discards[0].tile), discards[0].left) == ("9p", 4)


@given(st.data())
def test_counts_and_keys_answer_alike(drawing, data):
    hand = data.draw(drawing.hands())
    key = key_of(hand.concealed)
    counts = [0] * 34
    for tile in hand.concealed:
        counts[tile.kind] += 1

    assert shanten_of_counts(counts) == shanten_of(key) == shanten_of(key_of_counts(counts))
    assert shanten_of(key) <= standard_of(key)


def test_a_hand_of_another_size_is_no_question():
    with pytest.raises(IllegalHandError, match="14 tiles, expected 13"):
        ukeire(Hand.parse("123456789m12344p"))
    with pytest.raises(IllegalHandError, match="13 tiles, expected 14"):
        best_discards(Hand.parse("123456789m1234p"))


@pytest.mark.parametrize(
    "counts",
    [
        [5, *[0] * 33],
        [-1, 2, *[0] * 32],
        [1] * 33,
        [1.0] * 34,
        ["1"] * 34,
        34,
        None,
        [300, *[0] * 33],
        "1" * 34,
    ],
)
def test_what_is_no_count_of_tiles_is_named(counts):
    with pytest.raises(IllegalHandError, match=r"expected 34 numbers, each 0\.\.4"):
        shanten_of_counts(counts)


@pytest.mark.parametrize("tiles", [0, 3, 12, 15, 34])
def test_a_number_of_tiles_that_is_no_hand_is_named(tiles):
    with pytest.raises(IllegalHandError, match=f"{tiles} concealed tiles: expected 1, 4, 7"):
        shanten_of_counts([1] * tiles + [0] * (34 - tiles))
