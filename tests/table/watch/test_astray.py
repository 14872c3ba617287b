"""A table that was misplaced is named; what is told while the thread is lost is doubtful."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.events import Dahai, EndKyoku, Reach, StartKyoku
from table.watch.asked.astray import Astray
from table.watch.decisions import Asked, Entry, Evidence, InStep, OutOfStep, Written
from table.watch.ends.ended import Held
from table.watch.scorecard import compare
from table.watch.seen.walls import View, walls
from table.watch.watcher import Watcher

SECOND = 1_000_000_000
OFF_MM = 105.0
STRANGE_FROM = 20
"""From this look on there are tiles that no play explains."""


def shifted(look, mm=OFF_MM):
    """The same as a plane would tell it that lies so far off."""
    return replace(
        look, sightings=tuple(replace(one, x_mm=one.x_mm + mm) for one in look.sightings)
    )


def told(out, kind):
    return [one for one in out if isinstance(one, kind)]


def test_walls_about_the_middle_are_nobodys_fault(first_hand):
    _, looks = first_hand
    view = View()
    most = 0
    for _, look in looks:
        view.look(look)
        most = max(most, len(walls(look)))
        assert not view.fault
    assert most == 4


@pytest.mark.parametrize(
    ("off", "amiss"), [(0.0, False), (3.4, False), (5.5, True)], ids=["wall", "hand", "neither"]
)
def test_a_hand_that_was_dealt_and_lies_on_its_face_is_no_wall(first_hand, off, amiss):
    """A row so many widths behind where the wall of that side stood."""
    look = next(look for scene, look in first_hand[1] if scene.passage == "build")
    wall = [one for one in look.sightings if one.y_mm < -150 and abs(one.x_mm) < -one.y_mm]
    row = [replace(one, y_mm=one.y_mm - off * look.tile_width_mm) for one in wall]
    rest = [one for one in look.sightings if one not in wall]
    view = View()
    view.look(replace(look, sightings=(*rest, *row)))
    assert bool(view.fault) == amiss


@pytest.mark.parametrize("moved", [False, True])
def test_where_the_walls_stood_well_rows_in_a_heap_are_none_until_the_view_moves(first_hand, moved):
    """As where a hand is drawn after four discards, and its tiles are mixed."""
    look = next(look for scene, look in first_hand[1] if scene.passage == "build")
    one_side = [one for one in look.sightings if one.y_mm < -150 and abs(one.x_mm) < -one.y_mm]
    heap = [replace(one, y_mm=one.y_mm / 5) for one in one_side]
    rest = [one for one in look.sightings if one not in one_side]
    later_ns = look.captured_ns + 2 * SECOND
    view = View()
    view.look(look)
    view.look(replace(look, captured_ns=later_ns, sightings=(*rest, *heap), moved=moved))
    assert bool(view.fault) == moved


def test_a_table_that_is_misplaced_both_ways_is_named_too(first_hand):
    look = next(look for scene, look in first_hand[1] if scene.passage == "build")
    aside = tuple(
        replace(one, x_mm=one.x_mm + 2 * look.tile_width_mm, y_mm=one.y_mm + 2 * look.tile_width_mm)
        for one in look.sightings
    )
    view = View()
    view.look(replace(look, sightings=aside))
    assert view.fault


def test_a_misplaced_table_is_named_before_anything_is_written(first_hand):
    game, looks = first_hand
    watcher, out = Watcher(load_ruleset("mleague")), []
    for scene, look in looks:
        out += watcher.see(shifted(look))
        if scene.passage == "show":
            assert not any(isinstance(event, Dahai) for event in watcher.events)
    watcher.finish()
    first, *rest = told(out, OutOfStep)
    assert "mm from the table's middle" in first.reason
    assert not rest
    card = compare(game, watcher.events, watcher.questions)
    assert card.missed
    assert not card.silent, card.wrong
    assert not card.silent_points


def test_a_table_that_is_found_better_is_followed_again(first_hand):
    game, looks = first_hand
    watcher, out = Watcher(load_ruleset("mleague")), []
    for number, (_, look) in enumerate(looks):
        seen = replace(look, moved=True) if number == 12 else look
        out += watcher.see(shifted(look) if number < 12 else seen)
    watcher.finish()
    assert len(told(out, OutOfStep)) == len(told(out, InStep)) == 1
    card = compare(game, watcher.events, watcher.questions)
    assert not card.silent, card.wrong


def astray(looks):
    """Watch a hand in whose middle tiles appear that no play explains."""
    watcher, out = Watcher(load_ruleset("mleague")), []
    for number, (scene, look) in enumerate(looks):
        if scene.passage in {"play", "mend", "show"} and number >= STRANGE_FROM:
            out += watcher.see(with_strangers(look))
        else:
            out += watcher.see(look)
    return watcher, out


def with_strangers(look):
    """Five more tiles in a row of the second player's pond, far beyond its turn."""
    faces = [one for one in look.sightings if one.face_up]
    more = tuple(
        replace(faces[0], track=9000 + at, x_mm=150.0, y_mm=-40.0 + 21 * at, angle_deg=180.0)
        for at in range(5)
    )
    return replace(look, sightings=look.sightings + more)


