"""What can come next: who can claim a tile and with what, seen whole, partly or not at all."""

import pytest

from scoring.seats import Seat
from scoring.tiles import format_tiles
from table.config import load_ruleset
from table.core.events import Dahai, Ryukyoku
from table.core.expected import expected
from table.core.legal import judge
from table.core.table import with_play
from table.errors import IllegalActionError

A, B, C, D = Seat
TANYAO = "234678m23488s46p"


@pytest.fixture
def blind(playing):
    return playing.dealt(marker="9m")


def listed(state, ruleset, kind):
    return [one for one in expected(state, ruleset) if one.kind == kind]


def kinds(state, ruleset, actor):
    return {one.kind for one in expected(state, ruleset) if one.actor == actor and not one.late}


def test_the_dealer_draws_first(blind, ruleset):
    assert [one[:2] for one in expected(blind, ruleset)] == [("tsumo", A)]


def test_who_can_call_a_tile_and_with_what(playing, ruleset):
    state = playing.dealt("", "34667m22334455s", "", "55m123456789p11z", marker="9m")
    state = playing.played(state, "A+?; A-5m")
    (chi,) = listed(state, ruleset, "chi")
    assert (chi.actor, chi.target, str(chi.pai), chi.sure) == (B, A, "5m", True)
    assert [format_tiles(own) for own in chi.own] == ["34m", "46m", "67m"]
    pons = {one.actor: one.sure for one in listed(state, ruleset, "pon")}
    assert pons == {D: True}


def test_a_hidden_hand_may_have_what_nobody_has_seen(playing, blind, ruleset):
    state = playing.played(blind, "A+?; A-5m")
    assert {one.actor: one.sure for one in listed(state, ruleset, "pon")} == dict.fromkeys(
        (B, C, D), False
    )
    gone = playing.played(blind, "A+?; A-5m; B pon 5m; B-1z; C+?; C-5m")
    assert listed(gone, ruleset, "pon") == []
    assert kinds(gone, ruleset, D) >= {"tsumo", "chi", "hora"}


def test_a_run_needs_tiles_of_one_suit(playing, blind, ruleset):
    honour = playing.played(blind, "A+?; A-1z")
    assert listed(honour, ruleset, "chi") == []
    end = playing.played(blind, "A+?; A-9s")
    (chi,) = listed(end, ruleset, "chi")
    assert [format_tiles(own) for own in chi.own] == ["78s"]


def test_of_an_unread_discard_everything_may_be_called(playing, blind, ruleset):
    state = playing.played(blind, "A+?; A-?")
    assert kinds(state, ruleset, B) == {"tsumo", "hora", "pon", "daiminkan", "chi"}
    assert kinds(state, ruleset, C) == {"hora", "pon", "daiminkan"}


def test_a_player_in_riichi_calls_nothing_and_discards_the_draw(playing, blind, ruleset):
    state = playing.played(blind, "A+?; A reach; A-1z; A laid; B+?; B-5m")
    assert kinds(state, ruleset, A) == {"hora"}
    state = playing.played(state, "C+?; C-5p; D+?; D-3z; A+7p")
    (dahai,) = listed(state, ruleset, "dahai")
    assert str(dahai.pai) == "7p"
    kans = {one.kind: str(one.pai) for one in expected(state, ruleset) if one.kind == "ankan"}
    assert kans == {"ankan": "7p"}


def test_the_stick_is_due_when_the_tile_lies_there(playing, blind, ruleset):
    said = playing.played(blind, "A+?; A reach")
    assert kinds(said, load_ruleset("mleague"), A) == {"dahai"}
    assert kinds(said, ruleset, A) == {"dahai", "reach_accepted"}  # in any order
    state = playing.played(said, "A-1z")
    assert kinds(state, ruleset, A) == {"reach_accepted"}


def test_what_a_call_bars(playing, blind, ruleset):
    state = playing.played(blind, "A+?; A-4s; B chi 4s 23s")
    (dahai,) = listed(state, ruleset, "dahai")
    assert format_tiles(dahai.barred) == "14s"
    assert kinds(state, ruleset, B) == {"dahai"}
    assert {one.actor for one in listed(state, ruleset, "hora") if one.late} == {C, D}


