"""Takes reports in: checked, written to the disk in one transaction, and only then answered."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select

from table.core.incidents import Irregularity, Signal
from table.errors import JournalCorruptError, MessageError
from table.hall import kept as journals
from table.hall.data import schema
from table.hall.data.database import Database, kept_text
from table.hall.doubts import MOST_SKEW_MS, Doubts, skew_ms
from table.hall.kept import Kept, Seen
from table.hall.notices import Notices, Trouble
from table.hall.wire import Order, Picture, Reply, Report, read_report
from table.journal.entry import JournalEntry

Orders = Callable[[str, Kept | None], tuple[Order, ...]]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A report as it came; the table is who the certificate says it is."""

    table: str
    message: bytes
    at: datetime


@dataclass(slots=True)
class _Writing:
    """What one transaction is about to write."""

    entries: list[dict[str, Any]] = field(default_factory=list)
    aside: list[dict[str, Any]] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    touched: dict[tuple[str, str], Kept] = field(default_factory=dict)
    posts: dict[str, dict[str, Any]] = field(default_factory=dict)


class Intake:
    """The hall's memory of its tables; the only writer of their entries. Safe for threads."""

    def __init__(
        self, database: Database, version: str, orders: Orders = lambda _table, _kept: ()
    ) -> None:
        self.database = database
        self.notices = Notices(database)
        self.orders = orders
        self.shown: Callable[[str, Picture], None] = lambda _table, _picture: None
        """Hears of each picture that a table sent."""
        self.doubled = 0
        """Entries that came again since the start; they were passed over."""
        self._doubts = Doubts(version)
        self._lock = threading.RLock()
        self._kept: dict[tuple[str, str], Kept] = {}
        self._posts: dict[str, Mapping[str, Any]] = {}
        self._seen: dict[str, Seen] = {}
        self._arrivals = 0
        with database.read() as connection:
            for row in connection.execute(select(schema.post)):
                self._posts[row.table_name] = dict(row._mapping)  # noqa: SLF001 - its public name
                key = (row.table_name, row.journal)
                self._kept[key] = journals.load(connection, *key)
                self._seen[row.table_name] = journals.seen(self._kept[key])

    def seen(self, table: str) -> Seen | None:
        """A table's journal as it is on the disk; None before its first report."""
        return self._seen.get(table)

    def posts(self) -> dict[str, Mapping[str, Any]]:
        """Each table's last report."""
        return dict(self._posts)

    def kept(self, table: str) -> Kept | None:
        """The journal that a table keeps now; None before its first report."""
        row = self._posts.get(table)
        return None if row is None else self._kept.get((table, row["journal"]))

    def take(self, arrivals: Sequence[Arrival]) -> list[Reply | None]:
        """Take reports in, in their order; what is answered is on the disk.

        None for a message that nobody can be answered. Raises HallDataError; then nothing was
        taken, and the tables send it again.
        """
        with self._lock:
            writing = _Writing()
            try:
                with self.notices.with_transaction(), self.database.write() as connection:
                    replies = [self._one(connection, writing, one) for one in arrivals]
                    self._write(connection, writing)
            except BaseException:
                self._forget(writing)
                raise
            self._posts |= writing.posts
            for table, post in writing.posts.items():
                self._seen[table] = journals.seen(writing.touched[table, post["journal"]])
            return replies

    def refresh(self) -> None:
        """See whether somebody has settled a notice, or a fork. Raises HallDataError."""
        with self._lock:
            self.notices.look_again()
            forked = {key: kept for key, kept in self._kept.items() if kept.fault_seq is not None}
            if not forked:
                return
            with self.database.read() as connection:
                rows = connection.execute(select(schema.journal)).all()
            for row in rows:
                kept = forked.get((row.table_name, row.journal))
                if kept is not None and (row.fault or "") != kept.fault:
                    del self._kept[row.table_name, row.journal]

    def note(self, trouble: Trouble, at: datetime) -> None:
        """Write down what is wrong. Raises HallDataError."""
        with self._writing() as connection:
            self.notices.note(connection, trouble, at)

    def settle(self, table: str, kind: str, at: datetime) -> None:
        """It is over. Raises HallDataError."""
        with self._writing() as connection:
            self.notices.settle(connection, table, kind, at)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """One transaction over the notices, one at a time."""
        with (
            self._lock,
            self.notices.with_transaction(),
            self.database.write() as connection,
        ):
            yield connection

    def _one(self, connection: Connection, writing: _Writing, arrival: Arrival) -> Reply | None:
        try:
            report = read_report(arrival.message)
        except MessageError as fault:
            trouble, reply = self._doubts.unreadable(arrival.table, arrival.message, fault)
            self.notices.note(connection, trouble, arrival.at)
            return reply
        post = writing.posts.get(arrival.table) or self._posts.get(arrival.table)
        refusal = self._doubts.out_of_turn(arrival.table, report, post)
        if refusal is not None:
            kind, trouble = refusal
            self.notices.note(connection, trouble, arrival.at)
            newest = post["epoch"] if post else 0
            return _answer(report, 0, epoch=newest, refused=trouble.words, kind=kind)
        key = (arrival.table, report.journal)
        kept = writing.touched.get(key) or self._load(connection, key)
        kept.since = kept.since or arrival.at.isoformat()
        skew = skew_ms(report, arrival.at)
        kept.ahead_ms = skew if abs(skew) > MOST_SKEW_MS else 0
        writing.touched[key] = kept
        self._judge(connection, arrival, report, kept, post)
        reply = self._enter(connection, writing, arrival, report, kept)
        writing.posts[arrival.table] = _post(arrival, report)
        for picture in report.pictures:
            self.shown(arrival.table, picture)
        return reply

    def _load(self, connection: Connection, key: tuple[str, str]) -> Kept:
        kept = self._kept.get(key)
        if kept is None or journals.is_mended(connection, kept):
            kept = self._kept[key] = journals.load(connection, *key)
        return kept

    def _judge(
        self,
        connection: Connection,
        arrival: Arrival,
        report: Report,
        kept: Kept,
        post: Mapping[str, Any] | None,
    ) -> None:
        """Note what is odd, and settle what is no more."""
        found = list(self._doubts.look(arrival.table, report, arrival.at, kept, post))
        for trouble in found:
            self.notices.note(connection, trouble, arrival.at)
        kinds = {trouble.kind for trouble in found}
        for one in self.notices.open(arrival.table):
            if one["kind"] in Doubts.PASSING and one["kind"] not in kinds:
                self.notices.settle(connection, arrival.table, one["kind"], arrival.at)
        if report.last < kept.chain.seq and kept.compared != report.last and not kept.comparing:
            kept.comparing = 1  # an older copy of the journal: where does it differ?

    def _enter(
        self,
        connection: Connection,
        writing: _Writing,
        arrival: Arrival,
        report: Report,
        kept: Kept,
    ) -> Reply:
        """Take the entries in, as far as they fit."""
        if kept.fault.startswith("closed"):
            self._reopen(connection, arrival, report, kept)
        if kept.fault_seq is None:
            self._compare(connection, writing, arrival, report, kept)
        if kept.fault_seq is None:
            taken = self._chain(writing, arrival, report, kept)
            if taken and not kept.follower.take(taken):
                self._write_entries(connection, writing)
                journals.follow_again(connection, kept)
        if kept.fault_seq is not None:
            trouble = self._doubts.broken(kept)
            self.notices.note(connection, trouble, arrival.at)
            said = f"{trouble.words}; {trouble.way_out}"
            common = min(kept.chain.seq, kept.fault_seq - 1)
            return _answer(report, common, epoch=report.epoch, refused=said, kind="chain")
        orders = self.orders(arrival.table, kept)
        sure = kept.comparing - 1 if kept.comparing else kept.chain.seq
        return _answer(report, sure, epoch=report.epoch, send_from=kept.comparing, orders=orders)

    def _reopen(self, connection: Connection, arrival: Arrival, report: Report, kept: Kept) -> None:
        """Go on with a journal that forked, where its table now has the branch that we kept."""
        seq = kept.fault_seq or 0
        at = seq - report.first
        if not 0 <= at < len(report.entries):
            return
        if journals.hashes(connection, kept, seq, seq).get(seq) == report.entries[at][1]:
            kept.fault_seq, kept.fault = None, ""
            self.notices.settle(connection, arrival.table, "closed", arrival.at)

    def _compare(
        self,
        connection: Connection,
        writing: _Writing,
        arrival: Arrival,
        report: Report,
        kept: Kept,
    ) -> None:
        """Hold what came again against what we have; where it differs, the journal has forked."""
        have = min(kept.chain.seq, report.first + len(report.entries) - 1)
        again = report.entries[: max(0, have - report.first + 1)]
        if not again:
            return
        ours = {row["seq"]: row["hash"] for row in writing.entries if _of(row, kept)}
        ours |= journals.hashes(connection, kept, report.first, have)
        for seq, (body, claimed) in enumerate(again, report.first):
            if ours.get(seq) != claimed:
                kept.fault_seq = kept.fault_seq or seq
                _put_aside(writing, kept, seq, body, claimed, arrival.at)
        if kept.fault_seq is not None:
            kept.fault = f"fork: entry {kept.fault_seq} is another one than the hall has"
            for seq, (body, claimed) in enumerate(report.entries[len(again) :], have + 1):
                _put_aside(writing, kept, seq, body, claimed, arrival.at)
        elif kept.comparing:
            at_end = have >= min(report.last, kept.chain.seq)
            kept.comparing = 0 if at_end else have + 1
            kept.compared = report.last if at_end else 0
            kept.agreed = kept.chain.seq if have == kept.chain.seq else kept.agreed
        else:
            self.doubled += len(again)

    def _chain(
        self, writing: _Writing, arrival: Arrival, report: Report, kept: Kept
    ) -> list[JournalEntry]:
        """Take what follows the chain's end; the first bad entry ends it."""
        taken: list[JournalEntry] = []
        for seq, (body, claimed) in enumerate(report.entries, report.first):
            if seq <= kept.chain.seq:
                continue
            if seq > kept.chain.seq + 1:
                break  # a gap: the reply says from where to go on
            try:
                one = kept.chain.take(seq, body, claimed)
            except JournalCorruptError as fault:
                differs = "it follows" in str(fault) and not kept.comparing
                if differs and kept.agreed < kept.chain.seq:  # is what is before it another, too?
                    kept.comparing = 1
                    break
                kept.fault_seq, kept.fault = seq, str(fault)
                _put_aside(writing, kept, seq, body, claimed, arrival.at)
                break
            taken.append(one)
            self._arrivals = max(self._arrivals + 1, int(arrival.at.timestamp() * 1_000_000))
            writing.entries.append(_row(kept, one, body, self._arrivals))
            writing.calls += _calls(kept, one, arrival.at)
        return taken

    def _write(self, connection: Connection, writing: _Writing) -> None:
        put = self.database.put
        self._write_entries(connection, writing)
        self.database.insert_new(connection, schema.kept_aside, writing.aside)
        if writing.calls:
            self.database.insert_new(
                connection, schema.referee_call, writing.calls, keys=("origin",)
            )
        touched = writing.touched.values()
        for kept in touched:
            row = journals.journal_row(kept)
            if row != kept.written:
                put(connection, schema.journal, [row])
                kept.written = row
            self._write_games(connection, kept)
        put(connection, schema.post, list(writing.posts.values()))

    def _write_entries(self, connection: Connection, writing: _Writing) -> None:
        self.database.insert_new(connection, schema.entry, writing.entries)
        writing.entries = []

    def _write_games(self, connection: Connection, kept: Kept) -> None:
        """Write the games that are other than the database has them, and take out what is gone."""
        made = kept.games()
        gone = kept.stored.keys() - made.keys()
        if gone:
            game = schema.game.c
            of_it = (game.table_name == kept.table, game.journal == kept.journal)
            connection.execute(delete(schema.game).where(*of_it, game.start_seq.in_(gone)))
        other = [one for seq, one in made.items() if kept.stored.get(seq) != one]
        self.database.put(connection, schema.game, [journals.game_row(kept, one) for one in other])
        kept.stored = made

    def _forget(self, writing: _Writing) -> None:
        """Nothing was written: what is in mind is read again when it is next asked for."""
        for key in writing.touched:
            self._kept.pop(key, None)


