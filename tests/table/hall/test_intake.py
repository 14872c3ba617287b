"""What the hall takes in, and what it refuses: once each, in order, by the chain, in words."""

import asyncio
import json
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select

from table.core.events import Undo
from table.core.incidents import Irregularity, Signal
from table.core.state import fold
from table.errors import HallDataError
from table.hall.data import schema
from table.hall.data.database import Database
from table.hall.intake import Arrival, Intake
from table.hall.wire import read_reply
from table.journal.entry import seal
from table.journal.store import Draft


@pytest.fixture
def take(tables, intake):
    return lambda report, table="A1", **more: tables.take(intake, table, report, **more)


def stored(database, journal, table="A1"):
    with database.read() as connection:
        rows = connection.execute(
            select(schema.entry.c.seq, schema.entry.c.hash)
            .where(schema.entry.c.table_name == table, schema.entry.c.journal == journal.id)
            .order_by(schema.entry.c.arrival)
        )
        return [tuple(row) for row in rows]


def kinds(intake, table="A1"):
    return {one["kind"] for one in intake.notices.open(table)}


def whole(journal):
    return [(entry.seq, entry.hash) for entry in journal.entries]


def test_entries_enter_once_and_in_order(take, table, tables, database):
    table.play(tables.game()[:60])
    assert take(table.report(1, 20)).upto == 20
    assert take(table.report(11, 20)).upto == 30  # half of it came again
    assert take(table.report(41, 20)).upto == 30  # a gap: from where to go on
    assert take(table.report(31)).upto == 60
    assert stored(database, table.journal) == whole(table.journal)


def test_what_the_hall_follows_is_what_the_table_has(take, table, tables, intake):
    events = tables.game()
    table.play(events)
    for first in range(1, len(events) + 1, 200):
        take(table.report(first, 200))
    follower = intake.kept("A1").follower
    assert follower.state == fold(events)
    assert (follower.game.over, follower.game.scores) == (True, fold(events).scores)


def test_a_hall_that_starts_again_goes_on_where_it_was(take, table, tables, database, intake):
    table.play(tables.game() + tables.game(2)[:150])
    for first in range(1, table.journal.seq + 1, 200):
        take(table.report(first, 200))
    again = Intake(database, "0.1.0")
    before, after = intake.kept("A1"), again.kept("A1")
    assert (after.follower.state, after.follower.games) == (
        before.follower.state,
        before.follower.games,
    )
    table.play(tables.game(2)[150:170])
    reply = tables.take(again, "A1", table.report(after.chain.seq + 1))
    assert reply.upto == table.journal.seq


@pytest.mark.parametrize("restarted", [False, True])
def test_an_undo_that_reaches_into_an_earlier_game_is_followed(
    take, table, tables, database, intake, restarted
):
    table.play(tables.game()[:-1])
    table.play(tables.game()[-1:])
    end = table.journal.commits[-1]
    table.play(tables.game(2)[:3], together=1)
    for first in range(1, table.journal.seq + 1, 200):
        take(table.report(first, 200))
    for commit in (*table.journal.commits[-1:-4:-1], end):
        table.journal.append([Draft(Undo())], source="person", supersedes=commit.number)
    hall = Intake(database, "0.1.0") if restarted else intake
    tables.take(hall, "A1", table.report(table.journal.seq - 3))
    follower = hall.kept("A1").follower
    assert follower.state == fold(tables.game()[:-1])
    assert not follower.game.over
    with database.read() as connection:
        assert connection.execute(select(func.count()).select_from(schema.game)).scalar() == 1


