"""Holds what the hall has against the tables' own journals: lost, doubled, out of order, late."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from sqlalchemy import select

from table.hall.data import schema
from table.hall.data.database import Database
from table.journal.store import audit


@dataclass(slots=True)
class Outcome:
    """What a run came to."""

    written: int = 0
    """Entries in the tables' journals."""
    arrived: int = 0
    lost: int = 0
    doubled: int = 0
    """Entries that the hall has more than once, or that no table wrote."""
    changed: int = 0
    """Entries that are other than the table's."""
    disordered: int = 0
    """Entries that came before one that precedes them."""
    chains: int = 0
    """Journals whose chain is whole in the hall."""
    refused: int = 0
    """Entries that the hall laid aside."""
    notices: list[str] = field(default_factory=list)
    latencies_ms: list[float] = field(default_factory=list)
    """From the table's journal to the hall's page, sorted."""
    steady_ms: list[float] = field(default_factory=list)
    """The same for what was written after every table had been heard once, sorted."""

    @property
    def good(self) -> bool:
        """Whether everything is there once, in order, unchanged."""
        bad = self.lost + self.doubled + self.changed + self.disordered + self.refused
        return not bad and self.written == self.arrived

    def percentile(self, share: float, *, steady: bool = False) -> float | None:
        """A percentile of the latencies, in milliseconds."""
        found = self.steady_ms if steady else self.latencies_ms
        if not found:
            return None
        return round(found[min(len(found) - 1, int(share * len(found)))], 1)


def check(
    database: Database,
    journals: Mapping[str, Path],
    seen: Mapping[str, Sequence[tuple[int, float]]],
) -> Outcome:
    """Compare table by table."""
    outcome = Outcome()
    entry = schema.entry
    heard = max((times[0][1] for times in seen.values() if times), default=0.0)
    with database.read() as connection:
        for table, path in journals.items():
            own = audit(path)
            rows = connection.execute(
                select(entry.c.seq, entry.c.hash)
                .where(entry.c.table_name == table)
                .order_by(entry.c.arrival)
            ).all()
            _compare(outcome, [one.hash for one in own.entries], [tuple(row) for row in rows])
            written = [datetime.fromisoformat(one.at).timestamp() for one in own.entries]
            late = _latencies(written, seen.get(table, ()))
            outcome.latencies_ms += late
            pairs = zip(written, late, strict=False)
            outcome.steady_ms += [one for at, one in pairs if at > heard]
        outcome.refused = len(connection.execute(select(schema.kept_aside.c.seq)).all())
        told = select(schema.notice.c.words).where(schema.notice.c.settled_at.is_(None))
        outcome.notices = list(connection.execute(told).scalars())
    outcome.latencies_ms.sort()
    outcome.steady_ms.sort()
    return outcome


def _compare(outcome: Outcome, own: Sequence[str], rows: Sequence[tuple[int, str]]) -> None:
    ours = dict(rows)
    outcome.written += len(own)
    outcome.arrived += len(rows)
    outcome.lost += sum(seq not in ours for seq in range(1, len(own) + 1))
    outcome.doubled += len(rows) - len(ours) + sum(seq > len(own) for seq in ours)
    outcome.changed += sum(ours.get(seq, one) != one for seq, one in enumerate(own, 1))
    order = [seq for seq, _ in rows]
    outcome.disordered += sum(after < before for before, after in pairwise(order))
    outcome.chains += [claimed for _, claimed in rows] == list(own)


def _latencies(written: Sequence[float], seen: Sequence[tuple[int, float]]) -> list[float]:
    """For each entry the milliseconds until a page showed it."""
    seqs = [seq for seq, _ in seen]
    found = []
    for seq, at in enumerate(written, 1):
        place = bisect_left(seqs, seq)
        if place < len(seen):
            found.append(max(0.0, 1000 * (seen[place][1] - at)))
    return found
