"""Whole simulated games through the table's own parts: every riichi kept, and nothing to ask."""

from dataclasses import replace
from random import Random

import pytest

from firmware_bridge.happenings import Event
from firmware_bridge.messages import (
    NOBODY,
    Action,
    Button,
    ButtonMoved,
    Dice,
    RiichiStick,
    Sticks,
)
from table.config import load_ruleset
from table.core.events import (
    EndGame,
    EndKyoku,
    Hora,
    ReachAccepted,
    Ryukyoku,
    StartKyoku,
)
from table.core.incidents import WallBreak
from table.core.state import Riichi, fold
from table.core.units import UNSEEN_HANDS
from table.ingest.doubts import lasting
from table.ingest.from_bridge import take, tick
from table.ingest.senses import Senses
from table.simulator.game import simulate


class Evening:
    """A record that people keep late, beside a table that says everything at once."""

    def __init__(self, ruleset, seed):
        self.ruleset, self.chance = ruleset, Random(seed)
        self.turn = self.chance.randrange(4)
        self.senses = Senses(self.turn, told=True)
        self.at, self.number = 0.0, 0
        self.trays = [0] * 4

    def begin(self, *events):
        self.state = fold(events)
        for seat in range(4):
            self.fill(seat, self.state.scores[seat])

    def place(self, seat):
        return (seat + self.turn) % 4

    def say(self, message):
        self.number += 1
        self.at += self.chance.uniform(0.1, 2.0)
        said = Event("table", 1, self.number, 0, message)
        self.do(take(self.senses, self.state, self.ruleset, said, self.at))

    def do(self, taken):
        self.senses = taken.senses
        for proposal in taken.written:
            self.state = fold(proposal.events, self.state)

    def wait(self, seconds):
        self.at += seconds
        self.do(tick(self.senses, self.state, self.ruleset, self.at))

    def record(self, *events):
        self.state = fold(events, self.state)
        self.wait(0.1)

    def click(self, button, seat=NOBODY, held_ms=80):
        self.say(ButtonMoved(1, button, seat, Action.PRESSED, 0))
        self.say(ButtonMoved(1, button, seat, Action.RELEASED, held_ms))

    def fill(self, seat, points):
        self.trays[seat] = points = max(0, points)
        counts = (points // 1000, 0, points % 1000 // 100)
        self.say(Sticks(1, self.place(seat), 0, 0, 0, *counts))

    def lay(self, seat, bet):
        self.fill(seat, self.trays[seat] - bet)
        self.say(RiichiStick(1, self.place(seat), 1))

    def pay(self, scores):
        """Sticks go from hand to hand, in any order, some lying on the felt meanwhile."""
        for seat in self.chance.sample(range(4), 4):
            if self.chance.random() < 0.3:
                self.fill(seat, max(0, self.trays[seat] - 500))
            if self.trays[seat] != scores[seat]:
                self.fill(seat, scores[seat])

    @property
    def wall(self):
        """After how many stacks the record has the wall broken."""
        (broken,) = (one for one in self.state.setup if isinstance(one, WallBreak))
        return broken.stacks

    def between(self, laid, ends, after, following):
        """A hand ends: payments, confirmation and the next throw, in an order of its own."""
        late = self.chance.random() < 0.5
        if not late:
            self.record(*ends, following)
        self.pay(after.scores)
        for seat in laid:
            self.say(RiichiStick(1, self.place(seat), 0))
        dice = self.set_up(following) if isinstance(following, StartKyoku) else None
        if late:
            self.record(*ends, following)
        return dice

    def set_up(self, hand):
        """The tiles go in, the counters are put right, the dealer throws."""
        self.click(Button.SET)
        self.click(Button.HONBA, held_ms=1500)
        for _ in range(hand.honba):
            self.click(Button.HONBA)
        self.click(Button.DICE, self.place(hand.oya))
        values = self.chance.randint(1, 6), self.chance.randint(1, 6)
        self.say(Dice(1, self.place(hand.oya), *values))
        return values


def hands_of(events):
    """Each hand of a game: its deal, the riichi whose sticks lie, and how it ends."""
    dealt = laid = ends = None
    for event in events:
        match event:
            case StartKyoku():
                dealt, laid, ends = event, [], []
            case ReachAccepted():
                laid.append(event.actor)
            case Hora() | Ryukyoku():
                ends.append(event)
            case EndKyoku():
                yield dealt, laid, [*ends, event]


SEEDS = [*range(5), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(5, 60))]


def unseen(event):
    """The deal as a record of points has it, or the end of the game."""
    return (
        replace(event, dora_marker=None, tehais=UNSEEN_HANDS)
        if isinstance(event, StartKyoku)
        else event
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rules", ["wrr2015", "mleague"])
def test_a_whole_game_leaves_no_question_and_no_riichi_unwritten(rules, seed):
    ruleset = load_ruleset(rules)
    events = simulate(ruleset, seed)
    evening = Evening(ruleset, seed)
    follows = [unseen(one) for one in events if isinstance(one, StartKyoku | EndGame)]
    evening.begin(events[0], follows.pop(0))
    dice = evening.set_up(evening.state)
    for dealt, laid, ends in hands_of(events):
        evening.wait(60)
        assert lasting(evening.senses, evening.at) == ()
        assert (evening.state.bakaze, evening.state.kyoku) == (dealt.bakaze, dealt.kyoku)
        assert evening.wall == dice[0] + dice[1]
        for seat in laid:
            evening.lay(seat, evening.state.riichi_bet)
        accepted = [seat for seat in range(4) if evening.state.riichi[seat] is Riichi.ACCEPTED]
        assert accepted == sorted(laid)
        after = fold(ends, evening.state)
        following = follows.pop(0)
        dice = evening.between(laid, ends, after, following)
    assert evening.state.scores == fold(events).scores
    assert lasting(evening.senses, evening.at) == ()
