"""How each event changes the hand in progress, seen whole or only from outside."""

import pytest

from scoring.melds import MeldKind
from scoring.seats import Seat, Wind
from scoring.tiles import format_tiles, parse_tiles
from table.core.events import EndKyoku, Hora, Reach, ReachAccepted, StartKyoku
from table.core.faces import of_kind, pack, size, unpack
from table.core.incidents import (
    Chombo,
    DeadHand,
    Gong,
    HandsVoid,
    OutOfSync,
    Penalty,
    ReachVoid,
    Reveal,
    RulingCancelled,
    Substitute,
)
from table.core.play import Stage
from table.core.state import Phase, Riichi, apply, fold
from table.errors import IllegalActionError

A, B, C, D = Seat
WON = Hora(A, B, (1000, -1000, 0, 0))
HANDS = (
    "1112344m567p89s1z",
    "23m55p123456s777z",
    "999m19p19s123456z",
    "5556m678p678s222z",
)


@pytest.fixture
def open_table(playing):
    """Every tile is known."""
    return playing.dealt(*HANDS)


@pytest.fixture
def blind_table(playing):
    """No hand is known."""
    return playing.dealt()


def concealed(state, seat):
    return format_tiles(state.play.seats[seat].known_tiles)


def test_a_packed_count_gives_its_tiles_back():
    tiles = parse_tiles("1155m0p0s44s67z")
    packed = pack(tiles)
    assert unpack(packed) == tuple(sorted(tiles))
    assert size(packed) == 10
    assert [of_kind(packed, kind) for kind in (0, 4, 13, 22, 21, 32)] == [2, 2, 1, 1, 2, 1]


def test_the_deal_leaves_seventy_tiles_and_the_dealer_to_draw(open_table):
    play = open_table.play
    assert (play.live, play.turn, play.stage, play.open) == (70, A, Stage.DRAW, False)
    assert size(play.seen) == 53
    assert not play.watched


def test_a_draw_and_a_discard_pass_the_turn(playing, open_table):
    state = playing.played(open_table, "A+9p; A-1z.; B+8m")
    hand = state.play
    assert (hand.live, hand.turn, hand.stage) == (68, B, Stage.DISCARD)
    assert hand.seats[A].river[0][:2] == (parse_tiles("1z")[0], False)
    assert concealed(state, A) == "1112344m5679p89s"
    assert hand.seats[B].size == 14
    assert size(hand.seen) == 55


def test_unseen_hands_lose_hidden_tiles(playing, blind_table):
    state = playing.played(blind_table, "A+?; A-1z; B pon 1z; B-5m; C+?; C-?!")
    hand = state.play
    assert [(seat.size, seat.hidden) for seat in hand.seats] == [
        (13, 13),
        (10, 10),
        (13, 13),
        (13, 13),
    ]
    assert size(hand.seen) == 1 + 3 + 1
    assert hand.seats[A].river[0].caller == B
    assert hand.seats[B].melds[0].source is Wind.EAST


def test_a_tile_drawn_in_sight_stays_known_when_its_double_leaves_the_hand(playing, blind_table):
    kept = playing.played(blind_table, "A+5m; A-5m.").play
    assert (kept.seats[A].hidden, unpack(kept.seats[A].known)) == (12, parse_tiles("5m"))
    gone = playing.played(blind_table, "A+5m; A-?!").play
    assert (gone.seats[A].hidden, gone.seats[A].known) == (13, 0)
    assert gone.seats[A].river[0].tile == parse_tiles("5m")[0]


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        ("A+9p; A-3z", "3z is not in the hand of seat 0"),
        ("A+9p; A-8p!", "8p as the tile just drawn, expected 9p"),
        ("A+9p; A-9p.", "9p from the hand of seat 0, which has only the one drawn"),
        ("A+9p; A-1z; C pon 2z", "2z of seat 0, expected its last discard 1z"),
        ("A+9p; A-1z; C pon 1z", "1z is not in the hand"),
        ("A+9p; A-7p; B chi 7p 55p", "three consecutive"),
        ("A+9p; A ankan 9p", "9p is not in the hand"),
        ("A+9p; A kakan 9p", "no pon of 9p"),
        ("A+9p; A-1z; B+1z; B-1z; C+1z", "a fifth 1z"),
        ("A reach; A reach", "is declared, not none"),
        ("A+9p; B back", "no tile just drawn"),
        ("A+9p; A shows 123456m123456p12s", "are not the ones"),
        ("A+9p; A-9p!; B+1p; C ron 8p", "expected"),
        ("dora 1p; dora 2p; dora 3p; dora 4p; dora 8p", "5 indicators"),
    ],
)
def test_what_no_table_can_show_is_refused(playing, open_table, moves, complaint):
    with pytest.raises(IllegalActionError) as refused:
        playing.played(open_table, moves)
    assert complaint in str(refused.value)


