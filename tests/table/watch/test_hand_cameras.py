"""Cameras before the hands say what the table's camera could not see, or saw wrongly."""

from collections import Counter
from dataclasses import replace

import pytest

from scoring.tiles import Tile
from table.core.events import Dahai, StartKyoku, Tsumo
from table.formats.mjai_write import check_holes
from table.watch.hand_cameras import hands
from table.watch.hand_cameras.hand_story import followed

SEED = 3


@pytest.fixture
def looking(filmed, monkeypatch):
    """Changes what is seen of the pond tile of a seat at a place."""
    sight = filmed.Eyes.sight

    def see(seat, place, change):
        def changed(self, tile):
            seen = sight(self, tile)
            there = (tile.zone, tile.seat, tile.place) == ("river", seat, place)
            return change(self, seen) if there and seen is not None else seen

        monkeypatch.setattr(filmed.Eyes, "sight", changed)

    return see


def taken_for(name):
    """Another tile, and surely."""
    return lambda eyes, seen: replace(seen, probabilities=eyes.belief(name, name, 0.97))


def discards(watcher, seat):
    return [
        str(event.pai)
        for event in watcher.events
        if isinstance(event, Dahai) and event.actor == seat
    ]


def draws(watcher, seat):
    return [
        event.pai for event in watcher.events if isinstance(event, Tsumo) and event.actor == seat
    ]


def test_a_discard_that_the_table_reads_wrongly_is_named_by_the_hand(watched, looking):
    true = discards(watched(SEED, hands=1)[1], 2)
    wrong = next(name for name in ("4s", "8p", "1z") if name not in true)
    looking(2, 3, taken_for(wrong))
    alone, _ = watched(SEED, hands=1)
    assert alone.wrong
    card, watcher = watched(SEED, hands=1, cameras=True)
    assert card.right == card.points == 1, card.wrong
    assert discards(watcher, 2) == true
    check_holes(watcher.events)


def test_a_discard_that_nobody_finds_on_the_table_is_told_by_the_hand(watched, looking):
    true = discards(watched(SEED, hands=1)[1], 2)
    looking(2, len(true) - 2, lambda _eyes, _seen: None)
    card, watcher = watched(SEED, hands=1, cameras=True)
    assert discards(watcher, 2) == true, card.wrong


def test_draws_are_told_though_the_deal_that_was_read_cannot_be(watched, monkeypatch):
    """A tile of the deal was misread, and another is called with or let go in its place."""

    winds = {Tile.parse("1z"): 4, Tile.parse("2z"): 4, Tile.parse("3z"): 4, Tile.parse("4z"): 1}

    def dealt_otherwise(*seen):
        hand = followed(*seen)
        return hand and hand._replace(deal=Counter(winds))

    true = draws(watched(SEED, hands=1, cameras=True)[1], 2)
    monkeypatch.setattr(hands, "followed", dealt_otherwise)
    card, watcher = watched(SEED, hands=1, cameras=True)
    deal = next(event for event in watcher.events if isinstance(event, StartKyoku))
    assert card.right == 1, card.wrong
    assert set(deal.tehais[2]) == {None}
    assert None not in true
    assert draws(watcher, 2) == true
