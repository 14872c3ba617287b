"""Discards that nobody saw are asked about, and guessed at most; a hand's own camera tells them."""

import pytest

from scoring.tiles import Tile
from table.core.events import Dahai, Hora, Ryukyoku
from table.watch.asked.asking import NOT_SEEN

HAKU = Tile.parse("5z")


@pytest.fixture
def without(filmed, monkeypatch):
    """Leaves tiles out of every look."""
    seen = filmed.Eyes.sight

    def leave_out(hides):
        monkeypatch.setattr(
            filmed.Eyes, "sight", lambda self, tile: None if hides(tile) else seen(self, tile)
        )

    return leave_out


def in_pond(tile, seat, place):
    return tile.zone == "river" and tile.seat == seat and tile.place == place


def test_a_discard_that_nobody_saw_is_asked_about_and_shifts_no_other(watched, without):
    without(lambda tile: in_pond(tile, 1, 2))
    card, watcher = watched(6, hands=1)
    unread = [
        at
        for at, event in enumerate(watcher.events)
        if isinstance(event, Dahai) and event.pai is None
    ]
    assert [watcher.events[at].actor for at in unread] == [1]
    assert (card.missed, card.invented) == (1, 1), card.wrong
    assert unread[0] in {question.event for question in watcher.questions}
    assert card.points == 1


def test_where_no_white_dragon_is_ever_found_one_lies_in_a_place_left_free(watched, without):
    without(lambda tile: tile.zone == "river" and tile.tile == "5z")
    card, watcher = watched(6, hands=1)
    asked = {one.event: one for one in watcher.questions if one.kind == "dahai"}
    guessed = [at for at in asked if watcher.events[at].pai == HAKU]
    assert guessed
    assert all(asked[at].chosen == str(HAKU) for at in guessed)
    assert all(NOT_SEEN in asked[at].alternatives for at in guessed)
    assert not card.silent, card.wrong
    assert card.right == 1, card.wrong


def test_discards_that_are_missed_before_a_draw_are_asked_about(watched, without):
    ends = {}

    def hides(tile):
        if tile.zone == "river":
            ends[tile.seat] = max(ends.get(tile.seat, 0), tile.place)
        return tile.zone == "river" and tile.place >= 17

    without(hides)
    card, watcher = watched(6, hands=1)
    assert isinstance(next(e for e in watcher.events if isinstance(e, Hora | Ryukyoku)), Ryukyoku)
    assert max(ends.values()) >= 17
    assert card.missed
    assert not card.silent, card.wrong


@pytest.mark.parametrize(("seat", "place"), [(1, 2), (3, 4)])
def test_what_the_hands_camera_tells_is_no_white_dragon(watched, without, seat, place):
    without(lambda tile: in_pond(tile, seat, place))
    card, watcher = watched(67, hands=1)
    assert any(one.chosen == str(HAKU) for one in watcher.questions), "nothing tells it there"
    assert card.right == 0
    card, watcher = watched(67, hands=1, cameras=True)
    assert card.right == 1, card.wrong
    assert not watcher.questions
