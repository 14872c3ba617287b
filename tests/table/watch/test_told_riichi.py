"""A stick that a table's sensor tells: for which discard it is, and when it is for none."""

from itertools import pairwise

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.events import Chi, Dahai, Daiminkan, Hora, Pon, Reach
from table.film.story import scenes
from table.watch.notes import StickLaid
from table.watch.watcher import Watcher

RULES = load_ruleset("mleague")


@pytest.fixture
def heard(filmed, played_of):
    """Watch a hand; `notes(scene, number of the show's looks)` is told before each look."""

    def heard(seed, notes):
        game = played_of(RULES, seed, 1)
        watcher, shown = Watcher(RULES), 0
        for scene, look in filmed.Eyes(seed).looks(scenes(game, seed=seed)):
            shown += scene.passage == "show"
            for note in notes(game, scene, shown):
                watcher.hear(note)
            watcher.see(look)
        watcher.finish()
        return game, watcher

    return heard


def declares(game, scene):
    """Whether the scene lays the tile that declares a riichi."""
    at = scene.event_number
    laid = scene.event is not None and scene.event["type"] == "dahai"
    return laid and isinstance(game[at - 1], Reach)


def riichi(events):
    return [
        (one.actor, discard.pai)
        for one, discard in pairwise(events)
        if isinstance(one, Reach) and isinstance(discard, Dahai)
    ]


def points(events):
    return [one.deltas for one in events if isinstance(one, Hora)]


@pytest.mark.parametrize("seed", [3, 4, 6])
def test_a_stick_felt_before_its_tile_is_seen_is_for_that_tile(heard, seed):
    def notes(game, scene, _):
        return [StickLaid(scene.actor)] if declares(game, scene) else []

    game, watcher = heard(seed, notes)
    assert riichi(game)
    assert riichi(watcher.events) == riichi(game)
    assert points(watcher.events) == points(game)


@pytest.mark.parametrize("taken", [False, True])
def test_a_stick_felt_in_a_turn_turns_the_discard_unless_it_is_taken_away(heard, first_hand, taken):
    """Seat 1's first turn: it had not discarded yet, and its tile lies upright."""
    hand, _ = first_hand
    first = next(one for one in hand if isinstance(one, Dahai) and one.actor == 1)

    def notes(game, scene, _):
        number = scene.event_number
        if number is None or game[number] != first:
            return []
        laid = [StickLaid(Seat(1))]
        return [*laid, StickLaid(Seat(1), laid=False)] if taken else laid

    game, watcher = heard(3, notes)
    assert game == hand
    assert ((first.actor, first.pai) in riichi(watcher.events)) is not taken


def closed_without_riichi(game):
    """Who won so, if anybody."""
    winner = next((one.actor for one in game if isinstance(one, Hora)), None)
    opened = (Chi, Pon, Daiminkan, Reach)
    other = any(isinstance(one, opened) and one.actor == winner for one in game)
    return None if other else winner


@pytest.mark.parametrize("seed", [2, 19, 20])
def test_a_stick_felt_after_the_hand_has_ended_declares_nothing(heard, seed):
    told = []

    def notes(game, scene, shown):
        if scene.passage != "show" or shown != 4:
            return []
        told.append(closed_without_riichi(game))
        return [StickLaid(told[-1])]

    game, watcher = heard(seed, notes)
    assert told
    assert points(watcher.events) == points(game)
    assert not watcher.questions


def test_sticks_felt_as_a_hand_is_shown_make_no_earlier_discards_riichi(heard):
    """They are paid; one may be for the last discard."""
    told = []

    def notes(_, scene, shown):
        if scene.passage != "show" or shown != 1:
            return []
        told.extend(StickLaid(seat) for seat in Seat)
        return told

    game, watcher = heard(2, notes)
    assert told
    last = [one.actor for one in game if isinstance(one, Dahai)][-1]
    assert {actor for actor, _ in riichi(watcher.events)} <= {last}
