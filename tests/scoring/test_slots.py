"""Tile positions that may be one of several tiles."""

from itertools import pairwise
from math import isclose

from hypothesis import given
from hypothesis import strategies as st

from scoring.slots import likeliest_first, parse_slot
from scoring.tiles import TILES, Tile

M1, M2, M3 = (Tile.parse(text) for text in ("1m", "2m", "3m"))


def test_a_slot_is_ordered_by_probability_and_then_by_tile():
    assert parse_slot("x", [["3m", 0.2], ["2m", 0.2], ["1m", 0.6], ["9m", 0]]) == (
        (M1, 0.6),
        (M2, 0.2),
        (M3, 0.2),
    )
    assert parse_slot("x", "1m") == ((M1, 1.0),)


def test_the_same_tile_named_twice_adds_up():
    assert parse_slot("x", [["1m", 0.25], ["2m", 0.5], ["1m", 0.25]]) == ((M1, 0.5), (M2, 0.5))


def test_any_tile_is_each_of_the_34_alike():
    slot = parse_slot("x", "?")

    assert [tile for tile, _ in slot] == list(TILES[:34])
    assert isclose(sum(share for _, share in slot), 1)


def test_a_back_is_no_tile_of_a_hand():
    assert parse_slot("x", [["1m", 0.5], ["back", 0.3], ["2m", 0.2]]) == ((M1, 0.5), (M2, 0.2))
    assert parse_slot("x", "back") == parse_slot("x", [["back", 0.9]]) == parse_slot("x", "?")


alternatives = st.lists(
    st.tuples(st.sampled_from(TILES), st.floats(0.01, 1)),
    min_size=1,
    max_size=4,
    unique_by=lambda one: one[0],
).map(lambda slot: tuple(sorted(slot, key=lambda one: -one[1])))


@given(st.lists(alternatives, min_size=1, max_size=4))
def test_every_combination_comes_once_and_none_before_a_likelier(slots):
    combinations = list(likeliest_first(slots))
    probabilities = [probability for _, probability in combinations]
    expected = 1
    for slot in slots:
        expected *= len(slot)

    assert len({tiles for tiles, _ in combinations}) == len(combinations) == expected
    assert all(later <= earlier * (1 + 1e-9) for earlier, later in pairwise(probabilities))
