"""From the buttons of a virtual table to the journal of a served one, which is killed meanwhile."""

import itertools
import json
import random
import time

import pytest
from loading import load

from table.core.incidents import Signal
from table.journal.store import audit

VIRTUAL, KILL = load("tests/table/virtual.py"), load("tests/table/test_kill.py")


class Listener(KILL.Server):
    """A served table that listens to a port."""

    def __init__(self, folder, port):
        super().__init__(folder)
        self.bridge = port

    def __enter__(self):
        start, KILL.start = KILL.start, lambda *args: start(*args, self.bridge)
        try:
            return super().__enter__()
        finally:
            KILL.start = start


def numbers_of(folder):
    """The event numbers of boot 1 as the journal has them, in its order."""
    found = audit(folder / "journal.db")
    assert found.fault is None
    prefix = f"bridge:{VIRTUAL.TABLE}:1:"
    keys = [
        (entry.client_id.removeprefix(prefix), entry)
        for entry in found.entries
        if isinstance(entry.event, Signal) and (entry.client_id or "").startswith(prefix)
    ]
    assert [key for key, _ in keys if "-" in key] == []  # no gap
    return [(int(key), entry) for key, entry in keys if key != "0"]


def wait_for_room(table, room, timeout_s=20.0):
    """Press on only while the ring has room: what overflows is lost by right."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        with table.moved() as simulator:
            if len(simulator.device.ring) <= room:
                return
        time.sleep(0.002)
    raise AssertionError(f"the table still holds more than {room} events after {timeout_s:g} s")


@pytest.mark.parametrize(
    ("kills", "presses"),
    [(3, 60), pytest.param(40, 1000, marks=[pytest.mark.long, pytest.mark.timeout(400)])],
)
def test_every_event_is_in_the_journal_once_though_the_process_is_killed(tmp_path, kills, presses):
    chance = random.Random(6)
    said = []
    with VIRTUAL.VirtualTable(tmp_path / "port", flip=0.002, seed=6) as table:
        with Listener(tmp_path / "data", table.port) as server:
            deaths = iter(sorted(chance.sample(range(presses), kills)))
            death = next(deaths)
            for number in range(presses):
                wait_for_room(table, 24)
                first, second = chance.randint(1, 6), chance.randint(1, 6)
                with table.moved() as simulator:
                    simulator.device.throw(number % 4, first, second)
                said.append((number % 4, first, second))
                if number == death:
                    time.sleep(chance.uniform(0.0, 0.02))
                    server.again()
                    death = next(deaths, None)
            wait_for_room(table, 0)
            state = server.state()
        with table.moved() as simulator:
            assert (simulator.device.boot, simulator.device.dropped) == (1, 0)
    kept = numbers_of(tmp_path / "data")
    assert [number for number, _ in kept] == list(range(1, presses + 1))
    evidence = [entry.evidence for _, entry in kept]
    assert [(one["seat"], one["first"], one["second"]) for one in evidence] == said
    assert state["bridge"]["kept"] == presses
    assert state["state"]["phase"] == "hand"


def test_a_riichi_stick_is_one_riichi_though_the_process_is_killed_at_it(tmp_path):
    with (
        VIRTUAL.VirtualTable(tmp_path / "port") as table,
        Listener(tmp_path / "data", table.port) as server,
    ):
        for seat in range(3):
            with table.moved() as simulator:
                simulator.device.lay_riichi(seat, present=True)
            time.sleep(0.004 * seat)
            server.again()
        wait_for_room(table, 0)
        state = server.state()["state"]
    assert [player["riichi"] for player in state["players"]] == [True, True, True, False]
    assert (state["kyotaku"], state["players"][0]["points"]) == (3, 29000)
    entries = audit(tmp_path / "data" / "journal.db").entries
    kinds = [json.loads(entry.body)["event"]["type"] for entry in entries]
    assert [kinds.count("reach"), kinds.count("reach_accepted")] == [3, 3]
    commits = itertools.groupby(entries, key=lambda entry: entry.commit)
    assert all(len({entry.client_id for entry in commit}) == 1 for _, commit in commits)
