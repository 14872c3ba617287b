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
    group = Group(1, Seat(0), tiles, "pon", 0, 30 * SECOND, 0)
    name_pieces([group], [], capacities(load_ruleset("tenhou")))
    assert [str(one.name) for one in tiles] == ["5z"] * 3
    assert group.shape == "pon"
    assert group.sure > 0.5


@pytest.mark.parametrize("bare", [(0,), (3,), (0, 3)])
def test_a_closed_kan_stays_what_it_was_when_its_backs_are_taken_for_hakus(bare):
    """As the tiles are swept away, a back under a hand looks bare."""
    kan = [piece(at, name) for at, name in enumerate(("", "4s", "4s", ""))]
    group = Group(1, Seat(0), kan, "ankan", None, 30 * SECOND, 0)
    name_pieces([group], [], capacities(load_ruleset("tenhou")))
    for at in bare:
        kan[at].up, kan[at].chances = True, certain((Tile.parse("5z"),))[0]
    name_pieces([group], [], capacities(load_ruleset("tenhou")))
    assert [str(one.name) for one in kan] == ["4s"] * 4
    assert (group.sure > 0.9) == (len(bare) == 1)


def test_a_set_that_no_shape_fits_is_no_fault():
    tiles = [piece(0, "3s"), piece(1, ""), piece(2, "5s")]
    group = Group(1, Seat(0), tiles, "chi", None, 30 * SECOND, 0)
    name_pieces([group], [], capacities(load_ruleset("tenhou")))
    assert str(tiles[0].name) == "3s"
    assert str(tiles[2].name) == "5s"


@pytest.mark.parametrize(
    ("read", "shape", "told"),
    [
        (("4s", "4s", "6s"), "pon", ["4s", "4s", "4s"]),
        (("4s", "6s", "6s"), "chi", ["4s", "5s", "6s"]),
        (("4s", "4s", "4s"), "chi", ["4s", "4s", "4s"]),
    ],
    ids=["a pon", "a chi", "all that is read makes a set"],
)
def test_a_set_stays_what_it_was_when_a_tile_is_surely_read_as_none_of_it(read, shape, told):
    """Half of a 4s and a part of the next come to be read as a 6s; two tiles were one before."""
    tiles = [piece(at, name, sideways=at == 0) for at, name in enumerate(read)]
    group = Group(1, Seat(2), tiles, shape, 0, 30 * SECOND, 0)
    name_pieces([group], [], capacities(load_ruleset("wrr2015")))
    assert sorted(str(one.name) for one in tiles) == told
    assert group.shape == ("pon" if len(set(told)) == 1 else "chi")
    assert (group.sure > 0.5) == (list(read) == told)


def read_as(name, sure, other):
    """A reading of a tile that may be another."""
    first, second = (certain((Tile.parse(one),))[0] for one in (name, other))
    return tuple(sure * one + (1 - sure) * two for one, two in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("others", "read", "told"),
    [
        (3, 0.65, "0p"),
        (2, 0.65, "5p"),
        (3, 0.05, "0p"),
    ],
    ids=["three plain ones lie elsewhere", "one may be hidden", "hardly looks red"],
)
def test_a_five_of_a_set_is_red_where_all_plain_ones_lie_elsewhere(others, read, told):
    tiles = [piece(0, "3p", sideways=True), piece(1, "4p"), piece(2, "5p")]
    tiles[2].chances = read_as("0p", read, "5p")
    group = Group(1, Seat(1), tiles, "chi", 0, 30 * SECOND, 0)
    single = [piece(10 + at, "5p") for at in range(others)]
    surplus = name_pieces([group], single, capacities(load_ruleset("tenhou")))
    assert str(tiles[2].name) == told
    assert [str(one.name) for one in single] == ["5p"] * others
    assert not surplus
    if others == 3:
        assert tiles[2].sure > 0.9
        assert group.sure > 0.9
        assert all(one.sure > 0.9 for one in single)


@pytest.mark.parametrize(("red", "told"), [(0.005, "5p"), (0.02, "0p")])
def test_where_no_five_looks_red_at_all_nobody_is_sure(red, told):
    """The set may have no red ones, whatever the rules say."""
    tiles = [piece(0, "3p", sideways=True), piece(1, "4p"), piece(2, "5p")]
    tiles[2].chances = read_as("0p", red, "5p")
    group = Group(1, Seat(1), tiles, "chi", 0, 30 * SECOND, 0)
    single = [piece(10 + at, "5p") for at in range(3)]
    name_pieces([group], single, capacities(load_ruleset("tenhou")))
    assert str(tiles[2].name) == told
    assert any(one.sure < 0.9 for one in single) == (told == "5p")


