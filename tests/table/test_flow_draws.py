"""Whether the hand at the table is drawn, as far as the seen tiles tell."""

from dataclasses import replace

import pytest

from scoring.melds import MeldKind
from scoring.seats import Seat
from scoring.tiles import Tile, parse_tiles
from table.config import load_ruleset
from table.core.circumstances import markers
from table.core.decisions import begin_game, lay_riichi
from table.core.draws import draws_now, nagashi
from table.core.events import (
    Ankan,
    Dahai,
    Daiminkan,
    Dora,
    Kakan,
    Pon,
    Reach,
    StartKyoku,
    Tsumo,
)
from table.core.expected import expected
from table.core.state import fold

JPML = load_ruleset("jpml-b")
WRR = load_ruleset("wrr2015")
NAMES = ("Aki", "Ben", "Chie", "Dai")


def start(tehais=None):
    game, hand = begin_game(NAMES, JPML)
    if tehais is not None:
        hand = replace(hand, tehais=tehais)
    assert isinstance(hand, StartKyoku)
    return fold([game, hand])


def tile(text):
    return None if text == "?" else Tile.parse(text)


def discards(state, *tiles):
    for text in tiles:
        seat = state.play.turn
        state = fold([Tsumo(seat), Dahai(seat, tile(text))], state)
    return state


def reasons(state, ruleset=JPML):
    return {(one.reason, one.certain) for one in draws_now(state, ruleset)}


@pytest.mark.parametrize(
    ("tiles", "drawn"),
    [
        (["2z", "2z", "2z"], set()),
        (["2z", "2z", "2z", "2z"], {("four_winds", True)}),
        (["2z", "2z", "2z", "3z"], set()),
        (["5z", "5z", "5z", "5z"], set()),
        (["2z", "2z", "?", "2z"], {("four_winds", False)}),
        (["2z", "2z", "2z", "2z", "9m"], set()),
    ],
)
def test_fc23_four_winds(tiles, drawn):
    state = discards(start(), *tiles)
    assert reasons(state) == drawn
    assert reasons(state, WRR) == set()


@pytest.mark.clause("JPB-AB-4W")
def test_fc23_a_pon_in_between_leaves_nothing_to_abort():
    state = discards(start(), "2z", "2z")
    wind = Tile.parse("2z")
    state = fold([Pon(Seat.FIRST, Seat.SECOND, wind, (wind, wind)), Dahai(Seat.FIRST, None)], state)
    assert reasons(state) == set()


@pytest.mark.parametrize(
    ("hand", "drawn", "answer"),
    [
        ("19m19p19s123z2345m", "4z", {("nine_kinds", True)}),
        ("19m19p19s12z23455m", "4z", {("nine_kinds", True)}),
        ("19m19p19s12z23455m", "2m", set()),
        ("11m99p19s12z23456m", "2m", set()),
    ],
)
def test_fc24_nine_kinds_on_the_first_draw(hand, drawn, answer):
    hidden = (None,) * 13
    state = start((parse_tiles(hand), hidden, hidden, hidden))
    assert reasons(state) == set()
    state = fold([Tsumo(Seat.FIRST, Tile.parse(drawn))], state)
    assert reasons(state) == answer
    assert all(one.optional and one.actor == Seat.FIRST for one in draws_now(state, JPML))
    state = fold([Dahai(Seat.FIRST, Tile.parse(drawn))], state)
    assert reasons(state) == set()


@pytest.mark.clause("JPB-AB-9")
def test_fc24_a_hidden_hand_may_have_nine_kinds():
    state = fold([Tsumo(Seat.FIRST)], start())
    assert reasons(state) == {("nine_kinds", False)}


def kan(state, seat, target, text):
    """`seat` calls the last discard of `target` for a kan."""
    it = Tile.parse(text)
    call = Daiminkan(seat, target, it, (it,) * 3)
    return fold([call, Tsumo(seat), Dahai(seat, None)], state)


@pytest.mark.clause("JPB-AB-4K")
def test_fc24_four_kans_of_several_players():
    state = discards(start(), "1m")
    for seat, text in [(Seat.SECOND, "1m"), (Seat.THIRD, "2m"), (Seat.FOURTH, "3m")]:
        target = state.play.offered[-1].seat
        offered = state.play.offered[-1].tile
        assert offered in {None, Tile.parse(text)}
        state = kan(state, seat, target, text)
    assert reasons(state) == set()
    first = Seat.FIRST
    again = fold([Tsumo(first), Ankan(first, parse_tiles("4444m"))], state)
    assert reasons(again) == set()  # the replacement and the discard come first
    again = fold([Tsumo(first), Dahai(first, None)], again)
    assert [meld.kind for meld in again.play.seats[0].melds] == [MeldKind.ANKAN]
    assert reasons(again) == {("four_kans", True)}


