"""Who owes whom, and why: a settled hand as single payments."""

from dataclasses import replace

import pytest

from scoring.hand import Hand
from scoring.seats import Seat
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.decisions import begin_game, lay_riichi
from table.core.declaration import Declaration
from table.core.dues import dues
from table.core.endings import HandEnd, end_hand
from table.core.state import fold

A, B, C, D = Seat
PINFU = ("234m456p678s22p345s", "5s")
DRAGONS = ("123m44p pon:555z@E pon:666z@W pon:777z@W", "1m")


def told(rules, end, *, honba=0, riichi=()):
    ruleset = load_ruleset(rules)
    game, hand = begin_game(("", "", "", ""), ruleset)
    state = fold([game, hand])
    for seat in riichi:
        state = fold(lay_riichi(state, seat), state)
    state = fold(end_hand(state, end, ruleset), state)
    return [
        (due.payer, due.receiver, due.points, due.why) for due in dues(state.hands[-1], ruleset)
    ]


def win(winner, discarder, hand):
    tiles, tile = hand
    return Declaration(winner, discarder, Hand.parse(tiles), Tile.parse(tile))


@pytest.mark.parametrize(
    ("rules", "end", "riichi", "expected"),
    [
        (
            "wrr2015",
            HandEnd(wins=(win(D, B, PINFU),)),
            (A,),
            [(B, D, 2000, "ron"), (None, D, 1000, "sticks")],
        ),
        (
            "rcr",
            HandEnd(wins=(win(D, B, PINFU), win(C, B, PINFU))),
            (A,),
            [(B, C, 2000, "ron"), (None, C, 1000, "sticks"), (B, D, 2000, "ron")],
        ),
        (
            "wrr2015",
            HandEnd(wins=(win(B, D, DRAGONS),)),
            (),
            [(C, B, 16000, "liable"), (D, B, 16000, "ron")],
        ),
        ("wrr2015", HandEnd(wins=(win(B, None, DRAGONS),)), (), [(C, B, 32000, "liable")]),
        (
            "wrr2015",
            HandEnd(draw="exhaustive_draw", tenpai=frozenset({A, C})),
            (),
            [(B, A, 1500, "noten"), (D, C, 1500, "noten")],
        ),
        (
            "jpml-b",
            HandEnd(draw="exhaustive_draw", nagashi=(B,), last_discarder=D),
            (C,),
            [
                (A, B, 4000, "nagashi"),
                (C, B, 2000, "nagashi"),
                (D, B, 2000, "nagashi"),
                (None, B, 1000, "sticks"),
            ],
        ),
        (
            "jpml-b",
            HandEnd(wins=(win(B, A, (PINFU[0].replace("22p", "23p"), "5s")),)),
            (C,),
            [
                (B, A, 4000, "chombo"),
                (B, C, 2000, "chombo"),
                (B, D, 2000, "chombo"),
                (None, C, 1000, "returned"),
            ],
        ),
    ],
)
def test_who_owes_whom_and_why(rules, end, riichi, expected):
    assert told(rules, end, riichi=riichi) == expected


def test_the_counters_are_named():
    ruleset = load_ruleset("wrr2015")
    game, hand = begin_game(("", "", "", ""), ruleset)
    state = fold([game, hand])
    state = fold(end_hand(state, HandEnd(draw="exhaustive_draw", tenpai={A}), ruleset), state)
    state = fold(end_hand(state, HandEnd(wins=(win(B, D, DRAGONS),)), ruleset), state)
    shares = {due.payer: due.counters for due in dues(state.hands[-1], ruleset)}
    assert shares == {C: 0, D: 300}


@pytest.mark.parametrize(
    ("rules", "shares"),
    [
        ("majsoul", {A: (16000, 0), B: (8000, 0), D: (40600, 600)}),
        ("mleague", {A: (16200, 200), B: (8200, 200), D: (40200, 200)}),
    ],
)
def test_who_pays_the_counters_where_one_answers_for_a_part(rules, shares):
    """All honours are paid by all three, big three dragons by who fed the last one."""
    ruleset = load_ruleset(rules)
    state = replace(fold(begin_game(("", "", "", ""), ruleset)), honba=2)
    dragons = ("44z pon:333z@N pon:555z@N pon:777z@S pon:666z@N", "4z")
    state = fold(end_hand(state, HandEnd(wins=(win(C, None, dragons),)), ruleset), state)
    found = dues(state.hands[-1], ruleset)
    assert {due.payer: (due.points, due.counters) for due in found} == shares
