"""What an automatic table says, against the record: dice, dealer, counters, riichi, sticks."""

from dataclasses import replace

import pytest

from firmware_bridge.happenings import Condition, Event, Gap, Notice
from firmware_bridge.messages import (
    NOBODY,
    Action,
    Button,
    ButtonMoved,
    Dice,
    Fault,
    FaultCode,
    Quality,
    RiichiStick,
    State,
    Sticks,
)
from scoring.seats import Seat
from table.config import load_ruleset
from table.core.decisions import begin_game, confirm_draw
from table.core.events import Dahai, Reach, ReachAccepted, Tsumo
from table.core.incidents import DeadHand, WallBreak
from table.core.incidents import Dice as DiceThrown
from table.core.state import Riichi, fold
from table.ingest.doubts import LASTING_S, in_transit, lasting
from table.ingest.from_bridge import take, tick
from table.ingest.senses import Senses

DEVICE = "6a616e74-616b-4075-8000-000000000001"
RULES = load_ruleset("wrr2015")
START = fold(begin_game(("Aki", "Ben", "Chie", "Dai"), RULES))


class Play:
    """A table and its record, a second a message; what is certain is written at once."""

    def __init__(self, state=START, ruleset=RULES, turn=0):
        self.state, self.ruleset = state, ruleset
        self.senses = Senses(turn or 0, told=turn is not None)
        self.at = 0.0
        self.number = 0
        self.written = []

    def say(self, *messages):
        for message in messages:
            self.number += 1
            self.hear(Event(DEVICE, 1, self.number, self.number * 1000, message))
        return self

    def hear(self, said):
        self.at += 1.0
        self._do(take(self.senses, self.state, self.ruleset, said, self.at))

    def wait(self, seconds=1.0):
        self.at += seconds
        self._do(tick(self.senses, self.state, self.ruleset, self.at))
        return self

    def record(self, *events):
        self.state = fold(events, self.state)
        return self.wait(0.0)

    def _do(self, taken):
        self.senses = taken.senses
        self.written += taken.written
        for proposal in taken.written:
            self.state = fold(proposal.events, self.state)

    @property
    def questions(self):
        return {(one.kind, one.seat, one.amount) for one in lasting(self.senses, self.at)}


def press(button, seat=NOBODY):
    return ButtonMoved(1, button, seat, Action.PRESSED, 0)


def release(button, held_ms=80, seat=NOBODY):
    return ButtonMoved(1, button, seat, Action.RELEASED, held_ms)


