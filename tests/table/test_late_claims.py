"""A tile that was called, kanned after or drawn over may be claimed still, in the rules' time.

`expected` lists then what `judge` does not refuse, for who sees all hands and for who sees none.
"""

from itertools import chain

import pytest
from loading import load

from scoring.seats import Seat
from scoring.tiles import TILES
from table.config import load_ruleset, ruleset_ids
from table.core.circumstances import win_context
from table.core.codec import NAMES
from table.core.events import Ankan, Chi, Daiminkan, Dora, Hora, Kakan, Pon, Tsumo
from table.core.expected import expected
from table.core.legal import judge
from table.core.play import Stage
from table.core.state import EMPTY, Phase, apply

possible = load("tests/table/random_game.py").possible

A, B, C, D = Seat
RULESETS = sorted(ruleset_ids())
NOTHING = (0, 0, 0, 0)
SETS = {"chi": Chi, "pon": Pon, "daiminkan": Daiminkan}
TANYAO = "234678m23488s46p"
"""Wins on 5p."""


def offers(play):
    """The tiles that lie there, or did before a draw or a call."""
    before = (play, play.earlier, play.uncalled)
    return {one.offered[-1] for one in before if one is not None and one.offered}


def claims(play):
    """Every claim on a tile of another that somebody could try."""
    for actor in Seat:
        for offer in offers(play):
            if offer.seat == actor:
                continue
            yield Hora(actor, offer.seat, NOTHING, pai=offer.tile)
            if offer.kan is not None or offer.tile is None:
                continue
            plain, kind = offer.tile.plain, offer.tile.kind
            yield Pon(actor, offer.seat, offer.tile, (plain,) * 2)
            yield Daiminkan(actor, offer.seat, offer.tile, (plain,) * 3)
            for low in (kind - 2, kind - 1, kind):
                if low >= 0 and low + 2 < 27 and low // 9 == (low + 2) // 9:
                    own = (TILES[one] for one in (low, low + 1, low + 2) if one != kind)
                    yield Chi(actor, offer.seat, offer.tile, tuple(own))


def agrees(state, ruleset):
    """How many claims are listed; all that are not refused."""
    want = {
        (NAMES[type(event)], event.actor, event.target)
        for event in claims(state.play)
        if judge(state, event, ruleset).allowed is not False and possible(state, event)
    }
    got = {
        (one.kind, one.actor, one.target)
        for one in expected(state, ruleset)
        if one.target is not None and one.actor != one.target
    }
    assert got == want, state.play
    return len(got)


def declared(state, ruleset):
    """The sets and kans that may come now, one of each kind for each seat."""
    held = {seat: state.play.seats[seat].known_tiles for seat in Seat}
    for one in expected(state, ruleset):
        way = [own for own in one.own if all(own.count(t) <= held[one.actor].count(t) for t in own)]
        own = next(chain(way, one.own), None)
        if own is None or one.pai is None or one.late:
            continue
        if one.kind in SETS:
            yield SETS[one.kind](one.actor, one.target, one.pai, own)
        elif one.kind == "ankan":
            yield Ankan(one.actor, own)
        elif one.kind == "kakan":
            yield Kakan(one.actor, one.pai, own)


def after(state, event, ruleset):
    """The table after a set or kan, and after its replacement tile, its indicator turned or not."""
    if not possible(state, event):
        return
    called = apply(state, event)
    yield called
    if called.play.stage is Stage.REPLACE:
        yield apply(called, Tsumo(event.actor))
        yield apply(apply(called, Dora(None)), Tsumo(event.actor))


@pytest.mark.parametrize("sees", ["all", "nothing"])
@pytest.mark.parametrize("rules", RULESETS)
def test_expected_lists_the_late_claims_that_are_not_refused(random_games, rules, sees):
    ruleset = load_ruleset(rules)
    game, state, listed = random_games.RandomGame(5, ruleset, calls=0.4), EMPTY, 0
    while not game.over and len(game.events) < 300:
        if state.play is not None and state.phase is Phase.HAND:
            agrees(state, ruleset)
            for event in declared(state, ruleset):
                listed += sum(agrees(one, ruleset) for one in after(state, event, ruleset))
        event = game.step()
        state = apply(state, event if sees == "all" else random_games.hidden(event))
    assert listed or sees == "all"


