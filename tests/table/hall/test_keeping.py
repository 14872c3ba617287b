"""Backup and restore, into either database; a table's journal in and out; migrations; forks."""

import contextlib
import json
import resource
import shutil

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import select, text

from table.errors import AuthorityError, HallDataError, JournalError, UnknownEventError
from table.hall import keeping
from table.hall.data import schema
from table.hall.data.database import Database, head_revision, revisions
from table.hall.folder import HallFolder, HallSettings
from table.hall.intake import Intake
from table.hall.members import Members, choose
from table.journal.store import Journal, audit


def rows(database):
    with database.read() as connection:
        return {
            table.name: sorted(
                json.dumps(dict(row._mapping), sort_keys=True)
                for row in connection.execute(select(table))
            )
            for table in schema.metadata.sorted_tables
        }


def fill(database, tables, table):
    """A table's entries, players, a notice."""
    hall = Intake(database, "0.1.0")
    table.play(tables.game()[:300], together=20)
    for first in (1, 201):
        tables.take(hall, "A1", table.report(first, 200))
    tables.take(hall, "A1", b"nonsense")
    with database.write() as connection:
        for name in ("Aki", "Ben"):
            row = {"name": name, "team": "", "substitute": False, "reason": ""}
            connection.execute(schema.player.insert().values(row))
    return hall


def invited(database, table):
    with database.write() as connection:
        row = {"serial": "1", "table_name": table, "issued_at": "2026-01-01T00:00:00+00:00"}
        connection.execute(schema.certificate.insert().values(row))


@pytest.mark.parametrize("to_postgres", [False, True], ids=["sqlite", "postgres"])
def test_a_backup_brings_everything_back(folder, table, tables, tmp_path, request, to_postgres):
    url = request.getfixturevalue("postgres_url") if to_postgres else None
    with folder.database(folder.settings()) as database:
        Members(folder, folder.settings(), database).invite("A1")
        fill(database, tables, table)
        before = rows(database)
    token = folder.token()
    counts = keeping.backup(folder, folder.settings(), tmp_path / "backup.tgz")
    assert counts["entry"] == 300
    shutil.rmtree(folder.path)  # the machine died
    again = HallFolder(tmp_path / "again")
    keeping.restore(again, tmp_path / "backup.tgz", url)
    with again.database(again.settings()) as database:
        assert rows(database) == before
        hall = Intake(database, "0.1.0")
        assert hall.kept("A1").chain.seq == 300
        with database.write() as connection:  # ids go on behind those that are there
            row = {"name": "Chie", "team": "", "substitute": False, "reason": ""}
            connection.execute(schema.player.insert().values(row))
        Members(again, again.settings(), database).invite("A2")  # the authority came along
    assert again.authority.ca.is_file()
    assert again.token() == token  # the organisers' links too
    assert again.token_file.stat().st_mode & 0o777 == 0o600


def test_what_came_after_the_backup_comes_from_the_tables_own_journal(
    folder, table, tables, tmp_path
):
    with folder.database(folder.settings()) as database:
        hall = fill(database, tables, table)
        invited(database, "A1")
        keeping.backup(folder, folder.settings(), tmp_path / "backup.tgz")
        table.play(tables.game()[300:420], together=20)
        tables.take(hall, "A1", table.report(301, 200))  # acknowledged, and lost with the machine
    again = HallFolder(tmp_path / "again")
    keeping.restore(again, tmp_path / "backup.tgz")
    with again.database(again.settings()) as database:
        assert keeping.take_journal(database, "A1", table.path) == (120, 420)
        assert keeping.take_journal(database, "A1", table.path) == (0, 420)
        hall = Intake(database, "0.1.0")
        assert hall.kept("A1").chain.head == table.journal.entries[-1].hash
        assert tables.take(hall, "A1", table.report(421)).refused == ""  # it comes in its turn
        assert hall.notices.open("A1")[0]["kind"] == "message"


def test_a_table_that_the_hall_never_heard_is_no_old_message(database, table, tables):
    table.play(tables.game()[:30])
    invited(database, "A1")
    assert keeping.take_journal(database, "A1", table.path) == (30, 30)
    hall = Intake(database, "0.1.0")
    reply = tables.take(hall, "A1", table.report(31))
    assert (reply.upto, reply.refused, hall.notices.open()) == (30, "", [])


