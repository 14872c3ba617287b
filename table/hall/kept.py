"""A journal as the hall keeps it: where its chain stands, and the fold over it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, select

from table.core.state import TableState
from table.errors import JournalCorruptError
from table.hall.data.database import kept_text
from table.hall.data.schema import entry, game, journal
from table.hall.games import Follower, Game
from table.journal.chain import Chain
from table.journal.entry import JournalEntry


@dataclass(slots=True)
class Kept:
    """One journal of one table."""

    table: str
    journal: str
    chain: Chain
    follower: Follower
    fault_seq: int | None = None
    """The first bad entry; None while all are good."""
    fault: str = ""
    since: str = ""
    """When its first entry came; ISO 8601."""
    written: dict[str, Any] = field(default_factory=dict)
    """Its row as the database has it; empty where it has none."""
    comparing: int = 0
    """The entry from which the table's copy is compared; 0: not."""
    compared: int = 0
    """The table's last entry when its copy was last found to be the beginning of ours."""
    agreed: int = 0
    """Our last entry when the table's copy was last found to have all of ours."""
    stored: dict[int, Game] = field(default_factory=dict)
    """The games as the database has them, by their first entry."""
    ahead_ms: int = 0
    """By how much the table's clock is ahead now; 0 for a good one."""

    def games(self) -> dict[int, Game]:
        """The games as they are now, by their first entry; where none can be made, as known."""
        ahead = {one.at: one.ahead_ms for one in self.stored.values()}
        made = {
            one.start_seq: replace(one, ahead_ms=ahead.get(one.at, self.ahead_ms))
            for one in self.follower.every
        }
        return {**self.stored, **made} if self.follower.fault else made


@dataclass(frozen=True, slots=True)
class Seen:
    """A journal as it is on the disk, for those who look while the next report is taken in."""

    journal: str
    seq: int
    state: TableState
    last_at: str
    games: tuple[Game, ...]
    fault: str


def seen(kept: Kept) -> Seen:
    """The journal as it is now."""
    follower = kept.follower
    games = follower.every
    return Seen(kept.journal, kept.chain.seq, follower.state, follower.last_at, games, kept.fault)


def load(connection: Connection, table: str, name: str) -> Kept:
    """The journal as the database has it; one that it has not is empty."""
    kept = Kept(table, name, Chain(name), Follower())
    row = connection.execute(
        select(journal).where(journal.c.table_name == table, journal.c.journal == name)
    ).first()
    if row is None:
        return kept
    kept.fault_seq, kept.fault, kept.since = row.fault_seq, row.fault or "", row.since
    kept.written = journal_row(kept)
    of_it = (entry.c.table_name == table, entry.c.journal == name)
    last = connection.execute(
        select(entry.c.seq, entry.c.hash).where(*of_it).order_by(entry.c.seq.desc()).limit(1)
    ).first()
    if last is None:
        return kept
    rows = connection.execute(select(entry.c.commit_seq).where(*of_it).distinct())
    commits = {one for (one,) in rows}
    kept.chain.resume(last.seq, last.hash, commits)
    games = _games(connection, table, name)
    kept.stored = {one.start_seq: one for one in games}
    since = games[-1].start_seq if games else 1
    whole = since not in commits  # the game begins inside a correction of an earlier one
    if whole or not kept.follower.resume(games[:-1], entries(connection, table, name, since)):
        follow_again(connection, kept)
    return kept


def is_mended(connection: Connection, kept: Kept) -> bool:
    """Whether another process has chosen since, so that its fault is not what we have in mind."""
    if kept.fault_seq is None:
        return False
    of_it = (journal.c.table_name == kept.table, journal.c.journal == kept.journal)
    written = select(journal.c.fault).where(*of_it).with_for_update()
    return connection.execute(written).scalar_one_or_none() != kept.fault


def follow_again(connection: Connection, kept: Kept) -> None:
    """Fold the whole journal, as after an undo that reaches far back."""
    kept.follower.again(entries(connection, kept.table, kept.journal, 1))


def entries(connection: Connection, table: str, name: str, since: int) -> list[JournalEntry]:
    """The entries from `since` on. Raises JournalCorruptError where the database was changed."""
    of_it = (entry.c.table_name == table, entry.c.journal == name)
    rows = connection.execute(
        select(entry.c.seq, entry.c.body, entry.c.hash)
        .where(*of_it, entry.c.seq >= since)
        .order_by(entry.c.seq)
    ).all()
    chain = Chain(name)
    if since > 1:
        before = connection.execute(
            select(entry.c.hash).where(*of_it, entry.c.seq == since - 1)
        ).scalar_one_or_none()
        if before is None:
            raise JournalCorruptError(f"journal entry {since - 1}: missing in the hall's database")
        commits = connection.execute(
            select(entry.c.commit_seq).where(*of_it, entry.c.seq < since).distinct()
        )
        chain.resume(since - 1, before, {one for (one,) in commits})
    return [chain.take(seq, body, claimed) for seq, body, claimed in rows]


def hashes(connection: Connection, kept: Kept, first: int, last: int) -> dict[int, str]:
    """The hashes of the entries that we have, by number."""
    rows = connection.execute(
        select(entry.c.seq, entry.c.hash).where(
            entry.c.table_name == kept.table,
            entry.c.journal == kept.journal,
            entry.c.seq >= first,
            entry.c.seq <= last,
        )
    )
    return {seq: claimed for seq, claimed in rows}  # noqa: C416 - a row is no tuple to mypy


def journal_row(kept: Kept) -> dict[str, Any]:
    """The journal for its table of the database."""
    return {
        "table_name": kept.table,
        "journal": kept.journal,
        "since": kept.since,
        "fault_seq": kept.fault_seq,
        "fault": kept.fault or None,
    }


def game_row(kept: Kept, one: Game) -> dict[str, Any]:
    """One of its games for the database."""
    return {
        "table_name": kept.table,
        "journal": kept.journal,
        "start_seq": one.start_seq,
        "order_id": kept_text(one.order_id[:80]),
        "over": one.over,
        "facts": one.facts(),
    }


def _games(connection: Connection, table: str, name: str) -> Sequence[Game]:
    rows = connection.execute(
        select(game.c.facts)
        .where(game.c.table_name == table, game.c.journal == name)
        .order_by(game.c.start_seq)
    )
    return [Game.from_facts(facts) for (facts,) in rows]
