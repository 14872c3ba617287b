"""The journal: append-only, chained, one writer; what is broken is found and named."""

import os
import re
import sqlite3
from datetime import UTC, datetime

import pytest

from scoring.seats import Seat
from table.core.decisions import begin_game
from table.core.events import Reach, ReachAccepted, StartGame, Undo
from table.core.incidents import DeadHand, Gong, Penalty, StickCount
from table.errors import (
    InvalidEventError,
    JournalCorruptError,
    JournalError,
    JournalLockedError,
)
from table.journal.entry import digest
from table.journal.store import Draft, Journal, audit, verify

NOON = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
RIICHI = [Draft(Reach(Seat.SECOND)), Draft(ReachAccepted(Seat.SECOND), {"photo": "ab12"}, 0.75)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


@pytest.fixture
def written(path, ruleset):
    """A journal of three commits, closed again."""
    journal = Journal.open(path, lambda: NOON)
    begin = begin_game(("A", "B", "C", "D"), ruleset)
    journal.append([Draft(event) for event in begin], source="table")
    journal.append(RIICHI, source="camera", client_id="client-1")
    journal.append([Draft(Undo())], source="person", supersedes=3)
    journal.close()
    return path


def tamper(path, statement, *values):
    connection = sqlite3.connect(path, isolation_level=None)
    for trigger in ("entry_is_never_changed", "entry_is_never_deleted"):
        connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
    connection.execute(statement, values)
    connection.close()


def test_what_was_written_is_read_back(written):
    journal = Journal.open(written)
    assert [entry.seq for entry in journal.entries] == [1, 2, 3, 4, 5]
    assert [commit.number for commit in journal.commits] == [1, 3, 5]
    riichi = journal.entries[3]
    assert riichi.event == ReachAccepted(Seat.SECOND)
    assert (riichi.evidence, riichi.confidence, riichi.source) == (
        {"photo": "ab12"},
        0.75,
        "camera",
    )
    assert riichi.at == "2026-01-02T12:00:00.000+00:00"
    assert journal.clients["client-1"].number == 3
    assert journal.commits[2].supersedes == 3
    journal.close()


def test_every_entry_names_the_one_before_it(written):
    journal = Journal.open(written)
    heads = [journal.id, *(entry.hash for entry in journal.entries)]
    assert [entry.prev_hash for entry in journal.entries] == heads[:-1]
    assert len(set(heads)) == len(heads)
    journal.close()


def test_a_journal_goes_on_where_it_was_left(written):
    journal = Journal.open(written)
    assert journal.append(RIICHI, source="person").number == 6
    journal.close()
    assert verify(written) == (7, None)


def test_the_disk_is_synced_at_every_commit(path):
    journal = Journal.open(path)
    pragma = journal._connection.execute
    assert pragma("PRAGMA journal_mode").fetchone() == ("wal",)
    assert pragma("PRAGMA synchronous").fetchone() == (2,)  # FULL
    journal.close()


def test_sqlite_itself_refuses_to_change_or_delete(written):
    connection = sqlite3.connect(written)
    for statement in ("UPDATE entry SET body = ''", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
    connection.close()


def test_any_changed_byte_is_found_and_its_entry_named(written):
    connection = sqlite3.connect(written)
    ((body,),) = connection.execute("SELECT body FROM entry WHERE seq = 3").fetchall()
    connection.close()
    for place in range(len(body)):
        changed = body[:place] + chr(ord(body[place]) ^ 1) + body[place + 1 :]
        tamper(written, "UPDATE entry SET body = ? WHERE seq = 3", changed)
        good, fault = verify(written)
        assert good == 2, changed
        assert "journal entry 3" in str(fault)


@pytest.mark.parametrize(
    ("statement", "good", "complaint"),
    [
        (
            "UPDATE entry SET hash = 'x' WHERE seq = 2",
            1,
            "journal entry 2: its text does not match",
        ),
        ("UPDATE entry SET hash = NULL WHERE seq = 2", 1, None),
        ("UPDATE entry SET body = x'00ff' WHERE seq = 4", 3, "journal entry 4: its text"),
        ("UPDATE entry SET seq = 9 WHERE seq = 4", 3, "journal entry 4: missing, the next is 5"),
        ("DELETE FROM entry WHERE seq = 1", 0, "journal entry 1: missing, the next is 2"),
        ("DELETE FROM entry WHERE seq = 3", 2, "journal entry 3: missing, the next is 4"),
        ("UPDATE journal SET id = hex(randomblob(32))", 0, "its id is gone"),
        ("UPDATE journal SET id = lower(hex(randomblob(32)))", 0, "journal entry 1: it follows"),
        ("DELETE FROM journal", 0, "its id is gone"),
    ],
)
def test_a_changed_row_is_found(written, statement, good, complaint):
    if complaint is None:  # NOT NULL holds it off
        with pytest.raises(sqlite3.IntegrityError):
            tamper(written, statement)
        return
    tamper(written, statement)
    found, fault = verify(written)
    assert found == good
    assert complaint in str(fault)
    with pytest.raises(JournalCorruptError, match=re.escape(complaint)):
        Journal.open(written)


def test_a_forged_entry_with_its_own_hash_does_not_fit_the_chain(written):
    """Somebody who rehashes one entry breaks the link of the next."""
    from table.journal.entry import digest

    connection = sqlite3.connect(written)
    ((body,),) = connection.execute("SELECT body FROM entry WHERE seq = 3").fetchall()
    connection.close()
    forged = body.replace('"actor":1', '"actor":2')
    tamper(written, "UPDATE entry SET body = ?, hash = ? WHERE seq = 3", forged, digest(forged))
    good, fault = verify(written)
    assert good == 3
    assert "journal entry 4: it follows" in str(fault)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seq": 7}, "it calls itself 7, expected 6"),
        ({"commit": 2}, "commit 2 is closed"),
        ({"commit": 8}, "expected 6"),
        ({"supersedes": 6}, "it supersedes 6, no commit before it"),
        ({"supersedes": 4}, "it supersedes 4, no commit before it"),
        ({"event": {"type": "sleep"}}, "event type 'sleep'"),
        ({"event": "reach"}, "journal entry 6"),
        ({"confidence": "high"}, "expected the fields"),
        ({"source": None}, "expected the fields"),
    ],
)
def test_an_entry_that_says_nonsense_is_refused_though_its_hash_is_right(
    written, change, complaint
):
    import json

    from table.journal.entry import digest

    journal = Journal.open(written)
    head = journal.entries[-1].hash
    journal.close()
    fields = {
        "seq": 6,
        "commit": 6,
        "at": "",
        "source": "person",
        "confidence": None,
        "event": {"type": "reach", "actor": 1},
        "evidence": None,
        "client_id": None,
        "supersedes": None,
        "prev_hash": head,
    }
    body = json.dumps({**fields, **change})
    tamper(written, "INSERT INTO entry VALUES (6, ?, ?)", body, digest(body))
    good, fault = verify(written)
    assert good == 5
    assert complaint in str(fault)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"not a database at all, only words" * 40, "file is not a database"),
        (b"SQLite format 3\x00" + bytes(4080), "journal"),
    ],
)
def test_a_foreign_file_is_no_journal_and_stays_as_it_is(path, content, complaint):
    path.write_bytes(content)
    with pytest.raises(JournalError, match=complaint):
        Journal.open(path)
    assert path.read_bytes() == content


