"""A picture that is turned or mirrored is named by who discards first, and which way it goes."""

from dataclasses import replace

import pytest

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.events import Dahai, StartKyoku
from table.watch.decisions import Entry, Evidence
from table.watch.story.facing import facing
from table.watch.watcher import Watcher

SECOND = 1_000_000_000


def story(*seats, dealer=0, pace_ns=2 * SECOND):
    """A deal and first discards, of these seats one after the other; told in turn."""
    marker = Tile.parse("1m")
    deal = StartKyoku(Wind.EAST, 1, 0, 0, Seat(dealer), (25000,) * 4, marker)
    thrown = [
        Entry(Dahai(Seat(seat), marker, None), 1.0, Evidence((at,), captured_ns=(at + 1) * pace_ns))
        for at, seat in enumerate(seats)
    ]
    return [Entry(deal), *sorted(thrown, key=lambda entry: entry.event.actor)]


@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (0, 2, 3, 1), (0, 1), (0, 3, 1, 2)])
def test_turns_that_begin_with_the_dealer_say_nothing(seats):
    assert facing(story(*seats)) == []


@pytest.mark.parametrize(("seats", "dealer"), [((3, 0, 1), 0), ((1, 2, 3, 0), 0), ((0, 1, 2), 2)])
def test_a_turned_picture_is_asked_about(seats, dealer):
    ((_, text),) = facing(story(*seats, dealer=dealer))
    assert f"seat {seats[0]} discards first, though seat {dealer} deals" in text


def test_a_dealer_whose_first_discard_alone_was_seen_late_is_one():
    later = [replace(one, evidence=replace(one.evidence, tracks=(9,))) for one in story(0, 1)[1:]]
    for ahead in (True, False):
        times = (20, 22) if ahead else (22, 20)
        second = [
            replace(one, evidence=replace(one.evidence, captured_ns=at * SECOND))
            for one, at in zip(later, times, strict=True)
        ]
        assert bool(facing([*story(1, 2, 0), *second])) != ahead


@pytest.mark.parametrize("seats", [(0, 3, 2, 1), (2, 1, 0, 3)])
def test_a_mirrored_picture_is_named(seats):
    ((_, text),) = facing(story(*seats))
    assert "mirrored" in text


def test_what_was_seen_at_once_says_nothing():
    assert facing(story(3, 2, 1, 0, pace_ns=0)) == []
    begun = story(3, 2, 1, 0)
    there = [replace(one, evidence=replace(one.evidence, captured_ns=9)) for one in begun[1:3]]
    assert facing([*begun, *there]) == []
    assert facing([]) == []


@pytest.mark.parametrize(("turns", "word"), [(1, "turned"), (-1, "mirrored")])
def test_a_game_before_such_a_camera_is_asked_about(first_hand, turns, word):
    _, looks = first_hand
    watcher = Watcher(load_ruleset("mleague"))
    for _, look in looks[:20]:
        seen = tuple(turned(one) if turns == 1 else mirrored(one) for one in look.sightings)
        watcher.see(replace(look, sightings=seen))
    watcher.finish()
    assert any(word in one.text for one in watcher.questions if one.kind == "view")


def turned(one):
    return replace(one, x_mm=-one.y_mm, y_mm=one.x_mm, angle_deg=(one.angle_deg + 90) % 360)


def mirrored(one):
    return replace(one, x_mm=-one.x_mm, angle_deg=(180 - one.angle_deg) % 360)