@pytest.mark.clause("JPB-AB-4K1")
def test_fc24_four_kans_of_one_player_and_then_a_fifth():
    state = start()
    first = Seat.FIRST
    for text in ("1111m", "2222m", "3333m", "4444m"):
        state = fold([Tsumo(first), Ankan(first, parse_tiles(text))], state)
    state = fold([Tsumo(first), Dahai(first, None)], state)
    assert reasons(state) == set()
    second = Seat.SECOND
    state = fold([Tsumo(second), Ankan(second, parse_tiles("5555s"))], state)
    assert reasons(state) == {("four_kans", True)}


@pytest.mark.clause("JPB-AB-4K1")
def test_a_fifth_kan_turns_no_indicator_and_none_back():
    """The dead wall has five, the first and one for each of four kans."""
    first, second = Seat.FIRST, Seat.SECOND
    state = fold([Tsumo(first), Dahai(first, tile("5s"))], start())
    state = fold([Pon(second, first, tile("5s"), parse_tiles("55s")), Dahai(second, None)], state)
    state = fold([Tsumo(Seat.THIRD), Dahai(Seat.THIRD, None)], state)
    state = fold([Tsumo(Seat.FOURTH), Dahai(Seat.FOURTH, None), Tsumo(first)], state)
    for text in ("1111m", "2222m", "3333m", "4444m"):
        state = fold([Ankan(first, parse_tiles(text)), Dora(None), Tsumo(first)], state)
    state = fold([Dahai(first, None), Tsumo(second)], state)
    state = fold([Kakan(second, tile("5s"), parse_tiles("555s"))], state)
    assert {one.kind for one in expected(state, JPML)} == {"ryukyoku", "tsumo", "hora"}
    shown = [tile(f"{number}p") for number in range(1, 6)]
    play = state.play._replace(markers=tuple(shown))
    assert list(markers(play, play.last, JPML)) == shown


@pytest.mark.clause("JPB-AB-4R")
def test_fc24_four_riichi_once_the_last_discard_is_made():
    state = discards(start(), "1m", "2m", "3m", "4m")
    for seat in (Seat.SECOND, Seat.THIRD, Seat.FOURTH):
        state = fold(lay_riichi(state, seat), state)
    state = fold([Tsumo(Seat.FIRST), Reach(Seat.FIRST)], state)
    assert reasons(state) == set()
    state = fold([Dahai(Seat.FIRST, None)], state)
    assert reasons(state) == {("four_riichi", True)}


@pytest.mark.clause("JPB-NAG-COND", "JPB-WASH")
def test_fc20_nagashi_and_the_end_of_the_wall():
    state = start()
    outer = ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"]
    lying = {Seat.FIRST: "?", Seat.THIRD: "5m", Seat.FOURTH: "?"}
    for turn in range(70):
        seat = state.play.turn
        text = outer[turn // 4 % 13] if seat == Seat.SECOND else lying[seat]
        text = text if seat != Seat.THIRD or turn > 60 else "?"
        state = fold([Tsumo(seat), Dahai(seat, tile(text))], state)
    assert reasons(state, WRR) == {("exhaustive_draw", True)}
    answers = [nagashi(state.play, seat, JPML) for seat in Seat]
    assert answers == [None, True, False, None]
    assert [nagashi(state.play, seat, WRR) for seat in Seat] == [False] * 4


@pytest.mark.clause("JPB-NAG-CLAIMED")
def test_fc20_a_called_discard_spoils_nagashi_where_that_counts():
    state = discards(start(), "?", "1m")
    pair = parse_tiles("11m")
    call = Pon(Seat.FOURTH, Seat.SECOND, Tile.parse("1m"), pair)
    state = fold([call, Dahai(Seat.FOURTH, None)], state)
    while not state.play.drew_out:
        state = discards(state, "9p" if state.play.turn == Seat.SECOND else "?")
        if sum(one.tile == Tile.parse("9p") for one in state.play.seats[1].river) == 4:
            break
    over = state.play._replace(live=0)
    assert nagashi(over, Seat.SECOND, JPML) is False
    lenient = replace(JPML, draws=JPML.draws._replace(nagashi_unclaimed=False))
    assert nagashi(over, Seat.SECOND, lenient) is True
