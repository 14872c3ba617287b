"""What the rules say to an event: yes, no, or it cannot be known; with reasons and clauses."""

from dataclasses import replace

import pytest

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.circumstances import win_context
from table.core.events import EndGame, EndKyoku, Hora, Pon, Ryukyoku, StartKyoku, Tsumo
from table.core.expected import expected
from table.core.incidents import (
    Call,
    Irregularity,
    OutOfSync,
    Penalty,
    StickCount,
    Tenpai,
)
from table.core.legal import advance, flagged, judge
from table.core.state import Phase, apply, fold
from table.core.table import with_play
from table.errors import IllegalActionError

A, B, C, D = Seat
HANDS = (
    "1112344m567p89s1z",
    "23m55p123456s777z",
    "999m19p19s123456z",
    "5556m678p678s222z",
)
TANYAO = "234678m23488s46p"
WON = Hora(A, B, (1000, -1000, 0, 0))


@pytest.fixture
def table(playing):
    return playing.dealt(*HANDS)


@pytest.fixture
def blind(playing):
    return playing.dealt(marker="9m")


def ruled(playing, state, move, ruleset):
    ruling = judge(state, playing.event(move, state), ruleset)
    return ruling.allowed, ruling.reason


@pytest.mark.parametrize(
    ("before", "move", "reason"),
    [
        ("", "B+1p", "not_turn"),
        ("", "A-1m", "not_drawn"),
        ("A+9p", "A+8p", "has_tiles"),
        ("A+9p", "B-2m", "not_turn"),
        ("A+9p", "B+1p", "has_tiles"),
        ("A+9p; A-1z", "C+1p", "not_turn"),
        ("A+9p; A-1z", "C kan 1z", "not_held"),
        ("A+9p", "A ankan 9p", "not_held"),
        ("A+1z; A-1z", "dora 3s", "no_kan"),
        ("A+9p", "A laid", "no_riichi"),
        ("A+9p", "A reach", "not_tenpai"),
        ("A+9p; A-4m; B chi 4m 23m", "B reach", "open_hand"),
        ("A+9p; A-4m; B chi 4m 23m", "B kakan 4m", "no_pon"),
        ("A+9p; A-1z", "B ron 1z", "not_complete"),
        ("A+9p", "A tsumo 9p", "not_complete"),
        ("A+9p; A-1z", "A tsumo 1z", "not_drawn"),
        ("A+9p; A-1z", "draw exhaustive_draw", "wall_left"),
        ("A+9p; A-1z", "draw nagashi_mangan", "wall_left"),
        ("A+9p; A-1z", "A draw nine_kinds", "no_such_draw"),
        ("A+7z; A-7z; B kan 7z; B+1z; C dead", "B-1z", "dora_owed"),
        ("A+7z; A-7z; B kan 7z", "B-2m", "not_drawn"),
        ("A+1m; A reach", "A ankan 1m", "riichi_open"),
    ],
)
def test_what_the_rules_forbid(playing, table, ruleset, before, move, reason):
    state = playing.played(table, before)
    ruling = judge(state, playing.event(move, state), ruleset)
    assert (ruling.allowed, ruling.reason) == (False, reason) or (
        ruling.allowed is False and reason in {one.reason for one in ruling.reasons}
    )
    assert all(one.detail for one in ruling.reasons)


def test_an_open_kans_indicator_waits_for_the_replacement_tile_where_it_is_turned_late(
    playing, table
):
    rules, kan = load_ruleset("tenhou"), playing.played(table, "A+7z; A-7z; B kan 7z")
    assert ruled(playing, kan, "dora 3s", rules) == (False, "dora_early")
    assert ruled(playing, kan, "dora 3s", load_ruleset("mleague"))[0] is True
    drawn = playing.played(kan, "B+1z")
    assert ruled(playing, drawn, "dora 3s", rules)[0] is True


def test_only_the_tile_last_offered_is_won_on_or_called(playing, blind, ruleset):
    state = playing.played(blind, "A+?; A-1z; B+?; B-2z")
    assert judge(state, Hora(D, A, (0, 0, 0, 0)), ruleset).reason == "nothing_to_win"
    late = Pon(D, A, Tile.parse("1z"), (Tile.parse("1z"),) * 2)
    assert judge(state, late, ruleset).reason == "nothing_to_call"


def test_a_refusal_becomes_a_note_for_the_referee(playing, table, ruleset):
    event = playing.event("D+1p", table)
    after, ruling = advance(table, event, ruleset)
    assert after == apply(table, event)
    assert flagged(event, ruling) == Irregularity(
        "not_turn", D, ruling.detail, ruling.clause, evidence=""
    )
    assert flagged(event, judge(table, playing.event("A+1p", table), ruleset)) is None


