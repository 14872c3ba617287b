"""Beyond the wall: each tile counts once, one of a set lies turned, a fourth may lie on it."""

import pytest

from scoring.seats import Seat
from table.watch.faces import INDEX
from table.watch.seen.corners import Corner
from table.watch.seen.naming import name_pieces
from table.watch.seen.pieces import NOT_OVER_NS, Piece
from table.watch.seen.places import Placed
from vision.observation import FACE_NAMES, REST

NAMES = ["5m", "6m", "7m", "5s", "5s", "6s", "6s", "7s", "8s", "8s", "7s"]
PITCH = 1.02
HAND_Y = -12.6


def placed(track, name, x, sure=0.99):
    chances = [(1 - sure) / REST] * (REST + 1)
    chances[FACE_NAMES.index(name)] = sure
    return Placed(track, x, HAND_Y, False, True, tuple(chances), 0, 0, 1.0)


def shown(*more):
    row = [placed(at, name, -5 + PITCH * at) for at, name in enumerate(NAMES[:-1])]
    row.append(placed(10, NAMES[-1], -5 + PITCH * 11.4))
    corner = Corner(Seat(0))
    corner.shown = tuple(sorted([*row, *more], key=lambda one: one.x))
    return corner.hand()


@pytest.mark.parametrize("off", [-0.3, 0.3])
def test_a_tile_that_was_found_twice_counts_once(off):
    twice = shown(placed(99, "6p", -5 + PITCH * 6 + off, sure=0.6))
    assert twice == shown()
    assert len(twice.tiles) == len(NAMES)
    assert twice.apart == len(NAMES) - 1
    faces = [max(INDEX, key=lambda name: one.chances[INDEX[name]]) for one in twice.tiles]
    assert [str(face) for face in faces] == NAMES


def test_cards_on_the_rim_in_line_with_a_hand_are_no_tiles_of_it():
    cards = [placed(98, "2s", 15.2), placed(99, "2s", 16.0)]
    assert shown(*cards) == shown()


@pytest.mark.parametrize(
    ("parts", "apart"), [([3, 3, 4, 1], 10), ([1, 4, 6], 0), ([3, 1, 6, 1], None)]
)
def test_a_hand_in_parts_has_the_tile_at_an_end_apart_where_only_that_is_alone(parts, apart):
    ends = [sum(parts[: at + 1]) for at in range(len(parts))]
    hand = Corner(Seat(0))
    hand.shown = tuple(
        placed(at, name, -7 + PITCH * at + 0.6 * sum(end <= at for end in ends))
        for at, name in enumerate(NAMES)
    )
    assert len(hand.hand().tiles) == len(NAMES)
    assert hand.hand().apart == apart


def test_no_tile_of_a_hand_that_is_loosely_laid_lies_apart():
    hand = Corner(Seat(0))
    hand.shown = tuple(placed(at, name, -7 + 1.16 * at) for at, name in enumerate(NAMES[:-1]))
    hand.shown += (placed(10, NAMES[-1], -7 + 1.16 * 9 + 1.2),)
    assert hand.hand().apart is None


TURNED_Y, UPRIGHT_Y = -12.2, -12.03
SURELY = 0.99999


def lying(track, name, x, *, turned=False, y=None, sure=0.99):
    deep = TURNED_Y if turned else UPRIGHT_Y
    return placed(track, name, x, sure)._replace(sideways=turned, y=deep if y is None else y)


class Table:
    """One corner looked at again and again."""

    def __init__(self):
        self.corner, self.number, self.now_ns = Corner(Seat(0)), 0, 0

    def look(self, *tiles, over_ns=NOT_OVER_NS):
        self.now_ns += 1_000_000_000
        self.corner.look(list(tiles), self.now_ns, self.make, 0, over_ns)
        return self.corner.groups

    def make(self, tile):
        self.number += 1
        return Piece.of(self.number, tile, self.number, self.now_ns)


def test_a_set_whose_tiles_came_up_after_the_end_is_swept_there_and_was_not_called():
    chi = [lying(1, "5p", 11.05, turned=True), lying(2, "6p", 12.2), lying(3, "7p", 13.2)]
    swept = [one._replace(first_ns=9_000_000_000) for one in chi]
    table = Table()
    assert not table.look(*swept, over_ns=8_000_000_000)
    (group,) = table.look(*swept)
    assert group.shape == "chi"


def test_what_is_swept_onto_a_pon_after_the_end_was_not_added_to_it():
    pon = [lying(1, "6s", 11.05, turned=True), lying(2, "6s", 12.2), lying(3, "6s", 13.2)]
    fourth = lying(4, "6s", 11.05, turned=True, y=TURNED_Y + 1)._replace(first_ns=9_000_000_000)
    table = Table()
    (group,) = table.look(*pon)
    table.look(*pon, fourth, over_ns=8_000_000_000)
    assert group.added is None
    table.look(*pon, fourth)
    assert group.added is not None