def test_the_first_bad_entry_is_named_and_nothing_behind_it_enters(
    take, table, tables, database, intake
):
    table.play(tables.game()[:40])
    good = table.report()
    body, claimed = good.entries[24]
    bad = table.report(number=1)
    entries = (*good.entries[:24], (body.replace("person", "camera"), claimed), *good.entries[25:])
    forged = type(bad)(
        **{name: getattr(bad, name) for name in bad.__slots__} | {"entries": entries}
    )
    reply = take(forged)
    assert (reply.upto, reply.kind) == (24, "chain")
    assert "first bad entry is 25" in reply.refused
    assert len(stored(database, table.journal)) == 24
    with database.read() as connection:
        assert connection.execute(select(schema.kept_aside.c.seq)).scalars().all() == [25]
    assert kinds(intake) == {"chain"}


def test_a_rehashed_chain_is_found_at_its_first_entry(take, table, tables, database):
    """Who rewrites history and hashes it anew is caught against what the hall has."""
    table.play(tables.game()[:30])
    take(table.report(1, 20))
    entries, prev = [], table.journal.id
    for entry in table.journal.entries:
        fields = {name: getattr(entry, name) for name in entry.__slots__ if name != "hash"}
        if entry.seq == 12:
            fields["source"] = "camera"
        forged, body = seal(**{**fields, "prev_hash": prev})
        prev = forged.hash
        entries.append((body, prev))
    for _ in range(4):  # the hall asks for what it has, and compares
        reply = take(table.report(21, entries=tuple(entries[20:])))
        if reply.send_from:
            reply = take(table.report(reply.send_from, entries=tuple(entries)))
        if reply.refused:
            break
    assert reply.kind == "chain"
    assert "forked at entry 12" in reply.refused
    assert "jantaku hall fork A1" in reply.refused
    assert stored(database, table.journal) == whole(table.journal)[:20]
    with database.read() as connection:
        aside = connection.execute(select(func.count()).select_from(schema.kept_aside)).scalar()
    assert aside == 30 - 11


def test_an_entry_that_follows_none_is_told_after_one_comparison(take, table, tables, intake):
    """What the hall has is the same at the table: it is not asked for again."""
    table.play(tables.game()[:30])
    take(table.report(1, 20))
    good = [(entry.body, entry.hash) for entry in table.journal.entries]
    last = table.journal.entries[20]
    fields = {name: getattr(last, name) for name in last.__slots__ if name != "hash"}
    forged, body = seal(**{**fields, "prev_hash": "0" * 64})
    entries = (*good[:20], (body, forged.hash))
    assert take(table.report(21, entries=entries[20:], last=21)).send_from == 1
    reply = take(table.report(1, entries=entries, last=21))
    assert (reply.kind, reply.upto, reply.send_from) == ("chain", 20, 0)
    assert "the first bad entry is 21" in reply.refused
    assert kinds(intake) == {"chain"}


def test_an_old_message_enters_nothing_and_is_shown(take, table, tables, database, intake):
    table.play(tables.game()[:50])
    day = [table.report(first, 10) for first in (1, 11, 21, 31, 41)]
    for report in day:
        assert not take(report).refused
    for report in day:
        again = take(report)
        assert (again.kind, again.upto) == ("replayed", 0)
    assert "an old message came again" in intake.notices.open("A1")[0]["words"]
    assert stored(database, table.journal) == whole(table.journal)


def test_a_table_of_another_name_cannot_bring_it_either(take, table, tables, database):
    """The table is who its certificate says: under another name the entries are that table's."""
    table.play(tables.game()[:5])
    take(table.report(), table="A2")
    assert stored(database, table.journal) == []
    assert len(stored(database, table.journal, "A2")) == 5


def test_a_restored_table_steps_up_and_goes_on(take, table, tables, database, intake):
    table.play(tables.game()[:20])
    take(table.report(1, 10, epoch=7))
    refused = take(table.report(11, epoch=3, instance="cd" * 8))
    assert (refused.kind, refused.epoch) == ("replayed", 7)
    assert take(table.report(11, epoch=8, instance="cd" * 8)).upto == 20


