"""A call is told by the row that two tiles left, however the set in the corner is read."""

from dataclasses import replace

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import Chi, Pon
from table.formats.mjai_write import check_holes
from table.watch.faces import certain
from table.watch.seen.corners import Corner
from table.watch.seen.hand_rows import SeenRow
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Placed
from table.watch.seen.ponds import Pond
from table.watch.seen.row_calls import WAIT_NS, Gone, gone_from, told_by_row

SECOND = 1_000_000_000
AT_NS = 10 * SECOND
LATE_NS = AT_NS + WAIT_NS
CALLS = Chi | Pon


def tiles(text):
    return tuple(Tile.parse(one) for one in text.split())


def row(at_s, text):
    return SeenRow(at_s * SECOND, certain(tiles(text)), None)


def placed(track, name, x, first_ns=AT_NS):
    (chances,) = certain(tiles(name))
    return Placed(track, x, -12.0, False, True, chances, first_ns, 0, 1.0)


def ponds(giver, name, gone_ns=AT_NS):
    found = [Pond() for _ in range(4)]
    piece = Piece.of(50, placed(50, name, 0.0), 0, 0)
    piece.name, piece.gone_ns = Tile.parse(name), gone_ns
    found[giver].pieces.append(piece)
    return found


def told(giver, name, own, *, at=LATE_NS, gone_ns=AT_NS):
    """What is made of two faces in the corner of seat 3 that make no set."""
    corner = Corner(Seat(3))
    corner.shown = (placed(1, "6p", 10.0), placed(2, "9s", 12.0))
    gone = [Gone(Seat(3), AT_NS, tiles(own))]
    half = told_by_row(corner, ponds(giver, name, gone_ns), gone, at)
    return half and (half.shape, half.called)


def test_two_tiles_that_leave_a_row_at_once_are_told():
    ten, eight = "1m 2m 3m 5p 6p 7p 7p 7p 2s 3s", "1m 2m 3m 5p 6p 7p 2s 3s"
    (found,) = gone_from(Seat(2), [row(1, ten), row(5, eight)])
    assert found == Gone(Seat(2), 5 * SECOND, tiles("7p 7p"))
    assert not gone_from(Seat(2), [row(1, ten), row(5, eight.replace("2s", "4s"))])
    assert not gone_from(Seat(2), [row(1, ten), row(5, ten[3:])])


def test_one_tile_that_leaves_the_row_of_who_has_drawn_is_told_and_calls_nothing():
    eleven = "1m 2m 3m 5p 6p 7p 7p 7p 2s 3s 7p"
    (found,) = gone_from(Seat(3), [row(1, eleven), row(5, eleven[:-3])])
    assert found == Gone(Seat(3), 5 * SECOND, tiles("7p"))
    assert told(2, "7p", "7p") is None


@pytest.mark.parametrize(("giver", "called"), [(2, 0), (1, 1), (0, 2)])
def test_the_turned_tile_lies_where_its_giver_sits(giver, called):
    assert told(giver, "7p", "7p 7p") == ("pon", called)


def test_a_run_is_called_from_the_seat_before_alone():
    assert told(2, "6p", "5p 7p") == ("chi", 0)
    assert told(1, "6p", "5p 7p") is None
    assert told(2, "1z", "2z 3z") is None
    assert told(2, "1p", "8m 9m") is None


def test_what_may_still_be_read_is_waited_for():
    assert told(0, "7p", "7p 7p", at=LATE_NS - 1) is None


def test_a_discard_that_lies_or_went_long_before_was_not_called():
    assert told(0, "7p", "7p 7p", gone_ns=None) is None
    assert told(0, "7p", "7p 7p", gone_ns=AT_NS - 4 * SECOND) is None


def calls(watcher):
    return [event for event in watcher.events if isinstance(event, CALLS)]


def test_a_set_that_is_misread_is_told_by_the_row(watched, filmed, monkeypatch):
    true = calls(watched(3, hands=1)[1])
    assert true
    sight = filmed.Eyes.sight

    def misread(self, tile):
        seen = sight(self, tile)
        if seen is None or tile.zone != "meld" or tile.place == 0:
            return seen
        wrong = "1z" if tile.place == 1 else "9s"
        return replace(seen, probabilities=self.belief(wrong, wrong, 0.97))

    monkeypatch.setattr(filmed.Eyes, "sight", misread)
    assert calls(watched(3, hands=1)[1]) != true
    card, watcher = watched(3, hands=1, cameras=True)
    assert calls(watcher) == true, card.wrong
    assert card.right == 1, card.wrong
    check_holes(watcher.events)
