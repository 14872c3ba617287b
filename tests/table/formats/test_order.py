"""The order of tenhou.net/6 rounds: the trap of like discards, and rounds in no order at all."""

import json

import pytest

from table.core.events import Dahai, Pon
from table.formats.read import read_record

TRAP = "the later of two like discards"


def hand(*codes):
    """Thirteen tiles, filled up with what nobody plays."""
    return [*codes, *[11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24][: 13 - len(codes)]]


def document(takes, discards, result, hands):
    seats = [part for three in zip(hands, takes, discards, strict=True) for part in three]
    log = [[0, 0, 0], [25000] * 4, [31], [], *seats, result]
    return json.dumps(
        {"title": ["", ""], "name": list("abcd"), "rule": {"disp": "", "aka": 0}, "log": [log]}
    ).encode()


def trap(claims_first):
    """East is discarded twice by seat 0 before seat 2, who wants it, acts again."""
    hands = [hand(41, 41, 32, 32), hand(32), hand(41, 41), hand()]
    if claims_first:
        takes = [[25, 26], [], [41], [27]]
        takes[2] = ["41p4141"]
        discards = [[41, 41], [], [11], [60]]
    else:
        takes = [[25, "3232p32"], [27], ["41p4141"], []]
        discards = [[41, 41], [32], [11], []]
    return document(takes, discards, ["不明"], hands)


def test_the_first_claim_that_fits_can_be_a_trap():
    record = read_record(trap(claims_first=False))
    assert record.fault is None
    assert record.ambiguous == ()
    assert [note.text for note in record.notes if TRAP in note.text]
    plays = [event for event in record.events if isinstance(event, Dahai | Pon)]
    assert [type(event).__name__ for event in plays] == [
        "Dahai",
        "Dahai",
        "Pon",
        "Dahai",
        "Pon",
        "Dahai",
    ]


def test_a_claim_at_once_is_no_trap():
    record = read_record(trap(claims_first=True))
    assert record.fault is None
    assert record.notes == ()
    plays = [event for event in record.events if isinstance(event, Dahai | Pon)]
    assert [type(event).__name__ for event in plays][:2] == ["Dahai", "Pon"]


@pytest.mark.parametrize(
    ("takes", "discards", "message"),
    [
        ([["c212223"], [], [], []], [[11], [], [], []], "the dealer's first take is a call"),
        ([[], [25], [], []], [[], [25], [], []], "the dealer draws no tile"),
        ([[25], [], [26], []], [[60], [], [60], []], "no order of the turns fits"),
        ([[25], [], ["41p4141"], []], [[60], [], [11], []], "no order of the turns fits"),
        ([[25, 26], [], [], []], [[60, 60], [], [], []], "no order of the turns fits"),
        ([[25], [], [], []], [[47], [], [], []], "discard 7z: the hand does not hold it"),
        ([[25, 25], [], [], []], [[60], [], [], []], "no order of the turns fits"),
        ([["x"], [], [], []], [[], [], [], []], "call 'x', expected"),
        ([[25], [], [], []], [["r99"], [], [], []], "tile 99"),
        ([[25], [], [], []], [[0], [], [], []], "discard 0, expected a tile"),
        ([[], [], [], []], [[11], [], [], []], "has no draw or call before it"),
        ([[25], [], [], []], [["k19191919"], [], [], []], "the seat has no such pon"),
        ([[25], [], [], []], [["414141a41"], [], [], []], "the hand does not hold it"),
    ],
)
def test_a_round_that_cannot_be_is_named(takes, discards, message):
    hands = [hand(), hand(), hand(41, 41), hand()]
    record = read_record(document(takes, discards, ["不明"], hands))
    assert record.fault is not None
    assert record.fault.place == "round 1 (E1.0)"
    assert message in record.fault.reason
    assert [type(event).__name__ for event in record.events] == ["StartGame"]