def test_two_tables_with_one_name_are_told_apart(take, tables, table, tmp_path, intake, database):
    other = tables.VirtualTable(tmp_path / "other")
    table.play(tables.game()[:10])
    other.play(tables.game(2)[:10])
    take(table.report(1, 5, epoch=1, instance="aa" * 8))
    assert take(other.report(1, 5, epoch=1, instance="bb" * 8)).kind == "copy"
    take(other.report(1, 5, epoch=2, instance="bb" * 8))
    take(table.report(6, epoch=3, instance="aa" * 8))
    take(other.report(6, epoch=4, instance="bb" * 8))
    notice = next(one for one in intake.notices.open("A1") if one["kind"] == "two_tables")
    assert table.journal.id[:12] in notice["words"]
    assert "jantaku hall invite NAME" in notice["way_out"]
    assert stored(database, table.journal) == whole(table.journal)
    assert stored(database, other.journal) == whole(other.journal)
    other.close()


def test_an_older_copy_is_compared_and_named(take, table, tables, intake):
    table.play(tables.game()[:30])
    take(table.report(1, 30))
    reply = take(table.report(1, 0, last=20, epoch=2, instance="cd" * 8))
    assert reply.send_from == 1
    reply = take(table.report(1, 20, last=20, epoch=2, instance="cd" * 8))
    assert (reply.send_from, reply.refused) == (0, "")
    words = next(one for one in intake.notices.open("A1") if one["kind"] == "restored")
    assert "ends at entry 20, the hall has 30" in words["words"]
    take(table.report(31, 0, epoch=2, instance="cd" * 8))
    assert "restored" not in kinds(intake)


def test_a_wrong_clock_is_told_and_changes_nothing(take, table, tables, intake):
    table.play(tables.game()[:10])
    wrong = (datetime.now(UTC) + timedelta(hours=3, minutes=2)).isoformat()
    assert take(table.report(1, 5, clock=wrong)).upto == 5
    words = intake.notices.open("A1")[0]["words"]
    assert words.startswith("the clock of table A1 is 3 h ")
    assert words.endswith(" ahead")
    assert take(table.report(6)).upto == 10
    assert kinds(intake) == set()


def test_an_old_program_is_told_and_heard(take, table, tables, intake):
    table.play(tables.game()[:3])
    assert take(table.report(version="0.0.9")).upto == 3
    assert "runs Jantaku 0.0.9, the hall 0.1.0" in intake.notices.open("A1")[0]["words"]


def test_another_protocol_is_refused_with_the_way_out(take, table, tables, intake, database):
    table.play(tables.game()[:3])
    message = json.loads(table.report().encode())
    reply = take(json.dumps({**message, "v": 0}).encode())
    assert (reply.kind, reply.upto) == ("protocol", 0)
    assert "update Jantaku at the table" in reply.refused
    assert "update Jantaku at the hall" in take(json.dumps({**message, "v": 9}).encode()).refused
    assert stored(database, table.journal) == []


@pytest.mark.parametrize("message", [b"", b"\xff\x00", b"[]", b"{}", b'{"v":1}', b"[" * 60_000])
def test_what_is_no_report_is_not_answered(take, message, intake):
    assert take(message) is None
    assert kinds(intake) == {"message"}


def test_a_call_for_a_referee_enters_the_queue_once(take, table, tables, database):
    table.play(tables.game()[:3])
    table.play([Signal("referee", detail="a dispute"), Irregularity("empty_call", None, "pon")])
    take(table.report())
    take(table.report(4))
    with database.read() as connection:
        rows = connection.execute(select(schema.referee_call.c.what)).scalars().all()
    assert rows == ["a dispute", "empty call: pon"]