def test_the_riichis_discard_must_leave_tenpai(playing, ruleset):
    state = playing.dealt(f"{TANYAO}", marker="9m")
    state = playing.played(state, "A+9p; A reach")
    assert ruled(playing, state, "A-9p!", ruleset) == (True, "allowed")
    assert ruled(playing, state, "A-2m.", ruleset)[0] is False


@pytest.mark.parametrize(
    ("rules", "left", "allowed"),
    [
        ("wrr2015", 4, True),
        ("wrr2015", 3, False),
        ("saikouisen", 1, True),
        ("saikouisen", 0, False),
    ],
)
def test_how_many_tiles_a_riichi_needs(playing, rules, left, allowed):
    state = playing.played(playing.dealt(TANYAO, marker="9m"), "A+9p")
    state = with_play(state, state.play._replace(live=left))
    ruling = judge(state, playing.event("A reach", state), load_ruleset(rules))
    assert ruling.allowed is allowed


def test_the_wall_used_up_leaves_no_draw(playing, table, ruleset):
    state = playing.played(table, "A+9p; A-1z")
    state = with_play(state, state.play._replace(live=0))
    assert ruled(playing, state, "B+1p", ruleset) == (False, "wall_empty")
    assert ruled(playing, state, "draw exhaustive_draw", ruleset) == (True, "allowed")
    assert judge(state, Tenpai(A, tenpai=True), ruleset).allowed is True
    kinds = {one.kind for one in expected(state, ruleset)}
    assert kinds == {"tenpai", "ryukyoku"}


def test_announcements_bind(playing, table, ruleset):
    assert judge(table, Tenpai(A, tenpai=True), ruleset).allowed is True
    state = playing.played(table, "A+9p; A reach; A-9p; A laid")
    assert judge(state, Tenpai(B, tenpai=True), ruleset).reason == "wall_left"
    state = with_play(state, state.play._replace(live=0))
    assert judge(state, Tenpai(A, tenpai=False), ruleset).reason == "must_show"
    state = apply(state, Tenpai(B, tenpai=True))
    assert judge(state, Tenpai(B, tenpai=False), ruleset).reason == "repeated"
    dead = playing.played(state, "C dead")
    assert judge(dead, Tenpai(C, tenpai=True), ruleset).reason == "dead_hand"


def test_words_are_those_of_the_rules(playing, table, ruleset):
    assert judge(table, Call(A, "pon"), ruleset).allowed is True
    assert judge(table, Call(A, "pung"), ruleset).reason == "foreign_word"
    assert judge(table, Call(A, "pung"), load_ruleset("rcr")).allowed is True
    dead = playing.played(table, "A dead")
    assert judge(dead, Call(A, "pon"), ruleset).reason == "dead_hand"


def test_a_word_said_by_another_goes_before(playing, blind):
    state = playing.played(blind, "A+?; A-5p; B says chi 500; D says pon 2400")
    assert ruled(playing, state, "B chi 5p 46p", load_ruleset("rcr")) == (False, "precedence")
    assert ruled(playing, state, "D pon 5p", load_ruleset("rcr")) == (True, "allowed")
    assert ruled(playing, state, "D pon 5p", load_ruleset("wrr2015")) == (False, "precedence")
    assert ruled(playing, state, "C pon 5p", load_ruleset("rcr")) == (None, "precedence")


@pytest.mark.parametrize(
    ("rules", "allowed"), [("wrr2013", None), ("wrr2015", False), ("rcr", False)]
)
def test_a_call_after_the_next_draw(playing, blind, rules, allowed):
    state = playing.played(blind, "A+?; A-5p; B+?")
    ruling = judge(state, playing.event("C pon 5p", state), load_ruleset(rules))
    assert ruling.allowed is allowed
    said = playing.played(blind, "A+?; A-5p; C says pon 900; B+?")
    assert judge(said, playing.event("C pon 5p", said), load_ruleset(rules)).allowed is True


@pytest.mark.parametrize(("rules", "allowed"), [("wrr2015", False), ("rcr", None)])
def test_a_second_winner(playing, blind, rules, allowed):
    state = playing.played(blind, "A+?; A-5p; C ron 5p")
    assert judge(state, Hora(D, A, (0, 0, 0, 0)), load_ruleset(rules)).allowed is allowed
    assert judge(state, Hora(C, A, (0, 0, 0, 0)), load_ruleset(rules)).reason == "won_already"
    assert judge(state, Hora(D, B, (0, 0, 0, 0)), load_ruleset("rcr")).reason == "one_tile"