@pytest.mark.parametrize("name", ["A9", "a1", "", "A1/../A2", "x" * 5000])
def test_the_journal_of_a_table_that_was_never_invited_goes_nowhere(database, table, tables, name):
    table.play(tables.game()[:30])
    invited(database, "A1")
    before = rows(database)
    with pytest.raises(UnknownEventError, match=r"no certificate, expected one of A1$") as refused:
        keeping.take_journal(database, name, table.path)
    assert len(str(refused.value)) < 120
    assert rows(database) == before


def test_a_backup_is_taken_while_the_hall_runs(folder, table, tables, tmp_path):
    """It is of one moment: what is written meanwhile is not in it, and nothing waits for it."""
    with folder.database(folder.settings()) as database:
        hall = fill(database, tables, table)
        with database.read() as connection:
            connection.execute(select(schema.entry)).first()
            table.play(tables.game()[300:310])
            tables.take(hall, "A1", table.report(301))
        counts = keeping.backup(folder, folder.settings(), tmp_path / "backup.tgz")
    assert counts["entry"] == 310


def test_a_hall_is_not_overwritten(folder, tmp_path):
    keeping.backup(folder, folder.settings(), tmp_path / "backup.tgz")
    with pytest.raises(HallDataError, match="there is one already"):
        keeping.restore(folder, tmp_path / "backup.tgz")
    with pytest.raises(HallDataError, match="there is one already"):
        folder.create(folder.settings())


def test_a_tables_journal_comes_out_as_it_went_in(database, table, tables, tmp_path):
    fill(database, tables, table)
    assert keeping.export_journal(database, "A1", tmp_path / "out.db") == 300
    out = audit(tmp_path / "out.db")
    assert (out.id, out.hashes) == (table.journal.id, audit(table.path).hashes)
    journal = Journal.open(tmp_path / "out.db")
    assert journal.seq == 300
    journal.close()
    with pytest.raises(HallDataError, match="exists, expected a new file"):
        keeping.export_journal(database, "A1", tmp_path / "out.db")
    with pytest.raises(UnknownEventError, match="expected one that has reported"):
        keeping.export_journal(database, "A9", tmp_path / "other.db")
    invited(database, "A1")
    with pytest.raises((JournalError, OSError)):
        keeping.take_journal(database, "A1", tmp_path / "none.db")


@pytest.mark.parametrize("full", [False, True])
def test_an_export_that_cannot_be_written_is_a_line_and_leaves_no_file(
    jantaku, folder, table, tables, tmp_path, full
):
    with folder.database(folder.settings()) as database:
        fill(database, tables, table)
    out = tmp_path / "out.db" if full else tmp_path / "nowhere" / "out.db"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        if full:
            resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
        code, _, said = jantaku("hall", "export", "A1", "--out", out, "--data", folder.path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (code, said.count("\n"), str(out) in said) == (2, 1, True)
    assert not list(tmp_path.glob("*out.db*"))


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("keep", ["hall", "table"])
def test_a_fork_is_ended_by_a_choice_and_nothing_is_lost(
    database, table, tables, tmp_path, keep, restarted
):
    hall = Intake(database, "0.1.0")
    table.play(tables.game()[:20])
    tables.take(hall, "A1", table.report())
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in table.path.parent.glob("journal.db*"):
        shutil.copy(path, copy)
    with contextlib.closing(tables.VirtualTable(copy)) as old:
        table.play(tables.game()[20:40])
        tables.take(hall, "A1", table.report(21))
        old.play(tables.game(2)[20:30])
        reply = tables.take(hall, "A1", old.report(21, epoch=2, instance="cd" * 8))
        reply = tables.take(hall, "A1", old.report(1, epoch=2, instance="cd" * 8))
        assert reply.kind == "chain"
        with pytest.raises(HallDataError, match="no journal of it has forked"):
            choose(database, "A2", keep)
        _, aside = choose(database, "A1", keep)
        again = Intake(database, "0.1.0") if restarted else hall  # it has not looked again yet
        reply = tables.take(again, "A1", old.report(21, epoch=3, instance="cd" * 8))
        again.refresh()
        assert "fork" not in {one["kind"] for one in again.notices.open("A1")}
        if keep == "table":
            assert (aside, reply.upto, reply.refused) == (20, 30, "")
            assert Intake(database, "0.1.0").kept("A1").chain.seq == 30
        else:
            assert (aside, reply.kind) == (0, "chain")
            assert again.kept("A1").chain.seq == 40


def test_every_released_schema_leads_to_this_one(tmp_path):
    for revision in revisions():
        database = Database(f"sqlite:///{tmp_path / revision}.db")
        database.migrate(revision)
        database.migrate()
        assert database.revision() == head_revision()
        with database.engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"render_as_batch": True})
            assert compare_metadata(context, schema.metadata) == []
        database.close()


