"""A new face beside the indicator: told as a kan's, asked about, or an ura; never a back's."""

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import Dahai
from table.watch.decisions import Entry, Evidence
from table.watch.faces import certain
from table.watch.indicators import Indicators
from table.watch.pieces import Group, Piece
from table.watch.places import Placed
from table.watch.rivals import unexplained
from table.watch.stacked import stacked

SECOND = 1_000_000_000


def piece(number, name, x, first_s, looks=9, share=1.0):
    (chances,) = certain((Tile.parse(name),))
    chances = tuple(one * share for one in chances)
    placed = Placed(number, x, -9.5, False, True, chances, first_s * SECOND, 0, 1.0)
    made = Piece.of(number, placed, 0, first_s * SECOND)
    made.looks, made.name = looks, Tile.parse(name)
    return made


def table(extra):
    """An indicator, another face beside it, a pon, and who has discarded since."""
    faces = Indicators()
    faces.shown, faces.stray = [piece(1, "7s", 6.6, 0)], [extra]
    faces._faces = [*faces.shown, extra]
    tiles = [piece(10 + at, "5m", 11 + at, 30) for at in range(3)]
    pon = Group(1, Seat(0), tiles, "pon", Seat(3), 0, 30 * SECOND, 0)
    return faces, pon


@pytest.mark.parametrize(
    ("looks", "share", "discard_s", "kan"),
    [(9, 1.0, 50, True), (2, 1.0, 50, False), (9, 0.67, 50, False), (9, 1.0, 39, False)],
)
def test_a_face_beside_the_indicator_tells_a_kan_when_it_is_one_and_play_goes_on(
    looks, share, discard_s, kan
):
    faces, pon = table(piece(2, "1z", 7.6, 40, looks, share))
    found = stacked(faces, [pon], [piece(3, "9p", 0, discard_s)])
    assert (found is not None) == kan


@pytest.mark.parametrize(("last_s", "asked"), [(50, 1), (39, 0)])
def test_a_face_that_no_kan_explains_is_asked_about_once_play_has_gone_on(last_s, asked):
    faces, _ = table(piece(2, "1z", 7.6, 40))
    told = [Entry(Dahai(Seat(0), Tile.parse("9p")), 1.0, Evidence(captured_ns=last_s * SECOND))]
    assert len(unexplained(told, faces)) == asked