def tray(seat, points, quality=Quality.GOOD):
    thousands, hundreds = divmod(points, 1000)
    return Sticks(1, seat, quality, 0, 0, thousands, 0, hundreds // 100)


def all_trays(*points):
    return [tray(seat, one) for seat, one in enumerate(points)]


def drawn(play, *tenpai):
    return play.record(*confirm_draw(play.state, set(map(Seat, tenpai)), play.ruleset))


def test_the_dealers_dice_break_the_wall_and_place_the_indicator():
    play = Play().say(press(Button.DICE, 0), Dice(1, 0, 3, 6))
    assert play.state.setup == (DiceThrown(Seat.FIRST, (3, 6)), WallBreak(Seat.FIRST, 9))
    # Nine stacks from the right of East's own wall are left out; the indicator is the third to
    # their right, counted back from the break (WRR-4.8-IND).
    assert "the first indicator is E7 upper" in play.written[0].why
    assert play.written[0].source.endswith(":1:2")
    assert play.questions == set()


def test_seats_are_counted_from_where_the_first_dealer_sits():
    play = Play(turn=2).say(Dice(1, 2, 1, 1))
    assert play.state.setup == (DiceThrown(Seat.FIRST, (1, 1)), WallBreak(Seat.SECOND, 2))
    play.say(RiichiStick(1, 1, 1))
    assert play.state.riichi[3] is Riichi.ACCEPTED


def test_who_throws_first_in_a_game_is_its_first_dealer():
    play = Play(turn=None).say(press(Button.DICE, 3), Dice(1, 3, 1, 1))
    assert play.state.setup == (DiceThrown(Seat.FIRST, (1, 1)), WallBreak(Seat.SECOND, 2))
    play.say(RiichiStick(1, 0, 1))
    assert play.state.riichi[1] is Riichi.ACCEPTED
    play.say(press(Button.DICE, 0)).wait(10)
    assert play.questions == {("dealer", Seat.SECOND, None)}


def test_another_dealers_dice_wait_until_the_record_has_come_to_the_hand():
    play = Play().say(Dice(1, 0, 3, 6), press(Button.SET), press(Button.DICE, 1), Dice(1, 1, 2, 2))
    assert len(play.state.setup) == 2
    assert play.wait(10).questions == {("hand_end", None, None)}
    drawn(play, 1)
    assert play.state.oya == 1
    assert play.state.setup == (DiceThrown(Seat.SECOND, (2, 2)), WallBreak(Seat.FIRST, 4))
    assert play.wait(100).questions == set()


def test_early_dice_without_the_set_button_are_asked_about():
    play = Play().say(Dice(1, 0, 3, 6), Dice(1, 1, 2, 2))
    drawn(play, 1)
    assert play.state.setup == ()
    assert play.questions == {("dice", Seat.SECOND, None)}


def test_dice_thrown_again_before_the_record_comes_to_the_hand_count_once():
    play = Play().say(Dice(1, 0, 3, 6), press(Button.SET), Dice(1, 0, 1, 2), Dice(1, 0, 2, 2))
    drawn(play, 0)
    assert play.state.setup[0] == DiceThrown(Seat.FIRST, (2, 2))
    drawn(play, 0)
    assert (play.state.setup, play.wait(100).questions) == ((), set())


def test_where_two_rolls_break_the_wall_the_second_completes_them():
    setup = RULES.setup._replace(automatic_rolls=2)
    play = Play(ruleset=replace(RULES, setup=setup)).say(Dice(1, 0, 1, 1))
    assert play.state.setup == ()
    play.say(Dice(1, 1, 2, 3))
    assert play.state.setup == (
        DiceThrown(Seat.FIRST, (1, 1)),
        DiceThrown(Seat.SECOND, (2, 3), "wall_again"),
        WallBreak(Seat.SECOND, 7),
    )


def test_the_set_button_before_the_first_dice_belongs_to_the_hand_before():
    play = Play().say(press(Button.SET)).wait(60)
    assert play.questions == set()
    play.wait(200).say(press(Button.SET)).wait(10)
    assert play.questions == {("hand_end", None, None)}


def test_a_dealer_other_than_the_records_is_asked_about_until_they_agree():
    play = Play().say(press(Button.DEALER, 1)).wait(10)
    assert play.questions == {("dealer", Seat.SECOND, None)}
    drawn(play, 1)
    assert play.questions == set()


def test_counters_are_known_from_a_reset_on():
    play = Play().say(release(Button.HONBA), Dice(1, 0, 3, 6)).wait(LASTING_S)
    assert play.questions == set()
    play.say(release(Button.HONBA, 1200), release(Button.HONBA)).wait(LASTING_S)
    assert play.questions == {("honba", None, 1)}
    drawn(play, 0)
    assert (play.state.honba, play.questions) == (1, set())


def test_a_riichi_stick_is_a_riichi_where_no_tile_is_followed():
    play = Play().say(RiichiStick(1, 2, 1))
    assert [type(event) for event in play.written[0].events] == [Reach, ReachAccepted]
    assert (play.state.kyotaku, play.state.scores[2]) == (1, 29000)
    play.say(RiichiStick(1, 2, 0), RiichiStick(1, 2, 1))
    assert play.state.kyotaku == 1


def test_where_tiles_are_followed_the_stick_is_accepted_when_the_discard_has_passed():
    play = Play().record(Tsumo(Seat.FIRST)).say(RiichiStick(1, 0, 1))
    assert play.state.riichi[0] is Riichi.DECLARED
    play.record(Dahai(Seat.FIRST, None, tsumogiri=False))
    assert play.state.riichi[0] is Riichi.DECLARED
    play.record(Tsumo(Seat.SECOND))
    assert play.state.riichi[0] is Riichi.ACCEPTED


FIRST_TWO_LAID = State(1, 0, 0b0011, 0, 0, 0, 0, bytes(4), bytes(20))


def declared(play, seat):
    """The seat's riichi as the record has it, its discard passed."""
    if not play.state.play.watched:
        play.record(Tsumo(seat))
    following = Seat((seat + 1) % 4)
    return play.record(Reach(seat), Dahai(seat, None, tsumogiri=False), Tsumo(following))


def test_sticks_known_from_a_snapshot_alone_are_accepted_each_for_itself():
    play = Play()
    play.hear(FIRST_TWO_LAID)
    declared(declared(play, Seat.FIRST), Seat.SECOND)
    assert play.state.riichi[:2] == (Riichi.ACCEPTED, Riichi.ACCEPTED)
    assert len({one.source for one in play.written}) == len(play.written) == 2


def test_an_acceptance_that_a_person_took_back_is_not_said_again_in_its_game():
    play = Play()
    play.hear(FIRST_TWO_LAID)
    declared(play, Seat.FIRST)
    play.state = replace(play.state, riichi=(Riichi.DECLARED, *play.state.riichi[1:]))
    play.say(press(Button.PAUSE)).hear(Notice(Condition.LOST, "no cable", DEVICE))
    play.hear(FIRST_TWO_LAID)
    assert play.wait().state.riichi[0] is Riichi.DECLARED
    for another in (drawn(Play(), 1).state, START):  # a later hand, then the next game's first
        play.state = another
        play.hear(FIRST_TWO_LAID)
    assert declared(play, Seat.FIRST).state.riichi[0] is Riichi.ACCEPTED


def test_a_stick_out_of_turn_is_asked_about_and_not_written():
    play = Play().record(Tsumo(Seat.FIRST)).say(RiichiStick(1, 2, 1)).wait(10)
    assert play.state.riichi[2] is Riichi.NONE
    assert play.questions == {("reach", Seat.THIRD, None)}


@pytest.mark.parametrize("why", ["dead", "poor"])
def test_a_riichi_that_cannot_be_is_asked_about(why):
    state, ruleset = START, RULES
    if why == "dead":
        state = fold([DeadHand(Seat.THIRD, "wrong_tile_count")], state)
    else:
        state = replace(state, scores=(40000, 40000, 500, 39500))
        ruleset = load_ruleset("majsoul")
    play = Play(state, ruleset).say(RiichiStick(1, 2, 1))
    assert play.state.riichi[2] is Riichi.NONE
    assert play.questions == {("reach", Seat.THIRD, None)}


def test_a_riichi_stick_that_is_gone_is_asked_about_when_it_stays_away():
    play = Play().say(RiichiStick(1, 2, 1), RiichiStick(1, 2, 0)).wait(LASTING_S - 1)
    assert play.questions == set()
    assert play.wait(2).questions == {("no_riichi", Seat.THIRD, 1000)}


def test_trays_that_agree_raise_no_question():
    play = Play().say(*all_trays(30000, 30000, 30000, 30000)).wait(100)
    assert play.questions == set()
    assert in_transit(play.senses, play.state) == 0


def test_sticks_on_their_way_are_in_transit_and_then_a_question():
    play = Play().say(*all_trays(30000, 30000, 30000, 30000), tray(2, 29000)).wait(LASTING_S - 2)
    assert play.questions == set()
    assert in_transit(play.senses, play.state) == 1000
    play.wait(3)
    assert play.questions == {("points", Seat.THIRD, -1000)}
    assert "seat 2 (Chie) has 1000 points less" in lasting(play.senses, play.at)[0].text
    play.say(tray(2, 30000))
    assert play.questions == set()


def test_a_payment_that_follows_the_record_raises_no_question():
    play = Play().say(*all_trays(30000, 30000, 30000, 30000))
    drawn(play, 1)
    play.wait(20).say(*all_trays(29000, 33000, 29000, 29000)).wait(100)
    assert play.questions == set()


def test_a_change_of_amount_begins_its_time_anew():
    play = Play().say(*all_trays(30000, 30000, 30000, 30000), tray(2, 29000)).wait(LASTING_S)
    assert play.questions == {("points", Seat.THIRD, -1000)}
    play.say(tray(2, 28000))
    assert play.questions == set()


def test_a_riichi_stick_on_the_table_is_no_difference_of_its_tray():
    play = Play().say(*all_trays(30000, 30000, 30000, 30000), tray(2, 29000), RiichiStick(1, 2, 1))
    assert play.wait(100).questions == set()


def test_a_tray_that_doubts_itself_says_nothing():
    play = Play().say(*all_trays(30000, 30000, 30000, 30000))
    play.say(tray(2, 21000, Quality.UNSURE)).wait(100)
    assert play.questions == set()
    assert in_transit(play.senses, play.state) is None
    play.say(tray(2, 21000), Fault(1, FaultCode.TRAY, 2)).wait(100)
    assert play.questions == set()


def test_who_is_below_zero_has_borrowed_and_is_not_counted():
    state = replace(START, scores=(61000, 30000, -1000, 30000))
    play = Play(state).say(*all_trays(61000, 30000, 4000, 30000)).wait(100)
    assert play.questions == set()


def test_trays_without_any_stick_are_not_in_use():
    play = Play()
    play.hear(State(1, 0, 0, 0, 0, 0, 0, bytes(4), bytes(20)))
    assert play.wait(100).questions == set()


def test_other_starting_sticks_are_one_question():
    play = Play().say(*all_trays(25000, 25000, 25000, 25000)).wait(100)
    assert play.questions == {("starting_points", None, -5000)}


@pytest.mark.parametrize(
    "said", [Gap(DEVICE, 1, 3, 9, 7), Notice(Condition.LOST, "no cable", DEVICE)]
)
def test_what_may_have_changed_unseen_is_forgotten(said):
    play = Play().say(*all_trays(30000, 30000, 30000, 29000), press(Button.DEALER, 3))
    play.wait(100)
    assert len(play.questions) == 2
    play.hear(said)
    assert play.wait(100).questions == set()


@pytest.mark.parametrize(
    ("said", "placed"),
    [(Notice(Condition.LOST, "no cable", DEVICE), True), (Gap(DEVICE, 1, 5, 9, 7), False)],
)
def test_dice_that_wait_for_their_hand_outlive_a_cable_that_was_out(said, placed):
    play = Play().say(Dice(1, 0, 3, 6), press(Button.SET), Dice(1, 1, 2, 2))
    play.hear(said)
    drawn(play, 1)
    assert bool(play.state.setup) is placed


def test_a_snapshot_says_where_sticks_lie_and_proposes_nothing():
    counts = bytes([2, 1, 5, 0, 0] * 3 + [2, 1, 4, 0, 0])
    play = Play()
    play.hear(State(1, 0, 0b1000, 0, 0, 0, 0, bytes(4), counts))
    assert (play.written, play.state.kyotaku) == ([], 0)
    assert play.wait(100).questions == {("riichi", Seat.FOURTH, -1000)}


def test_a_ruleset_without_a_wall_of_tiles_takes_no_dice():
    play = Play(replace(START, rules="tenhou"), load_ruleset("tenhou")).say(Dice(1, 0, 3, 6))
    assert (play.written, play.state.setup) == ([], ())
