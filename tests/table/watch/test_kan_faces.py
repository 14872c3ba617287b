"""A new face beside the indicator: told as a kan's, asked about, or an ura; never a back's."""

from types import SimpleNamespace

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.events import Dahai, Reach
from table.watch.decisions import Entry, Evidence
from table.watch.faces import FACES, best, certain
from table.watch.seen.indicators import Indicators
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.places import Layout, Placed
from table.watch.seen.row_calls import Gone
from table.watch.seen.sheet import Sheet
from table.watch.seen.stacked import is_next, stacked
from table.watch.story.rivals import unexplained

SECOND = 1_000_000_000


def piece(number, name, x, first_s, looks=9, share=1.0):
    (chances,) = certain((Tile.parse(name),))
    chances = tuple(one * share for one in chances)
    placed = Placed(number, x, -9.5, False, True, chances, first_s * SECOND, 0, 1.0)
    made = Piece.of(number, placed, 0, first_s * SECOND)
    made.looks, made.name = looks, Tile.parse(name)
    return made


def pon_of(seat, name):
    """A pon before a seat, its left tile turned."""
    tiles = [piece(10 * seat + at, name, 11 + at, 30) for at in range(3)]
    return Group(seat, Seat(seat), tiles, "pon", 0, 30 * SECOND, 0)


def table(extra):
    """An indicator, another face beside it, a pon, and who has discarded since."""
    faces = Indicators()
    faces.shown, faces.stray = [piece(1, "7s", 6.6, 0)], [extra]
    faces._faces = [*faces.shown, extra]
    tiles = [piece(10 + at, "5m", 11 + at, 30) for at in range(3)]
    pon = Group(1, Seat(0), tiles, "pon", 0, 30 * SECOND, 0)
    return faces, pon


@pytest.mark.parametrize(
    ("looks", "share", "discard_s", "kan"),
    [(9, 1.0, 50, True), (2, 1.0, 50, False), (9, 0.67, 50, False), (9, 1.0, 39, False)],
)
def test_a_face_beside_the_indicator_tells_a_kan_when_it_is_one_and_play_goes_on(
    looks, share, discard_s, kan
):
    faces, pon = table(piece(2, "1z", 7.6, 40, looks, share))
    found = stacked(faces, [pon], [piece(3, "9p", 0, discard_s)], [(discard_s * SECOND, Seat(0))])
    assert (found is not None) == kan


def stirred(pon, by, hidden=0.1):
    """The turned tile of a pon lies a little elsewhere since a hand was over it."""
    for tile in pon.pieces:
        for at_s, visible in ((38, hidden), (39, 1.0)):
            away = by if at_s == 39 and tile is pon.pieces[pon.called] else 0.0
            placed = Placed(
                tile.track, tile.x, tile.y + away, False, True, tile.chances, 0, 0, visible
            )
            tile.follow(placed, at_s * SECOND)


@pytest.mark.parametrize(
    ("after", "moved", "doubtful"), [(0, 0.05, False), (0, 0.002, True), (2, 0.05, True)]
)
def test_a_kan_is_plain_if_its_owner_had_the_turn_and_its_turned_tile_was_stirred(
    after, moved, doubtful
):
    """Else another kan may be what nobody saw."""
    faces, pon = table(piece(2, "1z", 7.6, 40))
    stirred(pon, moved)
    discards = [(36 * SECOND, Seat(1)), (44 * SECOND, Seat(after)), (50 * SECOND, Seat(3))]
    found = stacked(faces, [pon], [], discards)
    assert found[0] is pon
    assert found[2] == doubtful


@pytest.mark.parametrize("hidden", [0.1, 1.0], ids=["seen", "between two looks"])
def test_of_two_pons_whose_owners_may_have_had_the_turn_that_became_a_kan_that_was_stirred(hidden):
    faces, _ = table(piece(2, "1z", 7.6, 40))
    pons = [pon_of(1, "8s"), pon_of(2, "6s")]
    stirred(pons[0], 0.002, hidden)
    stirred(pons[1], 0.03, hidden)
    discards = [(36 * SECOND, Seat(1)), (44 * SECOND, Seat(2)), (50 * SECOND, Seat(3))]
    found = stacked(faces, pons, [], discards)
    assert found[0] is pons[1]
    assert found[2]


