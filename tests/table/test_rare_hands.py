"""Hands that hardly ever come, played tile by tile; our check and another engine agree on each."""

import pytest
from loading import load

from scoring.seats import Seat
from scoring.tiles import TILES
from table.core.draws import nagashi
from table.core.events import Dahai, EndGame, Tsumo
from table.replay.checking import check

_SCRIPTED = load("tests/table/scripted.py")
Hand = _SCRIPTED.Hand
A, B, C, D = Seat
DAISANGEN = "556677z123m45p99s"
CALLS = (
    "A+5z; A-5z!; B pon 5z; B-1m.; C+6z; C-6z!; B pon 6z; B-2m.; C+8m; C-8m!; D+7z; D-7z!;"
    " B pon 7z; B-3m.; C+9m; C-9m!; D+8m; D-8m!; A+9m; A-9m!; B+1p; B-1p!;"
)

FED = "C+4m; C-4m!; B kan 4m; dora 7s"


@pytest.fixture(scope="module")
def judging():
    return load("tests/table/replay/judging.py")


@pytest.fixture
def agreed(judging):
    """Both judges find nothing wrong."""

    def agree(hand):
        assert check(hand.events, hand.ruleset).mismatches == ()
        assert judging.faults([*hand.events, EndGame()], hand.ruleset) == []
        return hand.state.scores

    return agree


RULES = ("tenhou", "wrr2013", "rcr")


@pytest.mark.parametrize("rules", RULES)
def test_who_fed_the_third_dragon_pays_for_a_self_draw(playing, agreed, rules):
    moves = CALLS + "C+3m; C-3m!; D+2m; D-2m!; A+8m; A-8m!; B+6p"
    hand = Hand(playing, rules, {"B": DAISANGEN}, moves).win(("B", "B", "6p"))
    start = hand.events[1].scores[0]
    assert "daisangen" in hand.yaku
    assert agreed(hand) == (start, start + 32000, start, start - 32000)
    assert hand.state.hands[-1].wins[0].pao == D


@pytest.mark.parametrize("rules", RULES)
def test_and_half_of_a_ron(playing, agreed, rules):
    moves = CALLS + "C+6p; C-6p!"
    hand = Hand(playing, rules, {"B": DAISANGEN}, moves).win(("B", "C", "6p"))
    start = hand.events[1].scores[0]
    assert agreed(hand) == (start, start + 32000, start - 16000, start - 16000)


