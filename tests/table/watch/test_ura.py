"""Ura lie where their indicators lay, and the indicators aside: also at the end of a wall."""

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.config import load_ruleset
from table.watch.faces import certain
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Layout, Placed
from table.watch.seen.sheet import Sheet
from table.watch.seen.ura import turned_ura

WALL_Y = -10.2
END_X = -8.9
"""The left end of a wall; the next wall on its left begins there."""


def face(track, name, x, y):
    (chances,) = certain([Tile.parse(name)])
    return Placed(track, x, y, False, True, chances, 0, 0, 1.0)


def around(*, wall, ponds):
    """What lies on the table, by seat."""
    nothing = ([], [], [], [])
    return Layout(ponds, nothing, wall, 0, (False,) * 4, frozenset(), (False,) * 4)


@pytest.mark.parametrize("seat", range(4))
def test_an_indicator_at_a_walls_end_is_laid_before_the_next_wall(seat):
    """It lies 1.6 widths inward, nearer to the seat on the left: at the right end of its axes."""
    dora, ura = face(1, "3z", END_X, WALL_Y), face(2, "7z", END_X, WALL_Y)
    piece = Piece.of(1, dora, 1, 0)
    piece.seat = seat
    laid = face(1, "3z", -(WALL_Y + 1.6), END_X)
    left = Seat(seat).after(3)
    wall = tuple([ura] if one == seat else [] for one in range(4))
    ponds = tuple([laid] if one == left else [] for one in range(4))
    found = turned_ura([piece], around(wall=wall, ponds=ponds), [[]] * 4)
    assert [one.track for _, one in found] == [2]
    nowhere = around(wall=wall, ponds=([], [], [], []))
    assert not turned_ura([piece], nowhere, [[]] * 4)


@pytest.mark.parametrize("laid", ["3m", "2m"])
@pytest.mark.parametrize("first", [True, False])
def test_a_lifted_indicator_that_is_misread_is_no_ura(laid, first):
    """It lies before its wall, its upper edge under a pond: two strokes of three are seen."""
    piece = Piece.of(1, face(1, "3m", 0.8, WALL_Y), 1, 0)
    piece.seat = Seat(0)
    faces = [face(2, laid, 0.5, WALL_Y + 1.4), face(3, "5p", 0.6, WALL_Y)]
    wall = (faces if first else faces[::-1], [], [], [])
    found = turned_ura([piece], around(wall=wall, ponds=([], [], [], [])), [[]] * 4)
    assert [one.track for _, one in found] == [3]


def test_an_indicator_that_people_named_is_not_its_own_ura():
    """It is read as 8p, was said to be 4s, and stays where it is."""
    piece = Piece.of(1, face(1, "8p", 0.8, WALL_Y), 1, 0)
    piece.seat, piece.told = Seat(0), True
    piece.chances = face(1, "4s", 0.8, WALL_Y).chances
    wall = ([face(1, "8p", 0.8, WALL_Y), face(2, "9m", 0.8, WALL_Y + 1.4)], [], [], [])
    found = turned_ura([piece], around(wall=wall, ponds=([], [], [], [])), [[]] * 4)
    assert [one.track for _, one in found] == [2]


def test_what_comes_up_beside_an_indicator_is_a_discard_once_no_hand_is_shown_for_a_while():
    """It may be the indicator, lifted off its ura a moment before the winner's hand is open."""
    sheet, second = Sheet(load_ruleset("mleague")), 1_000_000_000
    nothing = ([], [], [], [])
    dora = face(1, "8m", -8.2, WALL_Y)
    for at in range(1, 5):
        sheet.look(around(wall=([dora], [], [], []), ponds=nothing), at * second, at, moved=False)
    assert [piece.track for piece in sheet.indicators] == [1]
    ura = face(2, "5s", -8.2, WALL_Y)._replace(first_ns=5 * second)
    laid = face(3, "8m", -8.15, WALL_Y + 1.3)._replace(first_ns=5 * second)
    there = around(wall=([ura], [], [], []), ponds=([laid], [], [], []))
    for at, discards in ((5, 0), (6, 0), (8, 1)):
        sheet.look(there, at * second, at, moved=False)
        assert len(sheet.ponds[0].pieces) == discards
