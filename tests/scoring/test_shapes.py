"""Splits of tiles, against a plain search that tries everything."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.shapes import (
    CONCEALED_KOTSU,
    UNIT,
    is_complete,
    is_seven_pairs,
    is_thirteen_orphans,
    standard_shapes,
)
from scoring.tiles import parse_tiles


def key(kinds):
    return sum(UNIT[kind] for kind in kinds)


def kinds_of(text):
    return [tile.kind for tile in parse_tiles(text)]


def every_split(kinds):
    """All sets of groups by taking out a pair, then the lowest tile with a run or a kotsu."""
    splits = set()
    for pair, count in Counter(kinds).items():
        if count >= 2:
            rest = Counter(kinds)
            rest[pair] -= 2
            splits |= {(pair, groups) for groups in groups_of(+rest)}
    return splits


def groups_of(rest):
    if not rest:
        return {()}
    low = min(rest)
    splits = set()
    for group, code in (([low] * 3, CONCEALED_KOTSU + low), ([low, low + 1, low + 2], low)):
        if group[0] != group[1] and (low >= 27 or low % 9 > 6):
            continue
        if all(rest[kind] >= count for kind, count in Counter(group).items()):
            left = rest - Counter(group)
            splits |= {tuple(sorted((code, *groups))) for groups in groups_of(left)}
    return splits


@st.composite
def complete_tiles(draw):
    """Tiles of up to four groups and a pair, in few kinds so that they can be read in many ways."""
    kinds = [draw(st.integers(0, 8))] * 2
    for _ in range(draw(st.integers(0, 4))):
        low = draw(st.integers(0, 8))
        kinds += [low, low + 1, low + 2] if low < 7 and draw(st.booleans()) else [low] * 3
    shift = draw(st.sampled_from([0, 9, 18]))
    return [kind + shift for kind in kinds if kinds.count(kind) <= 4]


@given(complete_tiles())
@settings(max_examples=500)
def test_splits_are_all_the_splits_there_are(kinds):
    found = [(shape.pair, tuple(sorted(shape.groups))) for shape in standard_shapes(key(kinds))]

    assert len(set(found)) == len(found)
    assert set(found) == (every_split(kinds) if len(kinds) % 3 == 2 else set())


@given(st.lists(st.integers(0, 33), min_size=2, max_size=14))
def test_any_tiles_can_be_tried(kinds):
    if max(Counter(kinds).values()) <= 4:
        found = {(shape.pair, tuple(sorted(shape.groups))) for shape in standard_shapes(key(kinds))}
        assert found == (every_split(kinds) if len(kinds) % 3 == 2 else set())


@pytest.mark.parametrize(
    ("text", "melds", "complete"),
    [
        ("234567m345p22678s", 0, True),
        ("22z", 4, True),
        ("1133m5577p2288s44z", 0, True),
        ("1111m2288p3377s44z", 0, False),
        ("119m19p19s1234567z", 0, True),
        ("19m19p19s1234567z1p", 0, True),
        ("119m19p19s123456z2m", 0, False),
        ("123z456m789p11199s", 0, False),
        ("891m234p567s11133z", 0, False),
        ("1122m", 3, False),
    ],
)
def test_complete(text, melds, complete):
    assert is_complete(key(kinds_of(text)), melds) is complete


def test_the_two_odd_forms():
    assert is_seven_pairs(key(kinds_of("1133m5577p2288s44z")))
    assert not is_seven_pairs(key(kinds_of("1133m5577p2288s")))
    assert not is_thirteen_orphans(key(kinds_of("19m19p19s1234567z")))
