"""What the rules say to hidden and to shown hands: what is known of them, and what is not."""

import pytest

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.circumstances import declared, passed_tiles, win_context
from table.core.events import Hora
from table.core.expected import expected
from table.core.legal import judge

A, B, C, D = Seat
TANYAO = "234678m23488s46p"


@pytest.fixture
def blind(playing):
    return playing.dealt(marker="9m")


def ruled(playing, state, move, ruleset):
    ruling = judge(state, playing.event(move, state), ruleset)
    return ruling.allowed, ruling.reason


def test_of_a_hidden_hand_riichi_and_wins_cannot_be_known(playing, blind, ruleset):
    state = playing.played(blind, "A+?")
    for move in ("A reach", "A tsumo"):
        assert ruled(playing, state, move, ruleset) == (None, "hidden_hand")
    state = playing.played(state, "A-5p")
    assert ruled(playing, state, "C ron 5p", ruleset) == (None, "hidden_hand")
    assert ruled(playing, state, "C pon 5p", ruleset) == (True, "allowed")


def test_a_hand_that_is_shown_is_judged(playing, blind, ruleset):
    state = playing.played(blind, "A+?; A-1z; B+?; B-1z; C+?; C-1z; D+?; D-9p; A+?; A-5p")
    shown = playing.played(state, f"D shows {TANYAO}")
    assert ruled(playing, shown, "D ron 5p", ruleset) == (True, "allowed")
    noyaku = playing.played(state, "D shows 123789m23488s46p")
    assert ruled(playing, noyaku, "D ron 5p", ruleset) == (False, "no_yaku")
    win = win_context(shown, D, A, Tile.parse("5p"), ruleset)
    assert (win.tsumo, win.renhou, win.context.discarder_seat) == (False, False, Wind.EAST)
    assert declared(state, D, A, Tile.parse("5p"), ruleset) is None


@pytest.mark.parametrize("shown", [TANYAO, f"{TANYAO}5p"])
def test_a_self_drawn_tile_may_lie_apart_from_the_hand(playing, blind, ruleset, shown):
    state = playing.played(blind, f"A+?; A-1z; B+?; B-1z; C+?; C-1z; D+?; D shows {shown}")
    assert ruled(playing, state, "D tsumo 5p", ruleset) == (True, "allowed")
    assert declared(state, D, D, Tile.parse("5p"), ruleset).hand.size == 14


def test_a_shown_hand_that_holds_its_own_discard_is_furiten(playing, blind, ruleset):
    moves = "A+?; A-1z; B+?; B-1z; C+?; C-1z; D+?; D-5p; A+?; A-5p"
    state = playing.played(blind, f"{moves}; D shows {TANYAO}")
    assert ruled(playing, state, "D ron 5p", ruleset) == (False, "furiten")


def test_a_hidden_riichi_player_discards_what_was_drawn(playing, blind, ruleset):
    state = playing.played(
        blind, "A+?; A reach; A-1z; A laid; B+?; B-1z; C+?; C-1z; D+?; D-1z; A+?"
    )
    assert ruled(playing, state, "A-9p", ruleset) == (None, "draw_unseen")
    assert ruled(playing, state, "A-9p!", ruleset) == (True, "allowed")
    assert ruled(playing, state, "A-9p.", ruleset) == (False, "riichi_lock")
    assert ruled(playing, state, "A ankan 9p", ruleset)[0] is None
    called = playing.played(state, "A-9p!")
    assert ruled(playing, called, "B pon 9p", ruleset)[0] is True
    assert ruled(playing, playing.played(called, "B+?; B-2p"), "A pon 2p", ruleset) == (
        False,
        "riichi_lock",
    )


@pytest.mark.parametrize(
    "moves",
    [
        "A+?; A-1z; B+?; B-1z; C+?; C-1z; D+?; D-5p; A+?; A-5p",
        "A+?; A-1z; B+?; B-1z; C+?; C-1z; D+?; D-6z; A+?; A-5p; B+?; B-5p",
        "D+?; D reach; D-6z; D laid; A+?; A-5p; B+?; B-3z; C+?; C-3z; D+?; D-3z!; A+?; A-5p",
    ],
)
def test_some_furiten_is_known_of_a_hidden_hand(playing, blind, ruleset, moves):
    state = playing.played(blind, moves)
    assert ruled(playing, state, "D ron 5p", ruleset) == (False, "furiten")
    assert all(one.actor != D for one in expected(state, ruleset) if one.kind == "hora")


def test_a_hand_shown_for_a_late_ron_is_held_against_the_tiles_let_go(playing, blind):
    rcr = load_ruleset("rcr")
    moves = "A+?; A-1z; B+?; B-1z; C+?; C-1z; D+?; D-6z; A+?; A-{}; B+?; B-5p; C+?"
    for passed, answer in (("5p", "furiten"), ("9p", "allowed")):
        state = playing.played(blind, moves.format(passed))
        state = playing.played(state, f"D shows {TANYAO}")
        ruling = judge(state, Hora(D, B, (0, 0, 0, 0), pai=Tile.parse("5p")), rcr)
        assert ruling.reason == answer


def test_an_own_call_since_leaves_it_open(playing, blind, ruleset):
    moves = "A+?; A-1z; B+?; B-1z; C+?; C-1z; D+?; D-6z; A+?; A-5p; B+?; B-7z; D pon 7z; D-1s"
    state = playing.played(blind, f"{moves}; A+?; A-5p")
    assert ruled(playing, state, "D ron 5p", ruleset) == (None, "hidden_hand")


def test_nobody_knows_which_tiles_a_hidden_hand_let_go(playing, blind, ruleset):
    state = playing.played(blind, "A+?; A-5p")
    assert passed_tiles(state.play, C, ruleset) is None
    shown = playing.played(blind, "A+?; A-5p; B+?; B-1z; C+?; C-5p")
    shown = playing.played(shown, f"D shows {TANYAO}")
    assert [str(one.tile) for one in passed_tiles(shown.play, D, ruleset)] == ["5p"]