def test_the_schema_is_the_same_in_postgres(postgres_url):
    database = Database(postgres_url)
    database.migrate()
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []
    database.close()


def test_postgres_takes_the_same_reports(postgres_url, table, tables):
    database = Database(postgres_url)
    database.migrate()
    hall = fill(database, tables, table)
    assert tables.take(hall, "A1", table.report(250)).upto == 300
    assert Intake(database, "0.1.0").kept("A1").follower.state == hall.kept("A1").follower.state
    database.close()


def test_data_of_a_newer_program_is_refused(database):
    with database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'tomorrow'"))
    with pytest.raises(HallDataError, match="written by a newer Jantaku"):
        database.migrate()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("mysql://x/y", "expected sqlite:///FILE or postgresql://"),
        ("what", "expected sqlite:///FILE or postgresql://"),
        ("sqlite://", "expected sqlite:///FILE or postgresql://"),
        ("sqlite:///:memory:", "expected sqlite:///FILE or postgresql://"),
        ("postgresql://jantaku@127.0.0.1:1/x", "127.0.0.1"),
    ],
)
def test_a_database_that_is_none_is_said(url, words):
    with pytest.raises(HallDataError, match=words):
        Database(url).revision()


def test_two_tables_with_one_name_are_refused_at_the_invitation(folder):
    with folder.database(folder.settings()) as database:
        members = Members(folder, folder.settings(), database)
        members.invite("A1")
        for name in ("A1", "a1"):  # two that differ in their case alone: its own name is told
            with pytest.raises(AuthorityError, match=r"first: jantaku hall revoke A1$"):
                members.invite(name)
        for name in ("", "_hall", "a b", "x" * 40, "a/b", "+", "#"):
            with pytest.raises(AuthorityError, match="expected 1 to 32 letters"):
                members.invite(name)
        assert not members.revoke("A1")  # no broker runs
        members.invite("A1")
        with pytest.raises(UnknownEventError, match="it has no certificate"):
            members.revoke("A7")


def test_only_one_hall_runs_in_a_folder(folder):
    lock = folder.lock()
    with pytest.raises(HallDataError, match="expected to be the only one"):
        folder.lock()
    lock.close()
    folder.lock().close()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("title = 3", "title 3: expected a valid string"),
        ("what", "not TOML"),
        ('title = "x"', "hosts: missing, expected a value"),
        ('title = "x"\nhosts = []', "hosts []: list expected to have at least 1 item"),
        (
            'title = "x"\nhosts = ["a"]\nmqtt_port = 70000',
            "mqtt_port 70000: expected less than or equal to 65535",
        ),
        ('title = "x"\nhosts = ["a"]\nmqqt_port = 1', "mqqt_port: unknown setting, expected one"),
        ('title = "x"\nhosts = ["a\\nacl_file /etc"]', "hosts.0 'a\\nacl_file /etc': string"),
    ],
)
def test_settings_that_cannot_be_are_named(folder, content, words):
    folder.settings_file.write_text(content, encoding="utf-8")
    with pytest.raises(HallDataError) as refused:
        folder.settings()
    said = str(refused.value)
    assert said.startswith(f"{folder.settings_file}: {words}")
    assert "\n" not in said


def test_a_hall_that_could_not_be_made_is_made_the_next_time(tmp_path):
    folder = HallFolder(tmp_path / "hall")
    away = HallSettings(title="Open", hosts=["a"], database="postgresql://x@127.0.0.1:1/x")
    with pytest.raises(HallDataError, match=r"127\.0\.0\.1"):
        folder.create(away)
    assert not folder.path.exists()
    folder.create(HallSettings(title="春の大会\u3000決勝", hosts=["a"]))
    assert folder.settings().title == "春の大会\u3000決勝"
    assert sorted(path.name for path in folder.path.iterdir()) == [
        *("hall.db", "hall.toml", "join", "pki")
    ]


def test_what_lies_in_a_folder_is_not_overwritten_by_a_hall(tmp_path):
    folder = HallFolder(tmp_path / "hall")
    (folder.path / "pki").mkdir(parents=True)
    with pytest.raises(HallDataError, match="pki is there, expected an empty folder"):
        folder.create(HallSettings(title="Open", hosts=["a"]))
    assert [path.name for path in folder.path.iterdir()] == ["pki"]
    with pytest.raises(HallDataError, match="outside the hall's folder"):
        folder.create(HallSettings(title="Open", hosts=["a"], database="sqlite:///../hall.db"))