@pytest.fixture
def waiting(playing):
    """D waits for the 5p that A discards; B and C may call it."""
    state = playing.dealt("", "34p12467m468s123z", "555p134679s2357z", TANYAO, marker="9m")
    return playing.played(state, "A+?; A-5p")


def rons(state, ruleset):
    return {one.actor: one.sure for one in expected(state, ruleset) if one.kind == "hora"}


@pytest.mark.parametrize(
    "moves", ["B chi 5p 34p", "C pon 5p", "C kan 5p", "C kan 5p; C+7z", "C kan 5p; dora 7s; C+7z"]
)
@pytest.mark.parametrize("rules", ["wrr2013", "wrr2015", "rcr", "mleague"])
def test_a_win_beats_a_call_until_the_callers_discard(playing, waiting, rules, moves):
    """WRR-5.4.1-RON; where three seconds are given for it, only a clock can be sure."""
    ruleset = load_ruleset(rules)
    state = playing.played(waiting, moves)
    assert rons(state, ruleset) == {D: rules != "wrr2013"}
    if state.play.stage is Stage.REPLACE:
        return
    over = playing.played(state, "B-1z" if moves[0] == "B" else "C-2z")
    assert D not in rons(over, ruleset)


def test_a_call_is_not_changed(playing, waiting, ruleset):
    """WRR-7.2-CHANGE: who has called the tile does not win on it."""
    state = playing.dealt("", "", "", "234678m23488s55p", marker="9m")
    state = playing.played(state, "A+?; A-5p; D pon 5p")
    ruling = judge(state, playing.event("D ron 5p", state), ruleset)
    assert (ruling.allowed, ruling.reason) == (False, "changed_call")


def test_a_win_over_an_open_kan_counts_as_before_it(playing, waiting, ruleset):
    """The kan never was: neither its indicator counts, nor that it took the last tile."""
    kan = playing.played(waiting, "C kan 5p; dora 4p; C+7z")
    before, then = (
        win_context(state, D, A, TILES[13], ruleset, ura=()) for state in (waiting, kan)
    )
    assert then == before


def test_a_kan_is_robbed_late_only_where_there_is_a_time_for_it(playing):
    state = playing.dealt("", "555p123456789s2z", "", TANYAO, marker="9m")
    state = playing.played(state, "A+?; A-5p; B pon 5p; B-2z; C+?; C-1z; D+?; D-1z; A+?; A-3z")
    state = playing.played(state, "B+7z; B kakan 5p; dora 7s; B+6z")
    assert rons(state, load_ruleset("wrr2015")).get(D) is False
    assert D not in rons(state, load_ruleset("mleague"))


def test_a_discard_called_late_takes_back_the_kan_that_came_meanwhile(playing):
    """WRR-5.4.1-PUTBACK: the tile drawn goes back to the wall, so its kan never was."""
    state = playing.dealt("", "2222s123456789m", "55p134679s23577z", "", marker="9m")
    before = playing.played(state, "A+?; A-5p")
    kan = playing.played(before, "B+9s; B ankan 2s")
    call = playing.event("C pon 5p", before)
    assert judge(kan, call, load_ruleset("wrr2013")).allowed is None
    assert apply(kan, call).play == apply(before, call).play


def test_no_hidden_hand_robs_a_concealed_kan_of_simples(playing, ruleset):
    state = playing.played(playing.dealt(marker="9m"), "A+?; A-1z; B+?; B ankan 5p")
    ruling = judge(state, Hora(C, B, NOTHING, pai=TILES[13]), ruleset)
    assert (ruling.allowed, ruling.reason) == (False, "ankan_not_robbable")


def test_a_stick_may_be_laid_before_the_tile_or_after_the_next_draw(playing):
    said = playing.played(playing.dealt(marker="9m"), "A+?; A reach")
    drawn = playing.played(said, "A-1z; B+?")
    for rules in RULESETS:
        ruleset = load_ruleset(rules)
        for state in (said, drawn):
            listed = "reach_accepted" in {one.kind for one in expected(state, ruleset)}
            allowed = judge(state, playing.event("A laid", state), ruleset).allowed is not False
            assert listed is allowed
