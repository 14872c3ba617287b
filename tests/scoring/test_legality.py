"""Riichi, kans and kuikae: yes, no or unknown, with every reason and its clause."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import IllegalHandError
from scoring.hand import Hand
from scoring.legality import (
    daiminkan,
    forbidden_discards,
    kan_after_riichi,
    kans,
    kuikae,
    leaves_discard,
    riichi,
)
from scoring.melds import Meld, MeldKind
from scoring.tiles import Tile, format_tiles, parse_tiles
from scoring.waits import waits
from table.config import load_ruleset

RULES = load_ruleset("wrr2013")
DOCUMENTS = ("wrr2013", "wrr2015", "rcr", "jpml-b", "saikouisen")
ALL = pytest.mark.parametrize("rules", list(map(load_ruleset, DOCUMENTS)), ids=DOCUMENTS)
CLOSED = "123456789m1123p5z"
"""Tenpai without 5z (waiting for 1p 4p) and without 1p (for 5z)."""


def varied(section, **values):
    return replace(RULES, **{section: replace(getattr(RULES, section), **values)})


def declared(hand=CLOSED, *melds, rules=RULES, live=20, points=25_000, **more):
    concealed = None if hand is None else parse_tiles(hand)
    sets = [Meld.parse(text) for text in melds]
    return riichi(concealed, sets, rules, live_tiles=live, points=points, **more)


def reasons(ruling):
    return [(one.reason, one.clause) for one in ruling.reasons]


@pytest.mark.clause(
    "WRR-6.5.1-RII", "WRR-2.2-TEN14", "RCR-3.3.14-DECL", "JPB-RII-ELIG", "WRR-5.4.8-CLOSED"
)
def test_a_closed_tenpai_hand_may_declare_with_each_of_these_discards():
    ruling = declared()

    assert ruling.allowed is True
    assert ruling.reason == "allowed"
    assert ruling.clause == RULES.clauses["cited.riichi_hand"]
    assert [(str(one.tile), format_tiles(one.waits)) for one in ruling.discards] == [
        ("1p", "5z"),
        ("5z", "14p"),
    ]
    assert declared("123456789m11p", "ankan:5555z").allowed is True


@pytest.mark.clause("WRR-6.5.1-RII", "JPB-RII-ELIG", "SAI-35.3a", "WRR-7.2-OPENRIICHI")
def test_an_open_hand_may_not():
    ruling = declared("123456m1123p5z", "chi:789m")

    assert ruling.allowed is False
    assert reasons(ruling) == [("open_hand", RULES.clauses["cited.riichi_hand"])]


@pytest.mark.clause("WRR-7.2-EMPTYRIICHI", "WRR-2.2-NOTEN", "WRR-2.2-TEN2", "RCR-3.3.13-OWN4")
def test_a_noten_hand_may_not_and_the_own_fifth_tile_is_named():
    assert reasons(declared("147m258p369s12345z")) == [
        ("not_tenpai", RULES.clauses["cited.tenpai"])
    ]
    fifth = declared("46p123789m11s9p", "ankan:5555p")
    assert reasons(fifth) == [("own_fifth_tile", RULES.clauses["draws.own_fifth_tile"])]
    assert fifth.allowed is False

    for rule in ("tenpai", "noten_concealed"):
        lenient = varied("draws", own_fifth_tile=rule)
        assert declared("46p123789m11s9p", "ankan:5555p", rules=lenient).allowed is True


@pytest.mark.clause(
    "WRR-6.5.1-RII4", "W15-ABS-RII4", "JPB-RII-4", "SAI-35.3b", "SAI-35.3c", "RCR-3.3.14-4"
)
@ALL
def test_enough_tiles_must_be_left(rules):
    needed = rules.riichi.live_tiles

    assert declared(rules=rules, live=needed).allowed is True
    assert reasons(declared(rules=rules, live=needed - 1)) == [
        ("live_tiles", rules.clauses["riichi.live_tiles"])
    ]
    assert reasons(declared(rules=rules, live=None)) == [("live_tiles_unknown", "")]
    assert declared(rules=rules, live=None).allowed is None


@pytest.mark.clause("W15-ABS-NOBANK", "WRR-6.1-NEGPLAY", "JPB-RII-NEG")
def test_points_are_needed_only_where_the_rules_say_so():
    strict = varied("riichi", needs_points=True)

    assert declared(points=500).allowed is True  # FC-54
    assert declared(points=None).allowed is True
    assert declared(live=None, rules=varied("riichi", live_tiles=0)).allowed is True
    assert declared(points=1000, rules=strict).allowed is True
    assert reasons(declared(points=900, rules=strict)) == [
        ("points", RULES.clauses["riichi.needs_points"])
    ]
    assert declared(points=None, rules=strict).allowed is None


@pytest.mark.clause("WRR-6.5.1-RIILOCK", "JPB-RII-NOTBACK", "WRR-7.1-DEAD")
def test_all_reasons_are_given_at_once():
    ruling = declared(
        "147m258p369s12z", "pon:555z", live=3, in_riichi=True, dead=True, discard=Tile.parse("1m")
    )

    assert [one.reason for one in ruling.reasons] == [
        "dead_hand",
        "in_riichi",
        "open_hand",
        "not_tenpai",
        "live_tiles",
    ]
    assert all(one.clause for one in ruling.reasons)


def test_the_discard_must_leave_tenpai():
    assert declared(discard=Tile.parse("5z")).allowed is True
    assert reasons(declared(discard=Tile.parse("9m"))) == [
        ("discard", RULES.clauses["cited.riichi_hand"])
    ]


def test_a_hidden_hand_is_unknown_unless_something_else_forbids():
    assert reasons(declared(None)) == [("hidden_hand", "")]
    assert declared(None).allowed is None
    assert declared(None, "ankan:5555z").allowed is None
    assert declared(None, "pon:555z").allowed is False
    assert declared(None, "pon:555z").detail == "pon:555z opens the hand"
    assert declared(None, live=0).allowed is False


@pytest.mark.clause("WRR-6.5.1-RIIFUR", "RCR-3.3.14-FUR", "SAI-35.3b")
def test_furiten_forbids_only_where_the_rules_say_so():
    strict = varied("riichi", furiten_allowed=False)
    river = parse_tiles("4p9s")

    assert declared(river=river).allowed is True
    assert [str(one.tile) for one in declared(river=river, rules=strict).discards] == ["1p"]
    both = declared(river=parse_tiles("4p5z"), rules=strict)
    assert reasons(both) == [("furiten", RULES.clauses["riichi.furiten_allowed"])]


def test_a_hand_of_another_size_is_no_question():
    with pytest.raises(IllegalHandError, match="13 concealed tiles, expected 14"):
        declared("123456789m1123p")


def test_a_ruling_is_no_yes_or_no():
    with pytest.raises(TypeError, match="yes, no or unknown"):
        bool(declared())


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

    assert reasons(after_riichi("123m123s44p67s999p", "9p", rules=never)) == [
        ("never", RULES.clauses["riichi.ankan"])
    ]
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


# Kuikae: FC-49 and beyond.


def forbidden(call, rules=RULES):
    found = forbidden_discards(Meld.parse(call), rules)
    return None if found is None else format_tiles(found)


@pytest.mark.clause("JPB-KUIKAE", "RCR-3.3.2-CHOW", "RCR-3.3.2-PUNG", "W15-ABS-KUIKAE")
@ALL
@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("chi:234s+4s", "14s"),  # FC-49
        ("pon:777p", "7p"),  # FC-49
        ("chi:345s+3s", "36s"),
        ("chi:123s+3s", "3s"),
        ("chi:123s+1s", "14s"),
        ("chi:789s+7s", "7s"),
        ("chi:789s+9s", "69s"),
        ("chi:345s+4s", "4s"),
        ("chi:340s+0s", "250s"),
        ("chi:567p+5p", "580p"),
        ("chi:678p+8p", "580p"),
        ("pon:505m", "50m"),
        ("daiminkan:7777p", ""),
        ("chi:123s", None),
    ],
)
def test_tiles_that_may_not_follow_a_call(rules, call, expected):
    assert forbidden(call, rules) == expected


@pytest.mark.clause("JPB-KUIKAE", "RCR-3.3.2-CHOW")
def test_after_a_chi_whatever_would_complete_the_same_run_is_forbidden():
    for low in (kind for kind in range(27) if kind % 9 < 7):
        run = tuple(map(Tile.of, (low, low + 1, low + 2)))
        for called in run:
            kept = [tile.kind for tile in run if tile is not called]
            expected = {called.kind}
            for kind in range(low // 9 * 9, low // 9 * 9 + 9):
                first, second, third = sorted((*kept, kind))
                if first + 1 == second == third - 1:
                    expected.add(kind)
            found = forbidden_discards(Meld(MeldKind.CHI, run, called), RULES)
            assert {tile.kind for tile in found} == expected


def test_milder_rules_forbid_less():
    assert forbidden("chi:234s+4s", varied("calls", kuikae="same")) == "4s"
    assert forbidden("pon:777p", varied("calls", kuikae="same")) == "7p"
    assert forbidden("chi:234s+4s", varied("calls", kuikae="allowed")) == ""
    assert forbidden("chi:234s", varied("calls", kuikae="allowed")) == ""


@pytest.mark.clause("JPB-KUIKAE", "RCR-3.3.2-CHOW", "SAI-53.1c")
@pytest.mark.parametrize(
    ("discard", "allowed", "reason"),
    [
        ("4s", False, "same_tile"),
        ("1s", False, "other_end"),
        ("2s", True, "allowed"),
        ("5s", True, "allowed"),
    ],
)
def test_a_discard_after_a_chi(discard, allowed, reason):
    ruling = kuikae(Meld.parse("chi:234s+4s"), Tile.parse(discard), RULES)

    assert (ruling.allowed, ruling.reason) == (allowed, reason)
    assert ruling.clause == RULES.clauses["calls.kuikae"]


def test_a_chi_whose_called_tile_was_not_seen():
    chi = Meld.parse("chi:234s")

    assert kuikae(chi, Tile.parse("1s"), RULES).allowed is None
    assert kuikae(chi, Tile.parse("5s"), RULES).reason == "called_tile_unknown"
    assert kuikae(chi, Tile.parse("6s"), RULES).allowed is True
    assert kuikae(Meld.parse("chi:123s"), Tile.parse("9m"), RULES).allowed is True


@pytest.mark.parametrize(
    ("rest", "call", "allowed", "reason"),
    [
        ("14s", "chi:234s+4s", False, "no_discard_left"),
        ("15s", "chi:234s+4s", True, "allowed"),
        ("0p8p", "chi:567p+5p", False, "no_discard_left"),
        (None, "chi:234s+4s", None, "hidden_hand"),
        ("14s", "chi:234s", None, "called_tile_unknown"),
        (None, "daiminkan:7777p", True, "allowed"),
    ],
)
def test_a_call_must_leave_a_discard(rest, call, allowed, reason):
    tiles = None if rest is None else parse_tiles(rest)
    ruling = leaves_discard(tiles, Meld.parse(call), RULES)

    assert (ruling.allowed, ruling.reason) == (allowed, reason)


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
