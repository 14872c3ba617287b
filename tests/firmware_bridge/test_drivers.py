"""The drivers beside our own protocol: a keypad, counts, and the door for other makes."""

import json
import os
import struct
import threading

import pytest

from firmware_bridge.drivers import driver as seam
from firmware_bridge.drivers.built_in import open_driver
from firmware_bridge.drivers.counts import Counts
from firmware_bridge.drivers.keypad import Keypad, _events
from firmware_bridge.drivers.keys import CODES, read_keys
from firmware_bridge.drivers.table import TableDriver
from firmware_bridge.errors import DriverError, NoPortError
from firmware_bridge.happenings import Event, Kept, Notice, Started
from firmware_bridge.messages import NOBODY, Action, Button, ButtonMoved
from table.bootstrap import bridge
from table.journal.store import audit


def run(driver, kept=None):
    heard = []
    driver.run(kept or Kept(), heard.append, threading.Event())
    return heard


def typed(tmp_path, text, keys=""):
    (tmp_path / "typed").write_text(text, encoding="utf-8")
    return run(Keypad(f"{tmp_path / 'typed'}{keys}", clock=lambda: 1000.0))


def test_typed_keys_are_buttons(tmp_path):
    started, *events, ended = typed(tmp_path, "1?qS \nh")
    assert isinstance(started, Started)
    assert [one.message for one in events] == [
        ButtonMoved(1_000_000, Button.DICE, 0, Action.PRESSED, 0),
        ButtonMoved(1_000_000, Button.RIICHI, 0, Action.PRESSED, 0),
        ButtonMoved(1_000_000, Button.RON, 1, Action.PRESSED, 0),
        ButtonMoved(1_000_000, Button.SET, NOBODY, Action.PRESSED, 0),
        ButtonMoved(1_000_000, Button.HONBA, NOBODY, Action.PRESSED, 0),
    ]
    assert [one.number for one in events] == [1, 2, 3, 4, 5]
    assert isinstance(ended, Notice)


def test_keys_of_ones_own(tmp_path):
    keys = tmp_path / "keys.toml"
    keys.write_text('"+" = "tsumo 3"\nenter = "set"\n', encoding="utf-8")
    _, event, _ = typed(tmp_path, "+1q", f",{keys}")
    assert event.message == ButtonMoved(1_000_000, Button.TSUMO, 3, Action.PRESSED, 0)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('q = "bell"', "q = 'bell', expected one of dice honba set pause"),
        ('q = "ron"', "with a seat for"),
        ('q = "honba 1"', "with a seat for"),
        ('q = "ron 4"', "expected a seat 0-3"),
        (f'q = "ron {"9" * 5000}"', "expected a seat 0-3"),
        ('q = "ron x"', "with a seat for"),
        ("q = 3", "q = 3, expected one of"),
        ("q = ", "not TOML"),
    ],
)
def test_a_key_that_cannot_be_is_named(tmp_path, line, words):
    (tmp_path / "keys.toml").write_text(line, encoding="utf-8")
    with pytest.raises(DriverError, match=words):
        read_keys(tmp_path / "keys.toml")


def test_the_kernels_events_are_pressed_and_released_and_do_not_repeat():
    codes = {key: code for code, key in CODES.items()}
    strokes = [("q", 1), ("q", 2), ("q", 2), ("q", 0), ("1", 1)]
    data = b"".join(struct.pack("@llHHi", 1, 2, 1, codes[key], value) for key, value in strokes)
    data += struct.pack("@llHHi", 1, 2, 0, 0, 0)  # the kernel's end of a report
    data += struct.pack("@llHHi", 1, 2, 1, 500, 1)  # a key of no meaning
    seen, rest = _events(data + b"torn")
    assert seen == [("q", Action.PRESSED), ("q", Action.RELEASED), ("1", Action.PRESSED)]
    assert rest == b"torn"


def test_a_terminal_is_read_letter_by_letter_until_told_to_stop():
    master, slave = os.openpty()
    stop = threading.Event()
    heard = []

    def keep(happening):
        heard.append(happening)
        if isinstance(happening, Started):
            os.write(master, b"hp")
        if len(heard) == 3:
            stop.set()

    Keypad(os.ttyname(slave)).run(Kept(), keep, stop)
    buttons = [one.message.button for one in heard if isinstance(one, Event)]
    assert buttons == [Button.HONBA, Button.PAUSE]
    os.close(master)
    os.close(slave)