def test_whoever_is_nearer_wins_alone(playing, ruleset):
    state = playing.dealt("", "", TANYAO.replace("88s", "99s"), TANYAO, marker="9m")
    state = playing.played(state, "A+?; A-1z; B+?; B-1z; C+9p; C-9p!; D+9p; D-9p!; A+?; A-5p")
    state = playing.played(state, "C says ron 500; D says ron 400")
    assert ruled(playing, state, "D ron 5p", ruleset) == (False, "head_bump")


def test_nobody_knows_anything_out_of_sync(playing, table, ruleset):
    state = apply(table, OutOfSync("an arm"))
    assert judge(state, Tsumo(C), ruleset).reason == "out_of_sync"
    assert expected(state, ruleset) == ()


def test_a_record_of_points_alone_cannot_be_judged(playing, blind, ruleset):
    for event in (WON, Ryukyoku((0, 0, 0, 0)), playing.event("A reach", blind)):
        assert judge(blind, event, ruleset).allowed is None


def test_the_next_hand_is_held_against_the_rules(blind, ruleset):
    state = fold([WON, EndKyoku()], blind)
    right = StartKyoku(Wind.EAST, 1, 1, 0, A, state.scores)
    assert judge(state, right, ruleset).allowed is True
    for wrong in (replace(right, honba=0), replace(right, kyoku=2, oya=B)):
        assert judge(state, wrong, ruleset).allowed is False
    assert judge(state, EndGame(state.scores), ruleset).reason == "game_goes_on"
    assert [one.kind for one in expected(state, ruleset)] == ["start_kyoku"]


def test_the_last_hand_ends_the_game(blind, ruleset):
    last = replace(blind, bakaze=Wind.SOUTH, kyoku=4, oya=D)
    state = fold([WON, EndKyoku()], last)
    assert judge(state, EndGame(), ruleset).allowed is True
    assert judge(state, EndGame((0, 0, 0, 0)), ruleset).reason == "scores"
    again = StartKyoku(Wind.SOUTH, 4, 0, 0, D, state.scores)
    assert judge(state, again, ruleset).reason == "game_over"
    assert [one.kind for one in expected(state, ruleset)] == ["end_game"]


def test_a_count_of_sticks_agrees_or_not(blind, ruleset):
    assert judge(blind, StickCount((30000, None, None, 30000), 0), ruleset).allowed is True
    ruling = judge(blind, StickCount((30000, 29000, None, None), 1), ruleset)
    assert [one.reason for one in ruling.reasons] == ["score", "sticks"]


def test_what_belongs_elsewhere_is_refused_and_incidents_never(playing, blind, ruleset):
    state = fold([WON, EndKyoku()], blind)
    assert judge(state, Tsumo(A), ruleset).reason == "no_hand"
    assert judge(state, Penalty(A, "late", 10), ruleset).allowed is True
    assert judge(blind, EndKyoku(), ruleset).reason == "not_settled"
    assert judge(blind, playing.event("A dead", blind), ruleset).allowed is True
    assert [one.kind for one in expected(apply(blind, WON), ruleset)] == ["end_kyoku"]
    assert [one.kind for one in expected(fold([]), ruleset)] == ["start_game"]


def test_a_nagashi_that_is_a_win(playing, blind):
    ruleset = load_ruleset("jpml-b")
    moves = "A+?; A-1z; B+?; B-2z; C+?; C-1p; D+?; D-5p; A+?; A-9s"
    state = playing.played(blind, moves)
    state = with_play(state, state.play._replace(live=0))
    nagashi = Hora(A, A, (0, 0, 0, 0), yakus=(("nagashi mangan", 5),))
    assert judge(state, nagashi, ruleset).allowed is True
    assert judge(state, replace(nagashi, actor=D, target=D), ruleset).reason == "simple"
    assert judge(state, nagashi, load_ruleset("wrr2015")).reason == "no_nagashi"
    assert ("hora", A, A) in [one[:3] for one in expected(state, ruleset)]


@pytest.mark.clause("SAI-57.3c")
@pytest.mark.parametrize(("rules", "ippatsu"), [("saikouisen", False), ("wrr2015", True)])
def test_a_call_that_proves_invalid_ends_ippatsu_where_the_rules_say_so(playing, rules, ippatsu):
    state = playing.dealt(TANYAO, marker="9m")
    state = playing.played(state, "A+9p; A reach; A-9p!; A laid; B+?; B-1z; D dead; C+?; C-5p")
    win = win_context(state, A, C, Tile.parse("5p"), load_ruleset(rules))
    assert (win.riichi, win.ippatsu) == (True, ippatsu)
    before = playing.played(playing.dealt(TANYAO, marker="9m"), "D dead; A+9p; A reach; A-9p!")
    late = playing.played(before, "A laid; B+?; B-5p")
    assert win_context(late, A, B, Tile.parse("5p"), load_ruleset(rules)).ippatsu


