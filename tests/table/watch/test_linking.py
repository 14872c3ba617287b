"""Which discard a set called."""

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.config import load_ruleset
from table.watch.faces import capacities, certain
from table.watch.seen.linking import link
from table.watch.seen.naming import name_pieces
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.places import Placed
from table.watch.seen.ponds import Pond

SECOND = 1_000_000_000


def piece(number, name, *, sideways=False, first_s=30, gone_s=None):
    (chances,) = certain((Tile.parse(name),))
    placed = Placed(number, 11 + number, -9.5, sideways, True, chances, first_s * SECOND, 0, 1.0)
    made = Piece.of(number, placed, 0, first_s * SECOND)
    made.gone_ns = None if gone_s is None else gone_s * SECOND
    return made


@pytest.fixture
def ponds():
    """The right and the left player have discarded a 2p, and both are gone."""
    found = [Pond() for _ in range(4)]
    for seat in (1, 3):
        found[seat].pieces.append(piece(20 + seat, "2p", first_s=25, gone_s=30))
    return found


def look(group, ponds):
    link([group], ponds, 31 * SECOND)
    name_pieces([group], [], capacities(load_ruleset("tenhou")))


def test_a_run_that_comes_to_be_read_as_three_alike_was_called_from_where_its_turned_tile_lies(
    ponds,
):
    """On the right, where a chi has it too, but that is called from the left."""
    tiles = [piece(0, "1p"), piece(1, "3p"), piece(2, "2p", sideways=True)]
    group = Group(1, Seat(0), tiles, "chi", 2, 30 * SECOND, 0)
    look(group, ponds)
    assert group.source == Seat(3)
    assert group.link is ponds[3].pieces[0]
    for tile in tiles:
        tile.chances = tiles[2].chances
    look(group, ponds)
    look(group, ponds)
    assert (group.shape, group.source) == ("pon", Seat(1))
    assert group.link is ponds[1].pieces[0]
    assert group.link.caller is group
    assert ponds[3].pieces[0].caller is None


@pytest.mark.parametrize(
    ("called", "shape", "many", "source"),
    [(0, "pon", 3, 3), (1, "pon", 3, 2), (2, "pon", 3, 1), (2, "chi", 3, 3),
     (0, "daiminkan", 4, 3), (2, "daiminkan", 4, 2), (3, "daiminkan", 4, 1)],
)  # fmt: skip
def test_the_turned_tile_tells_who_discarded_it(called, shape, many, source):
    tiles = [piece(at, "2p", sideways=at == called) for at in range(many)]
    assert Group(1, Seat(0), tiles, shape, called, 0, 0).source == Seat(source)
    assert Group(1, Seat(2), tiles, shape, called, 0, 0).source == Seat((source + 2) % 4)


def test_a_concealed_kan_was_called_from_nobody():
    assert Group(1, Seat(0), [piece(0, "2p")] * 4, "ankan", None, 0, 0).source is None


@pytest.mark.parametrize(
    ("early", "late", "called"),
    [("2p", "5z", 0), ("2p", "2p", 1), ("9m", "2p", 1)],
    ids=["a strange face after it", "two of a face", "the last one"],
)
def test_of_two_discards_that_have_gone_the_liker_one_was_called_or_the_last(early, late, called):
    """A tile that was still being pushed to its place was seen before, and misread."""
    ponds = [Pond() for _ in range(4)]
    first, second = (
        vague(piece(21, early, first_s=25, gone_s=30)),
        vague(piece(22, late, first_s=25, gone_s=30)),
    )
    ponds[3].pieces += [first, second]
    tiles = [vague(piece(at, name, sideways=at == 0)) for at, name in enumerate(("2p", "3p", "4p"))]
    group = Group(1, Seat(0), tiles, "chi", 0, 30 * SECOND, 0)
    link([group], ponds, 31 * SECOND)
    assert group.link is (first, second)[called]


@pytest.mark.parametrize(("hidden", "linked"), [(True, False), (False, True)])
def test_a_set_waits_for_the_discard_that_it_called_to_go(hidden, linked):
    """An arm lies over both discards, for longer over the one before."""
    ponds = [Pond() for _ in range(4)]
    before, last = piece(21, "9m", first_s=20), piece(22, "2p", first_s=28)
    for tile, sight_s in ((before, 29), (last, 31 if hidden else 29)):
        tile.seen_ns, tile.sight_ns = 31 * SECOND, sight_s * SECOND
        ponds[3].pieces.append(vague(tile))
    tiles = [vague(piece(at, name, sideways=at == 0)) for at, name in enumerate(("2p", "3p", "4p"))]
    group = Group(1, Seat(0), tiles, "chi", 0, 31 * SECOND, 0)
    link([group], ponds, 31 * SECOND)
    assert group.link is (last if linked else None)


def test_a_set_that_is_read_as_another_much_later_has_its_discard_at_once(ponds):
    tiles = [piece(0, "1p"), piece(1, "3p"), piece(2, "2p", sideways=True)]
    group = Group(1, Seat(0), tiles, "chi", 2, 30 * SECOND, 0)
    look(group, ponds)
    for tile in tiles:
        tile.chances = tiles[2].chances
    name_pieces([group], [], capacities(load_ruleset("tenhou")))
    link([group], ponds, 60 * SECOND)
    assert group.link is ponds[1].pieces[0]


def vague(tile):
    """A tile that may be anything, though it is hardly."""
    tile.chances = tuple(0.9 * one + 0.1 / len(tile.chances) for one in tile.chances)
    return tile
