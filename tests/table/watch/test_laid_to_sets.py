"""A tile laid to a pon is of that pon also where it lies as near to the centre as the walls."""

from types import SimpleNamespace

import pytest

from table.watch.seen.laid_to_sets import with_laid_to_sets
from table.watch.seen.places import Layout, Placed


def tile(track, x, y, *, sideways=True):
    return Placed(track, x, y, sideways, True, (), 0, 0, 1.0)


def layout(own, after):
    nothing = ([], [], [], [])
    return Layout(
        nothing, nothing, (own, after, [], []), 0, (False,) * 4, frozenset(), (False,) * 4
    )


def corners(shape="pon"):
    pieces = [SimpleNamespace(track=at, x=9.0 + at, y=-10.8) for at in range(3)]
    pon = SimpleNamespace(shape=shape, called=0, pieces=pieces)
    return [SimpleNamespace(seat=seat, groups=[pon] if seat == 0 else []) for seat in range(4)]


@pytest.mark.parametrize(
    ("face", "whose"),
    [
        (tile(9, 9.0, -9.8), "pon"),
        (tile(9, 9.0, -9.8, sideways=False), "wall"),  # an indicator faces its player
        (tile(9, 7.0, -9.8), "wall"),  # before no turned tile
        (tile(9, 9.0, -8.6), "wall"),  # too far before it
    ],
)
def test_a_turned_face_right_before_a_turned_tile_was_laid_to_it(face, whose):
    found = with_laid_to_sets(layout([face], []), corners())
    assert len(found.outer[0]) == (whose == "pon")
    assert len(found.wall[0]) == (whose == "wall")


def test_it_is_found_where_the_place_is_before_the_next_seat():
    found = with_laid_to_sets(layout([], [tile(9, -9.4, -9.45, sideways=False)]), corners())
    assert [(one.x, one.y, one.sideways) for one in found.outer[0]] == [(9.45, -9.4, True)]
    assert not found.wall[1]


def test_only_a_pon_takes_a_fourth_tile():
    found = with_laid_to_sets(layout([tile(9, 9.0, -9.8)], []), corners("chi"))
    assert not found.outer[0]
