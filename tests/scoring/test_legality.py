"""Riichi and kuikae: yes, no or unknown, with every reason and its clause."""

from dataclasses import replace

import pytest

from scoring.errors import IllegalHandError
from scoring.legality import (
    forbidden_discards,
    kuikae,
    leaves_discard,
    riichi,
)
from scoring.melds import Meld, MeldKind
from scoring.tiles import Tile, format_tiles, parse_tiles
from table.config import load_ruleset

RULES = load_ruleset("wrr2013")
DOCUMENTS = ("wrr2013", "wrr2015", "rcr", "jpml-b", "saikouisen")
ALL = pytest.mark.parametrize("rules", list(map(load_ruleset, DOCUMENTS)), ids=DOCUMENTS)
CLOSED = "123456789m1123p5z"
"""Tenpai without 5z (waiting for 1p 4p) and without 1p (for 5z)."""


def varied(section, **values):
    return replace(RULES, **{section: getattr(RULES, section)._replace(**values)})


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


@pytest.mark.clause("WRR-6.5.1-RII4", "W15-ABS-RII4", "JPB-RII-4", "SAI-35.3c", "RCR-3.3.14-4")
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
@ALL
def test_a_furiten_player_may_declare(rules):
    assert declared(river=parse_tiles("4p9s5z"), rules=rules).allowed is True


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
