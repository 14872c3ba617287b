"""Wins that the rules refuse: an answer with its reason, its clause and its price."""

from dataclasses import replace

import pytest

from scoring.engine import score
from scoring.hand import Hand
from scoring.melds import MeldKind
from scoring.score import Refusal, Score
from scoring.seats import Wind
from scoring.tiles import Tile, parse_tiles
from scoring.win import Context, PassedTile, Win
from table.config import load_ruleset

RULES = load_ruleset()
S5 = Tile.parse("5s")


def passed(**when):
    return Context(passed_winning_tiles=(PassedTile(S5, **when),))


def judged(hand, win, context, rules=RULES):
    answer = score(hand, replace(win, context=context), rules)
    return None if answer.valid else answer.reason


def test_dora_are_no_yaku():
    hand = Hand.parse("678m456p33789s chi:123m")
    win = Win(Tile.parse("8s"), tsumo=False, seat_wind=Wind.SOUTH)
    answer = score(hand, replace(win, dora_indicators=parse_tiles("2s")), RULES)

    assert isinstance(answer, Refusal)
    assert (answer.reason, answer.penalty) == ("no_yaku", "chombo")
    assert answer.clauses == ("WRR-5.2-YAKU",)
    assert answer.findings[0].penalty_clause == "WRR-7.2-EMPTYWIN"
    assert str(answer) == "no_yaku: no yaku in any reading; dora are no yaku"


@pytest.mark.parametrize(
    "tiles",
    ["123m456p789s11223z", "1111m2288p3377s44z", "891m234p567s11133z", "123z456m789p11199s"],
)
def test_what_is_no_hand_is_not_complete(tiles):
    hand = Hand.parse(tiles)
    answer = score(hand, Win(hand.concealed[0], tsumo=True, seat_wind=Wind.SOUTH), RULES)

    assert answer.reason == "not_complete"
    assert "four groups and a pair" in answer.detail


def test_an_own_discard_that_completes_the_hand_bars_the_ron(pinfu_hand, ron, tsumo):
    context = Context(own_discards=parse_tiles("9m5s1z"))

    answer = score(pinfu_hand, replace(ron, context=context), RULES)
    assert (answer.reason, answer.clauses) == ("furiten", ("WRR-5.7.5-DISC",))
    assert answer.detail == "the own discard 5s completes the hand as well"
    assert judged(pinfu_hand, tsumo, context) is None
    assert judged(pinfu_hand, ron, Context(own_discards=parse_tiles("9m6s1z"))) is None


def test_furiten_asks_for_the_shape_and_not_for_yaku():
    hand = Hand.parse("99m678p234678s chi:678m")
    win = Win(Tile.parse("8s"), tsumo=False, seat_wind=Wind.SOUTH)

    assert judged(hand, win, Context(own_discards=(S5,))) == "furiten"


@pytest.mark.parametrize(
    ("when", "riichi", "reason"),
    [
        ({"after_own_last_draw": True}, False, "furiten"),
        ({"after_own_last_draw": True}, True, "furiten"),
        ({"after_own_last_draw": True, "own_call_since": True}, False, "furiten"),
        ({"after_riichi": True}, True, "furiten"),
        ({"after_riichi": True}, False, None),
        ({}, True, None),
        ({}, False, None),
    ],
)
def test_tiles_let_go_bar_the_ron_until_the_next_draw_or_after_riichi_for_good(
    pinfu_hand, ron, tsumo, when, riichi, reason
):
    assert judged(pinfu_hand, replace(ron, riichi=riichi), passed(**when)) == reason
    assert judged(pinfu_hand, replace(tsumo, riichi=riichi), passed(**when)) is None


def test_where_any_tile_ends_it_an_own_call_does(pinfu_hand, ron):
    rules = load_ruleset("wrr2013", {"temporary_furiten_ends": "tile"})

    called = passed(after_own_last_draw=True, own_call_since=True)
    assert judged(pinfu_hand, ron, called, rules) is None
    assert judged(pinfu_hand, ron, passed(after_own_last_draw=True), rules) == "furiten"


def test_a_concealed_kan_is_robbed_by_thirteen_orphans_only(pinfu_hand, ron):
    robbing = replace(ron, chankan=True, context=Context(robbed_kan=MeldKind.ANKAN))
    assert score(pinfu_hand, robbing, RULES).reason == "ankan_not_robbable"
    kakan = replace(ron, chankan=True, context=Context(robbed_kan=MeldKind.KAKAN))
    assert score(pinfu_hand, kakan, RULES).valid

    orphans = Hand.parse("19m19p199s1234567z")
    robbing = replace(robbing, win_tile=Tile.parse("5z"))
    assert isinstance(score(orphans, robbing, RULES), Score)
    strict = load_ruleset("wrr2013", {"kokushi_robs_ankan": False})
    assert score(orphans, robbing, strict).reason == "ankan_not_robbable"


