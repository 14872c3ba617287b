"""A set of which one tile is never found: told where it must lie, and asked about."""

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import Ankan, Chi, Daiminkan, Pon
from table.watch.faces import certain
from table.watch.seen.corners import Corner
from table.watch.seen.halves import LASTING_NS, PROVEN_NS, with_third
from table.watch.seen.naming import name_pieces
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.places import Placed
from table.watch.seen.ponds import Pond
from table.watch.seen.sets import Reading
from vision.observation import REST

CALLS = Ankan | Chi | Daiminkan | Pon
SECOND = 1_000_000_000
LATE_NS = 100 * SECOND


def placed(track, name, x, *, turned=False, first_ns=10 * SECOND):
    (chances,) = certain((Tile.parse(name),))
    y = -12.2 if turned else -12.05
    return Placed(track, x, y, turned, True, chances, first_ns, 0, 1.0)


def made(tile):
    return Piece.of(tile.track, tile, 0, tile.first_ns)


def corner_of(*tiles):
    corner = Corner(Seat(3))
    corner.shown = tiles
    return corner


def ponds(giver=None, gone_ns=10 * SECOND, name="5z"):
    """Four ponds; a tile has gone from one of them."""
    found = [Pond() for _ in range(4)]
    if giver is not None:
        piece = made(placed(50, name, 0.0))
        piece.name, piece.gone_ns = Tile.parse(name), gone_ns
        found[giver].pieces.append(piece)
    return found


def third(corner, pond, now_ns=LATE_NS):
    found = with_third(corner, pond, now_ns)
    if found is None:
        return None
    tiles, called, *_ = found
    return ["?" if tile.track < 0 else "U-S"[2 * tile.sideways] for tile in tiles], called


def complete(corner, pond):
    half = with_third(corner, pond, LATE_NS)
    corner.complete(half.tiles, Reading(half.shape, half.called, (), 1.0), made, 30)


PAIR = placed(1, "5z", 11.4, turned=True), placed(2, "5z", 12.5)


def test_the_third_tile_lies_where_there_is_room_for_it():
    assert third(corner_of(*PAIR), ponds()) == (["S", "U", "?"], 0)
    at_the_end = placed(1, "5z", 12.2, turned=True), placed(2, "5z", 13.38)
    assert third(corner_of(*at_the_end), ponds()) == (["?", "S", "U"], 1)


@pytest.mark.parametrize(("giver", "found"), [(2, (["S", "U", "?"], 0)), (1, (["?", "S", "U"], 1))])
def test_the_discard_that_has_gone_tells_it_where_room_does_not(giver, found):
    pair = tuple(tile._replace(x=tile.x + 0.35) for tile in PAIR)
    assert third(corner_of(*pair), ponds()) is None
    assert third(corner_of(*pair), ponds(giver)) == found
    assert third(corner_of(*pair), ponds(giver, gone_ns=40 * SECOND)) is None


def test_what_may_still_be_found_or_is_no_pon_is_left_alone():
    soon = 10 * SECOND + LASTING_NS - 1
    assert third(corner_of(*PAIR), ponds(), soon) is None
    assert third(corner_of(PAIR[0], placed(2, "6z", 12.5)), ponds()) is None
    assert third(corner_of(placed(1, "5z", 11.5), PAIR[1]), ponds()) is None
    hand = [placed(9 + at, "1m", at) for at in range(3)]
    assert third(corner_of(*PAIR, *hand), ponds()) is None


def test_the_discard_that_has_gone_proves_it_sooner():
    soon = 10 * SECOND + PROVEN_NS
    assert third(corner_of(*PAIR), ponds(2), soon - 1) is None
    assert third(corner_of(*PAIR), ponds(2), soon) == (["S", "U", "?"], 0)
    run = placed(1, "4m", 11.0, turned=True), placed(2, "3m", 12.18)
    assert third(corner_of(*run), ponds(2, name="4m"), soon) is None


@pytest.mark.parametrize(
    ("left", "right", "called", "is_sure"),
    [
        (("5z", 11.0, True), ("5z", 12.18), "5z", True),
        (("3m", 11.0), ("4m", 12.0), "5m", True),
        (("4m", 11.0, True), ("3m", 12.18), "4m", False),  # 2m or 5m is the third
    ],
)
def test_a_set_is_sure_whose_discard_tells_the_unseen_tile(left, right, called, is_sure):
    def lying(track, name, x, turned=False):
        return placed(track, name, x, turned=turned)

    corner, pond = corner_of(lying(1, *left), lying(2, *right)), ponds(2, name=called)
    complete(corner, pond)
    (group,) = corner.groups
    (group.link,) = pond[2].pieces
    name_pieces([group], [], [4] * REST)
    assert (group.sure > 0.9) is is_sure


def test_it_is_named_and_asked_about():
    corner = corner_of(*PAIR)
    complete(corner, ponds())
    assert not corner.shown
    (group,) = corner.groups
    assert isinstance(group, Group)
    name_pieces([group], [], [4] * REST)
    assert ([str(name) for name in group.names], group.source) == (["5z"] * 3, Seat(2))
    assert group.sure < 0.7


