"""After a draw the next dealer tells whether the last one waited: so it is paid."""

from dataclasses import replace

import pytest
from loading import load

from scoring.seats import Seat
from table.core.endings import EXHAUSTIVE
from table.core.events import Dahai, Ryukyoku, StartKyoku, Tsumo
from table.core.incidents import Reveal
from table.film.story import scenes

_SCRIPTED = load("tests/table/scripted.py")
QUIET = "A+9m; A-9m!; B+9m; B-9m!; C+9p; C-9p!; D+9s; D-9s!"
RIICHI = "A+9m; A-9m!; B+9p; B reach; B-9p!; B laid; C+1m; C-1m!; D+9s; D-9s!"
WAITS = "123678m234s1178p"


def go_on(hand, turns):
    """Quiet turns, each tile drawn discarded."""
    for _ in range(turns):
        seat, tile = hand.state.play.turn, hand.left.pop()
        hand.play(Tsumo(seat, tile))
        hand.play(Dahai(seat, tile, True))
    return hand


def drawn(hand, *ready):
    """The wall is used up; these show that they wait; the next hand begins."""
    go_on(hand, hand.state.play.live)
    for seat in ready:
        hand.play(Reveal(seat, tuple(hand.state.play.seats[seat].known_tiles)))
    hand.draw(EXHAUSTIVE, tenpai=frozenset(ready))
    return go_on(hand.then({}), 14)


def unseen_hand(scene, seat):
    """The scene without this seat's open hand."""
    tiles = (
        one for one in scene.tiles
        if one.zone != "hand" or one.seat != seat or one.standing or not one.face_up
    )  # fmt: skip
    return replace(scene, tiles=tuple(tiles))


@pytest.mark.parametrize("rules", ["saikouisen", "tenhou"])
def test_a_dealer_whose_hand_nobody_saw_is_paid_where_he_deals_again(playing, watch_scenes, rules):
    """SAI-26.3."""
    hand = drawn(_SCRIPTED.Hand(playing, rules, {"A": WAITS}, QUIET), Seat.FIRST)
    told = [unseen_hand(scene, Seat.FIRST) for scene in scenes(hand.events, seed=1)]
    _, watcher = watch_scenes(hand.ruleset, hand.events, 1, told)
    assert watcher.state.scores == hand.state.scores
    deals = [one for one in watcher.events if isinstance(one, StartKyoku)]
    assert [one.honba for one in deals] == [0, 1]
    asked = next(one for one in watcher.questions if one.kind == "end")
    assert asked.chosen == "draw +3000 -1000 -1000 -1000"
    assert asked.alternatives == (asked.chosen, "draw +0 +0 +0 +0")


def test_a_riichi_that_was_laid_down_unseen_may_have_been_noten(playing, watch_scenes):
    """JPB-WASH-CHO: the same dealer deals again after it too."""
    hand = drawn(_SCRIPTED.Hand(playing, "jpml-b", {"B": WAITS}, RIICHI))
    _, watcher = watch_scenes(hand.ruleset, hand.events, 1, scenes(hand.events, seed=1))
    asked = next(one for one in watcher.questions if one.kind == "end")
    assert asked.text == "the wall is used up: seat 0 deals the next hand"
    assert "draw +4000 -7000 +2000 +2000" in asked.alternatives
    paid = next(one for one in watcher.events if isinstance(one, Ryukyoku))
    assert paid.deltas == (1500, 1500, -1500, -1500)
    assert paid.tenpais == (True, True, False, False)