def test_a_hand_of_another_size_is_not_dealt(playing):
    short = ((None,) * 12, *((None,) * 13,) * 3)
    with pytest.raises(IllegalActionError, match="12 tiles, expected 13"):
        fold([playing.start()[0], StartKyoku(Wind.EAST, 1, 0, 0, A, (0,) * 4, tehais=short)])


def test_five_of_a_kind_are_not_dealt(playing):
    with pytest.raises(IllegalActionError, match="a fifth 1m"):
        playing.dealt("1111m222333444p", marker="1m")


def test_an_illegal_thing_that_happened_is_folded(playing, open_table):
    state = playing.played(open_table, "A+9p; A-9p!; D+9s; D-9s!; A-4m; B chi 4m 23m")
    assert [seat.tiles for seat in state.play.seats] == [12, 14, 13, 13]


def test_a_called_kan_owes_an_indicator_and_a_replacement(playing):
    state = playing.dealt("2224m456p789s111z", "", "333m123456p4445s", "", marker="9m")
    state = playing.played(state, "A+3m; A-3m; C kan 3m")
    hand = state.play
    assert (hand.turn, hand.stage, hand.kans, hand.owed) == (C, Stage.REPLACE, 1, 1)
    assert hand.seats[C].melds[0].kind is MeldKind.DAIMINKAN
    state = playing.played(state, "dora 1p; C+9s")
    hand = state.play
    assert (hand.owed, len(hand.markers), hand.rinshan, hand.live) == (0, 2, True, 68)
    assert hand.stage is Stage.DISCARD


def test_an_added_tile_keeps_the_pons_place_and_source(playing):
    state = playing.dealt("2224m456p789s111z", "33m99p234s22z123p4s", "", "", marker="9m")
    state = playing.played(state, "A+3m; A-3m; B pon 3m; B-4s; C+9p; C-9p!; B pon 9p; B-1p")
    state = playing.played(state, "C+?; C-8m; D+?; D-8m; A+?; A-8m; B+3m; B kakan 3m")
    first, second = state.play.seats[B].melds
    assert (first.kind, first.source, second.kind) == (MeldKind.KAKAN, Wind.EAST, MeldKind.PON)
    offer = state.play.last
    assert (offer.seat, str(offer.tile), offer.kan) == (B, "3m", MeldKind.KAKAN)


def test_ippatsu_lives_until_the_next_own_discard_or_any_call(playing, open_table):
    declared = playing.played(open_table, "A+9p; A reach; A-9p; A laid")
    assert declared.play.seats[A].ippatsu
    assert declared.play.seats[A].double
    assert declared.play.seats[A].river[0].turned
    gone = playing.played(declared, "B+8m; B-8m; C+8m; C-8m; D+8m; D-8m; A+8p")
    assert gone.play.seats[A].ippatsu
    assert not playing.played(gone, "A-8p").play.seats[A].ippatsu


@pytest.mark.clause("WRR-6.5.1-IPPINT", "RCR-3.3.14-IPP", "WRR-6.5.1-RIICALL")
def test_a_call_ends_ippatsu_and_the_next_discard_is_turned(playing, open_table):
    state = playing.played(open_table, "A+7z; A reach; A-7z; A laid; B pon 7z")
    assert not state.play.seats[A].ippatsu
    state = playing.played(state, "B-2m; C+8m; C-8m; D+8m; D-8m; A+8p; A-8p!")
    assert [one.turned for one in state.play.seats[A].river] == [True, True]


def test_a_robbed_kan_leaves_ippatsu_alone(playing):
    state = playing.dealt("2224m456p789s111z", "33m99p234s22z123p4s", "", "", marker="9m")
    state = playing.played(
        state, "A+3m; A-3m; B pon 3m; B-4s; C+?; C reach; C-9m; C laid; D+?; D-8m"
    )
    state = playing.played(state, "A+?; A-8m; B+3m; B kakan 3m")
    assert state.play.seats[C].ippatsu
    assert not playing.played(state, "B+?").play.seats[C].ippatsu


def test_a_late_call_puts_the_draw_back(playing, open_table):
    state = playing.played(open_table, "A+7z; A-7z; B+8m")
    assert state.play.live == 68
    state = playing.played(state, "B pon 7z")
    assert (state.play.live, state.play.seats[B].tiles, state.play.turn) == (69, 14, B)
    assert size(state.play.seen) == 54


def test_a_revealed_hand_is_known(playing, blind_table):
    state = playing.played(blind_table, "A+?; A-1z; B+?; B-5m; C shows 46m123p456789s22z")
    seat = state.play.seats[C]
    assert (seat.hidden, seat.shown, format_tiles(seat.concealed)) == (
        0,
        True,
        "46m123p456789s22z",
    )
    assert of_kind(state.play.seen, 28) == 2


