"""Whole tables: tiles lie in their zones as people put them, and what no table holds is named."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.errors import TableViewError
from vision.labels import LABELS, plain
from vision.synthetic.solids import corners
from vision.synthetic.table_layout import URA, Plan, lay_table, turned
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_picture import RIICHI_BODY as BODY
from vision.synthetic.table_picture import watching
from vision.synthetic.table_view import (
    ACROSS,
    LEFT,
    RIGHT,
    STACKS,
    HandView,
    LaidMeld,
    RiverTile,
    SeatView,
    TableView,
    WallView,
)

PLAN = Plan.of(BODY)
HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z")
PON = LaidMeld.called("7z", ("7z", "7z"), ACROSS)
SEATS = range(4)
FIFTH_KAN = (978, 2123, 4128)
"""Seeds by which chance would lay a fifth kan."""


def discards(count, turned_at=None, taken=()):
    return tuple(
        RiverTile(LABELS[place], place == turned_at, place in taken) for place in range(count)
    )


def one(seat, **what):
    """A table on which one seat has something."""
    seats = tuple(SeatView(**what) if place == seat else SeatView() for place in SEATS)
    return TableView(seats)


def own(laid):
    """Where a tile lies as its seat sees it: x to the right, y away."""
    return np.array(turned(laid.placement.centre[:2], -laid.seat * np.pi / 2))


def quarter(laid):
    """How a tile is turned against its seat, in quarter turns."""
    return (laid.placement.yaw / (np.pi / 2) - laid.seat) % 4


@pytest.mark.parametrize("seat", SEATS)
def test_a_river_has_six_a_row_and_the_rest_in_the_third(seat):
    tiles = lay_table(one(seat, river=discards(21)), BODY, 3)
    assert [tile.placement.label for tile in tiles] == list(LABELS[:21])
    assert [tile.place for tile in tiles] == list(range(21))
    rows = [tiles[:6], tiles[6:12], tiles[12:]]
    depths = [np.mean([own(tile)[1] for tile in row]) for row in rows]
    assert -PLAN.river > depths[0] > depths[1] + BODY.height > depths[2] + 2 * BODY.height
    for row in rows:
        across = [own(tile)[0] for tile in row]
        assert across == sorted(across)
        assert min(np.diff(across)) > 0.95 * BODY.width


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("seed", range(3))
def test_a_riichi_tile_lies_sideways_and_no_other(seat, seed):
    tiles = lay_table(one(seat, river=discards(14, turned_at=8)), BODY, seed)
    assert [tile.place for tile in tiles if tile.sideways] == [8]
    for tile in tiles:
        lean = quarter(tile) % 2
        assert min(abs(lean - tile.sideways), abs(lean - 2 + tile.sideways)) < 0.15


def test_a_called_tile_leaves_its_gap():
    full = lay_table(one(0, river=discards(9)), BODY, 3)
    open_ = lay_table(one(0, river=discards(9, taken=(2,))), BODY, 3)
    assert open_ == full[:2] + full[3:]


def test_a_tile_stays_where_it_is_while_others_come_and_go():
    wall = WallView(20, 60, 0, ("1z",))
    seat = SeatView(HandView(HAND), discards(7, turned_at=3), (), riichi=True)
    before = TableView((seat,) * 4, wall)
    later = replace(seat, hand=HandView(HAND, apart="5z"), river=discards(8, turned_at=3))
    after = replace(before, seats=(seat, later, seat, seat), wall=replace(wall, drawn=61))
    first, second = ({place_of(tile) for tile in lay_table(v, BODY, 4)} for v in (before, after))
    gone, come = first - second, second - first
    assert {(seat, zone) for seat, zone, *_ in come} == {(1, "hand"), (1, "river")}
    assert len(come) == 2
    assert [zone for _, zone, *_ in gone] == ["wall"]


def place_of(tile):
    return tile.seat, tile.zone, tile.placement.label, tile.placement.centre, tile.placement.yaw


@pytest.mark.parametrize(("source", "place"), [(LEFT, 0), (ACROSS, 1), (RIGHT, 2)])
@pytest.mark.parametrize("seat", SEATS)
def test_the_called_tile_lies_at_the_side_it_came_from(source, place, seat):
    meld = LaidMeld.called("3s", ("4s", "5s"), source)
    tiles = lay_table(one(seat, melds=(meld,)), BODY, 1)
    ordered = sorted(tiles, key=lambda tile: own(tile)[0])
    assert [tile.sideways for tile in ordered] == [index == place for index in range(3)]
    assert ordered[place].placement.label == "3s"
    feet = [own(t)[1] - (BODY.width if t.sideways else BODY.height) / 2 for t in tiles]
    assert np.ptp(feet) < 3


def test_a_call_from_the_right_turns_the_last_tile_of_a_kan():
    meld = LaidMeld.called("1p", ("1p", "1p", "1p"), RIGHT)
    assert meld.turned == 3
    assert LaidMeld.called("1p", ("1p", "1p", "1p"), ACROSS).turned == 1


@pytest.mark.parametrize("stacked", [False, True])
def test_an_added_kan_lies_beyond_the_turned_tile_or_on_it(stacked):
    meld = LaidMeld.called("0p", ("5p", "5p"), LEFT, "5p", stacked=stacked)
    tiles = lay_table(one(2, melds=(meld,)), BODY, 1)
    claimed, added = (tile for tile in tiles if tile.sideways)
    assert claimed.placement.label, added.placement.label == ("0p", "5p")
    away = own(added) - own(claimed)
    lift = added.placement.centre[2] - claimed.placement.centre[2]
    assert away == pytest.approx([0, 0 if stacked else BODY.width + 1], abs=2)
    assert lift == pytest.approx(BODY.thickness if stacked else 0)


@pytest.mark.parametrize("middles", [True, False])
def test_a_closed_kan_shows_two_backs(middles):
    meld = LaidMeld.closed_kan(("9m",) * 4, middles=middles)
    tiles = sorted(lay_table(one(1, melds=(meld,)), BODY, 1), key=lambda tile: own(tile)[0])
    shown = ["9m", "back", "back", "9m"] if middles else ["back", "9m", "9m", "back"]
    assert [tile.placement.label for tile in tiles] == shown
    assert not any(tile.sideways for tile in tiles)


def test_later_melds_lie_further_left_and_push_the_hand():
    kan = LaidMeld.called("1p", ("1p", "1p", "1p"), LEFT)
    tiles = lay_table(one(0, hand=HandView(("1m",), "up", "1m"), melds=(kan,) * 4), BODY, 5)
    melds = [[own(t)[0] for t in tiles if t.zone == "meld" and t.place // 8 == n] for n in SEATS]
    assert all(min(a) > max(b) + BODY.width for a, b in pairwise(melds))
    assert max(own(t)[0] for t in tiles if t.zone == "hand") < min(melds[3]) - BODY.width
    assert min(own(t)[0] for t in tiles) > -PLAN.edge


def test_the_winning_tile_lies_apart():
    tiles = lay_table(one(3, hand=HandView(HAND, "up", "2z")), BODY, 5)
    steps = np.diff([own(tile)[0] for tile in tiles])
    assert max(steps[:-1]) < BODY.width + 1
    assert steps[-1] > BODY.width + 7


def test_the_wall_goes_from_the_break_and_keeps_its_indicators():
    wall = WallView(first=12, drawn=53, replaced=1, indicators=("4p", "6z"))
    tiles = lay_table(TableView(wall=wall), BODY, 2)
    assert len(tiles) == 136 - 53 - 1
    dora = [tile for tile in tiles if tile.zone == "dora"]
    assert [(tile.placement.label, tile.place) for tile in dora] == [("4p", 0), ("6z", 1)]
    assert all(tile.placement.centre[2] > BODY.thickness for tile in dora)
    bottom = sorted((t for t in tiles if t.seat == 0), key=lambda tile: -own(tile)[0])
    # Twelve stacks are left of seat 0's wall, from its right; the last seven are the dead wall.
    assert len(bottom) == 2 * 12 - 1
    spots = sorted({round(own(tile)[0] / BODY.width) for tile in bottom}, reverse=True)
    places = [spots.index(round(own(tile)[0] / BODY.width)) for tile in dora]
    assert places[0] == places[1] + 1
    assert len(spots) - 1 - places[0] == 2
    assert min(t.place for t in tiles if t.zone == "wall") == 53


@pytest.mark.parametrize("first", [0, 5, 17, 40, STACKS - 1])
def test_what_is_left_of_the_wall_is_counted(first):
    for drawn, replaced in ((0, 0), (1, 0), (70, 2), (122, 0), (118, 4)):
        tiles = lay_table(TableView(wall=WallView(first, drawn, replaced, ("1m",))), BODY, 2)
        assert len(tiles) == 136 - drawn - replaced
        assert sum(tile.zone == "dora" for tile in tiles) == 1


@pytest.mark.parametrize("first", [0, 4, 12, 30])
def test_ura_lie_before_their_indicators(first):
    wall = WallView(first, 80, 1, ("4p", "6z"), ("1s", "2s"))
    tiles = lay_table(TableView(wall=wall), BODY, 2)
    assert len(tiles) == 136 - 80 - 1
    dora = {tile.place: tile for tile in tiles if tile.zone == "dora"}
    assert {place: tile.placement.label for place, tile in dora.items()} == {
        0: "4p", 1: "6z", URA: "1s", URA + 1: "2s",
    }  # fmt: skip
    for place in (0, 1):
        across, away = own(dora[place]) - own(dora[URA + place])
        assert abs(across) < 3
        assert BODY.height < away < BODY.height + 5
        assert dora[place].placement.centre[2] == dora[URA + place].placement.centre[2]


def flat(tiles):
    """The outline of each tile on the table, with its lower and upper end."""
    solid = corners([tile.placement for tile in tiles], BODY)
    hulls = [cv2.convexHull(s[:, :2].astype(np.float32))[:, 0] for s in solid]
    return [(hull, s[:, 2].min(), s[:, 2].max()) for hull, s in zip(hulls, solid, strict=True)]


@pytest.mark.parametrize("seed", range(10))
def test_no_tile_lies_in_another_or_off_the_table(seed):
    view = random_view(np.random.default_rng(seed))
    shapes = flat(lay_table(view, BODY, seed))
    boxes = np.array([[*hull.min(axis=0), *hull.max(axis=0)] for hull, _, _ in shapes])
    assert np.abs(boxes).max() < PLAN.edge
    for index, (hull, low, high) in enumerate(shapes):
        near = (boxes[:, :2] < boxes[index, 2:]).all(1) & (boxes[:, 2:] > boxes[index, :2]).all(1)
        for other in np.flatnonzero(near[:index]):
            second, bottom, top = shapes[other]
            if min(high, top) - max(low, bottom) < 1:
                continue
            common = cv2.intersectConvexConvex(hull, second)[0]
            assert common < 0.05 * BODY.width * BODY.height, (index, other)


@pytest.mark.parametrize("seed", [*range(20), *FIFTH_KAN])
def test_invented_moments_use_one_set_of_tiles(seed):
    view = random_view(np.random.default_rng(seed))
    assert view == random_view(np.random.default_rng(seed))
    labels = [tile for seat in view.seats for tile in seat.hand.tiles if tile != "back"]
    for seat in view.seats:
        labels += [tile.label for tile in seat.river]
        labels += [tile for meld in seat.melds for tile in meld.tiles]
        assert len(seat.hand.labels) + 3 * len(seat.melds) == 13
    labels += view.wall.indicators if view.wall else ()
    assert max(Counter(plain(label) for label in labels).values()) <= 4
    assert all(count == 1 for label, count in Counter(labels).items() if label[0] == "0")


@pytest.mark.parametrize("seed", FIFTH_KAN)
def test_no_invented_moment_has_a_fifth_kan(seed):
    view = random_view(np.random.default_rng(seed))
    melds = [meld for seat in view.seats for meld in seat.melds]
    assert sum(len(meld.tiles) == 4 for meld in melds) == 4


def test_invented_moments_fill_every_zone():
    views = [random_view(np.random.default_rng(seed)) for seed in range(120)]
    seats = [seat for view in views for seat in view.seats]
    melds = [meld for seat in seats for meld in seat.melds]
    assert {seat.hand.pose for seat in seats} == {"standing", "up", "down"}
    assert {meld.turned for meld in melds} == {None, 0, 1, 2, 3}
    assert {meld.stacked for meld in melds if meld.added} == {True, False}
    assert {meld.down for meld in melds} == {(), (1, 2), (0, 3)}
    assert any(seat.riichi for seat in seats)
    assert any(tile.taken for seat in seats for tile in seat.river)
    assert max(len(seat.river) for seat in seats) > 18
    walls = [view.wall for view in views if view.wall]
    assert {len(wall.indicators) for wall in walls} > {1, 2}
    assert any(wall.ura for wall in walls)


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: RiverTile("9z"), "'9z'"),
        (lambda: RiverTile("back"), "'back'"),
        (lambda: HandView(("back",)), "'back'"),
        (lambda: HandView(("1m",), "lying"), "'lying'"),
        (lambda: HandView(("1m",) * 15), "15 tiles"),
        (lambda: HandView(("1m",), apart="?"), "'?'"),
        (lambda: LaidMeld(("1m", "1m")), "2 tiles"),
        (lambda: LaidMeld(("1m",) * 3, turned=3), "no place 3"),
        (lambda: LaidMeld(("1m",) * 3, turned=-1), "no place -1"),
        (lambda: LaidMeld(("1m",) * 4, turned=1, down=(1, 2)), "both"),
        (lambda: LaidMeld(("1m",) * 3, added="1m"), "added"),
        (lambda: LaidMeld(("1m",) * 3, turned=0, stacked=True), "stacked"),
        (lambda: LaidMeld.called("1m", ("1m", "1m"), 0), "source 0"),
        (lambda: SeatView(melds=(PON,) * 5), "5 melds"),
        (lambda: SeatView(river=discards(31)), "31 tiles"),
        (lambda: WallView(68, 0), "68 first stack"),
        (lambda: WallView(0, 123), "123 drawn"),
        (lambda: WallView(0, 53, 5), "5 replaced"),
        (lambda: WallView(0, 53, 0, ("1m",) * 6), "6 indicators"),
        (lambda: WallView(0, 53, 0, ("1m",), ("2m", "3m")), "2 ura"),
        (lambda: TableView((SeatView(),) * 3), "3 seats"),
        (lambda: TableView(dealer=4), "dealer 4"),
        (lambda: TableView(sticks=-1), "sticks -1"),
        (lambda: watching((1280, 720), PLAN.edge, tilt=1.5), "tilt 1.5"),
        (lambda: watching((8, 720), PLAN.edge), "8x720"),
    ],
)
def test_what_no_table_holds_is_named(make, word):
    with pytest.raises(TableViewError, match=r"expected|both|stacked") as caught:
        make()
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)