@pytest.mark.parametrize(
    ("shown_s", "whose", "kan"), [(45, 0, True), (39, 0, False), (45, 2, False)]
)
def test_an_indicator_before_the_hand_of_a_pons_owner_is_shown_is_no_ura(shown_s, whose, kan):
    faces, pon = table(piece(2, "1z", 7.6, 40))
    shown = (shown_s * SECOND, Seat(whose))
    found = stacked(faces, [pon], [], [(36 * SECOND, Seat(3))], (), shown)
    assert (found is not None) == kan


def test_of_two_pons_of_who_won_on_the_kans_draw_that_became_a_kan_that_was_stirred():
    """Nobody discards after it."""
    faces, _ = table(piece(2, "1z", 7.6, 40))
    pons = [pon_of(2, "8s"), pon_of(2, "6s")]
    stirred(pons[0], 0.002)
    stirred(pons[1], 0.03)
    found = stacked(faces, pons, [], [(36 * SECOND, Seat(1))], (), (45 * SECOND, Seat(2)))
    assert found[0] is pons[1]
    assert found[2]


@pytest.mark.parametrize(
    ("before", "after", "whose"), [(1, 2, 2), (2, 0, 2), (3, 0, 3), (3, 2, None), (1, 0, None)]
)
def test_of_two_pons_that_one_became_a_kan_whose_owner_had_the_turn(before, after, whose):
    faces, _ = table(piece(2, "1z", 7.6, 40))
    pons = [pon_of(2, "8s"), pon_of(3, "6s")]
    found = stacked(
        faces,
        pons,
        [],
        [(36 * SECOND, Seat(before)), (44 * SECOND, Seat(after)), (50 * SECOND, Seat(3))],
    )
    assert (found and found[0].seat) == whose
    assert found is None or found[2]


@pytest.mark.parametrize(
    ("seat", "name", "at_s", "whose"),
    [(2, "8s", 38, 2), (3, "6s", 41, 3), (2, "6s", 38, None), (2, "8s", 20, None)],
)
def test_of_two_pons_that_one_became_a_kan_whose_fourth_left_its_owners_row(
    seat, name, at_s, whose
):
    faces, _ = table(piece(2, "1z", 7.6, 40))
    pons = [
        Group(owner, Seat(owner), [piece(10 * owner + at, kind, 11 + at, 30) for at in range(3)],
              "pon", 0, 30 * SECOND, 0)
        for owner, kind in ((2, "8s"), (3, "6s"))
    ]  # fmt: skip
    discards = [(36 * SECOND, Seat(3)), (44 * SECOND, Seat(2)), (50 * SECOND, Seat(3))]
    gone = [Gone(Seat(seat), at_s * SECOND, (Tile.parse(name),))]
    found = stacked(faces, pons, [], discards, gone)
    assert (found and found[0].seat) == whose


@pytest.mark.parametrize(("name", "looks", "many"), [("6z", 1, 0), ("6z", 9, 1), ("5z", 9, 0)])
def test_what_was_hardly_seen_in_a_wall_or_is_blank_there_is_no_fifth_of_its_kind(
    name, looks, many
):
    sheet = Sheet(load_ruleset("wrr2015"))
    stray = piece(2, name, -3.0, 5, looks)
    sheet.faces.shown, sheet.faces.stray = [piece(1, "9m", 6.6, 5)], [stray]
    sheet.faces._faces = [*sheet.faces.shown, stray]
    sheet.ponds[2].pieces = [piece(10 + at, name, at, 30 + at) for at in range(4)]
    sheet.again()
    assert len(sheet.surplus) == many


@pytest.mark.parametrize(
    ("last_s", "riichi", "asked"), [(50, True, 1), (39, True, 0), (50, False, 1), (39, False, 1)]
)
def test_a_face_that_no_kan_explains_is_asked_about_unless_it_may_be_an_ura(last_s, riichi, asked):
    faces, _ = table(piece(2, "1z", 7.6, 40))
    seen = Evidence(captured_ns=last_s * SECOND)
    told = [Entry(Reach(Seat(0)), 1.0, seen)] if riichi else []
    told.append(Entry(Dahai(Seat(0), Tile.parse("9p")), 1.0, seen))
    assert len(unexplained(told, faces)) == asked


def seen(name, share=1.0):
    chances = tuple(one * share for one in certain((Tile.parse(name),))[0])
    rest = (1 - sum(chances)) / len(chances)
    mixed = tuple(one + rest for one in chances)
    return Placed(7, 6.6, -9.5, False, True, mixed, 0, SECOND, 1.0)


