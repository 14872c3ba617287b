"""A hand whose end nobody saw, or that nobody saw at all: the next deal tells, people are asked."""

from dataclasses import replace

import pytest

from scoring.seats import Seat, Wind
from table.core.events import Hora, Ryukyoku, StartKyoku
from table.core.state import fold
from table.film.story import scenes
from table.watch.ends.rejoining import missed_hands
from table.watch.scorecard import compare
from table.watch.watcher import Watcher

MINUTE = 60_000_000_000


@pytest.fixture
def without(filmed, played_of, ruleset_of):
    """Watch three hands of a game of which `left_out(deal, scene)` was not seen."""

    def watch(seed, left_out, hands=3, seen=lambda see: see):
        ruleset = ruleset_of("tenhou")
        game = played_of(ruleset, seed, hands)
        eyes, watcher, deal = filmed.Eyes(seed), Watcher(ruleset), -1
        take = seen(watcher.see)
        for scene in scenes(game, seed=seed):
            deal += scene.passage == "build"
            if left_out(deal, scene):
                eyes.now_ns += MINUTE // 30
            else:
                for _, look in eyes.looks([scene]):
                    take(look)
        watcher.finish()
        return game, watcher, compare(game, watcher.events, watcher.questions)

    return watch


def names(events):
    return [
        (str(one.bakaze), one.kyoku, one.honba, int(one.oya))
        for one in events
        if isinstance(one, StartKyoku)
    ]


@pytest.mark.parametrize("seed", [41, 44])
def test_who_deals_next_tells_who_did_not_win(without, seed):
    game, watcher, card = without(seed, lambda deal, scene: deal == 0 and scene.passage == "show")
    assert names(watcher.events) == names(game)
    assert not card.silent, card.wrong
    assert not card.silent_points
    assert card.missed == 1  # the win itself
    first = next(one for one in watcher.events if isinstance(one, Hora | Ryukyoku))
    assert first.deltas == (0, 0, 0, 0)
    assert {one.kind for one in watcher.questions} <= {"end", "deal"}
    assert {one.round for one in watcher.questions if one.kind == "end"} == {1}
    assert fold(watcher.events).hands


def test_a_hand_that_nobody_saw_has_its_place_and_is_asked_about(without):
    game, watcher, card = without(44, lambda deal, _: deal == 1)
    assert names(watcher.events) == names(game)
    assert not card.silent, card.wrong
    (asked,) = [one for one in watcher.questions if one.kind == "missed"]
    assert (asked.round, asked.until - asked.event) == (2, 2)
    assert isinstance(watcher.events[asked.event], StartKyoku)
    assert card.right == 2


def test_without_counters_all_of_the_hand_after_a_missed_one_may_be_of_another(without):
    _, watcher, _ = without(44, lambda deal, _: deal == 1)
    (asked,) = [one for one in watcher.questions if one.kind == "deal"]
    assert asked.round == 3
    assert set(range(asked.event, len(watcher.events))) <= asked.places


def test_counters_tell_that_the_dealer_has_won_what_nobody_saw(without):
    game, watcher, card = without(49, lambda deal, _: deal == 1, hands=4)
    told = names(watcher.events)
    assert told[:2] == names(game)[:2]
    assert not card.silent, card.wrong


def test_the_film_goes_on_in_the_middle_of_another_hand(without):
    def left_out(deal, scene):
        if deal == 0:
            return scene.passage in {"show", "clear"}
        return deal == 1 and (scene.passage != "play" or scene.number < first[0] + 30)

    first = [0]

    def noted(deal, scene):
        if deal == 1 and scene.passage == "build":
            first[0] = scene.number
        return left_out(deal, scene)

    game, watcher, card = without(44, noted)
    assert names(watcher.events) == names(game)
    assert not card.silent, card.wrong


def test_counters_tell_how_many_hands_nobody_saw(without):
    """Two were missed: another won the first, and the dealer, who deals again, the second."""
    game, watcher, card = without(68, lambda deal, _: deal in {1, 2}, hands=4)
    assert [one[2] for one in names(game)] == [0, 1, 0, 1]
    assert names(watcher.events) == names(game)
    assert [one.round for one in watcher.questions if one.kind == "missed"] == [2, 3]
    assert not card.silent, card.wrong


def test_no_more_hands_are_missed_than_there_was_time_for():
    first = StartKyoku(Wind.EAST, 1, 0, 0, Seat(0), (25000,) * 4)
    assert not list(missed_hands(first, 1, 0))
    (line,) = missed_hands(first, 0, 1)
    assert [(one.oya, one.honba) for one in line] == [(0, 0), (1, 0)]
    found = [[(one.oya, one.honba) for one in line] for line in missed_hands(first, 1, 2)]
    assert found[:2] == [[(0, 0), (0, 1)], [(0, 0), (1, 1)]]
    assert all(line[-1][1] == 1 for line in found)


def test_a_hand_that_is_not_on_record_is_not_silent_where_it_is_asked_about(without):
    """Two hands were missed, and no counters lie there that could tell of the second."""

    def seen_without(watcher_see):
        return lambda look: watcher_see(replace(look, sticks=()))

    game, watcher, card = without(68, lambda deal, _: deal in {1, 2}, 4, seen_without)
    assert len(names(watcher.events)) < len(names(game))
    (asked,) = [one for one in watcher.questions if one.kind == "deal" and one.round == 3]
    assert "nobody saw" in asked.text
    assert card.missed
    assert not card.silent, card.wrong
