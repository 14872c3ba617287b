"""The virtual table at a pseudo-terminal, misbehaving on request, and the real bridge beside it."""

import errno
import itertools
import os
import termios
import threading
import time
from uuid import UUID

import pytest

from firmware_bridge import discovery, trays
from firmware_bridge.discovery import ask, candidates, find
from firmware_bridge.errors import BusyPortError, NoPortError, PortError, ScriptError
from firmware_bridge.happenings import Condition, Event, Gap, Notice, Started
from firmware_bridge.messages import Fault, FaultCode, Quality, Sticks
from firmware_bridge.script import HELP, Performer
from firmware_bridge.serial_port import SerialPort, check_name
from firmware_bridge.simulator import virtual_table
from table.errors import JournalError

U = UUID("6a616e74-616b-4075-8000-0000000000aa")


class Table:
    """A virtual table, served in a thread of its own, told what to do in lines."""

    def __init__(self, folder):
        self.simulator = virtual_table(U, seed=3, link=folder / "table", boot=5)
        self.port = str(folder / "table")
        self._performer = Performer(self.simulator)
        self._lines = []
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def tell(self, *lines):
        with self._lock:
            self._lines += lines

    def _serve(self):
        while not self._stop.is_set():
            with self._lock:
                lines, self._lines = self._lines, []
            for wait_s in itertools.chain([0.0], self._performer.all(lines)):
                until = time.monotonic() + wait_s
                self.simulator.step()
                while time.monotonic() < until:
                    self.simulator.step()

    def stop(self):
        self._stop.set()
        self._thread.join()
        self.simulator.unplug()


@pytest.fixture
def table(tmp_path):
    one = Table(tmp_path)
    yield one
    one.stop()


def conditions(host):
    return [one.condition for one in host.heard if isinstance(one, Notice)]


def test_what_is_done_at_the_table_is_in_the_journal(table, host):
    bridge = host(table.port)
    table.tell("click honba", "dice 2 3 4", "sticks 1 1 2 3 4 5", "riichi 0 on", "stuck set")
    bridge.wait_events(6)
    assert [one.message.NAME for one in bridge.events] == [
        "button", "button", "dice", "sticks", "riichi_stick", "button",
    ]  # fmt: skip
    kinds = [entry.event.kind for entry in bridge.book.entries]
    assert kinds[:3] == ["linked", "started", "button"]
    sticks = next(entry for entry in bridge.book.entries if entry.event.kind == "sticks")
    assert sticks.event.actor == 1
    assert sticks.evidence["n5000"] == 2
    assert sticks.client_id == f"bridge:{U}:5:4"


@pytest.mark.parametrize(
    "accident",
    ["flip 0.02", "tear 0.1", "double 0.3", "swap 0.3", "flood 5000", "silence 0.6", "unplug 0.3"],
)
def test_no_accident_costs_doubles_or_swaps_anything(table, host, accident):
    bridge = host(table.port)
    bridge.wait(lambda h: any(isinstance(one, Started) for one in h.heard))
    table.tell(accident, *["dice 1 2 3"] * 12, accident, *["dice 1 2 3"] * 12)
    bridge.wait_events(24)
    assert [one.number for one in bridge.events] == list(range(1, 25))
    assert not any(isinstance(one, Gap) for one in bridge.heard)


def test_a_loss_is_known_in_three_seconds_and_mended_two_after_the_return(table, host):
    bridge = host(table.port)
    bridge.wait(lambda h: any(isinstance(one, Started) for one in h.heard))
    begin = time.monotonic()
    table.tell("silence 3", "click set")
    bridge.wait(lambda h: Condition.LOST in conditions(h), "the loss")
    assert time.monotonic() - begin < 3.0
    bridge.wait(lambda h: Condition.RECOVERED in conditions(h), "the recovery")
    assert time.monotonic() - begin < 5.0
    bridge.wait_events(2)


