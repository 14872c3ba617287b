"""What a correction writes again keeps its own pictures, and no other's."""

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import Dahai, Tsumo
from table.journal.carrying import carried
from table.journal.entry import seal


def turn(seat, tile):
    return [Tsumo(Seat(seat), None), Dahai(Seat(seat), Tile.parse(tile), False)]


def entries(events):
    """Entries of these events, each with its number as evidence."""
    return [
        seal(
            seq=seq, commit=seq, at="", source="camera", confidence=0.9, event=event,
            evidence={"picture": seq}, client_id=None, supersedes=None, prev_hash="",
        )[0]
        for seq, event in enumerate(events, 1)
    ]  # fmt: skip


def pictures(drafts):
    return [draft.evidence and draft.evidence["picture"] for draft in drafts]


SEEN = [
    event
    for seat, tile in zip((0, 2, 3, 0, 1, 2, 3), "1234567", strict=True)
    for event in turn(seat, f"{tile}m")
]


def test_a_missed_turn_that_is_put_in_takes_nobodys_picture():
    events = [*SEEN[:2], *turn(1, "9p"), *SEEN[2:]]
    assert pictures(carried(entries(SEEN), events)) == [1, 2, None, None, *range(3, 15)]


def test_what_is_taken_out_takes_its_own_picture_along():
    events = [*SEEN[:4], *SEEN[6:]]
    assert pictures(carried(entries(SEEN), events)) == [1, 2, 3, 4, *range(7, 15)]


def test_a_changed_event_has_none_and_its_neighbours_keep_theirs():
    events = [*SEEN[:3], Dahai(Seat(2), Tile.parse("9s"), False), *SEEN[4:]]
    assert pictures(carried(entries(SEEN), events)) == [1, 2, 3, None, *range(5, 15)]


def test_two_changes_apart_leave_what_is_between():
    events = [*turn(1, "9p"), *SEEN[:6], *SEEN[8:], *turn(0, "9s")]
    assert pictures(carried(entries(SEEN), events)) == [
        None, None, *range(1, 7), *range(9, 15), None, None,
    ]  # fmt: skip