@pytest.mark.parametrize(
    ("left", "right", "giver", "gone", "marks", "names"),
    [
        # the turned tile of a pon is not found: its discard tells where it lies
        (("5z", 11.0), ("5z", 12.0), 2, "5z", ["?", "U", "U"], ["5z 5z 5z"]),
        (("5z", 11.0), ("5z", 12.0), 0, "5z", ["U", "U", "?"], ["5z 5z 5z"]),
        (("5z", 11.0), ("5z", 13.36), 1, "5z", ["U", "?", "U"], ["5z 5z 5z"]),
        (("5z", 11.0), ("5z", 12.0), 2, "6z", None, None),
        # of a run the discard is the turned tile, or an own tile is one of a few
        (("3m", 11.0), ("4m", 12.0), 2, "5m", ["?", "U", "U"], ["5m 3m 4m"]),
        (("3m", 11.0), ("4m", 12.0), 2, "6m", None, None),
        (("4m", 11.0, True), ("3m", 12.18), 2, "4m", ["S", "U", "?"], ["4m 3m 2m", "4m 3m 5m"]),
        (("4m", 11.0, True), ("3m", 13.18), 2, "4m", ["S", "?", "U"], ["4m 2m 3m", "4m 5m 3m"]),
        (("4m", 11.0, True), ("3m", 12.18), 1, "4m", None, None),
        (("4m", 11.0, True), ("7m", 12.18), 2, "4m", None, None),
    ],
)
def test_a_set_is_told_by_what_left_the_pond(left, right, giver, gone, marks, names):
    def lying(track, name, x, turned=False):
        return placed(track, name, x, turned=turned)

    corner, pond = corner_of(lying(1, *left), lying(2, *right)), ponds(giver, name=gone)
    found = third(corner, pond)
    assert (found and found[0]) == marks
    if names is None:
        return
    complete(corner, pond)
    (group,) = corner.groups
    name_pieces([group], [], [4] * REST)
    assert " ".join(map(str, group.names)) in names
    assert group.source == Seat(giver)
    assert group.sure < 0.7


@pytest.mark.parametrize(("giver", "x"), [(2, 9.82), (0, 13.18)])
def test_what_lies_where_the_unseen_tile_must_is_it_however_it_was_read(giver, x):
    own = placed(1, "5z", 11.0), placed(2, "5z", 12.0)
    corner, pond = corner_of(*own), ponds(giver)
    complete(corner, pond)
    stray = placed(3, "9p", x, turned=True)
    corner.look([*own, stray], LATE_NS, made, 30)
    assert not corner.shown
    corner.look([*own, stray._replace(x=8.0)], LATE_NS, made, 30)
    assert [tile.track for tile in corner.shown] == [3]


def test_where_the_unseen_tile_must_lie_goes_with_its_set():
    own = placed(1, "5z", 11.0), placed(2, "5z", 12.0)
    corner = corner_of(*own)
    complete(corner, ponds(2))
    moved = [tile._replace(x=tile.x + 1.2) for tile in own]
    corner.look(moved, LATE_NS, made, 30)
    pon = [placed(5 + at, "7z", 7.6 + at + 0.18 * (at > 0), turned=at == 0) for at in range(3)]
    corner.look([*moved, *(tile._replace(first_ns=LATE_NS) for tile in pon)], LATE_NS, made, 31)
    assert [[piece.track for piece in group.pieces][-2:] for group in corner.groups] == [
        [1, 2],
        [6, 7],
    ]


def test_a_pair_of_a_hand_that_is_being_opened_is_given_back_with_what_lies_beside_it():
    pair = placed(1, "5z", 8.0), placed(2, "5z", 9.0)
    corner = corner_of(*pair)
    complete(corner, ponds(2))
    hand = [placed(10 + at, f"{at + 1}m", 7.0 - at) for at in range(8)]
    corner.look([*pair, *hand], LATE_NS, made, 30)
    assert not corner.groups
    assert len(corner.shown) == 10


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_run_of_which_a_tile_is_never_found_is_on_record(follow, played_of, ruleset_of, place):
    ruleset = ruleset_of("tenhou")
    games = ((seed, played_of(ruleset, seed, 1)) for seed in range(40, 80))
    seed, game = next(one for one in games if sum(isinstance(act, Chi) for act in one[1]) == 1)
    (chi,) = [act for act in game if isinstance(act, Chi)]
    own = [act for act in game if isinstance(act, CALLS) and act.actor == chi.actor]
    hidden = 8 * own.index(chi) + place

    def seen(tile, one):
        lost = (tile.zone, tile.seat, tile.place) == ("meld", chi.actor, hidden)
        return None if lost else one

    card, watcher = follow(game, ruleset, seed, seen)
    told = [act for act in watcher.events if isinstance(act, Chi)]
    assert [(act.actor, act.target, act.pai) for act in told] == [(chi.actor, chi.target, chi.pai)]
    assert card.missed <= 1
    assert not card.silent, card.wrong