def test_what_lies_in_an_indicators_place_when_a_hand_is_shown_is_what_lay_under_it():
    faces = Indicators()
    layout = SimpleNamespace(covered=(False,) * 4, hidden=([],) * 4, wall=([],) * 4)
    numbers = iter(range(1, 9))

    def look(placed, second, over):
        def make(one):
            return Piece.of(next(numbers), one, 0, second * SECOND)

        fresh = [(0, [placed])]
        faces.look(layout, fresh, 0, second * SECOND, make, over=over)
        return [[FACES[best(one.chances)] for one in some] for some in (faces.shown, faces.stray)]

    assert look(seen("1s"), 1, over=False) == [[Tile.parse("1s")], []]
    for second in (2, 3):
        told = look(seen("6s", 0.85), second, over=True)
        assert told == [[Tile.parse("1s")], [Tile.parse("6s")]]


@pytest.mark.parametrize(
    ("x", "seat", "follows"),
    [(-8.0, 2, True), (-8.0, 3, False), (-8.0, 1, False), (-5.0, 2, False), (8.0, 1, False)],
)
def test_the_dead_wall_runs_on_round_the_corner(x, seat, follows):
    last, face = piece(1, "7s", 7.9, 0), piece(2, "1z", x, 40)
    last.seat, face.seat = 1, seat
    assert is_next(face, [last]) == follows


def test_a_face_that_is_no_indicator_stays_when_a_kan_is_told_at_the_end():
    faces = Indicators()
    first, second, ura = piece(1, "7s", 6.6, 0), piece(2, "1z", 7.6, 40), piece(3, "2p", 6.6, 60)
    faces.shown, faces._faces = [first], [first, second]
    faces.stray = [second, ura]
    nothing = ([], [], [], [])
    layout = Layout(nothing, nothing, nothing, 0, (False,) * 4, frozenset(), (True,) * 4, nothing)
    for kans, shown in ((0, [first]), (1, [first, second])):
        faces.look(layout, [], kans, 70 * SECOND, None, over=True)
        assert faces.shown == shown
        assert ura in faces.stray


def test_an_indicator_that_is_lifted_and_laid_aside_is_no_fifth_of_its_kind():
    sheet = Sheet(load_ruleset("wrr2015"))
    indicator, aside = piece(1, "9m", 6.6, 5), piece(2, "9m", 6.6, 130)
    sheet.faces.shown, sheet.faces.stray = [indicator], [aside]
    sheet.faces._faces = [indicator]
    sheet.ponds[2].pieces = [piece(10 + at, "9m", at, 30 + at) for at in range(3)]
    sheet.over_ns = 131 * SECOND
    sheet.again()
    assert not sheet.surplus
    assert str(indicator.name) == "9m"


@pytest.mark.parametrize(
    ("moved", "told"),
    [({10: 0.03}, 1), ({20: 0.03}, 2), ({10: 0.03, 20: 0.03}, None), ({10: 0.005}, None),
     ({10: 0.03, 11: 0.03, 12: 0.03}, None)],
)  # fmt: skip
def test_of_two_pons_of_one_seat_that_one_became_a_kan_whose_turned_tile_alone_moved(moved, told):
    faces, _ = table(piece(2, "1z", 7.6, 40))
    pons = [
        Group(number, Seat(2), [piece(10 * number + at, name, 11 + at, 30) for at in range(3)],
              "pon", 0, 30 * SECOND, 0)
        for number, name in ((1, "8s"), (2, "6s"))
    ]  # fmt: skip
    for tile in (tile for pon in pons for tile in pon.pieces):
        for at_s, visible, away in ((38, 0.1, 0.0), (39, 1.0, moved.get(tile.track, 0.0))):
            placed = Placed(
                tile.track, tile.x, tile.y + away, False, True, tile.chances, 0, 0, visible
            )
            tile.follow(placed, at_s * SECOND)
    discards = [(36 * SECOND, Seat(1)), (44 * SECOND, Seat(2)), (50 * SECOND, Seat(3))]
    found = stacked(faces, pons, [], discards)
    assert (found and found[0].id) == told
    assert found is None or found[2]


@pytest.mark.parametrize(("pon_s", "kan"), [(30, True), (45, False)])
def test_a_face_that_lay_there_before_the_pon_tells_no_kan_of_it(pon_s, kan):
    faces, _ = table(piece(2, "1z", 7.6, 40))
    tiles = [piece(10 + at, "5m", 11 + at, pon_s) for at in range(3)]
    pon = Group(1, Seat(0), tiles, "pon", 0, pon_s * SECOND, 0)
    found = stacked(faces, [pon], [piece(3, "9p", 0, 50)], [(50 * SECOND, Seat(0))])
    assert (found is not None) == kan
