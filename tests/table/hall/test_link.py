"""The table's side: the outbox and the sender, through every loss, without a network."""

import asyncio
import contextlib
import shutil
import sqlite3

import pytest

from table.errors import LinkError
from table.hall.data.database import Database
from table.hall.intake import Intake
from table.hall.link.outbox import Outbox
from table.hall.link.sender import Sender
from table.journal.store import Draft, verify


@contextlib.asynccontextmanager
async def sending(table, way, **more):
    """A table's sender at work."""
    sender = table.sender(way, **more)
    task = asyncio.create_task(sender.run())
    try:
        yield sender
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.fixture
def way(tables, intake, table):
    return tables.DirectWay(intake, table.name)


def upto(intake, table):
    kept = intake.kept(table.name)
    return 0 if kept is None else kept.chain.seq


def test_an_entry_goes_into_the_outbox_with_its_commit(table, tables):
    table.play(tables.game()[:7])
    assert (table.outbox.waiting(), table.outbox.last()) == (7, 7)
    table.outbox.acknowledge(4)
    assert table.outbox.waiting() == 3
    table.outbox.acknowledge(7)
    assert table.outbox.waiting() == 0
    table.outbox.acknowledge(2)  # the hall was restored from a backup
    assert table.outbox.waiting() == 5


def test_a_table_that_joins_late_sends_what_it_has(table, tables, tmp_path):
    table.play(tables.game()[:5])
    table.close()
    other = tables.VirtualTable(tmp_path / "A1")
    assert other.outbox.waiting() == 5
    assert [len(other.outbox.batch(after).entries) for after in (0, 3, 5)] == [5, 2, 0]
    assert verify(other.path) == (5, None)
    other.close()


def test_a_batch_is_bounded_and_one_entry_always_fits(table):
    big = {"words": "x" * 100_000}
    for _ in range(4):
        from table.core.incidents import Timer

        table.journal.append([Draft(Timer("start"), evidence=big)], source="person")
    assert len(table.outbox.batch(0).entries) == 1


async def test_what_is_played_arrives_and_is_forgotten(table, tables, way, intake):
    async with sending(table, way) as sender:
        for event in tables.game()[:30]:
            table.play([event])
            sender.wake()
            await asyncio.sleep(0)
        await tables.until(lambda: table.outbox.waiting() == 0)
        assert upto(intake, table) == 30
        well = type(sender.health())(connected=True, waiting=0, trouble="")
        await tables.until(lambda: sender.health() == well)


async def test_a_table_works_alone_for_hours_and_catches_up_in_order(table, tables, way, intake):
    way.broken = True
    async with sending(table, way) as sender:
        table.play(tables.game())
        await tables.until(lambda: sender.health().trouble)
        assert not sender.health().connected
        assert sender.health().waiting == len(tables.game())
        way.broken = False
        await tables.until(lambda: table.outbox.waiting() == 0)
    assert upto(intake, table) == len(tables.game())
    assert intake.kept("A1").follower.game.over


async def test_what_is_not_acknowledged_is_not_forgotten(table, tables, way, intake):
    way.deaf = True
    table.play(tables.game()[:20])
    async with sending(table, way) as sender:
        await tables.until(lambda: "not answered" in sender.health().trouble)
        assert table.outbox.waiting() == 20
        way.deaf = False
        await tables.until(lambda: table.outbox.waiting() == 0)
    assert upto(intake, table) == 20


async def test_a_table_that_was_killed_goes_on(table, tables, way, intake, tmp_path):
    async with sending(table, way):
        table.play(tables.game()[:20])
        await tables.until(lambda: upto(intake, table) == 20)
    table.play(tables.game()[20:40])
    table.close()  # nobody heard of the last twenty
    again = tables.VirtualTable(tmp_path / "A1")
    async with sending(again, way):
        await tables.until(lambda: again.outbox.waiting() == 0)
    assert upto(intake, again) == 40
    assert not intake.notices.open("A1")
    again.close()


