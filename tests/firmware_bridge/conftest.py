"""What the tests of the bridge share: the firmware on a simulated board, and a host beside it."""

import os
import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest

from firmware_bridge.happenings import Event, Notice
from firmware_bridge.link import Link
from firmware_bridge.serial_port import SerialPort
from firmware_bridge.session import Session
from table.bootstrap.bridge import Keeper
from table.journal.store import Journal

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware_bridge" / "firmware"
NEEDED = ("avr-gcc", "/usr/lib/avr/include/avr/io.h", "/usr/include/simavr/sim_avr.h", "make", "cc")
PATIENCE_S = 60
"""How long nothing may come, on a machine that has much else to do."""


@pytest.fixture(scope="session")
def firmware(tmp_path_factory):
    """The built firmware and the program that runs it: (folder, what the build said)."""
    missing = [
        thing
        for thing in NEEDED
        if not (Path(thing).exists() if thing[0] == "/" else shutil.which(thing))
    ]
    if missing:
        words = f"NOT TESTED: the firmware, for want of {', '.join(missing)} (make setup, as root)"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)
    build = tmp_path_factory.mktemp("firmware")
    done = subprocess.run(
        ["make", "-C", FIRMWARE, f"BUILD={build}", "budget", "simulator"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return build, done.stdout


class Board:
    """The firmware at work in simavr; it is told what to do in lines."""

    def __init__(self, build, folder, speed):
        self.port = folder / "port"
        self.eeprom = folder / "eeprom"
        self._command = [build / "board", build / "table.elf", self.port, str(speed), self.eeprom]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            list(map(str, self._command)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout.readline().strip() == str(self.port)

    def tell(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def ask(self, line):
        self.tell(line)
        return self.hear()

    def hear(self):
        return self.process.stdout.readline().strip()

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


@pytest.fixture
def board(firmware, tmp_path):
    """Start a board: `board(speed=4)`; it ends with the test."""
    boards = []

    def start(speed=4):
        boards.append(Board(firmware[0], tmp_path, speed))
        return boards[-1]

    yield start
    for one in boards:
        one.stop()


class CountedPort(SerialPort):
    """A port that says after each read that its reader is awake."""

    def __init__(self, name, awake):
        super().__init__(name)
        self._awake = awake

    def read(self):
        data = super().read()
        self._awake()
        return data


class Host:
    """The real bridge in a thread of its own, with a real journal."""

    def __init__(self, port, journal):
        self.reads = 0
        self.heard = []
        self.times = []
        self.book = Journal.open(journal)
        keeper = Keeper(self.book, self._hear)
        self.session = Session(keeper.kept)
        self._stop = threading.Event()
        link = Link(self.session, lambda: CountedPort(str(port), self._awake), keeper.keep)
        self._thread = threading.Thread(target=link.run, args=(self._stop,))
        self._thread.start()

    def _awake(self):
        self.reads += 1

    def _hear(self, happening):
        self.heard.append(happening)
        self.times.append(time.monotonic())

    @property
    def entries(self):
        return [one for one in self.heard if not isinstance(one, Notice)]

    @property
    def events(self):
        return [one for one in self.heard if isinstance(one, Event)]

    def wait(self, true, what="it"):
        """Wait until `true(self)`, as long as things go on coming."""
        heard, until = 0, 0.0
        while not true(self):
            if not until or len(self.heard) > heard:
                heard, until = len(self.heard), time.monotonic() + PATIENCE_S
            assert time.monotonic() < until, f"{what} did not come: {self.heard[-5:]}"
            assert self._thread.is_alive(), "the bridge has ended"
            time.sleep(0.005)

    def wait_events(self, count):
        self.wait(lambda host: len(host.events) >= count, f"event {count}")

    def breathe(self):
        """Wait until it has read anew: a machine that leaves it no time proves nothing of it."""
        reads = self.reads
        self.wait(lambda host: host.reads >= reads + 3, "a read")

    def stop(self):
        self._stop.set()
        self._thread.join()
        self.book.close()


@pytest.fixture
def host(tmp_path):
    """Start a bridge on a port: `host(port)`; it ends with the test."""
    hosts = []

    def start(port):
        hosts.append(Host(port, tmp_path / "journal.db"))
        return hosts[-1]

    yield start
    for one in hosts:
        one.stop()