def test_kans_of_a_known_hand(playing, ruleset):
    state = playing.dealt("3334m555p12s1112z", "", "", "", marker="9m")
    four = playing.played(state, "A+3m")
    (ankan,) = listed(four, ruleset, "ankan")
    assert (str(ankan.pai), ankan.sure) == ("3m", True)
    pon = playing.played(state, "A+9p; A-9p!; B+?; B-5p; A pon 5p; A-2s; B+?; B-6z; C+?; C-6z")
    pon = playing.played(pon, "D+?; D-7z; A+8m")
    (kakan,) = listed(pon, ruleset, "kakan")
    assert (str(kakan.pai), kakan.sure) == ("5p", True)


def test_a_fifth_kan_is_not_expected(playing, blind, ruleset):
    state = playing.played(blind, "A+1m")
    state = with_play(state, state.play._replace(kans=4))
    assert listed(state, ruleset, "ankan") == []


def test_an_added_kan_can_be_robbed_a_concealed_one_by_orphans(playing, blind, ruleset):
    state = playing.played(blind, "A+?; A-1z; B+?; B ankan 1p")
    assert {one.actor for one in listed(state, ruleset, "hora") if not one.late} == {A, C, D}
    simple = playing.played(blind, "A+?; A-1z; B+?; B ankan 5p")
    assert [one for one in listed(simple, ruleset, "hora") if not one.late] == []


def test_a_hand_with_other_tiles_than_fourteen_is_not_expected_to_do_anything(
    playing, blind, ruleset
):
    state = playing.played(blind, "A+?; A-1z; B-1z; C+?; C-1p; D+?; D-1p; A+?; A-2p; B+?")
    assert kinds(state, ruleset, B) == set()


def test_nobody_wins_with_a_dead_hand(playing, blind, ruleset):
    state = playing.played(blind, "B dead; A+?; A-5m")
    assert kinds(state, ruleset, B) == {"tsumo"}
    assert kinds(playing.played(state, "B+?"), ruleset, B) == {"dahai"}


@pytest.mark.parametrize(
    ("move", "reason", "answer"),
    [
        ("A+?; A-1z", "", "reason_unknown"),
        ("A+?; A-?; B+?; B-2z; C+?; C-2z; D+?; D-2z", "four_winds", "hidden_hand"),
        ("A+?; B dead; A-5m", "triple_ron", "dead_hand"),
        ("A+?", "triple_ron", "nothing_to_win"),
        ("A+?; A-5m", "triple_ron", "hidden_hand"),
        ("", "four_winds", "not_watched"),
    ],
)
def test_abortive_draws_at_partial_knowledge(playing, blind, move, reason, answer):
    state = playing.played(blind, move)
    draw = Ryukyoku((0, 0, 0, 0), reason=reason)
    assert judge(state, draw, load_ruleset("tenhou")).reason == answer


def test_nine_kinds_are_declared_by_who_drew_them(playing):
    tenhou = load_ruleset("tenhou")
    state = playing.dealt("", "", "19m19p1s123z23456m", "", marker="3s")
    state = playing.played(state, "A+?; A-1z; B+?; B-1z; C+9s")
    assert ("ryukyoku", C) in {one[:2] for one in expected(state, tenhou)}
    other = Ryukyoku((0, 0, 0, 0), reason="nine_kinds", actor=D)
    assert judge(state, other, tenhou).reason == "not_turn"


def test_what_the_referee_decides_is_left_open(playing, blind):
    state = playing.played(blind, "A+?; A-5m; B+?; B says tsumo; C says ron 900")
    ruling = judge(state, playing.event("C ron 5m", state), load_ruleset("saikouisen"))
    assert ruling.allowed is None
    assert "referee" in {one.reason for one in ruling.reasons}


def test_a_player_cannot_show_more_than_he_holds(playing, blind):
    with pytest.raises(IllegalActionError, match="at most 13"):
        playing.played(blind, "A shows 123456789m123456p")


def test_a_declared_riichi_is_followed_by_a_discard_that_leaves_it_waiting(playing):
    """Tenhou lets a hand wait for the tile of its own kan, and nothing else here waits."""
    tenhou = load_ruleset("tenhou")
    state = playing.dealt("234m4565p777789s", marker="9m")
    state = playing.played(state, "A+5p; A ankan 7s; dora 1m; A+1z; A reach")
    (discard,) = listed(state, tenhou, "dahai")
    left = [tile for tile in state.play.seats[A].known_tiles if tile not in discard.barred]
    assert format_tiles(left) == "1z"
    assert judge(state, Dahai(A, left[0], True), tenhou).allowed is True
    for tile in discard.barred:
        assert judge(state, Dahai(A, tile, False), tenhou).reason == "discard"
