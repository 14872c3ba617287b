"""A hand is shown that has not won: a chombo, which the next deal bears out where it can."""

import pytest
from loading import load

from table.core.fouls import Foul
from table.core.incidents import Chombo
from table.film.story import scenes

_SCRIPTED = load("tests/table/scripted.py")
TURNS = "A+9m; A-9m!; B+9m; B-9m!; C+1m; C-1m!; D+1m; D-1m!; "
OWN_DRAW = TURNS + "A+1s; A-1s!; B+1p"
CLAIM = TURNS + "A+1p; A-1p!"
NEARLY = "234678m234s1178p"
FAR = "234679m234s1178p"
AGAIN = (
    TURNS + "A+7z; A-7z!; B+9m; B-9m!; C+6z; C-6z!; D+1z; D-1z!; A+5z; A-5z!; B+4z; B-4z!;"
    " C+5p; C-5p!"
)


@pytest.fixture
def seen(playing, watch_scenes):
    def seen(hand):
        return watch_scenes(hand.ruleset, hand.events, 1, scenes(hand.events, seed=1))

    return seen


@pytest.mark.parametrize("rules", ["jpml-b", "wrr2015"])
@pytest.mark.parametrize(
    ("tiles", "moves"),
    [(NEARLY, OWN_DRAW), (NEARLY, CLAIM), (FAR, OWN_DRAW)],
    ids=["a tile from a win", "claimed", "two tiles from one"],
)
def test_the_same_dealer_deals_again_after_it(playing, seen, rules, tiles, moves):
    hand = _SCRIPTED.Hand(playing, rules, {"B": tiles}, moves).shows("B")
    hand.foul(Foul("false_win", _SCRIPTED.PLAYERS["B"]))
    hand.then({"B": "234678m23488s46p"}, AGAIN).win(("B", "C", "5p"))
    card, watcher = seen(hand)
    assert card.right == 2, card.wrong
    assert watcher.state.scores == hand.state.scores
    (chombo,) = (event for event in watcher.events if isinstance(event, Chombo))
    assert chombo.actor == 1
    asked = next(one for one in watcher.questions if one.kind == "end")
    assert asked.chosen.startswith("chombo 1 ")
    assert len(asked.alternatives) == 2


def test_before_the_next_deal_it_is_one_of_the_answers(playing, seen):
    hand = _SCRIPTED.Hand(playing, "jpml-b", {"B": NEARLY}, OWN_DRAW).shows("B")
    _, watcher = seen(hand.foul(Foul("false_win", _SCRIPTED.PLAYERS["B"])))
    (question,) = watcher.questions
    assert question.chosen.startswith("tsumo 1 ")
    assert "chombo 1 +4000 -8000 +2000 +2000" in question.alternatives


def test_whose_win_the_rules_refuse_is_said(playing, seen):
    moves = "A+9m; A-9m!; B+5p; B-5p!; C+1m; C-1m!; D+1m; D-1m!; A+5p; A-5p!"
    hand = _SCRIPTED.Hand(playing, "wrr2015", {"B": "234678m23488s46p"}, moves).shows("B")
    _, watcher = seen(hand.false(("B", "A", "5p")))
    (question,) = watcher.questions
    assert question.text == "ron of seat 1: the rules refuse it (furiten)"
    assert question.chosen == "chombo 1 +0 +0 +0 +0"


def test_three_who_win_at_once_are_told_as_that(playing, seen):
    hand = _SCRIPTED.Hand(playing, "tenhou", *_SCRIPTED.THREE_ON_5M).shows(*"DAB")
    card, watcher = seen(hand.win(("D", "C", "5m"), ("A", "C", "5m"), ("B", "C", "5m")))
    assert card.right == 1, card.wrong
    (question,) = watcher.questions
    assert (question.text, question.chosen) == ("triple ron", "triple ron +0 +0 +0 +0")