def test_a_dead_hand_wins_nothing(pinfu_hand, ron):
    answer = score(pinfu_hand, replace(ron, context=Context(dead_hand=True)), RULES)

    assert (answer.reason, answer.penalty) == ("dead_hand", "20 points")
    assert answer.findings[0].penalty_clause == "WRR-7.2-DEADCALL2"


def test_every_reason_is_given_the_first_to_name_first(ron):
    hand = Hand.parse("678m456p33789s chi:123m")
    context = Context(own_discards=parse_tiles("8s"), dead_hand=True)
    answer = score(hand, replace(ron, context=context), RULES)

    assert [finding.reason for finding in answer.findings] == ["dead_hand", "furiten", "no_yaku"]


@pytest.mark.parametrize(
    ("honba", "reason"), [(4, None), (5, "two_han_minimum"), (9, "two_han_minimum")]
)
def test_two_han_are_needed_where_the_rules_say_so(honba, reason):
    rules = load_ruleset("wrr2013", {"two_han_from_counters": 5})
    hand = Hand.parse("123m789p45699s pon:555z")
    win = Win(Tile.parse("4s"), tsumo=False, seat_wind=Wind.EAST, honba=honba)
    answer = score(hand, replace(win, dora_indicators=parse_tiles("7z")), rules)

    assert (None if answer.valid else answer.reason) == reason


def test_however_many_counters_there_are_one_yaku_suffices_where_the_rules_say_so():
    hand = Hand.parse("123m789p45699s pon:555z")
    win = Win(Tile.parse("4s"), tsumo=False, seat_wind=Wind.EAST, honba=10**5)

    assert score(hand, win, RULES).valid


def test_a_hand_with_too_few_yaku_is_not_said_to_have_none(pinfu_hand, ron):
    three = load_ruleset("wrr2013", {"minimum_han": 3})
    answer = score(pinfu_hand, ron, three)
    open_hand = Hand.parse("678m456p33789s chi:123m")

    assert answer.reason == "two_han_minimum"
    assert answer.detail == "2 han of yaku, 3 are needed; dora do not count"
    assert score(open_hand, replace(ron, win_tile=Tile.parse("8s")), three).reason == "no_yaku"


def test_each_clause_of_a_refusal_stands_by_itself(pinfu_hand, ron):
    context = Context(passed_winning_tiles=(PassedTile(ron.win_tile, after_own_last_draw=True),))
    answer = score(pinfu_hand, replace(ron, context=context), load_ruleset("saikouisen"))

    assert answer.clauses == ("SAI-36.4", "SAI-21.2", "SAI-20")


def test_two_han_are_enough_where_two_are_needed(pinfu_hand, ron):
    rules = load_ruleset("wrr2013", {"two_han_from_counters": 5})

    assert score(pinfu_hand, replace(ron, honba=5), rules).valid


def test_a_yakuman_needs_no_other_han():
    rules = load_ruleset("wrr2013", {"two_han_from_counters": 5})
    win = Win(Tile.parse("5z"), tsumo=False, seat_wind=Wind.EAST, honba=5)

    assert score(Hand.parse("19m19p199s1234567z"), win, rules).limit == "yakuman"


def test_a_reason_without_a_price_is_left_open(pinfu_hand, ron):
    tables = RULES.to_mapping()
    tables["penalties"]["dead_hand"]["value"] = ""
    rules = type(RULES).from_mapping(tables)

    answer = score(pinfu_hand, replace(ron, context=Context(dead_hand=True)), rules)
    assert answer.penalty is None
    assert answer.to_mapping()["penalty"] is None


def test_a_winning_tile_that_is_not_there_wins_nothing(pinfu_hand, ron):
    answer = score(pinfu_hand, replace(ron, win_tile=Tile.parse("9s")), RULES)

    assert answer.reason == "winning_tile_missing"
    assert "9s is not among the concealed tiles 234567m345p22678s" in answer.detail


def test_a_winning_tile_in_a_declared_set_is_not_there(ron):
    answer = score(Hand.parse("234567m22s345p chi:678s"), ron, RULES)

    assert [finding.reason for finding in answer.findings] == ["winning_tile_missing"]


def test_tiles_that_are_no_hand_lack_the_winning_tile_as_well(ron):
    context = Context(dead_hand=True)
    answer = score(Hand.parse("1357m1357p159s123z"), replace(ron, context=context), RULES)

    reasons = [finding.reason for finding in answer.findings]
    assert reasons == ["dead_hand", "winning_tile_missing", "not_complete"]
