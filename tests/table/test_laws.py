"""Laws that hold after every command of every session, undo and redo among the commands."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.seats import Seat
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.decisions import (
    begin_game,
    cancel_ruling,
    confirm_draw,
    confirm_win,
    lay_riichi,
)
from table.core.declaration import Declaration, judge
from table.core.endings import HandEnd, end_hand, spoiled
from table.core.events import Undo
from table.core.fouls import FOULS, Foul
from table.core.history import Commit, Replay, advance, redo_target, replay, undo_target
from table.core.standings import standings
from table.core.state import EMPTY, Phase, Riichi

NAMES = ("Aki", "Ben", "Chie", "Dai")
RULESET = load_ruleset("wrr2015")
HANDS = [
    ("123m456p789s22z345s", "5s", {"riichi"}),
    ("234m456p678s22p345s", "5s", set()),
    ("123m44p pon:555z pon:666z@W pon:777z", "1m", set()),
    ("19m19p19s12345677z", "7z", set()),
    ("1122m3344p5566s77z", "7z", {"riichi", "ippatsu"}),
]
seats = st.sampled_from(list(Seat))


class Sessions(RuleBasedStateMachine):
    """A session by commands, against a plain list of states as a person remembers them."""

    @initialize()
    def sit_down(self):
        self.commits = []
        self.state = Replay(EMPTY, ())
        self.past, self.future = [], []
        self.write(begin_game(NAMES, RULESET))
        self.past.clear()

    def write(self, events):
        number = 1 + sum(len(commit.events) for commit in self.commits)
        commit = Commit(number, tuple(events))
        self.past.append(self.state)
        self.future.clear()
        self.state = advance(self.state, commit)
        self.commits.append(commit)

    def supersede(self, target):
        number = 1 + sum(len(commit.events) for commit in self.commits)
        self.commits.append(Commit(number, (Undo(),), target.number))
        self.state = replay(self.commits)

    def playing(self):
        return self.state.state.phase is Phase.HAND

    @precondition(playing)
    @rule(winner=seats, turns=st.integers(0, 3), hand=st.sampled_from(HANDS))
    def win(self, winner, turns, hand):
        text, win_tile, said = hand
        state = self.state.state
        if state.riichi[winner] is not Riichi.NONE and "riichi" not in said:
            return
        if state.dead[winner]:
            return
        discarder = winner.after(turns) if turns else None
        declaration = Declaration(
            winner, discarder, Hand.parse(text), Tile.parse(win_tile), frozenset(said)
        )
        try:
            judgement = judge(state, declaration, RULESET)
        except ScoringError:  # the hand's feeder sits in the winner's own seat
            assert "@W" in text
            return
        self.write(confirm_win(state, judgement, RULESET))

    @precondition(playing)
    @rule(ready=st.sets(seats))
    def draw(self, ready):
        state = self.state.state
        ready |= {seat for seat in Seat if state.riichi[seat] is not Riichi.NONE}
        self.write(confirm_draw(state, ready, RULESET))

    @precondition(playing)
    @rule(seat=seats)
    def riichi(self, seat):
        if self.state.state.riichi[seat] is Riichi.NONE:
            self.write(lay_riichi(self.state.state, seat))

    @precondition(playing)
    @rule(ready=st.sets(seats), who=seats, kind=st.sampled_from(sorted(FOULS)))
    def draw_with_fouls(self, ready, who, kind):
        end = HandEnd(draw="exhaustive_draw", tenpai=frozenset(ready), fouls=(Foul(kind, who),))
        self.write(end_hand(self.state.state, end, RULESET))

    @precondition(playing)
    @rule(who=seats, kind=st.sampled_from(sorted(FOULS)))
    def foul(self, who, kind):
        self.write(spoiled(self.state.state, (Foul(kind, who),), RULESET))

    @precondition(lambda self: any(not made.cancelled for made in self.state.state.rulings))
    @rule(choice=st.integers(0, 9))
    def cancel(self, choice):
        state = self.state.state
        standing = [place for place, made in enumerate(state.rulings) if not made.cancelled]
        ruling = standing[choice % len(standing)]
        if state.phase is not Phase.ENDED:
            self.write(cancel_ruling(state, ruling, "seen again"))
            assert self.state.state.rulings[ruling].cancelled

    @precondition(lambda self: self.state.state.phase is Phase.ENDED)
    @rule()
    def another_game(self):
        self.write(begin_game(NAMES, RULESET))

    @rule()
    def undo(self):
        target = undo_target(self.commits)
        assert (target is None) == (not self.past)
        if target is not None:
            self.future.append(self.state)
            self.supersede(target)
            assert self.state == self.past.pop()

    @rule()
    def redo(self):
        target = redo_target(self.commits)
        assert (target is None) == (not self.future)
        if target is not None:
            self.past.append(self.state)
            self.supersede(target)
            assert self.state == self.future.pop()

    @invariant()
    def points_and_sticks_are_conserved(self):
        assert self.state.state.total == 4 * RULESET.game.starting_points

    @invariant()
    def the_state_is_the_fold_of_the_record(self):
        assert self.state == replay(self.commits)

    @invariant()
    def the_table_can_be_played_at(self):
        state = self.state.state
        assert state.phase in {Phase.HAND, Phase.ENDED}
        assert state.bakaze.value < RULESET.game.rounds
        assert state.oya == state.kyoku - 1
        sticks = sum(riichi is Riichi.ACCEPTED for riichi in state.riichi)
        assert sticks <= state.kyotaku
        assert len(self.state.hand_commits) == len(state.hands)

    @invariant()
    def a_session_score_hands_out_all_points_but_the_sticks(self):
        state = self.state.state
        rows = standings(state.scores, RULESET.game)
        assert sum(row.score for row in rows) == -state.riichi_bet * state.kyotaku


Sessions.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@pytest.mark.timeout(120)
class TestSessions(Sessions.TestCase):
    pass
