"""The parts of a hall that serves: where one ends, it is said; where its broker is looked for."""

from table.hall import serve


async def test_a_part_that_ends_by_a_fault_is_told_of(intake, caplog):
    async def gong():
        raise OSError("no room")

    await serve._run_part(intake, "gong", gong())
    (notice,) = intake.notices.open()
    assert notice["words"] == "a part of the hall has ended (gong): no room"
    assert "no room" in caplog.text
