"""A table lays its journal aside: whatever state that is in, and wherever the work breaks off."""

import errno
import sqlite3

import pytest

from table.hall.intake import Intake
from table.hall.keeping import export_journal
from table.hall.link import rejoin as module
from table.hall.link.join import read_join
from table.hall.link.outbox import last_epoch
from table.hall.link.rejoin import rejoin
from table.hall.members import Members
from table.journal.store import audit


@pytest.fixture
def stopped(folder, tables, tmp_path):
    """The data folder of a joined table with sixty entries, and what the hall has of it."""
    data = tmp_path / "A1"
    with folder.database(folder.settings()) as database:
        read_join(Members(folder, folder.settings(), database).invite("A1")).install(data)
        table = tables.VirtualTable(data)
        table.play(tables.game()[:60])
        table.outbox.next_epoch(7)
        tables.take(Intake(database, "0.1.0"), "A1", table.report(1, 40))
        export_journal(database, "A1", tmp_path / "hall-has.db")
    table.close()
    return data, tmp_path / "hall-has.db"


def spoil(path, how):
    if how == "an entry":
        with sqlite3.connect(path) as connection:
            connection.execute("DROP TRIGGER entry_is_never_changed")
            connection.execute("UPDATE entry SET body = body || ' ' WHERE seq = 50")
        connection.close()
    elif how == "the file":
        path.write_bytes(bytes(path.stat().st_size))
    else:
        path.unlink()


@pytest.mark.parametrize("how", ["an entry", "the file"])
def test_a_journal_that_is_damaged_is_laid_aside_as_it_is(jantaku, stopped, how):
    data, hall_has = stopped
    spoil(data / "journal.db", how)
    damaged = (data / "journal.db").read_bytes()
    code, said, _ = jantaku("hall", "rejoin", "--data", data, "--take", hall_has)
    assert (code, "goes on behind entry 40" in said) == (0, True)
    assert audit(data / "journal.db").hashes == audit(hall_has).hashes
    (aside,) = data.glob("journal-*.db")
    assert aside.read_bytes() == damaged
    assert last_epoch(data / "journal.db") == (8 if how == "an entry" else 1)


def test_a_table_that_lost_its_journal_goes_on_with_the_halls(jantaku, stopped):
    data, hall_has = stopped
    spoil(data / "journal.db", "all")
    assert jantaku("hall", "rejoin", "--data", data)[0] == 2
    assert jantaku("hall", "rejoin", "--data", data, "--take", hall_has)[0] == 0
    assert len(audit(data / "journal.db").entries) == 40


@pytest.mark.parametrize("breaks", ["write_journal", "Outbox", "_kept_as"])
def test_a_rejoin_that_breaks_off_leaves_the_journal_in_its_place(stopped, monkeypatch, breaks):
    data, hall_has = stopped
    before = sorted(path.name for path in data.iterdir())

    def full(path, *_):
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(module, breaks, full)
    with pytest.raises(OSError, match="No space left"):
        rejoin(data, hall_has)
    assert sorted(path.name for path in data.iterdir()) == before
    assert len(audit(data / "journal.db").entries) == 60


def test_a_disk_without_links_gets_a_copy(stopped, monkeypatch):
    data, hall_has = stopped

    def unable(*_):
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr("os.link", unable)
    aside, entries = rejoin(data, hall_has)
    assert (len(audit(aside).entries), entries) == (60, 40)