def test_tiles_shown_by_accident_are_known_and_no_more(playing, blind_table):
    state = playing.played(blind_table, "A+?; A-1z; C shows 46m")
    seat = state.play.seats[C]
    assert (seat.hidden, seat.shown, format_tiles(seat.known_tiles)) == (11, False, "46m")
    assert playing.played(state, "C shows 446m").play.seats[C].hidden == 10


def test_who_is_out_of_sync_knows_no_hand(playing, open_table):
    state = apply(playing.played(open_table, "A+9p; A-9p"), OutOfSync("an arm"))
    assert state.play.lost
    assert [seat.hidden for seat in state.play.seats] == [13] * 4
    assert size(state.play.seen) == 2


def test_dead_hands_and_void_riichi_come_back_when_their_ruling_falls(playing, open_table):
    riichi = playing.played(open_table, "A+9p; A reach; A-9p; A laid")
    assert (riichi.scores[A], riichi.kyotaku) == (29000, 1)
    dead = apply(riichi, DeadHand(A, "wrong_riichi", riichi_void=True))
    assert (dead.scores[A], dead.kyotaku, dead.riichi[A]) == (30000, 0, Riichi.NONE)
    assert dead.dead == (True, False, False, False)
    alive = apply(dead, RulingCancelled(0, "seen on film"))
    assert (alive.scores[A], alive.kyotaku, alive.riichi[A]) == (29000, 1, Riichi.ACCEPTED)
    assert not any(alive.dead)
    with pytest.raises(IllegalActionError, match="ruling 0 does not stand"):
        apply(alive, RulingCancelled(0, "again"))
    void = apply(riichi, ReachVoid(A, "order"))
    assert (void.scores[A], void.play.seats[A].riichi_at) == (30000, -1)
    with pytest.raises(IllegalActionError, match="not in riichi"):
        apply(void, ReachVoid(A, "order"))


def test_a_chombo_ends_the_hand_and_its_sticks_go_back(playing, open_table):
    state = playing.played(open_table, "A+9p; A reach; A-9p; A laid")
    paid = Chombo(B, "false_win", deltas=(5000, -8000, 2000, 2000), tenths=200)
    state = apply(state, paid)
    assert (state.phase, state.kyotaku, state.scores) == (
        Phase.SETTLED,
        0,
        (34000, 22000, 32000, 32000),
    )
    assert state.penalties == (0, 200, 0, 0)
    assert state.hands[-1].chombos == (paid,)
    back = apply(state, RulingCancelled(0, "a mistake"))
    assert (back.scores, back.kyotaku, back.penalties) == (
        (29000, 30000, 30000, 30000),
        1,
        (0, 0, 0, 0),
    )


def test_a_chombo_beside_a_win_does_not_end_the_hand(open_table):
    state = apply(open_table, Chombo(B, "revealed_tiles", tenths=200, ends_hand=False))
    assert state.phase is Phase.HAND


def test_fc86_void_hands_fall_with_their_points(playing, open_table):
    state = open_table
    for honba in (1, 2):
        state = fold([WON, EndKyoku()], state)
        state = apply(state, StartKyoku(Wind.EAST, 1, honba, 0, A, state.scores))
    assert state.scores == (32000, 28000, 30000, 30000)
    state = fold([Reach(B), ReachAccepted(B)], state)
    void = apply(state, HandsVoid(2, "dealer_order"))
    assert (void.phase, void.scores, void.kyotaku, void.hands) == (
        Phase.BETWEEN,
        (30000,) * 4,
        0,
        (),
    )
    assert apply(state, HandsVoid(0, "redealt")).scores == (32000, 28000, 30000, 30000)
    with pytest.raises(IllegalActionError, match="3 hands"):
        apply(state, HandsVoid(3, "dealer_order"))


def test_the_gong_a_substitute_and_a_penalty_are_on_record(open_table):
    state = fold([Gong(), Substitute(C, "Eva"), Penalty(D, "late", 30)], open_table)
    assert (state.gong, state.names[C], state.substitutes) == (0, "Eva", (C,))
    assert state.penalties == (0, 0, 0, 30)
    assert fold([RulingCancelled(0, "traffic")], state).penalties == (0, 0, 0, 0)


def test_a_record_of_points_alone_stays_a_game(playing, blind_table):
    state = fold([Reach(A), ReachAccepted(A), WON, EndKyoku()], blind_table)
    assert (state.phase, state.play, state.kyotaku) == (Phase.BETWEEN, None, 1)


def test_what_belongs_to_a_hand_is_refused_outside(playing, blind_table):
    state = fold([WON, EndKyoku()], blind_table)
    for move in ("A+1m", "A says ron", "dora 1m"):
        with pytest.raises(IllegalActionError, match="the table is between hands"):
            playing.played(state, move)
    with pytest.raises(IllegalActionError, match="the table is between hands"):
        apply(state, Reveal(A, ()))
