"""The clock of the hall's machine is set while a round is played: no gong comes early or late."""

from datetime import UTC, datetime, timedelta

import pytest

from table.errors import HallDataError
from table.hall.serve import heed_jump
from table.hall.steady import SteadyTime

MORNING = datetime(2026, 5, 1, 9, tzinfo=UTC)


class Machine:
    """Its clock, which can be set, and the time that really passes."""

    def __init__(self, hall):
        self.passed, self.set = 0.0, 0.0
        wall = lambda: MORNING + timedelta(seconds=self.passed + self.set)  # noqa: E731
        self.times = SteadyTime(wall, lambda: self.passed)
        self.hall = hall
        hall.now = self.times.now

    def sleep(self, seconds):
        self.passed += seconds
        self.hall._book = None


@pytest.fixture
def machine(hall):
    return Machine(hall)


@pytest.fixture
async def played(machine, organiser):
    """An hour's round begins."""
    event = {"title": "Open", "rules": "wrr2015", "minutes": 60}
    await organiser.ask("PUT", "/api/event", stages=[{"name": "Main", "rounds": 1}], **event)
    await organiser.post("/api/players", players=[{"name": name} for name in "ABCD"])
    await organiser.post("/api/rounds/draw", seed=1)
    await organiser.post("/api/rounds/1/start")


async def left(organiser):
    clock = await organiser.get("/api/public/clock")
    return clock["state"], clock["left_s"]


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("jump", [7200, -7200, 31_536_000])
async def test_a_round_goes_on_as_if_the_clock_had_not_been_set(machine, hall, organiser, jump):
    machine.sleep(600)
    machine.set = jump
    assert await left(organiser) == ("running", 3000)  # before anybody has noticed
    heed_jump(hall, machine.times)
    assert await left(organiser) == ("running", 3000)
    assert hall.now() == MORNING + timedelta(seconds=600 + jump)
    machine.sleep(60)
    heed_jump(hall, machine.times)
    assert await left(organiser) == ("running", 2940)
    (notice,) = hall.intake.notices.open()
    assert f"set {'ahead' if jump > 0 else 'back'} by " in notice["words"]


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize("jump", [7200, -7200])
async def test_a_pause_is_as_long_as_it_was(machine, hall, organiser, jump):
    machine.sleep(600)
    await organiser.post("/api/rounds/1/pause")
    machine.sleep(100)
    machine.set = jump
    heed_jump(hall, machine.times)
    machine.sleep(100)
    assert await left(organiser) == ("paused", 3000)
    await organiser.post("/api/rounds/1/resume")
    assert await left(organiser) == ("running", 3000)


@pytest.mark.usefixtures("played")
async def test_a_jump_that_cannot_be_written_is_taken_over_later(
    machine, hall, organiser, monkeypatch
):
    machine.sleep(600)
    machine.set = -7200

    def full(*_):
        raise HallDataError("database: the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr("table.hall.event.rounds.clock_set", full)
        with pytest.raises(HallDataError):
            heed_jump(hall, machine.times)
    assert await left(organiser) == ("running", 3000)
    heed_jump(hall, machine.times)
    assert await left(organiser) == ("running", 3000)


async def test_without_a_round_nobody_is_told(machine, hall):
    machine.set = 7200
    heed_jump(hall, machine.times)
    assert hall.now() == MORNING + timedelta(seconds=7200)
    assert not hall.intake.notices.open()
