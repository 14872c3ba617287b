"""Yaku and fu beyond the cases: what displaces what, and how a hand is read."""

from dataclasses import replace

import pytest

from scoring.engine import score
from scoring.errors import IllegalWinError
from scoring.hand import Hand
from scoring.ruleset import Ruleset, amend
from scoring.seats import Wind
from scoring.tiles import Tile, parse_tiles
from scoring.win import Context, Win
from scoring.yaku import BY_NAME, YAKU
from table.config import load_ruleset

RULES = load_ruleset("wrr2013")
DOUBLES = {
    name: {"closed": 2, "yakuman": True, "silent": "of this test"}
    for name in (
        "kokushi musou 13-wait",
        "junsei chuuren poutou",
        "suuankou tanki",
        "tsuuiisou chiitoitsu",
    )
}
PLAIN = {
    "kokushi musou 13-wait": "kokushi musou",
    "junsei chuuren poutou": "chuuren poutou",
    "suuankou tanki": "suuankou",
    "tsuuiisou chiitoitsu": "tsuuiisou",
}


def won(text, tile, *, tsumo=False, seat=Wind.SOUTH, rules=RULES, **circumstances):
    win = Win(Tile.parse(tile), tsumo=tsumo, seat_wind=seat, **circumstances)
    return score(Hand.parse(text), win, rules)


def names(answer):
    return [yaku.name for yaku in answer.yaku]


def fu(answer):
    return [(item.fu, item.reason) for item in answer.fu_details]


def test_every_yaku_has_its_own_names():
    for part in ("name", "japanese", "english"):
        assert len({getattr(yaku, part) for yaku in YAKU}) == len(YAKU)


@pytest.mark.parametrize(
    ("double", "hand", "tile", "other"),
    [
        ("kokushi musou 13-wait", "119m19p19s1234567z", "1m", "9m"),
        ("junsei chuuren poutou", "11123455678999s", "5s", "3s"),
        ("suuankou tanki", "22233m555p777999s", "3m", None),
        ("tsuuiisou chiitoitsu", "11223344556677z", "7z", None),
    ],
)
def test_the_pure_form_is_another_yaku_only_where_it_is_listed(double, hand, tile, other):
    rules = Ruleset.from_mapping(amend(RULES.to_mapping(), {"yaku": DOUBLES}))

    assert names(won(hand, tile)) == [PLAIN[double]]
    assert names(won(hand, tile, rules=rules)) == [BY_NAME[double].scored_as or double]
    assert won(hand, tile, rules=rules).yaku[0].yakuman == 2
    if other is not None:
        assert names(won(hand, other, rules=rules)) == [PLAIN[double]]


def test_nine_gates_need_all_tiles_in_the_hand():
    assert names(won("11123456789s chi:123s", "1s")) == ["ikkitsuukan", "chinitsu"]
    assert names(won("11123555678999s", "5s")) == ["chinitsu"]


def test_the_double_wind_is_one_yaku_only_where_it_is_listed():
    rule = {"renpuuhai": {"closed": 2, "open": 2, "silent": "of this test"}}
    rules = Ruleset.from_mapping(amend(RULES.to_mapping(), {"yaku": rule}))
    hand = "234m678p45699s pon:111z"

    assert names(won(hand, "4s", seat=Wind.EAST)) == ["yakuhai: round wind", "yakuhai: seat wind"]
    assert names(won(hand, "4s", seat=Wind.EAST, rules=rules)) == ["renpuuhai"]
    assert names(won(hand, "4s", rules=rules)) == ["yakuhai: round wind"]


def test_the_replacement_tile_that_is_the_last_is_only_a_replacement_tile():
    answer = won("234678m45699s ankan:5555p", "4s", tsumo=True, rinshan=True, haitei=True)

    assert names(answer) == ["menzen tsumo", "rinshan kaihou"]


def test_double_riichi_takes_the_place_of_riichi(pinfu_hand, ron):
    answer = score(pinfu_hand, replace(ron, double_riichi=True), RULES)

    assert names(answer) == ["double riichi", "pinfu", "tanyao"]


@pytest.mark.parametrize(
    ("rules", "yaku", "total"),
    [
        ("wrr2013", ["pinfu", "tanyao", "renhou"], 12000),
        ("wrr2015", ["renhou"], 8000),
    ],
)
def test_renhou_adds_up_or_stands_alone(pinfu_hand, ron, rules, yaku, total):
    answer = score(pinfu_hand, replace(ron, renhou=True), load_ruleset(rules))

    assert (names(answer), answer.total) == (yaku, total)


def test_a_renhou_that_stands_alone_gives_way_to_a_better_hand():
    answer = won("11222456678999m", "1m", renhou=True, rules=load_ruleset("wrr2015"))

    assert (names(answer), answer.limit) == (["chinitsu"], "haneman")