async def test_a_hall_that_comes_from_a_backup_gets_everything_again(
    table, tables, way, intake, tmp_path
):
    """Nothing that a table has acknowledged is missing after the hall's machine died."""
    async with sending(table, way) as sender:
        table.play(tables.game()[:30])
        sender.wake()
        await tables.until(lambda: table.outbox.waiting() == 0)
        empty = Database(f"sqlite:///{tmp_path / 'restored.db'}")
        empty.migrate()
        way.intake = Intake(empty, "0.1.0")
        await tables.until(lambda: upto(way.intake, table) == 30)  # a heartbeat told
        await tables.until(lambda: table.outbox.waiting() == 0)
    empty.close()


async def test_a_restored_table_that_plays_on_is_a_fork_and_said_in_words(
    table, tables, way, intake, tmp_path
):
    table.play(tables.game()[:20])
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in table.path.parent.glob("journal.db*"):
        shutil.copy(path, copy)
    async with sending(table, way):
        table.play(tables.game()[20:40])
        await tables.until(lambda: table.outbox.waiting() == 0)
    old = tables.VirtualTable(copy)
    old.play(tables.game()[20:25])
    old.play(tables.game(2)[25:27])
    async with sending(old, way) as sender:
        await tables.until(lambda: "forked" in sender.health().trouble)
        assert "forked at entry 2" in sender.health().trouble
        assert "jantaku hall fork A1 --keep" in sender.health().trouble
        assert old.outbox.waiting() == 7
    assert upto(intake, table) == 40
    assert {one["kind"] for one in intake.notices.open("A1")} >= {"fork"}
    old.close()


async def test_orders_are_carried_out_and_a_refusal_is_told(table, tables, way, intake):
    from table.errors import IllegalActionError
    from table.hall.wire import Order

    done = []

    async def carry_out(order):
        done.append(order)
        if order.kind == "gong":
            raise IllegalActionError("gong: the end signal has been given already")

    intake.orders = lambda _table, _kept: (Order("x1", "clock", {"left_s": 5}),)
    async with sending(table, way, carry_out=carry_out) as sender:
        await tables.until(lambda: done)
        assert done[0] == Order("x1", "clock", {"left_s": 5})
        intake.orders = lambda _table, _kept: (Order("x2", "gong"),)
        await tables.until(lambda: any(one.kind == "gong" for one in done))
        assert isinstance(sender, Sender)


def test_the_outbox_of_no_journal_is_refused(tmp_path):
    from table.errors import JournalError

    with pytest.raises(JournalError, match="outbox of"):
        Outbox(tmp_path / "nothing.db")


async def test_a_file_that_is_locked_is_said_and_tried_again(
    table, tables, way, intake, monkeypatch
):
    table.play(tables.game()[:10])
    batch, held = Outbox.batch, [True]

    def locked(self, upto):
        if held:
            raise sqlite3.OperationalError("database is locked")
        return batch(self, upto)

    monkeypatch.setattr(Outbox, "batch", locked)
    async with sending(table, way) as sender:
        await tables.until(lambda: sender.health().trouble == "the outbox: database is locked")
        held.clear()
        await tables.until(lambda: table.outbox.waiting() == 0)
    assert upto(intake, table) == 10


async def test_a_cancel_that_meets_a_lost_line_ends_the_sender(table):
    """While a lost line's listener ends, a cancel is ours, not the listener's."""
    ending = asyncio.Event()

    class LosingWay:
        @contextlib.asynccontextmanager
        async def open(self):
            yield self

        async def send(self, _):
            await asyncio.sleep(0)  # the listener begins
            raise LinkError("hall: the line is lost")

        async def receive(self):
            try:
                await asyncio.Event().wait()
            finally:
                if not ending.is_set():
                    ending.set()
                    await asyncio.sleep(0.05)

    task = asyncio.create_task(table.sender(LosingWay()).run())
    await ending.wait()
    task.cancel()
    await asyncio.wait([task], timeout=2)
    ended = task.cancelled()
    task.cancel()  # else a sender that goes on would hold the test for ever
    assert ended
