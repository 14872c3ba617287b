"""The virtual table of the demo: it does what its script says as the film comes to it."""

import time
from importlib.resources import files

import pytest

from firmware_bridge.errors import ScriptError
from firmware_bridge.messages import RiichiStick, Sticks
from firmware_bridge.script import Performer
from table.bootstrap.virtual_table import Beside, standing_by

SCRIPT = ["# a comment", "1.0 sticks 0 2 1 0 0 0", "2.5 riichi 0 on", "9.0 riichi 0 off"]


def ring(table):
    return [waiting.message for waiting in list(table._table.device.ring)]


def wait_until(holds, within_s=50.0):
    end = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def kinds(table):
    return {type(one) for one in ring(table)} & {RiichiStick, Sticks}


def test_it_waits_for_the_films_clock(tmp_path):
    with standing_by(tmp_path / "data", SCRIPT) as table:
        assert (tmp_path / "data" / "automatic-table").is_symlink()
        assert kinds(table) == set()
        table.at(1_200_000_000)
        wait_until(lambda: kinds(table) == {Sticks})
        table.at(3_000_000_000)
        wait_until(lambda: kinds(table) == {Sticks, RiichiStick})
        sticks = [one for one in ring(table) if isinstance(one, Sticks) and one.seat == 0]
        assert sticks[-1].points == 25_000
        laid = [one for one in ring(table) if isinstance(one, RiichiStick)]
        assert [(one.seat, bool(one.present)) for one in laid] == [(0, True)]
    assert not (tmp_path / "data" / "automatic-table").exists()


def test_a_line_without_its_second_is_named(tmp_path):
    with pytest.raises(ScriptError, match="'riichi 0 on': expected seconds"):
        Beside(tmp_path / "port", ["riichi 0 on"])


def test_the_script_of_the_demo_can_be_done(tmp_path):
    text = (files("table") / "demo" / "table.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    seconds = [float(line.split()[0]) for line in lines]
    assert seconds == sorted(seconds)
    with standing_by(tmp_path / "data", []) as table:
        performer = Performer(table._table)
        for line in lines:
            list(performer.perform(line.partition(" ")[2]))