def test_a_full_disk_is_said_in_words_and_loses_nothing(tables, table, tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'full.db'}")
    database.migrate()
    hall = Intake(database, "0.1.0")
    table.play(tables.game()[:200])
    tables.take(hall, "A1", table.report(1, 100))
    with database.write() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    database.close()
    small = Database(f"sqlite:///{tmp_path / 'full.db'}")
    with small.engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    hall.database = small
    with pytest.raises(HallDataError, match="the disk is full; free some space"):
        tables.take(hall, "A1", table.report(101, 100))
    with small.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert tables.take(hall, "A1", table.report(101, 100)).upto == 200
    assert stored(small, table.journal) == whole(table.journal)
    small.close()


def test_what_could_not_be_committed_is_not_believed(tables, tmp_path, intake, database):
    """A commit that fails takes back what was in mind of every table, not only of the first."""
    many = [tables.VirtualTable(tmp_path / f"T{number}", f"T{number}") for number in range(3)]
    for one in many:
        one.play(tables.game()[:10])
    now = datetime.now(UTC)
    intake.take([Arrival(one.name, one.report(1, 4).encode(), now) for one in many])
    write = database.write
    database.write = broken(write)
    database.read = broken(write)  # the database is away altogether
    with pytest.raises(HallDataError):
        intake.take([Arrival(one.name, one.report(5).encode(), now) for one in many])
    with pytest.raises(HallDataError):
        intake.take([Arrival("T1", b"nonsense", now)])
    assert kinds(intake, "T1") == set()  # a notice that was not written is none
    del database.write, database.read
    replies = intake.take([Arrival(one.name, one.report(9).encode(), now) for one in many])
    assert [reply.upto for reply in replies] == [4, 4, 4]
    intake.take([Arrival(one.name, one.report(5).encode(), now) for one in many])
    for one in many:
        assert stored(database, one.journal, one.name) == whole(one.journal)
        assert kinds(intake, one.name) == set()
        one.close()


def broken(write):
    """A transaction that is lost at its end, as when the database is killed."""

    @contextmanager
    def lost():
        with write() as connection:
            yield connection
            raise HallDataError("the database is gone")

    return lost


def test_reports_of_many_tables_are_one_transaction(tables, tmp_path, intake, database):
    many = [tables.VirtualTable(tmp_path / f"T{number}", f"T{number}") for number in range(5)]
    for one in many:
        one.play(tables.game()[:10])
    now = datetime.now(UTC)
    arrivals = [Arrival(one.name, one.report(1, 6).encode(), now) for one in many]
    arrivals += [Arrival(one.name, one.report(7).encode(), now) for one in many]
    replies = intake.take(arrivals)
    assert [reply.upto for reply in replies] == [6] * 5 + [10] * 5
    assert read_reply(replies[-1].encode()) == replies[-1]
    for one in many:
        assert stored(database, one.journal, one.name) == whole(one.journal)
        one.close()


@pytest.mark.parametrize("version", ["\\ud800", "\\uDFFF", "0.1\\u0000"])
async def test_a_report_that_cannot_be_written_is_refused_and_no_other_with_it(
    table, tables, intake, ingest, version
):
    table.play(tables.game()[:20])
    good, bad = table.report(1, 10).encode(), table.report(1, 10).encode()
    bad = bad.replace(b'"0.1.0"', f'"{version}"'.encode())
    replies = await asyncio.gather(
        ingest.take("A2", good), ingest.take("A3", bad), ingest.take("A1", good)
    )
    assert [reply and reply.upto for reply in replies] == [10, None, 10]
    assert kinds(intake, "A3") == {"message"}


async def test_a_report_that_makes_the_program_fail_stops_no_other(
    table, tables, ingest, monkeypatch
):
    table.play(tables.game()[:20])
    report = table.report(1, 10).encode()
    taken = Intake.take

    def failing(self, arrivals):
        if any(one.table == "A3" for one in arrivals):
            raise RuntimeError("nobody foresaw this")
        return taken(self, arrivals)

    monkeypatch.setattr(Intake, "take", failing)
    replies = await asyncio.gather(*(ingest.take(name, report) for name in ("A1", "A3", "A2")))
    assert [reply and reply.upto for reply in replies] == [10, None, 10]
