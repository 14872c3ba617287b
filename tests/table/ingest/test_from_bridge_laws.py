"""Whatever a table says in whatever order: the record stays legal, and nothing comes twice."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.happenings import Condition, Event, Gap, Notice
from firmware_bridge.messages import (
    NOBODY,
    ButtonMoved,
    Dice,
    Fault,
    RiichiStick,
    State,
    Sticks,
)
from scoring.seats import Seat
from table.config import load_ruleset, ruleset_ids
from table.core.decisions import begin_game, confirm_draw
from table.core.endings import HandEnd, end_hand
from table.core.events import Dahai, Reach, ReachAccepted, Tsumo
from table.core.legal import judge
from table.core.state import Phase, Riichi, apply, fold
from table.ingest.doubts import differences, lasting, stick_differences
from table.ingest.from_bridge import take, tick
from table.ingest.proposal import CERTAIN
from table.ingest.senses import Senses

DEVICE = "6a616e74-616b-4075-8000-000000000001"
RULESETS = [load_ruleset(name) for name in ruleset_ids()]
SEATS = st.integers(0, 3)
MESSAGES = st.one_of(
    st.builds(Dice, st.just(1), SEATS, st.integers(1, 6), st.integers(1, 6)),
    st.builds(
        ButtonMoved, st.just(1), st.integers(0, 7), SEATS | st.just(NOBODY), st.integers(0, 1),
        st.integers(0, 2000),
    ),
    st.builds(RiichiStick, st.just(1), SEATS, st.integers(0, 1)),
    st.builds(Sticks, st.just(1), SEATS, st.integers(0, 2), *[st.integers(0, 12)] * 5),
    st.builds(Fault, st.just(1), st.integers(1, 3), st.integers(0, 255)),
)  # fmt: skip
QUALITIES = st.lists(st.integers(0, 2), min_size=4, max_size=4).map(bytes)
COUNTS = st.binary(min_size=20, max_size=20)
SNAPSHOTS = st.builds(
    State, st.just(1), st.integers(0, 127), st.integers(0, 15), st.integers(0, 6),
    st.integers(0, 6), st.just(0), st.just(0), QUALITIES, COUNTS,
)  # fmt: skip
DEEDS = st.sampled_from(["draw", "nobody", "turn", "wait"])
HAPPENINGS = st.sampled_from([Gap(DEVICE, 1, 3, 9, 7), Notice(Condition.LOST, "no cable", DEVICE)])


def moved(state, ruleset, deed):
    """The record after something that people did."""
    if state.phase is not Phase.HAND:
        return state
    if deed == "turn":
        play = state.play
        event = (
            Dahai(play.turn, None, tsumogiri=None)
            if play.stage.name == "DISCARD"
            else Tsumo(play.turn)
        )
        return apply(state, event) if judge(state, event, ruleset).allowed else state
    riichi = {seat for seat in Seat if state.riichi[seat] is not Riichi.NONE}
    ready = riichi | ({state.oya} if deed == "draw" else set())
    if any(state.riichi[seat] is Riichi.DECLARED for seat in Seat):
        return fold(
            end_hand(state, HandEnd(draw="exhaustive_draw", tenpai=frozenset(ready)), ruleset),
            state,
        )
    return fold(confirm_draw(state, ready, ruleset), state)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(RULESETS),
    st.lists(MESSAGES | SNAPSHOTS | DEEDS | HAPPENINGS, max_size=40),
    st.integers(0, 3),
    st.booleans(),
)
def test_the_record_stays_legal_whatever_the_table_says(ruleset, script, turn, told):
    state = fold(begin_game(("A", "B", "C", "D"), ruleset))
    total, senses, sources = state.total, Senses(turn, told=told), Counter()
    for number, said in enumerate(script, 1):
        at = 7.0 * number
        if isinstance(said, str):
            state = state if said == "wait" else moved(state, ruleset, said)
            taken = tick(senses, state, ruleset, at)
        else:
            plain = isinstance(said, Gap | Notice | State)
            heard = said if plain else Event(DEVICE, 1, number, number, said)
            taken = take(senses, state, ruleset, heard, at)
        senses = taken.senses
        for proposal in taken.written:
            assert proposal.likelihood >= CERTAIN
            sources[proposal.source] += 1
            for event in proposal.events:
                assert judge(state, event, ruleset).allowed is not False
                state = apply(state, event)
        asked = lasting(senses, at)
        assert len({one.id for one in asked}) == len(asked)
        assert all(one.text for one in asked)
    assert state.total == total
    assert not [source for source, count in sources.items() if count > 1]


@settings(max_examples=200, deadline=None)
@given(st.lists(MESSAGES, max_size=30))
def test_sticks_alone_never_write_a_point(script):
    ruleset = RULESETS[0]
    state = fold(begin_game(("A", "B", "C", "D"), ruleset))
    senses = Senses()
    for number, said in enumerate(script, 1):
        taken = take(senses, state, ruleset, Event(DEVICE, 1, number, 0, said), float(number))
        senses = taken.senses
        kinds = {type(event) for proposal in taken.written for event in proposal.events}
        if not isinstance(said, RiichiStick):
            assert not kinds & {Reach, ReachAccepted}
        state = fold((event for one in taken.written for event in one.events), state)
    laid = sum(riichi is Riichi.ACCEPTED for riichi in state.riichi)
    assert state.kyotaku == laid


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 600), min_size=4, max_size=4))
def test_a_question_names_each_seat_and_amount_that_differs(hundreds):
    ruleset = RULESETS[0]
    state = fold(begin_game(("A", "B", "C", "D"), ruleset))
    senses = Senses()
    for seat, count in enumerate(hundreds):
        said = Sticks(1, seat, 0, 0, 0, count // 10, 0, count % 10)
        senses = take(senses, state, ruleset, Event(DEVICE, 1, seat + 1, 0, said), 0.0).senses
    found = list(differences(senses, state))
    truth = [100 * count - state.scores[seat] for seat, count in enumerate(hundreds)]
    if not any(hundreds):
        assert found == []
    elif len(set(truth)) == 1 and truth[0]:
        assert [(one.seat, one.amount) for one in found] == [(None, truth[0])]
    else:
        assert {one.seat: one.amount for one in found} == {
            Seat(seat): amount for seat, amount in enumerate(truth) if amount
        }
    assert stick_differences(senses, state) == (tuple(truth) if any(hundreds) else (None,) * 4)
