"""The next hand's indicator may be turned while tiles of the last one are still seen."""

from types import SimpleNamespace

import pytest

from table.watch.seen.left_over import left_over
from table.watch.seen.places import Placed

SECOND = 1_000_000_000
TRACKS = frozenset({1, 2, 3, 7})


def sheet(gone, there):
    """A hand of which so many discards have gone, one a second, and so many are still seen."""
    pieces = [SimpleNamespace(gone_ns=(at + 1) * SECOND) for at in range(gone)]
    pieces += [SimpleNamespace(gone_ns=None) for _ in range(there)]
    return SimpleNamespace(ponds=[SimpleNamespace(pieces=pieces)])


def face(track, first_s, x=3.0):
    return Placed(track, x, -9.0, False, True, (), first_s * SECOND, first_s * SECOND, 1.0)


def layout(*faces, backs=((2.0, -9.0), (4.0, -9.0))):
    return SimpleNamespace(tracks=TRACKS, wall=[faces, (), (), ()], hidden=[backs, (), (), ()])


def test_a_face_between_backs_that_came_up_while_the_table_was_cleared_is_of_the_next_hand():
    assert left_over(layout(face(7, 15)), sheet(20, 4)) == TRACKS - {7}


@pytest.mark.parametrize(
    ("there", "hand"),
    [
        (layout(face(7, 5)), sheet(20, 4)),
        (layout(face(7, 15)), sheet(8, 16)),
        (layout(face(7, 15), backs=((2.0, -9.0),)), sheet(20, 4)),
        (layout(face(7, 15), face(3, 16, 3.0)), sheet(20, 4)),
        (layout(), sheet(20, 4)),
    ],
    ids=["before that", "most still lie there", "at a wall's end", "two of them", "none"],
)
def test_any_other_tile_is_of_the_hand_before(there, hand):
    assert left_over(there, hand) == TRACKS


def test_a_hand_of_which_nobody_saw_the_indicator_is_asked_about(watched, filmed, monkeypatch):
    seen = filmed.Eyes.sight
    monkeypatch.setattr(
        filmed.Eyes, "sight",
        lambda self, tile: None if tile.zone == "dora" and tile.face_up else seen(self, tile),
    )  # fmt: skip
    _, watcher = watched(6, hands=1)
    asked = [one for one in watcher.questions if "no indicator is seen" in one.text]
    assert [(one.kind, one.event) for one in asked] == [("dora", 1)]