def test_a_pulled_cable_is_said_once_and_the_other_port_found_by_its_name(table, host):
    bridge = host(table.port)
    bridge.wait(lambda h: any(isinstance(one, Started) for one in h.heard))
    table.tell("unplug 2.5", "click set")
    bridge.wait_events(2)
    assert conditions(bridge) == [Condition.LINKED, Condition.LOST, Condition.LINKED]


def test_a_reboot_is_in_the_record(table, host):
    bridge = host(table.port)
    table.tell("click honba")
    bridge.wait_events(2)
    table.tell("reboot brown_out", "click honba")
    bridge.wait_events(4)
    starts = [one for one in bridge.heard if isinstance(one, Started)]
    assert [(one.boot, one.cause) for one in starts] == [(5, "power"), (6, "brown-out")]


def test_resistance_that_drifts_makes_a_tray_unsure(table, host):
    bridge = host(table.port)
    table.tell("sticks 2 3 0 0 0 0", "drift 2 1.02", "drift 2 1.2")
    bridge.wait_events(2)
    first, second = (one.message for one in bridge.events)
    assert first == Sticks(5, 2, Quality.GOOD, 3, 0, 0, 0, 0)
    assert second.quality == Quality.UNSURE


def test_a_tray_at_a_border_says_one_thing_until_it_has_gone_an_eighth_further():
    sure, unsure, between, nearer = (trays.reading(0, 1, drift) for drift in (1, 0.71, 0.79, 0.87))
    told, slot = [], trays.EMPTY[0]
    for read in (sure, between, unsure, between, nearer, between):
        slot = trays.count(0, read, slot)
        told.append(slot[1])
    good, doubt = Quality.GOOD, Quality.UNSURE
    assert told == [good, good, doubt, doubt, good, good]
    assert trays.count(0, trays.reading(0, 1, 0.64), (1, doubt)) == (1, doubt)
    assert trays.count(0, trays.reading(0, 1, 0.64), (2, doubt)) == (2, doubt)


def test_a_stuck_button_is_complained_of(table, host, monkeypatch):
    monkeypatch.setattr("firmware_bridge.device.STUCK_MS", 300)
    bridge = host(table.port)
    table.tell("stuck pause")
    bridge.wait_events(2)
    assert bridge.events[-1].message == Fault(5, FaultCode.STUCK_BUTTON, 3 * 16 + 15)


def test_a_journal_that_takes_nothing_ends_the_bridge_and_nothing_is_acknowledged(table, tmp_path):
    from firmware_bridge.happenings import Kept
    from firmware_bridge.link import Link
    from firmware_bridge.session import Session

    def refuse(happening):
        if isinstance(happening, Event):
            raise JournalError("the disk is full")

    link = Link(Session(Kept()), lambda: SerialPort(table.port), refuse)
    table.tell("dice 0 1 1")
    with pytest.raises(JournalError):
        link.run(threading.Event())
    assert len(table.simulator.device.ring) == 1


def test_who_only_listens_takes_nothing_from_the_table(table):
    answer = ask(table.port)
    assert answer.hello is not None
    assert answer.hello.uuid == str(U)
    assert not table.simulator.device.greeted


def test_a_table_is_found_by_its_uuid_whatever_its_name(table, tmp_path):
    empty = os.openpty()
    names = [os.ttyname(empty[1]), str(tmp_path / "gone"), table.port]

    def quickly(name):
        return ask(name, wait_s=0.5)

    assert find(str(U), names, quickly) == table.port
    assert find(table.port) == table.port
    with pytest.raises(
        NoPortError, match=r"no table 0{8}.*nothing answers in our protocol.*gone: not"
    ):
        find(str(UUID(int=0)), names, quickly)
    for end in empty:
        os.close(end)


def test_lasting_names_are_asked_before_the_devices_that_have_none(tmp_path, monkeypatch):
    for name in ("ttyUSB0", "ttyUSB1"):
        (tmp_path / name).touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-1a86_USB_Serial-if00-port0").symlink_to(tmp_path / "ttyUSB0")
    ports = [_port(tmp_path / f"ttyUSB{n}") for n in (0, 1)]
    monkeypatch.setattr(discovery, "list_serial_ports", lambda: tuple(ports))
    assert candidates(by_id) == (
        str(by_id / "usb-1a86_USB_Serial-if00-port0"), str(tmp_path / "ttyUSB1"),
    )  # fmt: skip
    assert candidates(tmp_path / "none") == tuple(str(tmp_path / f"ttyUSB{n}") for n in (0, 1))


