"""An indicator that is lifted off its ura stays what it was read as before."""

from types import SimpleNamespace

import pytest

from scoring.tiles import Tile
from table.watch.faces import best, certain
from table.watch.seen.indicators import Indicators, late_face
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Placed

SECOND = 1_000_000_000
LAYOUT = SimpleNamespace(
    hidden=[((2.0, -9.0), (4.0, -9.0))] * 4, wall=[()] * 4, covered=[False] * 4
)  # fmt: skip


def mixed(name, sure, other):
    first, second = (certain((Tile.parse(one),))[0] for one in (name, other))
    return tuple(sure * one + (1 - sure) * two for one, two in zip(first, second, strict=True))


def face(chances, at_s):
    return Placed(69, 3.0, -9.0, False, True, chances, 4 * SECOND, at_s * SECOND, 1.0)


@pytest.fixture
def faces():
    """The faces in the walls, and what looks at them: readings of one track, one a second."""
    found = Indicators()
    numbers = iter(range(1, 99))

    def look(*readings, over):
        for chances in readings:
            at = next(numbers)
            now_ns = at * SECOND

            def make(placed, at=at, now_ns=now_ns):
                return Piece.of(at, placed, at, now_ns)

            found.look(LAYOUT, [(0, [face(chances, at)])], 0, now_ns, make, over=over)
        return found

    return look


def test_what_lies_in_its_place_then_is_its_ura_though_the_look_between_was_of_both(faces):
    plain = mixed("3p", 0.97, "2p")
    faces(plain, plain, over=False)
    found = faces(mixed("3p", 0.64, "5z"), mixed("5z", 0.98, "3p"), over=True)
    assert [best(one.chances) for one in found.shown] == [best(plain)]
    assert found.shown[0].chances == plain
    assert [best(one.chances) for one in found.stray] == [best(mixed("5z", 0.98, "3p"))]


def test_before_the_end_a_face_is_what_it_is_read_as_at_last(faces):
    faces(mixed("3p", 0.97, "2p"), over=False)
    found = faces(mixed("5z", 0.97, "3p"), over=False)
    assert [best(one.chances) for one in found.shown] == [best(mixed("5z", 0.97, "3p"))]
    assert not found.stray


def test_a_face_that_was_never_read_surely_may_be_read_otherwise_at_the_end(faces):
    faces(mixed("3p", 0.6, "5z"), over=False)
    found = faces(mixed("5z", 0.97, "3p"), over=True)
    assert not found.stray


@pytest.mark.parametrize(("blank_s", "shown"), [(14, "9p"), (4, "5z")])
def test_a_blank_face_that_came_up_after_a_printed_one_is_none_but_asked_about(blank_s, shown):
    """A back that is burnt white looks blank; a white dragon may be the indicator all the same."""
    tiles = {"5z": (1, 3.0, blank_s), "9p": (2, 5.0, 9)}
    found = looked_at(tiles)
    names = {track: name for name, (track, _, _) in tiles.items()}
    assert [names[piece.track] for piece in found.shown] == [shown]
    assert [names[piece.track] for piece in found.rivals] == (["5z"] if shown == "9p" else [])


@pytest.mark.parametrize(("late_s", "shown"), [(30, 1), (6, 2)])
def test_a_face_that_is_turned_beside_the_indicator_at_a_walls_end_is_the_next_one(late_s, shown):
    """A wall's end that is taken for a face shortly before the indicator is turned is none."""
    found = looked_at({"1m": (1, 2.0, 2), "5s": (2, 3.0, late_s)}, 40)
    assert [piece.track for piece in found.shown] == [shown]
    assert [piece.track for piece in found.stray] == [3 - shown]


def test_a_face_came_up_when_its_tile_was_turned_that_lay_there_all_along():
    """So the fourth tile of a kan, which lies on the turned one, is known by its indicator."""
    found = looked_at({"1m": (1, 2.0, 2), "5z": (2, 3.0, 30)}, 40)
    (turned,) = found.stray
    assert turned.first_ns == 30 * SECOND
    assert late_face(turned, found)
    assert not late_face(found.shown[0], found)


def test_the_indicator_of_a_kan_goes_before_a_wall_s_end_that_is_taken_for_a_face():
    tiles = {"1m": (1, 2.0, 2), "5s": (2, 3.0, 30), "9m": (3, 8.0, 33)}
    assert [one.track for one in looked_at(tiles, 50, kans=1).shown] == [1, 2]


@pytest.mark.parametrize(("looks", "shown"), [(1, 2), (6, 1)])
def test_a_back_that_seemed_a_face_for_a_moment_is_none_though_arms_lie_about(looks, shown):
    """A hand over the wall hides nothing where the back is seen; a face that was known stays."""
    found, covered = Indicators(), SimpleNamespace(**vars(LAYOUT))
    for now_s in range(1, 12):
        here = [(1, 3.0)] * (now_s <= looks) + [(2, 5.0)]
        placed = [
            Placed(track, x, -9.0, False, True, mixed("5z", 0.7, "1p"), 0, now_s * SECOND, 1.0)
            for track, x in here
        ]
        backs = ((2.0, -9.0), (4.0, -9.0), *(((3.05, -9.02),) if now_s > looks else ()))
        covered.hidden, covered.covered = [backs] * 4, [now_s > 1] * 4

        def make(one, now_ns=now_s * SECOND):
            return Piece.of(one.track, one, 1, now_ns)

        found.look(covered, [(0, placed)], 0, now_s * SECOND, make, over=False)
    assert [one.track for one in found.shown] == [shown]


def looked_at(tiles, seconds=20, kans=0):
    """What looks at the faces, one a second: name -> its track, where it lies, when it came."""
    found = Indicators()
    for now_s in range(1, seconds + 1):

        def make(one, now_ns=now_s * SECOND):
            return Piece.of(one.track, one, 1, now_ns)

        placed = [
            Placed(track, x, -9.0, False, True, mixed(name, 0.9, "1p"), 0, now_s * SECOND, 1.0)
            for name, (track, x, came_s) in tiles.items()
            if came_s <= now_s
        ]
        found.look(LAYOUT, [(0, placed)], kans, now_s * SECOND, make, over=False)
    return found
