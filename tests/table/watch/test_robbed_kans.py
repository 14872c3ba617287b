"""A kan that is robbed has no indicator: laid on the turned tile, it looks like the pon it was."""

import pytest
from loading import load

from table.core.events import Kakan
from table.film.habits import Habits
from table.film.story import scenes

_SCRIPTED = load("tests/table/scripted.py")
HANDS = {"B": "123789m23499s35p", "C": "44789p111222m33s"}
OPENED = "A+4p; A-4p!; C pon 4p; C-7p.; D+1z; D-1z!; A+2z; A-2z!; "
QUIET = OPENED + "B+3z; B-3z!; C+4p; C kakan 4p"
RIICHI = OPENED + "B+3z; B reach; B-3z!; B laid; C+4p; C kakan 4p"
ON_TOP, BEYOND = 1, 3
"""Seeds by which seat 2 lays the fourth tile on the turned one, or beyond it."""


@pytest.mark.parametrize("rules", ["tenhou", "jpml-b", "rcr"])
@pytest.mark.parametrize(("moves", "ura"), [(QUIET, ()), (RIICHI, ("1s",))])
def test_the_hand_that_robs_it_has_won(playing, watch_scenes, rules, moves, ura):
    hand = _SCRIPTED.Hand(playing, rules, HANDS, moves).win(("B", "C", "4p"), ura=ura)
    assert Habits.of(ON_TOP, 2).stacks_added
    card, watcher = watch_scenes(
        hand.ruleset, hand.events, ON_TOP, scenes(hand.events, seed=ON_TOP)
    )
    assert (card.right, card.points) == (1, 1), card.wrong
    assert watcher.state.scores == hand.state.scores
    (question,) = watcher.questions
    assert question.text == "ron of seat 1: the tile that seat 2 laid to a pon was not seen"
    (kan,) = (at for at, event in enumerate(watcher.events) if isinstance(event, Kakan))
    assert kan in question.places


def test_beyond_the_turned_tile_it_is_plain(playing, watch_scenes):
    hand = _SCRIPTED.Hand(playing, "tenhou", HANDS, QUIET).win(("B", "C", "4p"))
    card, watcher = watch_scenes(
        hand.ruleset, hand.events, BEYOND, scenes(hand.events, seed=BEYOND)
    )
    assert card.right == 1, card.wrong
    assert not watcher.questions
