"""What mjai and tenhou.net/6 have no word for: set apart for the sidecar, or refused by name."""

import dataclasses
import json
import urllib.parse

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.codec import NAMES
from table.core.events import (
    Dahai,
    EndKyoku,
    Hora,
    Reach,
    ReachAccepted,
    Ryukyoku,
    Tsumo,
)
from table.core.incidents import (
    Call,
    Chombo,
    DeadHand,
    HandsVoid,
    OutOfSync,
    Penalty,
    PutBack,
    ReachVoid,
)
from table.errors import ExportRefusedError
from table.formats.convert import convert
from table.formats.mjai_write import record_lines
from table.formats.read import read_record
from table.formats.record import MJAI, Record
from table.formats.standard import standard


@pytest.fixture
def events(tenhou6):
    return list(read_record(tenhou6).events)


def record(events):
    return Record(MJAI, tuple(events), ("",) * len(events))


def first(events, kind):
    return next(number for number, event in enumerate(events) if isinstance(event, kind))


def test_our_own_events_go_to_the_sidecar_and_nowhere_else(events):
    said = Call(Seat(1), "pon", 300)
    fine = Penalty(Seat(2), "late", 200, clause="W13-X")
    with_ours = [*events[:5], said, *events[5:-1], fine, events[-1]]
    plain, ours = convert(record(events), "mjai"), convert(record(with_ours), "mjai")
    assert ours.content == plain.content
    aside = json.loads(json.dumps(ours.sidecar))["aside"]
    assert [one["event"]["type"] for one in aside] == ["call", "penalty"]
    assert aside[0]["after_line"] == 5
    assert aside[1]["event"]["tenths"] == 200


def test_a_record_with_incidents_comes_back_whole(events):
    ours = [*events[:5], Call(Seat(1), "pon", 300), *events[5:]]
    back = read_record("\n".join(record_lines(ours, load_ruleset("wrr2015"))).encode())
    assert back.fault is None
    assert back.events[5] == ours[5]


@pytest.mark.parametrize(
    "event",
    [PutBack(Seat(1)), HandsVoid(1, "wrong dealer"), OutOfSync("the camera fell")],
    ids=lambda event: NAMES[type(event)],
)
@pytest.mark.parametrize("target", ["mjai", "tenhou6"])
def test_what_cannot_be_told_is_refused_by_name_and_place(events, event, target):
    with pytest.raises(ExportRefusedError, match=NAMES[type(event)]) as refused:
        convert(record([*events[:5], event, *events[5:]]), target)
    assert " event " in str(refused.value)
    if sum(isinstance(other, EndKyoku) for other in events) > 1:  # a void hand is no row
        assert convert(record([*events[:5], event, *events[5:]]), "csv").content


def test_a_hand_that_a_foul_ends_is_a_draw_with_its_payments(events):
    end = first(events, EndKyoku)
    hand = [event for event in events[:end] if not isinstance(event, Hora | Ryukyoku)]
    foul = Chombo(Seat(0), "false_win", (-12000, 4000, 4000, 4000))
    game = [*hand, foul, EndKyoku(), *events[end + 1 :]]
    said = standard(game).events
    assert said[len(hand)] == Ryukyoku((-12000, 4000, 4000, 4000), None, "chombo")
    assert b'"reason":"chombo"' in convert(record(game), "mjai").content
    assert "不明" in convert(record(game), "tenhou6").content.decode()


@pytest.mark.parametrize("ruling", [ReachVoid, DeadHand])
def test_a_void_riichi_leaves_with_its_ruling(events, ruling):
    at = first(events, ReachAccepted)
    seat = events[at].actor
    void = {DeadHand: {"riichi_void": True}}.get(ruling, {})
    said = standard([*events[: at + 1], ruling(seat, "noten", **void), *events[at + 1 :]])
    kept = said.events[: at + 1]
    assert not any(isinstance(event, Reach | ReachAccepted) for event in kept[-4:])
    assert {one["event"]["type"] for one in said.aside} >= {"reach", "reach_accepted"}


def test_nagashi_as_a_win_is_written_as_a_draw(events):
    end = first(events, EndKyoku)
    hand = [event for event in events[:end] if not isinstance(event, Hora | Ryukyoku)]
    river = Hora(Seat(2), Seat(2), (-4000, -2000, 8000, -2000), yakus=(("nagashi mangan", 5),))
    said = standard([*hand, river, *events[end:]])
    assert said.events[len(hand)] == Ryukyoku(river.deltas, None, "nagashi_mangan")
    assert said.aside[0]["event"]["yakus"] == [["nagashi mangan", 5]]


@pytest.mark.parametrize(
    ("kind", "hole", "message"),
    [
        (Tsumo, {"pai": None}, "the tile that seat"),
        (Dahai, {"pai": None}, "discarded is unknown"),
        (Dahai, {"tsumogiri": None}, "discarded the tile just drawn is unknown"),
    ],
)
@pytest.mark.parametrize("target", ["mjai", "tenhou6"])
def test_a_hole_is_named_with_its_place(events, kind, hole, message, target):
    at = first(events, kind)
    events[at] = dataclasses.replace(events[at], **hole)
    with pytest.raises(ExportRefusedError, match=message) as refused:
        convert(record(events), target)
    assert f"event {at - 1}" in str(refused.value)


def test_the_address_of_the_viewer_is_read_like_its_document(tenhou6):
    packed = urllib.parse.quote(tenhou6.decode())
    address = f"https://tenhou.net/6/#json={packed}&ts=0\n".encode()
    assert read_record(address).events == read_record(tenhou6).events