def _port(path):
    from firmware_bridge.ports import SerialPort as Listed

    return Listed(str(path), "", None, None)


def test_a_port_that_is_open_elsewhere_is_named(table):
    first = SerialPort(table.port)
    with pytest.raises(BusyPortError, match="another program has it open; close that one"):
        SerialPort(table.port)
    first.close()
    SerialPort(table.port).close()


def test_a_port_that_is_not_there_or_is_no_port_is_named(tmp_path):
    with pytest.raises(NoPortError, match="not there, expected one that `jantaku bridge ports`"):
        SerialPort(str(tmp_path / "none"))
    with pytest.raises(PortError, match="expected a serial port"):
        SerialPort(str(tmp_path))
    with pytest.raises(PortError, match="nonsense://"):
        SerialPort("nonsense://x")
    for opened in (SerialPort, check_name):
        with pytest.raises(PortError, match=r"hwgrep://\[: unterminated character set"):
            opened("hwgrep://[")


def test_a_port_that_vanishes_while_it_is_opened_is_named(table, monkeypatch):
    def gone(_handle, _queue):
        raise termios.error(errno.EIO, "Input/output error")

    with monkeypatch.context() as vanishing:
        vanishing.setattr(termios, "tcflush", gone)
        with pytest.raises(PortError, match="Input/output error, expected a serial port"):
            SerialPort(table.port)
    SerialPort(table.port).close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_port_that_this_user_may_not_open_says_what_to_do(tmp_path):
    from firmware_bridge.errors import ForbiddenPortError

    (tmp_path / "port").touch(mode=0)
    with pytest.raises(ForbiddenPortError, match="dialout"):
        SerialPort(str(tmp_path / "port"))


def test_every_failure_to_open_is_named_by_its_number():
    import errno

    from firmware_bridge.errors import ForbiddenPortError
    from firmware_bridge.serial_port import _named

    denied = _named("/dev/ttyUSB0", PermissionError(errno.EACCES, "Permission denied"))
    assert isinstance(denied, ForbiddenPortError)
    assert "adduser USER dialout" in str(denied)
    assert isinstance(_named("x", OSError(errno.EBUSY, "busy")), BusyPortError)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("hop", "expected one of press"),
        ("press", "press cannot take"),
        ("press dice", "only a dice button has a seat"),
        ("press honba 1", "only a dice button has a seat"),
        ("dice 1 2", "dice cannot take"),
        ("dice 1 2 7", "expected 1-6 each"),
        ("riichi 4 on", "seat 4, expected 0-3"),
        ("riichi 3 perhaps", "riichi cannot take 'perhaps'"),
        ("flip much", "flip cannot take"),
        ("flip 7", "flip cannot take 7, expected 0 to 1"),
        ("sticks 0 -1 0 0 0 0", "sticks cannot take -1, expected 0 to 255"),
        (f"sticks 0 1{'0' * 400} 0 0 0 0", "expected 0 to 255"),
        ("drift 0 -1", "drift cannot take -1, expected 0.01 to 100"),
        ("flood 99999999999999999999", "expected 0 to 1000000"),
        ("wait inf", "wait cannot take inf, expected 0 to 86400"),
        ("unplug nan", "unplug cannot take nan, expected 0 to 86400"),
        ("reboot twice", "reboot cannot take"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_does_nothing(tmp_path, line, words):
    table = virtual_table(U, link=tmp_path / "table")
    with pytest.raises(ScriptError, match=words):
        list(Performer(table).perform(line))
    assert table.device.last == 0
    table.unplug()


def test_the_help_names_every_word(tmp_path):
    table = virtual_table(U, link=tmp_path / "table")
    named = {word for line in HELP.splitlines() for word in line.split()[0].split("|")}
    assert named == set(Performer(table)._acts)
    table.unplug()