@pytest.mark.parametrize("doubt", [0.1, 0.45])
def test_a_doubtful_tile_is_another_before_a_plain_five_is_red(doubt):
    tiles = [piece(0, "3p", sideways=True), piece(1, "4p"), piece(2, "5p")]
    tiles[2].chances = read_as("0p", 0.02, "5p")
    group = Group(1, Seat(1), tiles, "chi", 0, 30 * SECOND, 0)
    single = [piece(10 + at, "5p") for at in range(3)]
    single[2].chances = read_as("6p", doubt, "5p")
    name_pieces([group], single, capacities(load_ruleset("tenhou")))
    assert str(tiles[2].name) == "5p"
    assert str(single[2].name) == "6p"


def test_a_called_five_that_is_red_after_all_was_discarded_red():
    tiles = [piece(0, "5p", sideways=True), piece(1, "3p"), piece(2, "4p")]
    tiles[0].chances = read_as("0p", 0.6, "5p")
    discard = piece(9, "5p")
    discard.chances = read_as("0p", 0.3, "5p")
    group = Group(1, Seat(1), tiles, "chi", 0, 30 * SECOND, 0, link=discard)
    single = [piece(10 + at, "5p") for at in range(3)]
    name_pieces([group], single, capacities(load_ruleset("tenhou")))
    assert str(tiles[0].name) == str(discard.name) == "0p"
    assert discard.sure == tiles[0].sure


def test_a_lying_five_that_looks_redder_than_that_of_a_set_is_the_red_one():
    tiles = [piece(0, "3p", sideways=True), piece(1, "4p"), piece(2, "5p")]
    tiles[2].chances = read_as("0p", 0.05, "5p")
    single = [piece(10 + at, "5p") for at in range(3)]
    single[0].chances = read_as("0p", 0.4, "5p")
    group = Group(1, Seat(1), tiles, "chi", 0, 30 * SECOND, 0)
    name_pieces([group], single, capacities(load_ruleset("tenhou")))
    assert str(single[0].name) == "0p"
    assert str(tiles[2].name) == "5p"


@pytest.mark.parametrize(
    ("first", "later"), [("7s", "1m"), ("7s", "6s"), ("7s", "4s")], ids=["none", "twice", "another"]
)
def test_a_run_stays_the_run_that_it_was_read_as(first, later):
    tiles = [piece(at, name, sideways=at == 0) for at, name in enumerate(("5s", "6s", first))]
    group = Group(1, Seat(2), tiles, "chi", 0, 30 * SECOND, 0)
    name_pieces([group], [], capacities(load_ruleset("wrr2015")))
    tiles[2].chances = certain((Tile.parse(later),))[0]
    name_pieces([group], [], capacities(load_ruleset("wrr2015")))
    told = [str(one.name) for one in tiles]
    assert told == (["5s", "6s", "4s"] if later == "4s" else ["5s", "6s", "7s"])
    assert (group.sure > 0.5) == (later == "4s")


@pytest.mark.parametrize("looks", [1, 2, 3])
def test_where_more_fives_of_a_set_look_red_than_there_are_each_is_doubted(looks):
    """A five so drawn that plain ones look red too: the one that is called red may be plain."""
    tiles = [piece(at, "5m", sideways=at == 0) for at in range(3)]
    for one in tiles[:looks]:
        one.chances = read_as("0m", 0.99, "5m")
    group = Group(1, Seat(2), tiles, "pon", 0, 30 * SECOND, 0)
    group.link = piece(9, "5m")
    group.link.chances = tiles[0].chances
    name_pieces([group], [], capacities(load_ruleset("tenhou")))
    assert str(tiles[0].name) == str(group.link.name) == "0m"
    assert (group.sure < 0.7) == (group.link.sure < 0.7) == (looks > 1)


def test_a_red_five_of_a_set_is_doubted_where_a_discard_looks_red_too():
    tiles = [piece(0, "3p", sideways=True), piece(1, "4p"), piece(2, "0p")]
    group = Group(1, Seat(1), tiles, "chi", 0, 30 * SECOND, 0)
    tiles[2].chances = read_as("0p", 0.99, "5p")
    other = piece(10, "0p")
    other.chances = read_as("0p", 0.99, "5p")
    name_pieces([group], [other], capacities(load_ruleset("tenhou")))
    assert {str(tiles[2].name), str(other.name)} == {"0p", "5p"}
    assert group.sure < 0.7
    assert other.sure < 0.7
