"""Cameras before the hands say what the table's camera could not see, or saw wrongly."""

from collections import Counter
from dataclasses import replace

import pytest

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.core.events import Dahai, StartKyoku, Tsumo
from table.formats.mjai_write import check_holes
from table.watch.decisions import Entry, Evidence
from table.watch.faces import certain
from table.watch.hand_cameras import hands
from table.watch.hand_cameras.hand_story import followed
from table.watch.notes import HandSeen

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


SECOND = 1_000_000_000
DEALT = "1m 2m 3m 5m 8m 8m 5p 7p 1s 3s 8s 3z 3z"


def row_of(at_s, text, apart=None):
    """A row that a hand camera saw of seat 1."""
    return HandSeen(
        Seat(1), at_s * SECOND, certain([Tile.parse(one) for one in text.split()]), apart
    )


def discarded(name, *alternatives):
    """A hand up to the discard of one tile, as the table's camera read it."""
    evidence = Evidence((7,), 0, 6 * SECOND, alternatives)
    deal = StartKyoku(Wind.EAST, 1, 0, 0, Seat(1), (25000,) * 4)
    return [Entry(deal), Entry(Tsumo(Seat(1))),
            Entry(Dahai(Seat(1), Tile.parse(name), None), 1.0, evidence)]  # fmt: skip


@pytest.mark.parametrize("said", [False, True], ids=["the camera", "a person"])
def test_what_rows_told_of_a_discard_proves_nothing_but_what_people_said_does(monkeypatch, said):
    """The rows are gone over again each time, with what the table's camera read itself."""
    seen = []
    monkeypatch.setattr(hands, "followed", lambda _rows, acts, _alike: seen.append(acts[0]))
    cameras = hands.HandCameras()
    for row in (row_of(1, DEALT), row_of(3, f"{DEALT} 4z", 13)):
        cameras.see(row)
    entries = discarded("7p", ("7p", 0.6), ("6p", 0.35))
    cameras._fill(Seat(1), list(entries), dealt=True)
    cameras._names[7] = Tile.parse("6p")
    cameras.news()
    if said:
        cameras.leave(7)
    cameras._fill(Seat(1), list(discarded("6p", ("6p", 1.0))), dealt=True)
    assert str(seen[-1].laid[0]) == ("6p" if said else "7p")
