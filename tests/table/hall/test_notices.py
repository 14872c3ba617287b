"""Notices that were dealt with: settled by a command or over the API, and told again if not."""

import pytest

from table.hall.intake import Intake


@pytest.fixture
def strange(tables):
    """Have a table send what is no report."""
    return lambda intake, at=None: tables.take(intake, "A1", b"nonsense", at)


def test_a_command_settles_a_notice_and_a_hall_that_runs_forgets_it(folder, jantaku, strange):
    with folder.database(folder.settings()) as database:
        intake = Intake(database, "0.1.0")
        strange(intake)
        code, said, _ = jantaku("hall", "status", "--data", folder.path)
        assert code == 1
        assert "jantaku hall settle 1" in said
        assert jantaku("hall", "settle", "1", "--data", folder.path)[0] == 0
        assert jantaku("hall", "status", "--data", folder.path)[0] == 0
        intake.refresh()
        assert intake.notices.open() == []
        strange(intake)  # it is not over
        (notice,) = intake.notices.open()
        assert (notice["id"], notice["times"]) == (1, 1)
        assert jantaku("hall", "status", "--data", folder.path)[0] == 1
    for number in ("7", str(1 << 70)):
        code, _, err = jantaku("hall", "settle", number, "--data", folder.path)
        assert (code, err.count("\n")) == (2, 1)
        assert f"notice {number}: expected the number of one that stands" in err


async def test_an_organiser_settles_a_notice(organiser, intake, strange, database):
    strange(intake)
    (notice,) = await organiser.get("/api/notices")
    await organiser.post(f"/api/notices/{notice['id']}/settle")
    assert await organiser.get("/api/notices") == []
    assert Intake(database, "0.1.0").notices.open() == []
    await organiser.post(f"/api/notices/{notice['id']}/settle", 404)
