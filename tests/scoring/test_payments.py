"""What han and fu are paid with: the printed tables, the limits, counters, sticks, liability."""

from dataclasses import replace

import pytest

from scoring.engine import score
from scoring.hand import Hand
from scoring.limits import LimitTable
from scoring.payments import payments
from scoring.score import Payments, Score
from scoring.seats import Wind
from scoring.tiles import Tile
from scoring.win import Context, Win
from table.config import load_ruleset

# fu: (1 han, 2 han, 3 han, 4 han), each tsumo and ron; the table printed in document 000.
EAST = {
    20: ((400, 1000), (700, 2000), (1300, 3900), (2600, 7700)),
    30: ((500, 1500), (1000, 2900), (2000, 5800), (3900, 11600)),
    40: ((700, 2000), (1300, 3900), (2600, 7700)),
    50: ((800, 2400), (1600, 4800), (3200, 9600)),
    60: ((1000, 2900), (2000, 5800), (3900, 11600)),
}
OTHERS = {
    20: ((200, 400, 700), (400, 700, 1300), (700, 1300, 2600), (1300, 2600, 5200)),
    30: ((300, 500, 1000), (500, 1000, 2000), (1000, 2000, 3900), (2000, 3900, 7700)),
    40: ((400, 700, 1300), (700, 1300, 2600), (1300, 2600, 5200)),
    50: ((400, 800, 1600), (800, 1600, 3200), (1600, 3200, 6400)),
    60: ((500, 1000, 2000), (1000, 2000, 3900), (2000, 3900, 7700)),
}
LIMITS = {
    (3, 70): ("mangan", 8000),
    (4, 40): ("mangan", 8000),
    (5, 30): ("mangan", 8000),
    (6, 30): ("haneman", 12000),
    (7, 30): ("haneman", 12000),
    (8, 30): ("baiman", 16000),
    (10, 30): ("baiman", 16000),
    (11, 30): ("sanbaiman", 24000),
    (13, 30): ("sanbaiman", 24000),
    (40, 30): ("sanbaiman", 24000),
}
TILE = Tile.parse("1m")


def paid(han, fu, *, seat=Wind.SOUTH, tsumo=False, ruleset="wrr2013", **circumstances):
    rules = load_ruleset(ruleset)
    win = Win(TILE, tsumo=tsumo, seat_wind=seat, **circumstances)
    return payments(LimitTable(rules).of_han(han, fu).base, win, rules, None)


@pytest.mark.parametrize("fu", EAST)
def test_the_table_of_the_dealer(fu):
    for han, (each, discarder) in enumerate(EAST[fu], start=1):
        assert paid(han, fu, seat=Wind.EAST, tsumo=True) == Payments(each=each)
        assert paid(han, fu, seat=Wind.EAST) == Payments(discarder=discarder)


@pytest.mark.parametrize("fu", OTHERS)
def test_the_table_of_the_others(fu):
    for han, (nondealer, dealer, discarder) in enumerate(OTHERS[fu], start=1):
        expected = Payments(dealer=dealer, nondealer=nondealer)
        assert paid(han, fu, tsumo=True) == expected
        assert paid(han, fu) == Payments(discarder=discarder)


def test_seven_pairs_have_a_row_of_their_own():
    assert [paid(han, 25).discarder for han in (2, 3, 4)] == [1600, 3200, 6400]
    assert [paid(han, 25, seat=Wind.EAST, tsumo=True).each for han in (3, 4)] == [1600, 3200]


