"""A pond's tiles are told from each other by track, place and face."""

import pytest

from scoring.tiles import Tile
from table.watch.faces import FACES, certain
from table.watch.seen.pieces import NOT_OVER_NS, Piece
from table.watch.seen.places import Placed
from table.watch.seen.ponds import Pond
from vision.observation import REST

S = 1_000_000_000


def placed(track, tile, x, first_s, y=-4.5):
    (chances,) = certain((next(face for face in FACES if str(face) == tile),))
    return Placed(track, x, y, False, True, chances, first_s * S, 99 * S, 1.0)


@pytest.fixture
def pond():
    pond = Pond()
    pond.numbers = iter(range(1, 99))
    return pond


def look(pond, at_s, *tiles, beside=(), over_s=None):
    def make(one):
        return Piece.of(next(pond.numbers), one, 0, at_s * S)

    over_ns = NOT_OVER_NS if over_s is None else over_s * S
    pond.look(list(tiles), at_s * S, make, moved=False, beside=beside, over_ns=over_ns)
    return [(piece.tracks[-1], piece.gone_ns is None) for piece in pond.pieces]


def test_a_tile_that_was_lost_and_found_again_is_the_same(pond):
    look(pond, 2, placed(1, "4z", -2.5, 1))
    look(pond, 4, placed(1, "4z", -2.5, 1), placed(2, "4p", -1.5, 3))
    assert look(pond, 9, placed(1, "4z", -2.5, 1)) == [(1, True), (2, False)]
    found = look(pond, 12, placed(1, "4z", -2.5, 1), placed(7, "4p", -1.45, 3))
    assert found == [(1, True), (7, True)]


@pytest.mark.parametrize(("over_s", "believed"), [(7, False), (None, True)])
@pytest.mark.parametrize("track", [1, 7], ids=["over it", "onto its place"])
def test_what_is_swept_after_the_end_says_nothing_of_a_discard(pond, track, over_s, believed):
    look(pond, 2, placed(1, "4z", -2.5, 1))
    swept = placed(track, "4z", -2.45, 1 if track == 1 else 8)
    chances = tuple(0.6 * one + 0.4 / len(swept.chances) for one in swept.chances)
    found = look(pond, 9, swept._replace(chances=chances), over_s=over_s)
    assert found == [(track, True)]
    assert (max(pond.pieces[0].chances) < 0.7) == believed


@pytest.mark.parametrize(("over_s", "kept"), [(7, True), (None, False)])
def test_after_the_end_what_shows_no_face_leaves_a_discard_its_name(pond, over_s, kept):
    tile = placed(1, "4z", -2.5, 1)
    look(pond, 2, tile)
    found = look(pond, 9, tile._replace(chances=NOTHING, x=-2.1), over_s=over_s)
    assert found == [(1, True)]
    assert (max(pond.pieces[0].chances[:REST]) > 0.9) == kept


def test_a_tile_laid_where_one_was_taken_is_another(pond):
    look(pond, 2, placed(1, "4p", -2.5, 1))
    look(pond, 5)
    assert look(pond, 9, placed(2, "4p", -2.5, 8)) == [(1, False), (2, True)]


@pytest.mark.parametrize("together", [True, False])
def test_the_last_tiles_of_two_ponds_that_go_at_once_were_not_called(pond, together):
    other = Pond()
    other.numbers = iter(range(100, 199))
    ponds = (pond, other)
    look(pond, 2, placed(1, "4p", -2.5, 1), beside=ponds)
    look(other, 2, placed(2, "7z", -2.5, 1), beside=ponds)
    look(other, 5, *(() if together else [placed(2, "7z", -2.5, 1)]), beside=ponds)
    look(pond, 5, beside=ponds)
    found = look(pond, 9, placed(3, "4p", -2.5, 8), beside=ponds)
    assert found == ([(3, True)] if together else [(1, False), (3, True)])


def test_a_row_that_was_hidden_is_the_same_row_when_it_comes_back(pond):
    row = [placed(at, f"{at}p", at - 3.5, at) for at in range(1, 5)]
    look(pond, 6, *row)
    look(pond, 8)
    back = [placed(10 + at, f"{at}p", at - 3.45, 20) for at in range(1, 5)]
    assert look(pond, 21, *back) == [(10 + at, True) for at in range(1, 5)]


def test_a_discard_that_others_lie_behind_comes_back_as_itself(pond):
    look(pond, 4, placed(1, "4z", -2.5, 1), placed(2, "4p", -1.5, 3))
    look(pond, 6, placed(2, "4p", -1.5, 3))
    found = look(pond, 12, placed(2, "4p", -1.5, 3), placed(7, "4z", -2.5, 11))
    assert found == [(7, True), (2, True)]


def test_another_face_in_the_place_of_a_hidden_row_is_another_tile(pond):
    row = [placed(at, f"{at}p", at - 3.5, at) for at in range(1, 4)]
    look(pond, 6, *row)
    look(pond, 8)
    found = look(pond, 21, placed(9, "7z", -2.5, 20))
    assert [alive for _, alive in found].count(True) == 1
    assert len(found) == 4


def test_a_called_tile_that_began_a_row_tells_how_far_out_the_pond_goes(pond):
    row = [placed(at, f"{at}p", at - 3.5, at) for at in range(1, 7)]
    look(pond, 7, *row)
    assert pond.deepest == pytest.approx(-6.0)
    look(pond, 9, *row, placed(7, "8p", -2.5, 8, y=-5.9))
    look(pond, 11, *row)
    assert pond.deepest == pytest.approx(-5.9)


