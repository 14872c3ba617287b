"""The session's clock counts what was played, whatever becomes of the record and the machine."""

from datetime import UTC, datetime

import pytest

from scoring.seats import Seat
from table.bootstrap.recording_ledger import Ledger
from table.config import load_ruleset
from table.core.corrections import Replace
from table.core.decisions import lay_riichi
from table.core.events import Reach, ReachAccepted
from table.journal.store import Draft, Journal
from table.session import Order, open_session
from table.watch.decisions import Entry
from table.web.timing import Clockroom
from table.web.views.referee import TimerRequest

NAMES = ("Aki", "Ben", "Chie", "Dai")
DAY = 86400.0


class Machine:
    """A machine with two clocks of its own, and a table's program that runs on it."""

    def __init__(self, path):
        self.path, self.steady, self.wall = path, 50.0, 1.8e9
        self.ids = 0
        self.start()

    def start(self):
        self.journal = Journal.open(self.path, lambda: datetime.fromtimestamp(self.wall, UTC))
        self.session = open_session(self.journal, load_ruleset, NAMES, "wrr2015")
        self.clock = Clockroom(self.session, lambda: self.steady, lambda: self.wall)

    def restart(self, after=0.0, wall=0.0):
        """Stop; start again so much later, with the clock on the wall set by so much."""
        self.session.close()
        self.steady, self.wall = 50.0, self.wall + after + wall
        self.start()

    def play(self, seconds):
        self.steady += seconds
        self.wall += seconds

    async def press(self, action, seconds=0):
        self.ids += 1
        known = {"client_id": f"client-{self.ids}", "expected_seq": self.session.snapshot.seq}
        await self.clock.change(TimerRequest(action=action, seconds=seconds, **known))

    @property
    def elapsed(self):
        return self.clock.view().elapsed_s


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path / "journal.db")
    yield machine
    machine.session.close()


async def riichi_then_clock(machine):
    """Ten minutes, a break, and ten more that go on; the riichi before it is entry 3 and 4."""
    await machine.session.change(
        Order("riichi"), lambda state, _: map(Draft, lay_riichi(state, Seat(0)))
    )
    await machine.press("start", 5400)
    machine.play(600)
    await machine.press("stop")
    machine.play(60)
    await machine.press("start")
    machine.play(600)


@pytest.mark.parametrize("restarts", [0, 1])
async def test_a_correction_of_what_came_before_leaves_the_clock_alone(machine, restarts):
    await riichi_then_clock(machine)
    for _ in range(restarts):
        machine.restart()
    for seat in (1, 2):
        reach, accepted = (
            one.seq
            for one in machine.session.written()[-9:]
            if isinstance(one.event, Reach | ReachAccepted)
        )
        edits = [
            Replace(reach, (Reach(Seat(seat)),)),
            Replace(accepted, (ReachAccepted(Seat(seat)),)),
        ]
        await machine.session.correct(Order(f"correction {seat}"), edits, "the wrong seat")
        assert machine.elapsed == 1200
    machine.play(100)
    await machine.press("stop")
    assert machine.elapsed == 1300
    machine.restart(after=DAY)
    assert machine.elapsed == 1300


async def test_a_place_that_the_camera_writes_anew_leaves_the_clock_alone(machine):
    await riichi_then_clock(machine)
    machine.session.close()
    journal = Journal.open(machine.path, lambda: datetime.fromtimestamp(machine.wall, UTC))
    better = [Entry(Reach(Seat(1))), Entry(ReachAccepted(Seat(1)))]
    Ledger(journal).write(2, better, lambda _place, _entry, _known: {})
    journal.close()
    machine.start()
    assert machine.elapsed == 1200


@pytest.mark.parametrize("wall", [0.0, -DAY, -20000 * DAY, DAY])
async def test_what_was_played_is_known_whatever_the_machine_wakes_with(machine, wall):
    await riichi_then_clock(machine)
    await machine.press("stop")
    machine.restart(wall=wall)
    assert machine.elapsed == 1200
    await machine.press("start")
    machine.play(30)
    assert machine.elapsed == 1230


async def test_a_clock_that_runs_keeps_what_the_journal_knows_of_it(machine):
    await riichi_then_clock(machine)
    await machine.press("extra", 300)
    machine.restart(wall=-DAY)
    machine.play(30)
    assert machine.elapsed == 1230
    assert "was set" in machine.clock.view().note