def test_no_win_is_read_where_no_hand_is_dealt(blind, ruleset):
    state = fold([WON, EndKyoku()], blind)
    assert state.phase is Phase.BETWEEN
    with pytest.raises(IllegalActionError, match="no hand is dealt"):
        win_context(state, A, B, Tile.parse("5p"), ruleset)


def test_a_record_may_begin_in_the_middle_of_a_game(playing, ruleset):
    seated = fold(playing.start()[:1])
    later = StartKyoku(Wind.SOUTH, 2, 1, 1, B, (30000, 29000, 30000, 30000))
    assert judge(seated, later, ruleset).reason == "taken_up"
    for wrong in (replace(later, kyotaku=0), replace(later, oya=C)):
        assert judge(seated, wrong, ruleset).allowed is False
    first = StartKyoku(Wind.EAST, 1, 0, 0, A, (25000,) * 4)
    assert judge(seated, first, ruleset).reason == "scores"


@pytest.mark.parametrize(
    ("rules", "allowed"), [("wrr2013", None), ("wrr2015", None), ("rcr", False)]
)
def test_a_kan_is_robbed_before_its_replacement_tile(playing, rules, allowed):
    state = playing.dealt("", "123789m23499s46p", "", "", marker="4z")
    state = playing.played(state, "A+?; A-5p; C pon 5p; C-3z; D+?; D-1z; A+?; A-1z; B+2z; B-2z!")
    state = playing.played(state, "C+5p; C kakan 5p; dora 4s; C+?")
    ruling = judge(state, Hora(B, C, (0, 0, 0, 0), pai=Tile.parse("5p")), load_ruleset(rules))
    assert ruling.allowed is allowed


def test_a_nagashi_that_is_a_draw(playing, blind):
    tenhou = load_ruleset("tenhou")
    state = playing.played(blind, "A+?; A-1z; B+?; B-5m; C+?; C-5m; D+?; D-5m")
    state = with_play(state, state.play._replace(live=0))
    flows = Ryukyoku((0, 0, 0, 0), reason="nagashi_mangan")
    assert judge(state, flows, tenhou).allowed is True
    for seat in (B, C, D):
        assert state.play.seats[seat].river[0].tile is not None
    other = playing.played(blind, "A+?; A-5m; B+?; B-5m; C+?; C-5m; D+?; D-2s")
    other = with_play(other, other.play._replace(live=0))
    assert judge(other, flows, tenhou).reason == "not_so"
    unread = playing.played(blind, "A+?; A-?; B+?; B-5m; C+?; C-5m; D+?; D-2s")
    unread = with_play(unread, unread.play._replace(live=0))
    assert judge(unread, flows, tenhou).reason == "tile_unknown"


def test_equal_states_merge(playing, blind):
    assert len({playing.played(blind, "A+?; A-5p"), playing.played(blind, "A+?; A-5p")}) == 1
    assert len({playing.played(blind, "A+?; A-5p"), playing.played(blind, "A+?; A-6p")}) == 2


@pytest.mark.parametrize("move", ["A+0m", "A+?; A-0m", "dora 0m"])
def test_a_set_has_one_red_five_of_a_suit(playing, move):
    tenhou = load_ruleset("tenhou")
    state = playing.dealt("", "0m23m55p123456s77z", marker="9m", aka_flag=True)
    *before, last = playing.moves(move)
    state = playing.played(state, "; ".join(before))
    ruling = judge(state, playing.event(last, state), tenhou)
    assert "not_in_set" in {one.reason for one in ruling.reasons}
    assert judge(state, playing.event(last, state), load_ruleset("wrr2015")).reason != "not_in_set"


def test_and_three_plain_ones(playing):
    tenhou = load_ruleset("tenhou")
    start = playing.start("5555m1234567p12s", marker="9m", aka_flag=True)
    seated = fold(start[:1])
    deal = replace(start[1], scores=(25000,) * 4)
    assert judge(seated, deal, tenhou).reason == "not_in_set"
    assert judge(replace(seated, aka_flag=False), deal, tenhou).allowed is True


@pytest.mark.parametrize(
    ("rules", "answer"),
    [
        ("wrr2015", (False, "furiten")),
        ("jpml-b", (False, "furiten")),
        ("tenhou", (False, "furiten")),
        ("saikouisen", (True, "allowed")),
    ],
)
@pytest.mark.clause("WRR-5.7.5-UNTIL", "JPB-FUR-TEMP", "SAI-36.4")
def test_who_calls_the_tile_that_he_waits_for_has_let_it_go(playing, rules, answer):
    state = playing.dealt("", "2356777p567s234s", marker="9m")
    state = playing.played(state, "A+?; A-4p; B chi 4p 56p; B-2p; C+?; C-3p")
    assert ruled(playing, state, "B ron 3p", load_ruleset(rules)) == answer
