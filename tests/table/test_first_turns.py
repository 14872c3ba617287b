"""What counts only while turns run unbroken, and what breaks it: every call, but no riichi."""

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.circumstances import win_context

A, B, C, D = Seat
CALLS = [
    pytest.param("A+?; A-2m; B chi 2m 13m; B-1z; C+?; C-2z; D+?; D-3z; A+?; A-4z", id="chi"),
    pytest.param("A+?; A-2m; D pon 2m; D-1z; A+?; A-4z", id="pon"),
    pytest.param("A+?; A-2m; D kan 2m; dora 9s; D+?; D-1z; A+?; A-4z", id="open kan"),
    pytest.param("A+?; A ankan 1m; dora 9s; A+?; A-4z", id="concealed kan"),
]
"""The first turns, broken; A has discarded last and it is B's turn."""


@pytest.fixture
def table(playing):
    """No hand is known."""
    return playing.dealt()


def flags(state, winner, target, ruleset):
    win = win_context(state, winner, target, Tile.parse("4z"), ruleset)
    names = ("tenhou", "chiihou", "renhou", "double_riichi", "ippatsu")
    return {name for name in names if getattr(win, name)}


@pytest.mark.clause("WRR-6.5.1-DBLINT", "WRR-6.5.1-DBL")
@pytest.mark.parametrize("calls", CALLS)
def test_a_call_spoils_every_later_double_riichi(playing, table, ruleset, calls):
    declares = "B+?; B reach; B-4z; B laid"
    early = playing.played(table, f"A+?; A-4z; {declares}")
    late = playing.played(table, f"{calls}; {declares}")

    assert early.play.seats[B].double
    assert not late.play.seats[B].double


@pytest.mark.clause("WRR-6.5.1-DBLINT", "WRR-6.5.1-IPPINT", "WRR-6.5.4-RENHOINT")
def test_a_riichi_breaks_nothing(playing, table, ruleset):
    state = playing.played(table, "A+?; A reach; A-1z; A laid; B+?; B reach; B-4z; B laid")

    assert state.play.seats[A].ippatsu
    assert state.play.seats[B].double
    assert flags(state, C, B, ruleset) == {"renhou"}


@pytest.mark.clause("WRR-6.5.1-IPPINT", "RCR-3.3.14-IPP", "WRR-6.5.1-IPP", "SAI-57.3a")
@pytest.mark.parametrize(
    "call",
    [
        "B chi 1m 23m",
        "B pon 1m",
        "B kan 1m",
        "B+?; B ankan 2m; dora 9s; B+?",
    ],
)
def test_any_call_ends_ippatsu(playing, table, ruleset, call):
    declared = playing.played(table, "A+?; A reach; A-1m; A laid")
    broken = playing.played(declared, call)

    assert declared.play.seats[A].ippatsu
    assert not broken.play.seats[A].ippatsu


@pytest.mark.clause("SAI-57.3c")
@pytest.mark.parametrize(("rules", "left"), [("saikouisen", set()), ("wrr2015", {"ippatsu"})])
def test_a_call_that_proves_invalid_ends_ippatsu_where_the_rules_say_so(
    playing, table, rules, left
):
    declared = playing.played(table, "A+?; A reach; A-1m; A laid")
    state = playing.played(declared, "B dead; C+?; C-2z; D+?; D-4z")

    assert flags(state, A, D, load_ruleset(rules)) - {"double_riichi"} == left


@pytest.mark.clause("WRR-6.5.4-RENHOINT", "WRR-6.5.4-RENHO")
@pytest.mark.parametrize("calls", CALLS)
def test_a_call_spoils_renhou(playing, table, ruleset, calls):
    assert flags(playing.played(table, "A+?; A-4z"), B, A, ruleset) == {"renhou"}
    assert flags(playing.played(table, calls), B, A, ruleset) == set()


@pytest.mark.clause("WRR-6.5.6-TENHO", "WRR-6.5.6-CHIHO")
def test_a_concealed_kan_spoils_the_blessings(playing, table, ruleset):
    first = playing.played(table, "A+?")
    kan = playing.played(first, "A ankan 1m; dora 9s; A+?")
    other = playing.played(first, "A-4z; B+?")
    after_kan = playing.played(kan, "A-4z; B+?")

    assert flags(first, A, A, ruleset) == {"tenhou"}
    assert flags(kan, A, A, ruleset) == set()
    assert flags(other, B, B, ruleset) == {"chiihou"}
    assert flags(after_kan, B, B, ruleset) == set()


@pytest.mark.clause("WRR-6.5.4-RENHO")
def test_renhou_is_for_those_who_have_not_had_their_turn(playing, table, ruleset):
    state = playing.played(table, "A+?; A-1z; B+?; B-4z")

    assert flags(state, C, B, ruleset) == {"renhou"}
    assert flags(state, A, B, ruleset) == set()