@pytest.mark.parametrize(
    ("tile", "tsumo", "yaku"),
    [
        ("2m", True, ["menzen tsumo", "sanankou"]),
        ("9p", False, ["sanankou"]),
        ("2m", False, ["pinfu", "iipeikou"]),
    ],
)
def test_three_kotsu_in_a_row_are_read_as_what_pays_more(tile, tsumo, yaku):
    assert names(won("222333444m789p99s", tile, tsumo=tsumo)) == yaku


def test_seven_pairs_give_way_to_twice_two_runs():
    answer = won("223344m667788p99s", "9s")

    assert (names(answer), fu(answer)) == (
        ["ryanpeikou"],
        [(20, "winning"), (10, "closed hand, ron"), (2, "pair wait")],
    )


def test_the_fu_are_itemised():
    answer = won("345m11999s ankan:2222m pon:777z", "5m", tsumo=True)

    assert fu(answer) == [
        (20, "winning"),
        (8, "concealed triplet 999s"),
        (16, "concealed kan 2222m"),
        (4, "melded triplet 777z"),
        (2, "self-draw"),
    ]
    assert answer.fu == 50


@pytest.mark.parametrize(
    ("hand", "tile", "reason"),
    [
        ("123m45689p", "3m", "edge wait"),
        ("789m45689p", "7m", "edge wait"),
        ("456m45689p", "5m", "middle wait"),
        ("456m45689p", "9p", "pair wait"),
    ],
)
def test_waits(hand, tile, reason):
    hand = hand.replace("45689p", "45699p") + "345s pon:777z"

    assert (2, reason) in fu(won(hand, tile))


@pytest.mark.parametrize("tile", ["1m", "9m", "4m", "6m"])
def test_an_open_end_is_no_wait(tile):
    answer = won("123789456m99p pon:777z", tile)

    assert fu(answer) == [(20, "winning"), (4, "melded triplet 777z")]


def test_pairs_of_value():
    def pair(seat, text):
        return [item for item in fu(won(text, "5m", seat=seat)) if "pair of" in item[1]]

    assert pair(Wind.EAST, "123456m345p11z pon:777z") == [(4, "pair of double wind 11z")]
    assert pair(Wind.SOUTH, "123456m345p11z pon:777z") == [(2, "pair of value 11z")]
    assert pair(Wind.SOUTH, "123456m345p22z pon:777z") == [(2, "pair of value 22z")]
    assert pair(Wind.SOUTH, "123456m345p55z pon:777z") == [(2, "pair of value 55z")]
    assert pair(Wind.SOUTH, "123456m345p33z pon:777z") == []


def test_an_open_hand_without_fu_gets_two():
    answer = won("345m22678p567s chi:234s", "5s")

    assert fu(answer) == [(20, "winning"), (2, "open hand without other fu")]


def test_a_winning_tile_not_kept_apart_has_no_wait(pinfu_hand, tsumo):
    mixed = replace(tsumo, context=Context(winning_tile_kept_apart=False))

    assert names(score(pinfu_hand, mixed, RULES)) == ["menzen tsumo", "tanyao"]
    assert fu(score(pinfu_hand, mixed, RULES)) == [(20, "winning"), (2, "self-draw")]
    lenient = load_ruleset("wrr2013", {"kept_apart": False})
    assert "pinfu" in names(score(pinfu_hand, mixed, lenient))


def test_a_ron_tile_was_never_among_the_others(pinfu_hand, ron):
    mixed = replace(ron, context=Context(winning_tile_kept_apart=False))

    assert "pinfu" in names(score(pinfu_hand, mixed, RULES))


def test_red_fives_are_dora_only_where_the_rules_use_them():
    hand = "234067m345p22678s"

    plain = won(hand, "8s")
    assert plain.dora.total == 0
    assert plain.notes == ("0m: red fives are not used, counted as plain fives",)
    red = won(hand, "8s", rules=load_ruleset("wrr2013", {"red_fives": True}))
    assert (red.dora.red, red.notes) == (1, ())
    assert "WRR-3.3-TILES" not in red.clauses
    assert "silent: switched by an option" in red.clauses


def test_dora_by_kind():
    answer = won(
        "99m888p234567s pon:555z",
        "2s",
        dora_indicators=parse_tiles("7p7p"),
        ura_indicators=parse_tiles("8m"),
    )
    assert (answer.dora.dora, answer.dora.ura) == (6, 0)
    assert answer.notes == ("ura indicators not counted: no riichi",)

    closed = won(
        "11122299m234567s",
        "2s",
        riichi=True,
        dora_indicators=parse_tiles("9m"),
        ura_indicators=parse_tiles("1m"),
    )
    assert (closed.dora.dora, closed.dora.ura, closed.dora.total) == (3, 3, 6)
    assert "WRR-6.4-SRC" in closed.clauses
    without = load_ruleset("wrr2013", {"ura_dora": False})
    assert (
        won(
            "11122299m234567s",
            "2s",
            riichi=True,
            ura_indicators=parse_tiles("1m"),
            rules=without,
        ).dora.total
        == 0
    )