def test_a_database_of_something_else_is_no_journal(path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(JournalError, match="no Jantaku journal"):
        Journal.open(path)
    with pytest.raises(JournalError, match="no Jantaku journal"):
        verify(path)


def test_a_journal_of_a_newer_version_is_left_alone(written):
    tamper(written, "PRAGMA user_version = 2")
    with pytest.raises(JournalError, match="version 2, expected 1"):
        Journal.open(written)


def test_a_torn_file_is_reported_up_to_the_tear(path, ruleset):
    journal = Journal.open(path)
    begin = begin_game(("A", "B", "C", "D"), ruleset)
    for _ in range(40):
        journal.append([Draft(event) for event in begin], source="table")
    journal._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    journal.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 3 // 4])
    good, fault = verify(path)
    assert 0 <= good < 80
    assert fault is not None
    with pytest.raises(JournalCorruptError):
        Journal.open(path)


def test_a_file_that_cannot_be_written_is_refused_at_once(written, monkeypatch):
    """Not with the first win that somebody confirms; whoever runs the tests may write any file."""
    monkeypatch.setattr("os.access", lambda path, mode: (path, mode) != (written, os.W_OK))
    with pytest.raises(JournalError, match=r"journal\.db: is read-only, expected a file that can"):
        Journal.open(written)
    monkeypatch.undo()
    Journal.open(written).close()  # the lock is free


def test_a_broken_journal_is_named(written):
    tamper(written, "UPDATE entry SET hash = '' WHERE seq = 3")
    with pytest.raises(JournalCorruptError, match=r"journal .*/journal\.db: journal entry 3: its"):
        Journal.open(written)


def test_an_empty_file_becomes_a_journal(path):
    path.touch()
    Journal.open(path).close()
    assert verify(path) == (0, None)


def test_there_is_one_writer(written):
    journal = Journal.open(written)
    with pytest.raises(JournalLockedError, match="another process has it open"):
        Journal.open(written)
    assert verify(written) == (5, None)  # reading is free
    journal.close()
    Journal.open(written).close()


def test_a_full_disk_writes_nothing_and_loses_nothing(written):
    journal = Journal.open(written)
    (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    big = [Draft(Reach(Seat.FIRST), {"padding": "x" * 100_000})]
    with pytest.raises(
        JournalError, match="journal entry 6: not written, database or disk is full"
    ):
        journal.append(big, source="person", client_id="client-2")
    assert journal.seq == 5
    assert "client-2" not in journal.clients
    journal._connection.execute("PRAGMA max_page_count = 100000")
    assert journal.append(big, source="person", client_id="client-2").number == 6
    journal.close()
    assert verify(written) == (6, None)


@pytest.mark.parametrize(
    "step", [13, pytest.param(1, marks=[pytest.mark.long, pytest.mark.timeout(600)])]
)
def test_no_changed_byte_of_the_file_changes_what_is_read(written, step):
    """Whatever byte of the file is changed, the entries read are the ones written, or it shows."""
    connection = sqlite3.connect(written)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    whole = audit(written)
    content = written.read_bytes()
    assert whole.fault is None
    shown = 0
    for place in range(0, len(content), step):
        changed = bytearray(content)
        changed[place] ^= 1 << place % 8
        written.write_bytes(changed)
        try:
            found = audit(written)
        except JournalError:  # it no longer looks like a journal
            shown += 1
            continue
        assert found.entries == whole.entries[: len(found.entries)], place
        if found.fault is not None:
            assert re.search(r"journal entry \d|its id is gone", str(found.fault)), place
            shown += 1
        else:
            assert found == whole, place
    assert shown > len(content) // step // 10


def test_a_look_leaves_nothing_beside_a_journal(written):
    before = sorted(one.name for one in written.parent.iterdir())
    assert verify(written) == (5, None)
    assert sorted(one.name for one in written.parent.iterdir()) == before


def test_commits_that_are_not_in_the_file_itself_yet_are_looked_at_too(written):
    journal = Journal.open(written, lambda: NOON)
    journal.append([Draft(Undo())], source="person", supersedes=5)
    assert verify(written) == (6, None)
    journal.close()


def test_a_journal_that_may_not_be_looked_at_is_not_called_corrupt(written, monkeypatch):
    def refused(*_, **__):
        fault = sqlite3.OperationalError("attempt to write a readonly database")
        fault.sqlite_errorcode = sqlite3.SQLITE_READONLY_CANTINIT
        raise fault

    monkeypatch.setattr("table.journal.store._check_kind", refused)
    with pytest.raises(JournalError, match=r"readonly database, expected a folder") as told:
        verify(written)
    assert not isinstance(told.value, JournalCorruptError)


def test_an_entry_nested_without_end_is_named(written):
    deep = '{"event":' + "[" * 100_000
    tamper(written, "UPDATE entry SET body = ?, hash = ? WHERE seq = 4", deep, digest(deep))
    good, fault = verify(written)
    assert good == 3
    assert str(fault).startswith("journal entry 4: ")


@pytest.mark.parametrize(
    "event",
    [
        StickCount((25000, 25000, 25000, 25000250), 0),
        Penalty(Seat.FIRST, "obstruction", 99_999_990),
        Gong("after_hand", 1_036_800),
        DeadHand(Seat.FIRST, "\ud800"),
        StartGame(("A", "\udc00", "C", "D"), "wrr2015"),
    ],
)
def test_what_could_not_be_read_again_is_not_written(written, event):
    journal = Journal.open(written)
    with pytest.raises(InvalidEventError):
        journal.append([Draft(Reach(Seat.SECOND)), Draft(event)], source="person")
    journal.close()
    assert verify(written) == (5, None)
