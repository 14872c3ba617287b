"""An automatic table beside a recording: its log is held against the protocol, its line watched."""

import json

import pytest

from firmware_bridge.errors import DriverError
from firmware_bridge.happenings import Event, Kept
from firmware_bridge.messages import Action, Button, ButtonMoved, Dice, Fault, RiichiStick
from firmware_bridge.telling import mapping
from scoring.seats import Seat
from table.bootstrap import recording_bridge
from table.bootstrap.recording_bridge import Hearing, LiveBridge, LoggedBridge, heard
from table.config import load_ruleset
from table.core.decisions import begin_game
from table.core.state import fold
from table.errors import InvalidOptionError
from table.watch.notes import Dealer, StickLaid, TableSet

NAMES = ("East", "South", "West", "North")
DEVICE = "6a616e74-616b-4075-8000-000000000001"


def logged(*told):
    return "".join(json.dumps(mapping(one)) + "\n" for one in told)


def event(number, t_ms, message):
    return Event(DEVICE, 1, number, t_ms, message)


TOLD = (
    event(1, 1_000, Dice(1, 0, 3, 4)),
    event(2, 60_000, RiichiStick(1, 2, 1)),
    event(3, 90_000, ButtonMoved(1, Button.SET, 255, Action.PRESSED, 0)),
    event(4, 95_000, Fault(1, 9, 7)),  # a code that this edition has no name for
)


def test_a_tables_log_is_told_as_the_film_comes_to_it(tmp_path):
    path = tmp_path / "bridge.jsonl"
    path.write_text(logged(*TOLD))
    bridge = LoggedBridge(path, Kept())
    said = []
    bridge.until(30.0, said.append)
    assert said == list(TOLD[:1])
    bridge.until(float("inf"), said.append)
    assert said == list(TOLD)
    kept = Kept()
    kept.note(DEVICE, 1, 2)
    rest = []
    LoggedBridge(path, kept).until(float("inf"), rest.append)
    assert rest == list(TOLD[2:])


@pytest.mark.parametrize("line", ['{"t_ms": 3}', '["t_ms"]', "3", "{"])
def test_a_log_of_something_else_is_named(tmp_path, line):
    path = tmp_path / "bridge.jsonl"
    path.write_text(logged(*TOLD[:1]) + line + "\n")
    with pytest.raises(InvalidOptionError, match=r"line 2.*bridge watch --json"):
        LoggedBridge(path, Kept())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seat": "0"}, "dice: seat is '0', expected u8"),
        ({"seat": -1}, "dice: seat is -1, expected u8"),
        ({"seat": [1]}, r"dice: seat is \[1\], expected u8"),
        ({"seat": True}, "dice: seat is True, expected u8"),
        ({"seat": 7}, "dice: seat is 7, which cannot be"),
        ({"first": 9}, "dice: first is 9, which cannot be"),
        ({"second": None}, "dice: second is None, expected u8"),
        ({"boot": 1 << 32}, "dice: boot is 4294967296, expected u32"),
        ({"t_ms": float("inf")}, "t_ms inf: expected a whole number from 0"),
        ({"seq": 0}, "seq 0: expected a whole number from 1"),
        ({"device": "a:b"}, "device 'a:b': expected a table's UUID"),
        ({"third": 3}, "dice of boot, seat, first, second, third: expected boot, seat, first"),
        ({"type": "ack", "last": 3}, "ack of .*: expected boot, last"),
        ({"type": None}, "message None: expected a name of the protocol"),
    ],
)
def test_a_line_that_no_table_says_is_named_before_the_film_begins(tmp_path, change, words):
    path = tmp_path / "bridge.jsonl"
    path.write_text(logged(TOLD[1]) + json.dumps({**mapping(TOLD[0]), **change}) + "\n")
    with pytest.raises(InvalidOptionError, match=rf"bridge.jsonl: line 2, {words}"):
        LoggedBridge(path, Kept())


@pytest.mark.parametrize("fault", [DriverError("no such port"), IndexError("whatever else")])
def test_a_line_whose_thread_ends_says_why(monkeypatch, fault):
    class Driver:
        def run(self, _kept, _keep, _stop):
            raise fault

    monkeypatch.setattr(recording_bridge, "open_driver", lambda _target: Driver())
    bridge = LiveBridge("port", Kept())
    bridge.close()
    assert bridge.fault == str(fault)


def test_what_a_table_says_is_written_and_weighed():
    hearing, rules = Hearing(), load_ruleset("wrr2015")
    state = fold(begin_game(NAMES, rules))
    drafts, notes = hearing.take(TOLD[0], state, rules, 1.0)
    assert [type(draft.event).__name__ for draft in drafts][:1] == ["Signal"]
    assert notes == [Dealer(Seat(0))]
    _, notes = hearing.take(TOLD[1], state, rules, 60.0)
    assert notes == [StickLaid(Seat(2))]
    assert hearing.take(TOLD[2], state, rules, 90.0)[1] == [TableSet()]


def test_a_running_tables_line_is_evidence_by_the_records_seats():
    told = {**mapping(TOLD[1]), "first_dealer": 1}
    assert list(heard(told)) == [StickLaid(Seat(1))]
    assert not list(heard({**mapping(TOLD[0]), "first_dealer": 1}))
    assert not list(heard({"type": "lost", "words": "gone"}))
