"""Positions that a referee looks up, and what the clauses say of each."""

from dataclasses import replace

import pytest

from scoring.hand import Hand
from scoring.seats import Seat, Wind
from scoring.tiles import Tile, parse_tiles
from table.config import load_ruleset, ruleset_ids
from table.core.circumstances import declared
from table.core.clock import HandTimes
from table.core.corrections import Replace, propose
from table.core.decisions import ring
from table.core.declaration import Declaration
from table.core.declaration import judge as judge_win
from table.core.endings import HandEnd, end_hand
from table.core.events import (
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    Hora,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
)
from table.core.fouls import Foul, price
from table.core.history import Commit
from table.core.incidents import Call, DeadHand, HandsVoid, ReachVoid, Tenpai
from table.core.legal import judge
from table.core.state import apply, fold

A, B, C, D = Seat
NOTHING = (0, 0, 0, 0)
PINFU = Hand(parse_tiles("234m567p888m22z456s"))
YAKUHAI = Hand(parse_tiles("123m567p88m777z567s"))
ALL = ruleset_ids()


def deal(ruleset, hands=None):
    tiles = tuple(
        parse_tiles(hands[seat]) if seat in (hands or {}) else (None,) * 13 for seat in Seat
    )
    points = (ruleset.game.starting_points,) * 4
    start = StartGame(("A", "B", "C", "D"), ruleset.id, 0, False, ruleset.riichi.bet)
    return [start, StartKyoku(Wind.EAST, 1, 0, 0, A, points, None, tiles)]


def tile(text):
    return Tile.parse(text)


def commits(*groups):
    made, number = [], 1
    for events in groups:
        made.append(Commit(number, tuple(events)))
        number += len(events)
    return made


def gained(before, after):
    return [now - was for was, now in zip(before.scores, after.scores, strict=True)]


@pytest.mark.parametrize("stick", ["before the discard", "after it", "not yet"])
@pytest.mark.parametrize("rules", ALL)
def test_a_riichi_that_is_ronned_costs_no_stick_whenever_it_was_laid(rules, stick):
    """JPB-RII-RONNED, WRR-6.5.1-RIIVOID, RCR-3.3.14-VOID, SAI-35.1."""
    ruleset = load_ruleset(rules)
    laid = [ReachAccepted(B)]
    turn = [Tsumo(A), Dahai(A, tile("1z")), Tsumo(B), Reach(B)]
    turn += laid * (stick == "before the discard") + [Dahai(B, tile("7z"))]
    turn += laid * (stick == "after it")
    dealt = deal(ruleset)
    before, state = fold(dealt), fold([*dealt, *turn])
    ended = end_hand(state, HandEnd(wins=(Declaration(D, B, YAKUHAI, tile("7z")),)), ruleset)
    after = fold(ended, state)
    assert (gained(before, after), after.kyotaku) == ([0, -1300, 0, 1300], 0)
    (won,) = (event for event in ended if isinstance(event, Hora))
    renamed = replace(dealt[0], names=("E", "B", "C", "D"))
    again = propose(commits(dealt, turn, ended), [Replace(1, (renamed,))], load_ruleset).after
    assert (gained(before, again), again.kyotaku) == ([0, -1300, 0, 1300], 0)
    assert sum(won.deltas) == ruleset.riichi.bet * (stick != "not yet")


@pytest.mark.parametrize("rules", ["rcr", "saikouisen"])
def test_with_two_rons_it_goes_back_once(rules):
    ruleset = load_ruleset(rules)
    if ruleset.game.several_winners != "all":
        pytest.skip("one win alone")
    turn = [Tsumo(A), Dahai(A, tile("1z")), Tsumo(B), Reach(B), ReachAccepted(B)]
    state = fold([*deal(ruleset), *turn, Dahai(B, tile("7z"))])
    wins = tuple(Declaration(seat, B, YAKUHAI, tile("7z")) for seat in (C, D))
    after = fold(end_hand(state, HandEnd(wins=wins), ruleset), state)
    assert gained(fold(deal(ruleset)), after) == [0, -2600, 1300, 1300]
    assert after.kyotaku == 0