@pytest.mark.parametrize(("han", "fu"), LIMITS)
def test_limits(han, fu):
    name, points = LIMITS[han, fu]

    assert LimitTable(load_ruleset("wrr2013")).of_han(han, fu).limit == name
    assert paid(han, fu) == Payments(discarder=points)
    assert paid(han, fu, seat=Wind.EAST) == Payments(discarder=points * 3 // 2)


@pytest.mark.parametrize(("han", "fu", "points"), [(4, 30, 8000), (3, 60, 8000), (2, 120, 7700)])
def test_2015_rounds_two_values_up_to_mangan_and_no_other(han, fu, points):
    assert paid(han, fu, ruleset="wrr2015") == Payments(discarder=points)
    assert paid(han, fu, ruleset="wrr2013") == Payments(discarder=7700)


def test_counters_are_shared_by_those_who_pay():
    assert paid(1, 30, honba=3) == Payments(discarder=1900)
    assert paid(1, 30, tsumo=True, honba=3) == Payments(dealer=800, nondealer=600)
    assert paid(1, 30, seat=Wind.EAST, tsumo=True, honba=3) == Payments(each=800)


@pytest.mark.parametrize(
    ("found", "additive", "limit", "base"),
    [
        (1, False, "yakuman", 8000),
        (3, False, "yakuman", 8000),
        (2, True, "double yakuman", 16000),
        (3, True, "triple yakuman", 24000),
        (5, True, "5-fold yakuman", 40000),
    ],
)
def test_yakuman_add_up_only_where_the_rules_say_so(found, additive, limit, base):
    rules = load_ruleset("wrr2013", {"yakuman_cumulative": additive})
    value = LimitTable(rules).of_yakuman(found)

    assert (value.limit, value.base, value.yakuman) == (limit, base, base // 8000)


def test_many_han_are_a_yakuman_only_where_the_rules_count_them():
    value = LimitTable(load_ruleset("wrr2013", {"counted_yakuman": [13]})).of_han(13, 30)

    assert (value.limit, value.counted, value.yakuman) == ("yakuman", True, 1)


DRAGONS = Hand.parse("234m99p pon:555z@N pon:666z@E pon:777z@W")
WINDS = Hand.parse("55p pon:111z@S pon:222z@W ankan:3333z kakan:4444z@N")


def test_the_feeder_of_the_last_dragons_pays_a_self_draw_alone():
    win = Win(Tile.parse("2m"), tsumo=True, seat_wind=Wind.SOUTH, honba=2, riichi_sticks=1)
    answer = score(DRAGONS, win, load_ruleset())

    assert answer.payments == Payments(liable=32600)
    assert answer.liable_seat is Wind.WEST
    assert answer.changes() == {
        Wind.EAST: 0,
        Wind.SOUTH: 33600,
        Wind.WEST: -32600,
        Wind.NORTH: 0,
    }


@pytest.mark.parametrize(
    ("discarder", "expected"),
    [
        (None, Payments(discarder=16600, liable=16000)),
        (Wind.EAST, Payments(discarder=16600, liable=16000)),
        (Wind.WEST, Payments(discarder=32600)),
    ],
)
def test_the_feeder_shares_a_ron_with_the_discarder_who_pays_the_counters(discarder, expected):
    context = Context(discarder_seat=discarder)
    win = Win(Tile.parse("2m"), tsumo=False, seat_wind=Wind.SOUTH, honba=2, context=context)
    answer = score(DRAGONS, win, load_ruleset())

    assert answer.payments == expected
    assert answer.changes(Wind.WEST)[Wind.WEST] == -32600


def test_a_ruleset_may_leave_the_ron_to_the_discarder():
    win = Win(Tile.parse("2m"), tsumo=False, seat_wind=Wind.SOUTH)
    answer = score(DRAGONS, win, load_ruleset("wrr2013", {"liability_ron": "discarder"}))

    assert answer.payments == Payments(discarder=32000)
    assert answer.liable_seat is None


def test_the_feeder_of_the_last_winds_pays_the_dealer():
    win = Win(Tile.parse("5p"), tsumo=True, seat_wind=Wind.EAST)
    answer = score(WINDS, win, load_ruleset())

    assert answer.payments == Payments(liable=48000)
    assert answer.liable_seat is Wind.NORTH


def test_concealed_kans_are_visible_unless_a_ruleset_says_otherwise():
    win = Win(Tile.parse("5p"), tsumo=True, seat_wind=Wind.EAST)
    answer = score(WINDS, win, load_ruleset("wrr2013", {"liability_counts_ankan": False}))

    assert answer.payments == Payments(each=16000)


def test_liability_that_cannot_be_judged_is_noted():
    hand = Hand.parse("234m99p pon:555z@N pon:666z@E pon:777z")
    win = Win(Tile.parse("2m"), tsumo=True, seat_wind=Wind.SOUTH)
    answer = score(hand, win, load_ruleset())

    assert isinstance(answer, Score)
    assert answer.payments == Payments(dealer=16000, nondealer=8000)
    assert answer.notes == ("liability not judged: who fed pon:777z is not given",)


def test_a_hand_that_only_has_the_sets_is_nobodys_liability():
    win = Win(Tile.parse("2m"), tsumo=True, seat_wind=Wind.SOUTH)
    hand = Hand.parse("234m99p777z pon:555z@N pon:666z@E")

    assert score(hand, win, load_ruleset()).liable_seat is None
    ankan_last = Hand.parse("234m99p pon:555z@N pon:666z@E ankan:7777z")
    assert score(ankan_last, win, load_ruleset()).liable_seat is None


def test_changes_name_who_pays(pinfu_hand, ron, tsumo):
    rules = load_ruleset()

    assert score(pinfu_hand, ron, rules).changes(Wind.NORTH) == {
        Wind.EAST: 0,
        Wind.SOUTH: 2000,
        Wind.WEST: 0,
        Wind.NORTH: -2000,
    }
    assert score(pinfu_hand, tsumo, rules).changes() == {
        Wind.EAST: -1300,
        Wind.SOUTH: 2700,
        Wind.WEST: -700,
        Wind.NORTH: -700,
    }
    dealer = replace(tsumo, seat_wind=Wind.EAST)
    assert score(pinfu_hand, dealer, rules).changes()[Wind.NORTH] == -1300


def test_a_kan_on_anothers_discard_as_the_fourth_makes_its_feeder_liable():
    rules = load_ruleset("wrr2013", {"liable_yaku": ["suukantsu"]})
    win = Win(Tile.parse("5p"), tsumo=True, seat_wind=Wind.SOUTH)
    three = "55p ankan:1111m kakan:2222m@N ankan:3333s"
    fed = score(Hand.parse(f"{three} daiminkan:7777z@W"), win, rules)
    own = score(Hand.parse(f"{three} kakan:7777z@W"), win, rules)

    assert (fed.payments, fed.liable_seat) == (Payments(liable=32000), Wind.WEST)
    assert (own.payments, own.liable_seat) == (Payments(dealer=16000, nondealer=8000), None)


def test_the_liable_player_may_have_to_pay_the_counters_of_a_ron():
    rules = load_ruleset("wrr2013", {"liability_counters": "liable"})
    win = Win(Tile.parse("2m"), tsumo=False, seat_wind=Wind.SOUTH, honba=2)

    assert score(DRAGONS, win, rules).payments == Payments(discarder=16000, liable=16600)


BOTH = Hand.parse("55z pon:111z@S pon:222z@W pon:333z@N pon:444z@N")
"""Big four winds, fed by north, and all honours, which nobody feeds."""


@pytest.mark.parametrize(
    ("scope", "tsumo", "expected"),
    [
        ("hand", True, Payments(liable=96600)),
        ("yakuman", True, Payments(each=16200, liable=48000)),
        ("hand", False, Payments(discarder=48600, liable=48000)),
        ("yakuman", False, Payments(discarder=72600, liable=24000)),
    ],
)
def test_with_several_yakuman_the_liable_player_answers_for_all_or_for_his(scope, tsumo, expected):
    rules = load_ruleset("wrr2013", {"liability_scope": scope, "yakuman_cumulative": True})
    win = Win(Tile.parse("5z"), tsumo=tsumo, seat_wind=Wind.EAST, honba=2)
    answer = score(BOTH, win, rules)

    assert answer.limit == "double yakuman"
    assert answer.payments == expected
    assert sum(answer.changes(Wind.SOUTH).values()) == 0