def test_a_pon_of_which_one_tile_was_found_twice_is_no_kan():
    pon = lying(1, "6s", 11.05), lying(2, "6s", 12.15), lying(3, "6s", 13.35, turned=True)
    (group,) = Table().look(*pon, lying(4, "6s", 11.89, sure=0.8))
    assert (group.shape, group.called, len(group.pieces)) == ("pon", 2, 3)


def test_of_two_tiles_that_seem_turned_the_one_that_reaches_out_is():
    tiles = (
        lying(1, "6s", 4.49, turned=True, y=UPRIGHT_Y),
        lying(2, "6s", 5.37, turned=True),
        lying(3, "6s", 6.37),
    )
    (group,) = Table().look(*tiles)
    assert (group.shape, group.called, group.source) == ("pon", 1, Seat(2))
    name_pieces([group], [], [4] * REST)
    assert [str(name) for name in group.names] == ["6s"] * 3
    assert group.sure > 0.9


@pytest.mark.parametrize("beside", [(), ("7z", "7z", "7z")], ids=["alone", "by a pon"])
def test_a_called_set_of_which_a_tile_is_surely_misread_is_one_that_is_not_sure(beside):
    """4s of knotted sticks are eight circles to the reader."""
    table = Table()
    row = [lying(at, name, 11 + 1.1 * at, turned=at % 3 == 0, sure=SURELY)
           for at, name in enumerate(("8p", "3s", "5s", *beside))]  # fmt: skip
    table.look(*row)
    assert len(table.corner.groups) == len(beside) // 3
    assert len(table.corner.shown) == 3
    for _ in range(3):
        groups = table.look(*row)
    assert [len(group.pieces) for group in groups] == [3] * (len(row) // 3)
    assert table.corner.shown == ()
    group = next(group for group in groups if group.pieces[0].track == 0)
    assert (group.shape, group.called) == ("chi", 0)
    name_pieces([group], [], [4] * REST)
    assert [str(name) for name in group.names] == ["4s", "3s", "5s"]
    assert group.sure <= 0.5


@pytest.mark.parametrize("names", [("8p", "3s", "9m"), ("8p", "3s", "5s", "1z")])
def test_what_no_set_is_with_one_tile_misread_is_none(names):
    row = [lying(at, name, 11 + 1.1 * at, turned=not at, sure=SURELY)
           for at, name in enumerate(names)]  # fmt: skip
    table = Table()
    assert not [table.look(*row) for _ in range(5)][-1]


def test_a_kan_of_which_a_tile_is_surely_misread_is_one():
    row = [lying(at, name, 11 + 1.1 * at, turned=not at, sure=SURELY)
           for at, name in enumerate(("8p", "4s", "4s", "4s"))]  # fmt: skip
    table = Table()
    (group,) = [table.look(*row) for _ in range(5)][-1]
    assert group.shape == "daiminkan"


def test_a_hand_of_which_three_tiles_come_up_first_one_of_them_turned_is_no_set():
    """An arm covers 2m and 3m yet, and 4m was laid across as it was drawn."""
    names = ("2m", "3m", "5p", "5p", "4m")
    hand = [lying(at, name, 1 + 1.05 * at, turned=at == 4, sure=SURELY)
            for at, name in enumerate(names)]  # fmt: skip
    table = Table()
    for _ in range(2):
        table.look(*hand[2:])
    for _ in range(5):
        groups = table.look(*hand)
    assert groups == []
    assert len(table.corner.shown) == len(hand)


@pytest.mark.parametrize("alone", [True, False])
def test_a_turned_tile_that_moves_alone_may_have_another_on_it(alone):
    table = Table()
    pon = lying(1, "8s", 11.3), lying(2, "8s", 12.24), lying(3, "8s", 13.37, turned=True)
    for _ in range(5):
        (group,) = table.look(*pon)
    off = 0.0 if alone else 0.4
    pushed = [one._replace(x=one.x + off) for one in pon[:2]]
    table.look(*pushed, pon[2]._replace(x=13.77, y=TURNED_Y - off))
    assert (group.over is not None) == alone
    if alone:
        assert group.over.first_ns == table.now_ns


def test_a_hand_that_is_shown_holds_no_declared_set_though_one_tile_seems_turned():
    names = ["3m", "4m", "4m", "5m", "5m", "6m", "8m", "9m", "9p", "9s", "9s", "9s"]
    row = [lying(at, name, -6 + at, turned=at == 9, y=UPRIGHT_Y) for at, name in enumerate(names)]
    table = Table()
    assert table.look(*row) == []
    assert len(table.corner.hand().tiles) == len(names)
    pon = [lying(50 + at, "7z", 8 + at, turned=at == 0) for at in range(3)]
    later = [tile._replace(first_ns=9_000_000_000) for tile in row]
    (group,) = Table().look(*pon, *later)
    assert [one.track for one in group.pieces] == [50, 51, 52]


def test_what_was_taken_for_a_set_as_a_hand_was_laid_open_is_part_of_that_hand():
    table = Table()
    row = [lying(at, name, -5 + PITCH * at) for at, name in enumerate(NAMES[:-1])]
    turned = row[1]._replace(sideways=True)
    (group,) = table.look(row[0], turned, row[2])
    assert (group.shape, group.called) == ("chi", 1)
    assert table.look(row[0], turned, *row[2:]) == [group]
    assert not table.look(*row)
    assert [one.track for one in table.corner.shown] == list(range(len(row)))


def test_nor_is_it_a_set_where_what_seemed_turned_was_no_tile_and_is_gone():
    table = Table()
    row = [lying(at, name, -5 + PITCH * at) for at, name in enumerate(NAMES[:-1])]
    strange = row[1]._replace(track=77, sideways=True)
    (group,) = table.look(row[0], strange, row[2])
    assert table.look(row[0], strange, *row[2:]) == [group]
    assert not table.look(*row)
    assert [one.track for one in table.corner.shown] == list(range(len(row)))


@pytest.mark.parametrize(("right", "sets"), [(0.0, 0), (9.5, 2)])
def test_no_sets_come_up_with_other_open_tiles_where_one_of_a_hand_is_not_found(right, sets):
    """Its neighbours seem to be a row of their own, and two of them turned; a corner is no hand."""
    table = Table()
    turned = {"5p", "7s"}
    names = {"2m": -4.5, "3m": -3.5, "4m": -2.5, "5p": -1.4, "3p": -0.2, "4p": 0.8}
    names |= {"6s": 2.7, "5s": 3.7, "7s": 4.9}
    row = [
        lying(at, name, x + right, turned=name in turned, y=UPRIGHT_Y)
        for at, (name, x) in enumerate(names.items())
    ]
    assert len(table.look(*row)) == sets
    assert len(table.corner.shown) == len(names) - 3 * sets


@pytest.mark.parametrize(("at", "sets"), [(-3.1, 0), (8.2, 1)])
def test_no_set_comes_up_left_of_the_middle_with_the_rest_of_a_short_hand(at, sets):
    """Of an opened hand with two called sets the first tile seems turned; a corner is no hand."""
    table = Table()
    names = {"3m": 0.0, "4m": 1.0, "0m": 2.0, "1p": 3.1, "6s": 4.1, "7s": 5.1, "5s": 7.7}
    row = [
        lying(track, name, x + at, turned=name == "3m", y=UPRIGHT_Y)
        for track, (name, x) in enumerate(names.items())
    ]
    assert len(table.look(*row)) == sets
    assert len(table.corner.shown) == len(names) - 3 * sets


@pytest.mark.parametrize(
    ("at", "mates", "sets"), [(-3.1, 1, 1), (-3.1, 2, 0), (-1.5, 4, 1), (-1.5, 6, 0), (8.2, 5, 1)]
)
def test_how_many_tiles_of_no_set_make_one_that_seems_turned_a_part_of_a_hand(at, mates, sets):
    table = Table()
    names = ["3m", "4m", "5m", "1p", "4p", "7p", "1s", "4s", "7s"][: 3 + mates]
    row = [
        lying(track, name, PITCH * track + (0.1 if track > 2 else 0) + at, turned=not track,
              y=UPRIGHT_Y)
        for track, name in enumerate(names)
    ]  # fmt: skip
    assert len(table.look(*row)) == sets


def test_two_sets_that_come_up_left_of_the_middle_beside_one_other_tile_stay_sets():
    table = Table()
    names = {"3m": -8.0, "4m": -7.0, "5m": -6.0, "6p": -4.9, "6s": -3.7, "6s_": -2.7, "6s__": -1.7}
    row = [
        lying(track, name.strip("_"), x, turned=track in (0, 4), y=UPRIGHT_Y)
        for track, (name, x) in enumerate(names.items())
    ]
    assert len(table.look(*row)) == 2


def test_a_called_set_beside_an_older_hand_stays_one():
    table = Table()
    row = [lying(at, name, -5 + PITCH * at) for at, name in enumerate(NAMES[:-1])]
    (group,) = table.look(row[0], row[1]._replace(sideways=True), row[2])
    late = [one._replace(first_ns=10_000_000_000) for one in row[3:]]
    assert table.look(*row[:3], *late) == [group]


def on_its_face(tile):
    return tile._replace(up=False, chances=())


def bare_pon(turned_one_up):
    """A pon of hakus of which one is read, the turned one or its neighbour, and two seem backs."""
    haku = [lying(1, "5z", 11.05, turned=True), lying(2, "5z", 12.2), lying(3, "5z", 13.2)]
    read = 0 if turned_one_up else 1
    return [one if at == read else on_its_face(one) for at, one in enumerate(haku)]


@pytest.mark.parametrize("turned_one_up", [True, False])
def test_backs_beside_a_haku_of_which_one_is_turned_are_bare_hakus(turned_one_up):
    (group,) = Table().look(*bare_pon(turned_one_up))
    assert (group.shape, group.called) == ("pon", 0)
    name_pieces([group], [], [4] * REST)
    assert [str(name) for name in group.names] == ["5z"] * 3
    assert group.sure > 0.9


@pytest.mark.parametrize("x", [9.85, 14.2])
def test_a_back_beside_a_pon_of_hakus_makes_it_no_kan(x):
    pon = [lying(1, "5z", 11.05, turned=True), lying(2, "5z", 12.2), lying(3, "5z", 13.2)]
    (group,) = Table().look(*pon, on_its_face(lying(4, "5z", x)))
    assert group.shape == "pon"


def test_backs_beside_another_face_or_of_a_hand_that_lay_there_are_no_hakus():
    turned, *backs = bare_pon(turned_one_up=True)
    assert not Table().look(lying(1, "4z", 11.05, turned=True), *backs)
    assert not Table().look(turned._replace(first_ns=9_000_000_000), *backs)
    assert not Table().look(turned._replace(sideways=False, y=UPRIGHT_Y), *backs)


def back(track, x, y=HAND_Y):
    return placed(track, "5z", x)._replace(up=False, chances=(), y=y)


@pytest.mark.parametrize(
    ("behind", "beside", "kan"),
    [(0.0, "", True), (0.65, "", False), (0.0, "open", False), (0.0, "standing", True)],
)
def test_backs_of_a_hand_that_is_being_laid_open_make_no_kan(behind, beside, kan):
    faces = [placed(1, "2m", 0.0), placed(4, "2m", 3 * PITCH)]
    backs = [back(2, PITCH, HAND_Y - behind), back(3, 2 * PITCH, HAND_Y - behind)]
    others = [
        placed(10 + at, name, (4 + at) * PITCH)
        if beside == "open"
        else back(10 + at, (4 + at) * PITCH)
        for at, name in enumerate(["6m", "8p"] if beside else [])
    ]
    groups = Table().look(*faces, *backs, *others)
    assert [group.shape for group in groups] == ["ankan"] * kan


@pytest.mark.parametrize(
    ("face", "more", "kan"), [("5z", 3, False), ("5z", 0, True), ("2m", 3, True)]
)
def test_two_blank_backs_of_a_hand_that_lies_on_its_face_make_no_kan(face, more, kan):
    tiles = [back(1, 0.0), placed(2, face, PITCH), placed(3, face, 2 * PITCH), back(4, 3 * PITCH)]
    tiles += [back(10 + at, (4 + at) * PITCH) for at in range(more)]
    assert [group.shape for group in Table().look(*tiles)] == ["ankan"] * kan


def test_a_set_that_is_laid_before_the_hand_and_pushed_into_the_corner_is_one():
    before = [
        lying(1, "7p", 6.4, turned=True, y=-13.1),
        lying(2, "5p", 7.7, y=-12.9),
        lying(3, "6p", 9.0, y=-12.8),
    ]
    after = [
        lying(11, "7p", 14.0, turned=True, y=-16.6),
        lying(12, "5p", 15.2, y=-16.4),
        lying(13, "6p", 16.2, y=-16.4),
    ]
    table = Table()
    table.look(*before)
    (group,) = table.look(*after)
    assert [piece.track for piece in group.pieces] == [11, 12, 13]
    assert group.over is None


def test_a_turned_tile_that_is_only_in_mind_where_it_lay_makes_no_kan_of_a_pon():
    gone = lying(1, "7z", 13.5, turned=True)._replace(visible=0.0)
    pon = lying(2, "7z", 14.2, turned=True), lying(3, "7z", 15.4), lying(4, "7z", 16.4)
    (group,) = Table().look(gone, *pon)
    assert (group.shape, [piece.track for piece in group.pieces]) == ("pon", [2, 3, 4])


def test_a_set_that_is_out_of_sight_is_not_another_like_it():
    first = [lying(1, "3m", 14.0, turned=True), lying(2, "4m", 15.2), lying(3, "5m", 16.2)]
    second = [lying(4, "3m", 10.6, turned=True), lying(5, "4m", 11.8), lying(6, "5m", 12.8)]
    table = Table()
    table.look(*first)
    table.look(*first, *second)
    table.look(*first)
    again = [one._replace(track=one.track + 10) for one in second]
    groups = table.look(*first, *again)
    assert [[piece.track for piece in group.pieces] for group in groups] == [
        [1, 2, 3],
        [14, 15, 16],
    ]
