"""Sets are named though one of their tiles shows nothing, or is taken for a back of late."""

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.config import load_ruleset
from table.watch.faces import capacities, certain
from table.watch.seen.naming import name_pieces
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.places import Placed

SECOND = 1_000_000_000


def piece(number, name, *, sideways=False):
    """A tile of a set; without a name it is taken for a back."""
    chances = certain((Tile.parse(name),))[0] if name else ()
    return Piece.of(number, Placed(number, 11 + number, -9.5, sideways, bool(name), chances,
                                   30 * SECOND, 0, 1.0), 0, 30 * SECOND)  # fmt: skip


@pytest.mark.parametrize("unread", [0, 1, 2])
def test_a_called_set_of_which_one_tile_is_taken_for_a_back_is_named_by_the_others(unread):
    names = ["5z", "5z", "5z"]
    names[unread] = ""
    tiles = [piece(at, name, sideways=at == 0) for at, name in enumerate(names)]
    group = Group(1, Seat(0), tiles, "pon", Seat(3), 0, 30 * SECOND, 0)
    name_pieces([group], [], capacities(load_ruleset("tenhou")))
    assert [str(one.name) for one in tiles] == ["5z"] * 3
    assert group.shape == "pon"
    assert group.sure > 0.5


def test_a_set_that_no_shape_fits_is_no_fault():
    tiles = [piece(0, "3s"), piece(1, ""), piece(2, "5s")]
    group = Group(1, Seat(0), tiles, "chi", Seat(3), None, 30 * SECOND, 0)
    name_pieces([group], [], capacities(load_ruleset("tenhou")))
    assert str(tiles[0].name) == "3s"
    assert str(tiles[2].name) == "5s"
