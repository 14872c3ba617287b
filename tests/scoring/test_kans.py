"""Kans: which may be declared on the own turn, on a discard, and after riichi."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import Hand
from scoring.legality import daiminkan, kan_after_riichi, kans
from scoring.melds import Meld, MeldKind
from scoring.tiles import Tile, parse_tiles
from scoring.waits import waits
from table.config import load_ruleset

RULES = load_ruleset("wrr2013")
DOCUMENTS = ("wrr2013", "wrr2015", "rcr", "jpml-b", "saikouisen")
ALL = pytest.mark.parametrize("rules", list(map(load_ruleset, DOCUMENTS)), ids=DOCUMENTS)


def varied(section, **values):
    return replace(RULES, **{section: getattr(RULES, section)._replace(**values)})


# Kan after riichi: FC-55 and beyond.


def after_riichi(hand, drawn, *melds, rules=RULES, kan=None):
    tiles = None if hand is None else (*parse_tiles(hand), Tile.parse(drawn))
    sets = [Meld.parse(text) for text in melds]
    draw = None if drawn is None else Tile.parse(drawn)
    return kan_after_riichi(tiles, sets, draw, Tile.parse(kan or drawn), rules)


@pytest.mark.clause(
    "WRR-6.5.1-RIIKAN", "W15-ABS-RIIKAN", "RCR-3.3.14-LOCK", "JPB-RII-KAN1", "SAI-32.1r"
)
@ALL
@pytest.mark.parametrize(
    ("hand", "drawn", "expected"),
    [
        ("222333444m55p67s", "2m", "structure_changes"),  # triplets readable as runs
        ("1112444s123m789p", "1s", "structure_changes"),  # the waits stay 2s and 3s
        ("123m123s44p67s999p", "9p", None),
        ("123m123s44p67s111z", "1z", None),
        ("123m789s7778p555z", "7p", "waits_change"),
        ("34445p123m789s11z", "4p", "waits_change"),
        ("1113p123m789s111z", "1p", "waits_change"),
    ],
)
def test_kan_after_riichi(rules, hand, drawn, expected):
    ruling = after_riichi(hand, drawn, rules=rules)

    assert ruling.reason == (expected or "allowed")
    assert ruling.allowed is (expected is None)
    assert ruling.clause == rules.clauses["riichi.ankan"]


@pytest.mark.clause("JPB-RII-KAN1")
def test_where_the_waits_alone_decide_the_example_is_allowed():
    waits = varied("riichi", ankan="waits")

    assert after_riichi("1112444s123m789p", "1s", rules=waits).allowed is True
    assert after_riichi("123m789s7778p555z", "7p", rules=waits).reason == "waits_change"


def test_where_it_is_never_allowed_nothing_else_matters():
    never = varied("riichi", ankan="never")

    ruling = after_riichi("123m123s44p67s999p", "9p", rules=never)
    assert (ruling.reason, ruling.clause) == ("never", RULES.clauses["riichi.ankan"])
    assert after_riichi(None, None, rules=never, kan="9p").allowed is False


@pytest.mark.clause("WRR-6.5.1-RIIKAN", "JPB-RII-KAN1", "WRR-6.5.1-RIILOCK")
@ALL
def test_only_the_drawn_tile_makes_the_kan(rules):
    ruling = after_riichi("123m123s44p6s9999p", "1z", rules=rules, kan="9p")  # FC-55

    assert (ruling.allowed, ruling.reason) == (False, "not_drawn")


def test_what_else_stands_against_a_kan_after_riichi():
    assert after_riichi("123m123s44p67s199p", "9p").reason == "no_triplet"
    assert after_riichi("147m258s14p67s999p", "9p").reason == "not_tenpai"
    assert after_riichi(None, "9p").allowed is None
    assert after_riichi(None, None, kan="9p").reason == "hidden_hand"
    assert after_riichi(None, "9p", kan="1m").allowed is False


@given(st.data())
def test_a_kan_that_leaves_every_reading_alone_leaves_the_waits(drawing, data):
    hand = data.draw(drawing.hands())
    triplets = {tile.plain for tile in hand.concealed if hand.counts()[tile.kind] == 3}
    for tile in triplets & {tile.plain for tile in hand.concealed}:
        if [one.kind for one in hand.concealed].count(tile.kind) != 3:
            continue
        ruling = kan_after_riichi((*hand.concealed, tile), hand.melds, tile, tile, RULES)
        rest = tuple(one for one in hand.concealed if one.kind != tile.kind)
        after = Hand(rest, (*hand.melds, Meld(MeldKind.ANKAN, (tile,) * 4)))
        readings = [
            triplet_in_every_reading(drawing, hand, wait, tile.kind) for wait in waits(hand)
        ]
        assert ruling.allowed is (
            bool(waits(hand)) and waits(after) == waits(hand) and all(readings)
        )


def triplet_in_every_reading(drawing, hand, wait, kind):
    """Whether no run of the finished hand can hold one of the three."""
    kinds = sorted(tile.kind for tile in (*hand.concealed, wait))
    for low in range(max(0, kind - 2), kind + 1):
        run = (low, low + 1, low + 2)
        if kind < 27 and low // 9 == (low + 2) // 9 and set(run) <= set(kinds):
            rest = list(kinds)
            for one in run:
                rest.remove(one)
            if drawing.splits(tuple(rest)):
                return False
    return True


# Kans.

FOUR = "1111m234p5z678s99s"
"""Four 1m and, with a pon of 5z, the fourth of those."""


def possible(hand=FOUR, *melds, drawn="9s", rules=RULES, live=20, declared=0, **more):
    sets = [Meld.parse(text) for text in melds]
    draw = None if drawn is None else Tile.parse(drawn)
    found = kans(
        parse_tiles(hand), sets, draw, rules, live_tiles=live, kans_declared=declared, **more
    )
    return [(str(one.kind), str(one.tile), one.ruling.allowed, one.ruling.reason) for one in found]


@pytest.mark.clause("WRR-2.1-MINKAN", "SAI-32.1", "SAI-32.2a")
@ALL
def test_kans_of_the_own_turn(rules):
    assert possible(FOUR, "pon:555z", rules=rules) == [
        ("ankan", "1m", True, "allowed"),
        ("kakan", "5z", True, "allowed"),
    ]
    assert possible("1112m234p5z678s99s", "pon:666z", rules=rules) == []


@pytest.mark.clause(
    "WRR-5.4.7-WHEN", "WRR-5.4.8-WHEN", "RCR-3.3.6-WHEN", "RCR-3.3.7-WHEN", "SAI-32.1"
)
@ALL
def test_no_kan_in_the_turn_of_a_call(rules):
    assert possible(FOUR, "pon:555z", drawn=None, rules=rules) == [
        ("ankan", "1m", False, "after_call"),
        ("kakan", "5z", False, "after_call"),
    ]


@pytest.mark.clause("WRR-5.7.1-NOANKAN", "WRR-5.7.1-KAN2ND", "RCR-3.4.1-NOKONG", "SAI-10")
@ALL
def test_no_kan_on_the_last_tile_but_on_the_one_before(rules):
    lenient = varied("calls", kan_on_last_tile=True)
    assert possible(live=0, rules=rules) == [("ankan", "1m", False, "last_tile")]
    assert possible(live=0, rules=lenient) == [("ankan", "1m", True, "allowed")]
    assert possible(live=1, rules=rules) == [("ankan", "1m", True, "allowed")]  # FC-26
    assert possible(live=None, rules=rules) == [("ankan", "1m", None, "live_tiles_unknown")]


@pytest.mark.clause("WRR-5.4.9-FOUR", "RCR-3.3.10", "SAI-32.5", "W15-ABS-NOABORT", "JPB-KAN-4")
@ALL
def test_a_fifth_kan_is_none_or_ends_the_hand(rules):
    ends = rules.calls.fifth_kan == "draw"

    assert possible(declared=3, rules=rules) == [("ankan", "1m", True, "allowed")]
    assert possible(declared=4, rules=rules) == [
        ("ankan", "1m", ends, "ends_hand" if ends else "most_kans")
    ]


@pytest.mark.clause("WRR-6.5.1-RIILOCK", "JPB-RII-KAN1")
def test_kans_of_a_riichi_player():
    assert possible("123m123s44p67s9999p", drawn="9p", in_riichi=True) == [
        ("ankan", "9p", True, "allowed")
    ]
    assert possible("1111m123s44p67s999p", drawn="9p", in_riichi=True) == [
        ("ankan", "1m", False, "not_drawn")
    ]
    assert possible(FOUR, "pon:555z", in_riichi=True)[1] == ("kakan", "5z", False, "in_riichi")


def open_kan(hand="111m234p678s9999s", live=20, declared=0, rules=RULES, **more):
    tiles = None if hand is None else parse_tiles(hand)
    ruling = daiminkan(
        tiles, Tile.parse("1m"), rules, live_tiles=live, kans_declared=declared, **more
    )
    return ruling.allowed, [one.reason for one in ruling.reasons]


@pytest.mark.clause("WRR-2.1-MINKAN", "SAI-32.2b", "WRR-5.4.9-FOUR", "RCR-3.4.1-LAST")
def test_an_open_kan():
    assert open_kan() == (True, ["allowed"])
    assert open_kan("11m") == (False, ["no_triplet"])
    assert open_kan(live=0) == (False, ["last_discard"])
    assert open_kan(live=None) == (None, ["live_tiles_unknown"])
    assert open_kan(None) == (None, ["hidden_hand"])
    assert open_kan(live=0, rules=varied("calls", last_discard_callable=True))[0] is True
    assert open_kan(None, declared=4, in_riichi=True) == (False, ["most_kans", "in_riichi"])
