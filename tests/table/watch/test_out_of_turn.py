"""A discard that lies there before the one whose turn it is: out of turn, or one was found late."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.events import Dahai, Tsumo
from table.film.story import scenes
from table.watch.decisions import Entry, Evidence
from table.watch.story.rivals import out_of_turn
from table.watch.watcher import Watcher

RULES = load_ruleset("mleague")
SECOND = 1_000_000_000
SEED = 3
TURN = 20
"""From about this scene on one player discards before the one whose turn it is."""


def pond(scene):
    return {one.id for one in scene.tiles if one.zone == "river"}


def told_out_of_turn(told, game, looks):
    """The scenes, one discard lying there for so many looks before the one it follows."""
    due = next(
        at for at in range(TURN, len(told))
        if told[at].event is not None and isinstance(game[told[at].event_number], Dahai)
        and isinstance(game[told[at + 1].event_number], Tsumo)
    )  # fmt: skip
    (missing,) = pond(told[due]) - pond(told[due - 1])
    both = told[due + 2]
    early = replace(both, tiles=tuple(one for one in both.tiles if one.id != missing))
    places = told[due].event_number, both.event_number
    return places, [*told[:due], *[early] * looks, *told[due + 2 :]], range(due, due + looks)


@pytest.mark.parametrize(
    ("looks", "covered", "asked"), [(1, False, False), (10, False, True), (10, True, False)]
)
def test_a_discard_long_before_the_one_whose_turn_it_is_is_asked_about(
    filmed, played_of, looks, covered, asked
):
    game = played_of(RULES, SEED, 1)
    (due, other), told, early = told_out_of_turn([*scenes(game, seed=SEED)], game, looks)
    eyes, watcher = filmed.Eyes(SEED), Watcher(RULES)
    told = [replace(scene, number=number) for number, scene in enumerate(told)]
    for scene, look in eyes.looks(told):
        hidden = covered and scene.number in early
        under = (*look.covered, *([eyes.polygon(game[due].actor)] if hidden else []))
        watcher.see(replace(look, covered=under))
    watcher.finish()
    found = [(one.kind, one.event, one.places) for one in watcher.questions]
    assert found == ([("order", other, {*range(due, other + 1)})] if asked else [])


@pytest.mark.parametrize(("next_s", "asked"), [(19, [1]), (15, [])])
def test_a_discard_found_when_play_had_gone_on_was_found_late(next_s, asked):
    """Seat 0's came up at 18 s, seat 1's at 10 s, seat 2's before or after the first."""
    seconds = (18, 10, next_s)
    laid = [
        SimpleNamespace(tracks=[at], first_ns=came * SECOND, absent_ns=came * SECOND - 1)
        for at, came in enumerate(seconds)
    ]
    sheet = SimpleNamespace(ponds=[SimpleNamespace(pieces=[one]) for one in laid])
    entries = [Entry(Dahai(Seat(at), None), 1.0, Evidence((at,))) for at in range(3)]
    assert [one.at for one in out_of_turn(entries, sheet)] == asked