def test_nothing_is_written_while_the_thread_is_lost(first_hand):
    game, looks = first_hand
    watcher, out = astray(looks)
    lost = False
    for one in out:
        lost = lost or isinstance(one, OutOfStep)
        lost = lost and not isinstance(one, InStep)
        if lost and isinstance(one, Written):
            assert any(isinstance(entry.event, EndKyoku) for entry in one.entries)
    assert "no play explains" in told(out, OutOfStep)[0].reason
    stretch = [one.question for one in told(out, Asked) if one.question.kind == "step"]
    assert stretch
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert not card.silent, card.wrong
    (asked,) = [one for one in watcher.questions if one.kind == "step"]
    deal = max(at for at, one in enumerate(watcher.events) if isinstance(one, StartKyoku))
    assert deal < asked.event < asked.until < len(watcher.events)
    assert asked.mapping()["until"] == asked.until
    inside = [one for one in watcher.questions if one.event in asked.places]
    assert {one.kind for one in inside} <= {"step", "end", "view"}


def stretch(costs, found_s):
    """What is doubtful of a hand that was lost at 5 s; a step a second, at these costs."""
    deal = Entry(Reach(Seat(0)))
    best = None
    for at, cost in enumerate(costs):
        line = [] if best is None else [best, *best.line()]
        best = SimpleNamespace(cost=cost, at_ns=at * SECOND, line=lambda line=line: line)
    entries = [replace(deal, evidence=Evidence(captured_ns=at * SECOND)) for at in range(9)]
    astray = Astray()
    assert astray.doubts(best, entries) == []
    astray.lose("no play explains 3 tiles on the table", 5 * SECOND)
    if found_s is not None:
        astray.find(found_s * SECOND)
    return [(one.at, one.until) for one in astray.doubts(best, entries)]


@pytest.mark.parametrize(
    ("costs", "found_s", "doubtful"),
    [
        ([0.0] * 9, None, [(5, 8)]),
        ([0.0] * 9, 7, []),
        ([0.0] * 3 + [4.0] * 3 + [12.0] * 3, None, [(3, 8)]),
        ([0.0] * 3 + [4.0] * 3 + [12.0] * 3, 6, [(3, 6)]),
    ],
)
def test_the_stretch_goes_from_the_first_dear_step_until_the_thread_is_found(
    costs, found_s, doubtful
):
    assert stretch(costs, found_s) == doubtful


@pytest.mark.parametrize("way", ["seen", "back"])
def test_people_settle_it(first_hand, way):
    _, looks = first_hand
    watcher, _ = astray(looks[:60])
    assert watcher.lost
    out = watcher.resync(way)
    assert told(out, InStep)
    assert not watcher.lost


@pytest.mark.parametrize(("seconds", "lost"), [(1, False), (9, True)])
def test_tiles_that_are_swept_after_an_end_was_seen_are_no_lost_thread(first_hand, seconds, lost):
    watcher = Watcher(load_ruleset("mleague"))
    for number, (_, look) in enumerate(first_hand[1]):
        watcher.see(with_strangers(look) if number >= STRANGE_FROM else look)
        if watcher.lost:
            break
    hand = watcher._hand
    assert hand.stuck
    at_ns = hand.sheet.now_ns - seconds * SECOND
    hand.held = Held(hand.ending, [], 1.0, hand.discards, None, at_ns - SECOND, at_ns)
    assert bool(hand.stuck) == lost
