"""The live stream says what has changed, also what no table tells of itself."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from table.hall.web import live


@pytest.fixture
async def heard(hall, monkeypatch):
    """The stream's next message."""
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.01)
    monkeypatch.setattr(live, "GATHER_S", 0.0)
    stream = live._stream(hall)

    async def heard():
        return json.loads((await anext(stream)).removeprefix("data: "))

    yield heard
    await stream.aclose()


async def test_a_table_that_falls_silent_is_said_to_be_away(hall, heard, intake, table, tables):
    table.play(tables.game()[:10])
    tables.take(intake, "A1", table.report())
    first = await heard()
    assert [one["table"] for one in first["tables"]] == first["names"] == ["A1", "A2", "A3"]
    assert first["tables"][0]["online"]
    assert (await heard())["tables"] == []
    hall.now = lambda: datetime.now(UTC) + timedelta(seconds=20)
    (away,) = (await heard())["tables"]
    assert (away["table"], away["online"]) == ("A1", False)


async def test_invited_and_revoked_tables_come_and_go(hall, heard):
    assert (await heard())["names"] == ["A1", "A2", "A3"]
    hall.tables = lambda: ["A2", "A10"]
    then = await heard()
    assert then["names"] == ["A2", "A10"]
    assert [one["table"] for one in then["tables"]] == ["A10"]


async def test_a_busy_hall_still_looks_at_the_silent(
    hall, heard, intake, table, tables, monkeypatch
):
    monkeypatch.setattr(live, "HEARTBEAT_S", 60.0)
    monkeypatch.setattr(live, "LOOK_S", 0.0)
    tables.take(intake, "A1", table.report())
    assert (await heard())["tables"][0]["online"]
    hall.now = lambda: datetime.now(UTC) + timedelta(seconds=20)
    hall.board.changed({"A2"})
    assert "A1" in {one["table"] for one in (await heard())["tables"]}