@pytest.mark.parametrize("kind", ["noten_riichi", "illegal_ankan"])
@pytest.mark.parametrize("rules", ["wrr2013", "rcr"])
def test_what_only_the_own_win_shows_is_not_judged_at_anothers(rules, kind):
    """WRR-7.2-NOTENRIICHI, WRR-7.2-BADKAN."""
    ruleset = load_ruleset(rules)
    state = fold([*deal(ruleset), Reach(B), ReachAccepted(B)])
    won = Declaration(D, C, PINFU, tile("6s"), frozenset({"riichi"}))
    foul = Foul(kind, B)
    after = fold(end_hand(state, HandEnd(wins=(won,), fouls=(foul,)), ruleset), state)
    assert after.penalties == NOTHING
    own = Declaration(B, C, PINFU, tile("6s"), frozenset({"riichi"}))
    spoilt = fold(end_hand(state, HandEnd(wins=(own,), fouls=(foul,)), ruleset), state)
    assert spoilt.penalties != NOTHING


@pytest.mark.parametrize("rules", ALL)
def test_one_tile_shown_by_nobodys_fault_costs_no_more_than_one_by_carelessness(rules):
    """WRR-7.2-REVNOFAULT: six or more."""
    ruleset = load_ruleset(rules)
    for kind in ("revealed_own", "revealed_live"):
        careless, blameless = (
            price(Foul(kind, B, count=1, blameless=blameless), ruleset).cost
            for blameless in (False, True)
        )
        assert blameless == careless


@pytest.mark.parametrize("rules", [one for one in ALL if one != "wrr2015"])
def test_what_was_before_the_end_signal_can_still_be_put_right(rules):
    ruleset = load_ruleset(rules)
    dealt = deal(ruleset)
    state = fold(dealt)
    ended = list(end_hand(state, HandEnd(draw="exhaustive_draw", tenpai=frozenset({A})), ruleset))
    state = fold(ended, state)
    signal = list(ring(state, 3600, HandTimes(over_s=3500), ruleset))
    assert isinstance(signal[-1], EndGame)
    assert judge(apply(state, signal[0]), signal[1], ruleset).allowed is True
    both = Ryukyoku((1500, 1500, -1500, -1500), (True, True, False, False))
    proposal = propose(commits(dealt, ended, signal), [Replace(3, (both,))], load_ruleset)
    points = ruleset.game.starting_points
    assert proposal.after.scores == (points + 1500, points + 1500, points - 1500, points - 1500)


@pytest.mark.parametrize("rules", ["jpml-b", "mleague"])
def test_sticks_left_over_at_the_signal_go_to_the_leader_after_a_correction_too(rules):
    """D22: the final points add up."""
    ruleset = load_ruleset(rules)
    dealt = deal(ruleset)
    state = fold(dealt)
    signal = list(ring(state, 3600, HandTimes(), ruleset))
    riichi = [Reach(A), ReachAccepted(A)]
    state = fold([*signal, *riichi], state)
    ended = list(end_hand(state, HandEnd(draw="exhaustive_draw", tenpai=frozenset({A})), ruleset))
    both = Ryukyoku((1500, 1500, -1500, -1500), (True, True, False, False))
    place = 1 + len(dealt) + len(signal) + len(riichi)
    written = commits(dealt, signal, riichi, ended)
    after = propose(written, [Replace(place, (both,))], load_ruleset).after
    assert (sum(after.scores), after.kyotaku) == (4 * ruleset.game.starting_points, 0)


@pytest.mark.parametrize("rules", ALL)
def test_a_third_ron_draws_the_hand_where_that_is_a_draw(rules):
    ruleset = load_ruleset(rules)
    state = fold([*deal(ruleset), Tsumo(A), Dahai(A, tile("7z"))])
    for seat in (B, C):
        state = apply(state, Hora(seat, A, NOTHING, pai=tile("7z")))
    third = judge(state, Hora(D, A, NOTHING, pai=tile("7z")), ruleset)
    refused = ruleset.game.several_winners == "head_bump" or "triple_ron" in ruleset.draws.abortive
    assert (third.allowed is False) is refused


