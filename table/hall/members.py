"""Which tables belong to the hall: invited, taken back, and what is chosen after a fork."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from sqlalchemy import Connection, Update, delete, select, update

from table.errors import AuthorityError, HallDataError, UnknownEventError
from table.files import write_atomically
from table.hall.data import schema
from table.hall.data.database import Database
from table.hall.folder import HallFolder, HallSettings
from table.hall.link.join import Join
from table.hall.security import broker
from table.hall.wire import TABLE_NAME

Keep = Literal["hall", "table"]


class Members:
    """The tables that have a certificate."""

    def __init__(self, folder: HallFolder, settings: HallSettings, database: Database) -> None:
        self._folder = folder
        self._settings = settings
        self._database = database

    def names(self) -> list[str]:
        """Those whose certificate is good."""
        certificate = schema.certificate
        with self._database.read() as connection:
            rows = connection.execute(
                select(certificate.c.table_name)
                .where(certificate.c.revoked_at.is_(None))
                .order_by(certificate.c.table_name)
            )
            return [name for (name,) in rows]

    def invited(self, table: str) -> bool:
        """Whether it ever got a certificate, as far as the books say."""
        asked = select(schema.certificate.c.serial).where(schema.certificate.c.table_name == table)
        with self._database.read() as connection:
            return connection.execute(asked).first() is not None

    def invite(self, table: str, *, by: Literal["mqtt", "https"] = "mqtt", host: str = "") -> Path:
        """A certificate and a join file.

        Raises AuthorityError for a name that is taken, and for a host or a way that the hall does
        not have.
        """
        if not TABLE_NAME.fullmatch(table):
            raise AuthorityError(
                f"table {table[:40]!r}: expected 1 to 32 letters, digits, - or _, a letter first"
            )
        taken = {name.lower(): name for name in self.names()}.get(table.lower())
        if taken is not None:
            raise AuthorityError(
                f"table {table!r}: {taken} has a certificate already; expected another name, or"
                f" first: jantaku hall revoke {taken}"
            )
        hosts = self._settings.hosts
        if host and host not in hosts:
            raise AuthorityError(
                f"address {host!r}: tables would not believe it, expected one of"
                f" {', '.join(hosts)}; or add it to hosts in {self._folder.settings_file}, and"
                " start the hall again"
            )
        self._check_way(by)
        issued = self._folder.authority.issue(table)
        join = Join(
            table=table,
            hall=self._settings.title,
            host=host or hosts[0],
            mqtt_port=self._settings.mqtt_port,
            link_port=self._settings.link_port,
            ca=self._folder.authority.ca.read_text(encoding="ascii"),
            certificate=issued.certificate.decode("ascii"),
            key=issued.key.decode("ascii"),
            by=by,
        )
        with self._database.write() as connection:
            row = {"serial": issued.serial, "table_name": table, "issued_at": _now()}
            connection.execute(schema.certificate.insert().values(row))
            connection.execute(_settled(table, "unknown"))
        path = self._folder.joins / f"{table}.join"
        write_atomically(path, join.text(), mode=0o600)
        return path

    def _check_way(self, by: Literal["mqtt", "https"]) -> None:
        """Raise AuthorityError where nobody would listen at the end of that way."""
        if by == "mqtt" and not self._settings.mqtt_port:
            raise AuthorityError(
                "mqtt_port 0: this hall has no broker, expected an invitation by HTTPS (--https),"
                f" or a port in {self._folder.settings_file}"
            )
        if by == "https" and not self._settings.link_port:
            raise AuthorityError(
                "link_port 0: this hall takes no reports by HTTPS, expected an invitation to its"
                f" broker (without --https), or a port in {self._folder.settings_file}"
            )

    def revoke(self, table: str) -> bool:
        """Take a table's certificates back; whether a broker of this hall was stopped for it.

        Raises UnknownEventError where it has none, and HallDataError.
        """
        listed = False
        try:
            with self._database.write() as connection:
                self._database.alone(connection)
                self._folder.authority.revoke(self._taken_back(connection, table))
                listed = True
        except HallDataError as fault:
            if not listed:
                raise
            broker.stop(self._folder.broker)
            raise HallDataError(
                f"table {table!r}: its certificate opens nothing any more, but the database still"
                f" has it as good: {fault}; expected once more: jantaku hall revoke {table}"
            ) from fault
        self._folder.authority.crl.touch()  # a hall that runs reads its members anew, now committed
        (self._folder.joins / f"{table}.join").unlink(missing_ok=True)
        return broker.stop(self._folder.broker)  # it starts again with the new list, cuts lines

    def _taken_back(self, connection: Connection, table: str) -> list[str]:
        """All serials that are taken back, from now on those of this table too."""
        certificate = schema.certificate
        done = connection.execute(
            update(certificate)
            .where(certificate.c.table_name == table, certificate.c.revoked_at.is_(None))
            .values(revoked_at=_now())
        )
        if not done.rowcount:
            raise UnknownEventError(
                f"table {table!r}: it has no certificate, expected one of"
                f" {', '.join(self.names()) or 'none'}"
            )
        listed = select(certificate.c.serial).where(certificate.c.revoked_at.is_not(None))
        return list(connection.scalars(listed))


def choose(database: Database, table: str, keep: Keep) -> tuple[str, int]:
    """End a fork: which journal it was, and how many entries were laid aside.

    With "table" the hall's entries from the fork on are laid aside and the table sends its own;
    with "hall" the hall's stay, and the table's journal is closed here: it begins a new one.
    Raises HallDataError where nothing has forked.
    """
    journal, entry = schema.journal, schema.entry
    with database.write() as connection:
        row = connection.execute(
            select(journal).where(journal.c.table_name == table, journal.c.fault.like("fork%"))
        ).first()
        if row is None:
            raise HallDataError(f"table {table!r}: no journal of it has forked, expected one")
        of_it = (entry.c.table_name == table, entry.c.journal == row.journal)
        count = 0
        if keep == "table":
            mine = connection.execute(select(entry).where(*of_it, entry.c.seq >= row.fault_seq))
            aside = [
                {
                    "table_name": table,
                    "journal": row.journal,
                    "seq": one.seq,
                    "hash": one.hash,
                    "body": one.body,
                    "why": "hall's branch",
                    "at": _now(),
                }
                for one in mine
            ]
            count = len(aside)
            database.insert_new(connection, schema.kept_aside, aside)
            connection.execute(delete(entry).where(*of_it, entry.c.seq >= row.fault_seq))
            connection.execute(
                delete(schema.game).where(
                    schema.game.c.table_name == table, schema.game.c.journal == row.journal
                )
            )
        of_journal = (journal.c.table_name == table, journal.c.journal == row.journal)
        settled = {"fault_seq": None, "fault": None}
        closed = {"fault": f"closed: the hall kept its own branch at entry {row.fault_seq}"}
        values = settled if keep == "table" else closed
        connection.execute(update(journal).where(*of_journal).values(**values))
        connection.execute(_settled(table, "fork"))
        return row.journal, count


def _settled(table: str, kind: str) -> Update:
    """Closes the notices of a kind about a table."""
    notice = schema.notice
    of_it = (notice.c.table_name == table, notice.c.kind == kind)
    return update(notice).where(*of_it).values(settled_at=_now())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