def test_a_keypad_that_is_not_there_is_named(tmp_path):
    with pytest.raises(NoPortError, match="expected one of /dev/input/by-id"):
        run(Keypad(str(tmp_path / "none")))


def counted(tmp_path, text, unit=""):
    (tmp_path / "counts.csv").write_text(text, encoding="utf-8")
    return run(Counts(f"{tmp_path / 'counts.csv'}{unit}"))


def points(heard):
    return [(one.message.seat, one.message.points) for one in heard if isinstance(one, Event)]


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("25000,32100,17900,25000\n", ""),
        ("25000;32'100;17900;25000", ""),
        ("\ufeffsouth,east,west,north\n32100,25000,17900,25000\n", ",1"),
        ("0000025000,32100,17900,25000\n", ""),
        ("# off the display\n\n250 321 179 250\n", ",100"),
    ],
)
def test_points_come_as_sticks_of_their_worth(tmp_path, text, unit):
    heard = counted(tmp_path, text, unit)
    assert points(heard) == [(0, 25000), (1, 32100), (2, 17900), (3, 25000)]


def test_a_place_that_was_not_counted_says_nothing(tmp_path):
    assert points(counted(tmp_path, "25000,,,31000\n")) == [(0, 25000), (3, 31000)]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("25000,25000,25000", "line 1: 3 numbers, expected four"),
        ("25000,25000,-1200,25000", "'-1200', expected points of 0 or more"),
        ("25000,25000,25050,25000", "'25050', expected hundreds"),
        ("25000,many,25000,25000", "'many', expected points"),
        ("1000000000,0,0,0", "'1000000000', expected hundreds"),
        ("9" * 400 + ",0,0,0", "expected hundreds up to 2550000"),
        ("9" * 140_000 + ",0,0,0", "field larger than field limit (131072), expected four numbers"),
    ],
)
def test_a_line_that_cannot_be_is_said_and_the_rest_goes_on(tmp_path, line, words):
    heard = counted(tmp_path, f"{line}\n0,0,0,100000\n")
    assert words in next(one.words for one in heard if isinstance(one, Notice))
    assert points(heard) == [(0, 0), (1, 0), (2, 0), (3, 100_000)]


def test_another_unit_is_refused():
    with pytest.raises(DriverError, match="unit '10', expected 1 or 100"):
        Counts("file,10")


def test_the_same_counts_are_in_the_journal_once(tmp_path):
    (tmp_path / "counts.csv").write_text("25000,25000,25000,25000\n", encoding="utf-8")
    told = []
    for _ in range(2):
        bridge.watch(
            f"counts:{tmp_path / 'counts.csv'}", tmp_path / "j.db", told.append, threading.Event()
        )
    found = audit(tmp_path / "j.db")
    assert [entry.event.kind for entry in found.entries] == ["started", *["sticks"] * 4]
    assert [entry.event.actor for entry in found.entries[1:]] == [0, 1, 2, 3]


def test_the_command_line_takes_a_driver(jantaku, tmp_path):
    (tmp_path / "c.csv").write_text("25000,25000,25000,25000\n", encoding="utf-8")
    told = ("--json", "--journal", tmp_path / "j.db")
    code, out, _ = jantaku("bridge", "watch", f"counts:{tmp_path / 'c.csv'}", *told)
    assert code == 0
    assert [json.loads(line)["type"] for line in out.splitlines()] == ["started", *["sticks"] * 4]
    code, _, err = jantaku("bridge", "watch", "keypad:-", "--listen")
    assert code == 2
    assert "expected a serial port" in err


def test_a_name_that_no_driver_has_is_a_port():
    for target in ("/dev/ttyUSB0", "socket://localhost:1", "rfc2217://box:2"):
        found = open_driver(target)
        assert isinstance(found, TableDriver)
        assert found.target == target


class OtherMake:
    """What another package offers."""

    def __init__(self, name, load):
        self.name = name
        self.load = load


def test_another_make_comes_through_the_door(monkeypatch):
    def broken():
        raise ImportError("no module named amos")

    makes = [OtherMake("newon", lambda: lambda rest: ("newon", rest)), OtherMake("amos", broken)]
    monkeypatch.setattr(seam, "entry_points", lambda group: makes if group == seam.GROUP else [])
    assert open_driver("newon:table 1") == ("newon", "table 1")
    with pytest.raises(DriverError, match="driver amos: no module named amos"):
        open_driver("amos:x")