@pytest.mark.parametrize("x", [-2.5, -3.0, -2.0])
def test_a_tile_laid_half_where_a_called_one_lay_came_after_it(pond, x):
    look(pond, 2, placed(1, "9m", -3.5, 1))
    look(pond, 4, placed(1, "9m", -3.5, 1), placed(2, "8m", -2.5, 3))
    look(pond, 6, placed(1, "9m", -3.5, 1))
    found = look(pond, 9, placed(1, "9m", -3.5, 1), placed(3, "4z", x, 8))
    assert [track for track, _ in found] == [1, 2, 3]


def test_a_tile_that_lay_askew_and_was_called_came_before_what_was_laid_in_its_place(pond):
    first = [placed(1, "4z", -2.5, 1), placed(2, "5z", -1.5, 2)]
    look(pond, 4, *first, placed(3, "4p", -0.2, 3, y=-5.4))
    look(pond, 5, *first)
    found = look(pond, 9, *first, placed(4, "9s", -0.5, 8))
    assert found == [(1, True), (2, True), (3, False), (4, True)]


def test_a_tile_found_late_lies_where_it_lies_though_the_one_after_it_was_called(pond):
    first = [placed(1, "4z", -2.5, 1), placed(2, "5z", -1.5, 2)]
    look(pond, 4, *first, placed(3, "4p", 0.5, 4))
    look(pond, 5, *first)
    found = look(pond, 9, *first, placed(4, "9s", -0.5, 8))
    assert found == [(1, True), (2, True), (4, True), (3, False)]


def test_a_tile_between_two_rows_makes_no_row_once_it_lies_where_it_should(pond):
    row = [placed(1 + at, f"{1 + at}p", -2.5 + at, 1 + at) for at in range(6)]
    look(pond, 9, *row, placed(7, "9m", -2.6, 8, y=-5.3))
    began = placed(7, "9m", -2.5, 8, y=-6.1)
    look(pond, 10, *row, began)
    tracks = [track for track, _ in look(pond, 12, *row, began, placed(8, "1m", -1.5, 11, y=-5.8))]
    assert tracks == [1, 2, 3, 4, 5, 6, 7, 8]


def test_where_a_pond_lies_aslant_the_next_tile_is_the_last(pond):
    """A row rises by more than half of a tile, and the next begins hardly lower than it ends."""
    row = [placed(1 + at, f"{1 + at}p", -2.5 + at, 1 + at, y=-4.0 - 0.2 * at) for at in range(6)]
    for at in range(6):
        look(pond, 2 + at, *row[: 1 + at])
    below = [placed(7, "9m", -2.4, 8, y=-5.3), placed(8, "1m", -1.4, 9, y=-5.6)]
    look(pond, 9, *row, below[0])
    assert [track for track, _ in look(pond, 10, *row, *below)] == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("hidden", [(), (6,)], ids=["all at once", "the first of a row found late"])
def test_what_is_found_late_or_at_once_lies_in_its_row(pond, hidden):
    tiles = [
        placed(
            at,
            f"{1 + at % 9}{'ps'[at // 9]}",
            -2.6 + 1.03 * (at % 6),
            1 + at,
            y=-4.0 - at // 6 * 1.4,
        )
        for at in range(12)
    ]
    look(pond, 20, *(one for one in tiles if one.track not in hidden))
    assert [track for track, _ in look(pond, 21, *tiles)] == [*range(12)]


def test_a_tile_laid_where_another_lay_that_was_pushed_aside_came_after_it(pond):
    first = placed(1, "1m", -2.5, 1)
    look(pond, 2, first, placed(2, "4p", -1.5, 2))
    found = look(pond, 4, first, placed(3, "7z", -1.5, 4), placed(4, "4p", -0.5, 4))
    assert found == [(1, True), (4, True), (3, True)]


VAGUE = tuple(1 / (REST + 1) for _ in range(REST + 1))
NOTHING = (*(0.0 for _ in range(REST)), 1.0)
HALF = tuple(0.5 if at in {FACES.index(Tile.parse(one)) for one in ("2s", "4s")} else 0.0
             for at in range(REST + 1))  # fmt: skip


@pytest.mark.parametrize(
    ("later", "kept"),
    [
        ((), True),
        (VAGUE, True),
        (HALF, False),
        (certain((Tile.parse("4s"),))[0], False),
    ],
    ids=["none", "vague", "one of two", "another"],
)
def test_a_reading_that_has_become_vague_takes_nothing_back(later, kept):
    """Tiles are being swept over the place where one was surely read."""
    first = placed(1, "2s", 0.0, 10)
    piece = Piece.of(1, first, 0, 10 * S)
    piece.follow(first._replace(chances=later), 20 * S)
    assert (piece.chances == first.chances) == kept


@pytest.mark.parametrize(("gone", "believed"), [(1, True), (2, False)])
def test_once_tiles_are_swept_away_what_comes_up_in_a_pond_was_not_laid_there(pond, gone, believed):
    """One that is gone may be the one that was won on."""
    tiles = [placed(at, name, at - 3.5, at) for at, name in enumerate(("4z", "4p", "9s"), 1)]
    look(pond, 4, *tiles)
    left = tiles[: 3 - gone]
    look(pond, 21, *left, over_s=10)
    found = look(pond, 25, *left, placed(9, "2m", 1.5, 24), over_s=10)
    assert ((9, True) in found) == believed