def _answer(report: Report, upto: int, **fields: Any) -> Reply:
    return Reply(report.journal, report.instance, report.number, upto, **fields)


def _of(row: Mapping[str, Any], kept: Kept) -> bool:
    return (row["table_name"], row["journal"]) == (kept.table, kept.journal)


def _row(kept: Kept, one: JournalEntry, body: str, arrival: int) -> dict[str, Any]:
    return {
        "table_name": kept.table,
        "journal": kept.journal,
        "seq": one.seq,
        "commit_seq": one.commit,
        "body": body,
        "hash": one.hash,
        "arrival": arrival,
    }


def _put_aside(
    writing: _Writing, kept: Kept, seq: int, body: str, claimed: str, at: datetime
) -> None:
    names = {"table_name": kept.table, "journal": kept.journal, "seq": seq, "hash": claimed[:64]}
    why = "fork" if kept.fault.startswith("fork") or not kept.fault else "chain"
    writing.aside.append({**names, "body": body, "why": why, "at": at.isoformat()})


def _post(arrival: Arrival, report: Report) -> dict[str, Any]:
    told = report.status
    status = {"questions": told.questions, "health": list(told.health), "page": told.page}
    return {
        "table_name": arrival.table,
        "journal": report.journal,
        "epoch": report.epoch,
        "instance": report.instance,
        "number": report.number,
        "last": report.last,
        "seen_at": arrival.at.isoformat(timespec="milliseconds"),
        "skew_ms": skew_ms(report, arrival.at),
        "version": report.version,
        "status": {**status, "waiting": told.waiting},
    }


def _calls(kept: Kept, one: JournalEntry, at: datetime) -> list[dict[str, Any]]:
    """A call for a referee: somebody asked for one, or something that nobody has ruled on yet."""
    event = one.event
    if isinstance(event, Signal) and event.kind == "referee":
        what = event.detail or "a player asks for a referee"
    elif isinstance(event, Irregularity):
        what = ": ".join(filter(None, (event.kind.replace("_", " "), event.detail)))
    else:
        return []
    return [
        {
            "at": at.isoformat(timespec="milliseconds"),
            "table_name": kept.table,
            "seat": None if event.actor is None else int(event.actor),
            "what": kept_text(what),
            "origin": f"{kept.table}:{kept.journal[:40]}:{one.seq}",
        }
    ]