def test_a_yakuman_leaves_all_else_aside():
    answer = won(
        "22233m555p777999s", "9s", tsumo=True, riichi=True, dora_indicators=parse_tiles("1m")
    )

    assert names(answer) == ["suuankou"]
    assert (answer.han, answer.fu, answer.dora.total, answer.fu_details) == (None, None, 0, ())
    assert str(answer) == "yakuman, 32000"


def test_a_score_says_itself_in_a_line(pinfu_hand, ron):
    assert str(score(pinfu_hand, ron, RULES)) == "2 han 30 fu, 2000"
    assert score(pinfu_hand, ron, RULES).groups == ("234m", "567m", "345p", "678s", "22s")
    assert won("1133m5577p2288s44z", "4z").groups[-1] == "44z"


def test_a_yakuman_comes_before_one_that_is_counted():
    rules = load_ruleset("wrr2013", {"counted_yakuman": [13]})
    dora = parse_tiles("7m")
    lucky = {"tsumo": True, "riichi": True, "ippatsu": True, "dora_indicators": dora}

    assert names(won("22233344455588m", "8m", rules=rules, **lucky)) == ["suuankou"]
    counted = won("22334455667788m", "8m", rules=rules, **lucky)
    assert (counted.limit, counted.counted, counted.han) == ("yakuman", True, 16)


def test_big_wheels_are_a_yakuman_where_listed():
    rule = {"daisharin": {"closed": 1, "yakuman": True, "silent": "of this test"}}
    rules = Ruleset.from_mapping(amend(RULES.to_mapping(), {"yaku": rule}))

    assert names(won("22334455667788s", "8s", rules=rules)) == ["daisharin"]
    assert "chinitsu" in names(won("22334455667788s", "8s"))


def test_three_kans_and_four():
    three = "345m11s daiminkan:2222s kakan:7777p ankan:9999m"
    assert names(won(three, "3m")) == ["sankantsu"]
    four = "33z ankan:1111m daiminkan:5555p kakan:7777s ankan:9999s"
    assert names(won(four, "3z")) == ["suukantsu"]


def test_pure_nine_gates_go_by_the_name_that_cases_know():
    rules = load_ruleset("jpml-b", {"multiple_yakuman": True})
    (yaku,) = won("11123455678999s", "5s", rules=rules).yaku

    assert (yaku.name, yaku.english, yaku.yakuman) == ("chuuren poutou", "Pure nine gates", 2)


@pytest.mark.clause("JPB-OPENRII")
def test_an_open_riichi_adds_a_han_where_it_is_played(pinfu_hand, ron):
    declared = replace(ron, riichi=True, open_riichi=True)
    rules = load_ruleset("jpml-b", {"open_riichi": True})

    assert names(score(pinfu_hand, declared, rules)) == ["riichi", "open riichi", "pinfu", "tanyao"]
    assert names(score(pinfu_hand, declared, load_ruleset("jpml-b"))) == [
        "riichi",
        "pinfu",
        "tanyao",
    ]
    with pytest.raises(IllegalWinError, match="open_riichi without riichi"):
        replace(ron, open_riichi=True)


@pytest.mark.clause("JPB-PAREN")
@pytest.mark.parametrize(
    ("seat", "wins", "expected"),
    [
        (Wind.EAST, 7, ["pinfu", "tanyao"]),
        (Wind.EAST, 8, ["parenchan"]),
        (Wind.EAST, 9, ["parenchan"]),
        (Wind.SOUTH, 8, ["pinfu", "tanyao"]),
    ],
)
def test_the_dealers_eighth_win_in_a_row_is_a_yakuman(pinfu_hand, ron, seat, wins, expected):
    rules = load_ruleset("jpml-b", {"parenchan": True})
    eighth = replace(ron, seat_wind=seat, context=Context(dealer_consecutive_wins=wins))

    assert names(score(pinfu_hand, eighth, rules)) == expected


@pytest.mark.clause("JPB-M-RENHO")
def test_a_renhou_worth_a_limit_has_no_han_but_a_dearer_hand_is_scored_without(pinfu_hand, ron):
    rules = load_ruleset("jpml-b")
    first = score(pinfu_hand, replace(ron, renhou=True), rules)
    flush = won("11223344556688s", "8s", renhou=True, rules=rules)

    assert (names(first), first.han, first.fu, first.limit) == (["renhou"], None, None, "mangan")
    assert first.total == 8000
    assert "renhou" not in names(flush)
    assert flush.total > 8000