@pytest.mark.parametrize("rules", RULES)
def test_who_fed_the_fourth_wind_is_liable(playing, agreed, rules):
    moves = (
        "A+1z; A-1z!; B pon 1z; B-1m.; C+2z; C-2z!; B pon 2z; B-2m.; C+3z; C-3z!; B pon 3z;"
        " B-3m.; C+8m; C-8m!; D+4z; D-4z!; B pon 4z; B-9p.; C+9m; C-9m!; D+9m; D-9m!; A+5p; A-5p!"
    )
    hand = Hand(playing, rules, {"B": "11223344z123m5p9p"}, moves).win(("B", "A", "5p"))
    start = hand.events[1].scores[0]
    worth = hand.state.scores[B] - start
    assert agreed(hand) == (start - worth // 2, start + worth, start, start - worth // 2)


def test_two_may_win_on_one_discard(playing, agreed):
    hands = {"B": "234678m23488s46p", "D": "345567m34577s46p"}
    moves = (
        "A+9m; A-9m!; B+9m; B-9m!; C+9p; C-9p!; D+9p; D-9p!; A+1m; A-1m!; B+1m; B-1m!; C+5p; C-5p!"
    )
    two = Hand(playing, "tenhou", hands, moves).win(("D", "C", "5p"), ("B", "C", "5p"))
    assert [win.actor for win in two.state.hands[-1].wins] == [D, B]
    agreed(two)
    one = Hand(playing, "wrr2015", hands, moves).win(("D", "C", "5p"), ("B", "C", "5p"))
    assert [win.actor for win in one.state.hands[-1].wins] == [D]
    agreed(one)


def test_three_at_once_draw_the_hand(playing, agreed):
    hand = Hand(playing, "tenhou", *_SCRIPTED.THREE_ON_5M)
    hand.win(("D", "C", "5m"), ("A", "C", "5m"), ("B", "C", "5m"))
    assert hand.state.hands[-1].draw.reason == "triple_ron"
    agreed(hand)


@pytest.mark.parametrize(
    ("moves", "deltas"),
    [
        (
            "C+9m; C-9m!; D+9m; D-9m!; A+9m; A-9m!; B+3m; B kakan 3m; dora 7s; B+8s; B-8s!; " + FED,
            (0, 32000, -32000, 0),
        ),
        (
            f"{FED}; B+3m; B kakan 3m; dora 7s",
            (-16000, 32000, -8000, -8000),
        ),
    ],
    ids=["a discard", "a tile drawn, for a pon"],
)
def test_the_fourth_kan_is_fed_only_by_who_discards_it(playing, moves, deltas):
    """The melds lie in one order both times: a kakan stays where its pon lay."""
    hand = Hand(
        playing,
        "mleague",
        {"B": "1111m222m33m444m5z"},
        "A+1s; A-1s!; B+2m; B ankan 1m; dora 9s; B+9p; B ankan 2m; dora 8s; B+8p; B-8p!;"
        " C+1s; C-1s!; D+1s; D-1s!; A+3m; A-3m!; B pon 3m; B-9p.; "
        f"{moves}; B+5z",
        marker="9s",
    )

    hand.win(("B", "B", "5z"))

    assert "suukantsu" in hand.yaku
    assert hand.state.hands[-1].wins[0].deltas == deltas


def test_a_kakan_is_robbed(playing, agreed):
    hands = {"B": "123789m23499s35p", "C": "44789p111222m33s"}
    moves = (
        "A+4p; A-4p!; C pon 4p; C-7p.; D+1z; D-1z!; A+2z; A-2z!; B+3z; B reach; B-3z!; B laid;"
        " C+4p; C kakan 4p"
    )
    hand = Hand(playing, "tenhou", hands, moves).win(("B", "C", "4p"))
    assert hand.yaku >= {"riichi", "ippatsu", "chankan"}
    agreed(hand)


def test_thirteen_orphans_rob_a_concealed_kan(playing):
    hands = {"B": "19m19p19s1234566z", "C": "777z123m456s789p2m"}
    moves = "A+1s; A-1s!; B+2m; B-2m!; C+7z; C ankan 7z"
    hand = Hand(playing, "wrr2013", hands, moves).win(("B", "C", "7z"))
    assert "kokushi musou" in hand.yaku
    assert check(hand.events, hand.ruleset).mismatches == ()  # the other engine reads no such win


def test_four_equal_winds_draw_the_hand(playing, agreed):
    moves = "A+2z; A-2z!; B+2z; B-2z!; C+2z; C-2z!; D+2z; D-2z!"
    agreed(Hand(playing, "tenhou", {}, moves).draw("four_winds"))


def test_nine_kinds_draw_the_hand(playing, agreed):
    hands = {"C": "19m19p1s123z23456m"}
    hand = Hand(playing, "tenhou", hands, "A+1z; A-1z!; B+2z; B-2z!; C+9s")
    agreed(hand.draw("nine_kinds", actor=C))


def test_four_riichi_draw_the_hand(playing, agreed):
    hands = {
        "A": "234678m23488s46p",
        "B": "345567m34577s13p",
        "C": "123m123p789p1122z",
        "D": "999m789s999s77z35p",
    }
    moves = "; ".join(
        f"{player}+{tile}; {player} reach; {player}-{tile}!; {player} laid"
        for player, tile in zip("ABCD", ("3z", "4z", "5z", "6z"), strict=True)
    )
    hand = Hand(playing, "tenhou", hands, moves).draw("four_riichi", tenpai=frozenset(Seat))
    assert hand.state.kyotaku == 4
    agreed(hand)


def test_four_kans_of_two_players_draw_the_hand(playing):
    hands = {"A": "111222m333p4567s", "B": "444777m666p1379s"}
    moves = (
        "A+1m; A ankan 1m; dora 8s; A+2m; A ankan 2m; dora 7p; A+9p; A-9p!;"
        " B+4m; B ankan 4m; dora 8p; B+7m; B ankan 7m; dora 9p; B+1z; B-1z!"
    )
    hand = Hand(playing, "tenhou", hands, moves).draw("four_kans")
    assert check(hand.events, hand.ruleset).mismatches == ()
    four = Hand(playing, "wrr2015", hands, moves)
    assert four.state.play.kans == 4
    four.play(Tsumo(C, four.left.pop()))


def test_nothing_but_terminals_and_honours_to_the_end(playing, agreed):
    outer = [tile for tile in TILES[:34] if tile.is_terminal or tile.is_honour]
    hands = {"B": "19m19p19s1234567z"}
    for rules in ("tenhou", "jpml-b"):
        hand = Hand(playing, rules, hands, marker="5s")
        wall = [tile for tile in hand.left if tile in outer]
        rest = [tile for tile in hand.left if tile not in outer] + wall[18:]
        for turn in range(70):
            seat = Seat(turn % 4)
            tile = wall.pop(0) if seat == B else rest.pop(0)
            hand.play(Tsumo(seat, tile))
            hand.play(Dahai(seat, tile, tsumogiri=True))
        flowing = tuple(seat for seat in Seat if nagashi(hand.state.play, seat, hand.ruleset))
        assert flowing == (B,)
        hand.draw("exhaustive_draw", nagashi=flowing, last_discarder=Seat(1))
        assert hand.state.scores[B] - hand.events[1].scores[B] == 8000
        if rules == "tenhou":
            agreed(hand)
        else:
            assert hand.state.hands[-1].wins[0].actor == B
            assert check(hand.events, hand.ruleset).mismatches == ()
