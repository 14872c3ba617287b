"""The firmware and the real bridge under flips, cuts and kills: nothing lost, doubled, swapped.

The short sets are in every run, the whole ones are `long`; JANTAKU_PRESSES and its like make them
longer still (10,000 presses and 300 cuts at night).
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from firmware_bridge.happenings import Gap, Started
from firmware_bridge.messages import Action, Button, ButtonMoved, Dice
from table.journal.store import audit

FLIP = 0.02
BATCH = 10
"""Presses before the bridge must have caught up; three events each, fewer than the ring holds."""
BUTTONS = (0, 1, 2, 3, 4, 5, 6)
NAMES = ("dice", "dice", "dice", "dice", "honba", "set", "pause")
CATCH_UP_S = 120
AHEAD = 5
"""Presses that are told in advance: no pause between them, and fewer events than the ring holds."""

pytestmark = pytest.mark.timeout(300)


def number(name, default):
    return int(os.environ.get(f"JANTAKU_{name}", default))


def press_lines(button, dice):
    hold, pause = dice.randrange(23, 40), dice.randrange(23, 40)
    return [f"press {button}", f"wait {hold}", f"release {button}", f"wait {pause}"]


def expected_of(button):
    """(kind, button or seat, action) of what one press gives."""
    which = (NAMES[button], button if button < 4 else None)
    thrown = [("dice", button)] if button < 4 else []
    return [("button", *which, "pressed"), *thrown, ("button", *which, "released")]


def said(message):
    if isinstance(message, Dice):
        return ("dice", message.seat)
    assert isinstance(message, ButtonMoved)
    seat = None if message.seat == 255 else message.seat
    name = Button(message.button).name.lower()
    return ("button", name, seat, Action(message.action).name.lower())


def presses(table, bridge, count, cuts, seed):
    """Press and cut in batches; what is expected to have arrived."""
    dice = random.Random(seed)
    batches = count // BATCH
    cut_in = [dice.randrange(batches) for _ in range(cuts)]
    expected = []
    for batch in range(batches):
        for _ in range(cut_in.count(batch)):
            table.tell(dice.choice((f"cut {dice.randrange(20, 600)}", "unplug 100")))
        for _ in range(BATCH):
            button = dice.choice(BUTTONS)
            table.tell(*press_lines(button, dice))
            expected += expected_of(button)
        bridge.wait_events(len(expected))
    return expected


def run_presses(board, host, count, cuts, seed):
    table = board(speed=8)
    bridge = host(table.port)
    table.tell("noise 5", f"flip {FLIP}")
    bridge.wait(lambda h: any(isinstance(one, Started) for one in h.heard), "the start")
    expected = presses(table, bridge, count, cuts, seed)
    assert [said(one.message) for one in bridge.events] == expected
    assert [one.number for one in bridge.events] == list(range(1, len(expected) + 1))
    assert not any(isinstance(one, Gap) for one in bridge.heard)
    keys = [key for key in bridge.book.clients if key.startswith("bridge:")]
    assert len(keys) == len(expected) + 1
    assert bridge.session.bad_frames > 0


def test_presses_with_flipped_bytes_and_cuts(board, host):
    run_presses(board, host, 150, 8, seed=1)


def test_new_events_do_not_keep_lost_ones_waiting(board, host):
    """Somebody presses without a pause for longer than the ring would hold.

    One frame in ten is damaged here: of one in three, six repetitions in a row, and with them an
    event that nobody could have kept, are lost every few runs.
    """
    dice = random.Random(6)
    table = board(speed=2)
    bridge = host(table.port)
    bridge.wait(lambda h: any(isinstance(one, Started) for one in h.heard), "the start")
    table.tell(f"flip {FLIP / 4}")
    buttons = [dice.choice((4, 5, 6)) for _ in range(100)]
    expected = [event for button in buttons for event in expected_of(button)]
    for place, button in enumerate(buttons):
        table.tell(*press_lines(button, dice), "lamps")
        if place >= AHEAD:
            table.hear()  # the press that lies so far back is done
            bridge.breathe()
    bridge.wait_events(len(expected))
    assert [said(one.message) for one in bridge.events] == expected


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_a_thousand_presses_with_flipped_bytes_and_fifty_cuts(board, host):
    run_presses(board, host, number("PRESSES", 1000), number("CUTS", 50), seed=2)


class Process:
    """`jantaku bridge watch` as a process that can be killed."""

    def __init__(self, port, journal):
        self.command = [sys.executable, "-m", "table", "bridge", "watch", str(port), "--json"]
        self.command += ["--wait", "--journal", str(journal)]
        self.journal = journal
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def count(self):
        """How many entries with an id are in the journal now."""
        if not self.journal.exists():
            return 0
        with closing(sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True)) as reader:
            try:
                query = 'SELECT count(*) FROM entry WHERE body LIKE \'%"client_id":"bridge:%\''
                return reader.execute(query).fetchone()[0]
            except sqlite3.OperationalError:  # not made yet
                return 0

    def wait(self, count):
        until = time.monotonic() + CATCH_UP_S
        while self.count() < count:
            assert self.process.poll() is None, self.process.stderr.read().decode()
            assert time.monotonic() < until, f"{self.count()} of {count} entries"
            time.sleep(0.01)


def run_kills(board, tmp_path, kills, seed):
    """Kill the bridge while buttons are pressed; each time it starts again on the same journal."""
    dice = random.Random(seed)
    table = board(speed=2)
    table.tell("noise 5", "flip 0.002")
    bridge = Process(table.port, tmp_path / "journal.db")
    expected = []
    bridge.start()
    bridge.wait(1)
    try:
        for _ in range(kills):
            for _ in range(BATCH):
                button = dice.choice(BUTTONS)
                table.tell(*press_lines(button, dice))
                expected += expected_of(button)
            time.sleep(dice.uniform(0.0, 0.35))
            bridge.kill()
            bridge.start()
            bridge.wait(len(expected) + 1)
    finally:
        bridge.kill()
    found = audit(bridge.journal)
    assert found.fault is None
    entries = [entry for entry in found.entries if entry.client_id]
    assert [entry.event.kind for entry in entries[:1]] == ["started"]
    evidence = [entry.evidence for entry in entries[1:]]
    assert [one["seq"] for one in evidence] == list(range(1, len(expected) + 1))
    assert [
        ("dice", one["seat"])
        if one["type"] == "dice"
        else ("button", one["button"], one["seat"], one["action"])
        for one in evidence
    ] == expected


def test_kills_of_the_bridge(board, tmp_path):
    run_kills(board, tmp_path, 4, seed=3)


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_a_hundred_kills_of_the_bridge(board, tmp_path):
    run_kills(board, tmp_path, number("KILLS", 100), seed=4)