def test_a_dead_hand_wins_no_nagashi():
    """JPB-AGH, JPB-NAG-WIN."""
    ruleset = load_ruleset("jpml-b")
    state = fold([*deal(ruleset), Tsumo(A), Dahai(A, tile("1z")), DeadHand(A, "wrong_tile_count")])
    won = Hora(A, A, NOTHING, yakus=(("nagashi_mangan", 5),))
    assert "dead_hand" in [one.reason for one in judge(state, won, ruleset).reasons]


@pytest.mark.parametrize("rules", ALL)
def test_who_is_noten_may_say_so(rules):
    ruleset = load_ruleset(rules)
    state = fold([*deal(ruleset), Tsumo(A), Dahai(A, tile("1z"))])
    said = judge(state, Tenpai(B, False), ruleset)
    assert "must_show" not in [one.reason for one in said.reasons]


@pytest.mark.parametrize("rules", ALL)
@pytest.mark.parametrize("meld", ["pon", "daiminkan"])
def test_a_call_that_a_ron_beats_was_never_made(rules, meld):
    """WRR-5.4.1-RON; where any call ends ippatsu, this one does too (SAI-57.3c)."""
    ruleset = load_ruleset(rules)
    dealt = deal(ruleset, {0: "234m567p888m22z46s", 3: "555s123m456p789s1z"})
    riichi = [Tsumo(A, tile("9p")), Reach(A), Dahai(A, tile("9p"), True), ReachAccepted(A)]
    passed = [Tsumo(B), Dahai(B, tile("1z")), Tsumo(C), Dahai(C, tile("5s"))]
    calls = {
        "pon": [Pon(D, C, tile("5s"), parse_tiles("55s"))],
        "daiminkan": [Daiminkan(D, C, tile("5s"), parse_tiles("555s")), Dora(tile("4s"))],
    }
    untouched = fold([*dealt, *riichi, *passed])
    called = fold(calls[meld], untouched)
    before, after = (declared(state, A, C, tile("5s"), ruleset) for state in (untouched, called))
    assert after.dora_indicators == before.dora_indicators
    lost = {"ippatsu"} if ruleset.riichi.ippatsu_ends_with_false_call else set()
    assert after.circumstances == before.circumstances - lost
    assert after.hand == before.hand


def test_a_ruling_of_a_hand_that_does_not_count_binds_no_later_one():
    """SAI-19b: the hand is played again."""
    ruleset = load_ruleset("saikouisen")
    dealt = deal(ruleset)
    ruled = [
        Reach(B),
        ReachAccepted(B),
        ReachVoid(B, "riichi_open_hand"),
        HandsVoid(0, "played again"),
    ]
    again = fold([*dealt, *ruled, dealt[1]])
    won = Declaration(B, C, PINFU, tile("6s"), frozenset({"riichi"}))
    assert judge_win(again, won, ruleset) == judge_win(fold(dealt), won, ruleset)


@pytest.mark.parametrize("ms", [400, None])
@pytest.mark.parametrize("rules", ["wrr2013", "wrr2015", "jpml-b", "saikouisen", "mleague"])
def test_who_sits_nearer_goes_before_though_nobody_timed_it(rules, ms):
    """W15-ABS-BUMP, JPB-BUMP, SAI-36.3."""
    ruleset = load_ruleset(rules)
    dealt = deal(ruleset, {2: "345m678p111z4688s"})
    said = [Call(B, "ron", ms), Call(C, "ron", ms)]
    state = fold([*dealt, Tsumo(A), Dahai(A, tile("5s")), *said])
    farther = judge(state, Hora(C, A, NOTHING, pai=tile("5s")), ruleset)
    assert farther.allowed is (False if ms else None)


def test_nobody_pays_noten_in_a_spoilt_hand_after_a_correction_either():
    ruleset = load_ruleset("jpml-b")
    dealt = deal(ruleset)
    end = HandEnd(draw="exhaustive_draw", tenpai=frozenset({A, B}), fouls=(Foul("unplayable", C),))
    ended = end_hand(fold(dealt), end, ruleset)
    written = fold([*dealt, *ended])
    renamed = replace(dealt[0], names=("E", "B", "C", "D"))
    again = propose(commits(dealt, ended), [Replace(1, (renamed,))], load_ruleset).after
    assert again.scores == written.scores
