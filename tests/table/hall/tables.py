"""Tables for the hall's tests: journals with whole simulated games, and ways without a network."""

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache

from table.config import load_ruleset
from table.errors import HallError, LinkError
from table.hall.intake import Arrival
from table.hall.link.outbox import Outbox
from table.hall.link.sender import Rhythm, Sender
from table.hall.wire import Report
from table.journal.store import Draft, Journal
from table.simulator.game import simulate

QUICK = Rhythm(heartbeat_s=0.05, answer_s=0.5, first_wait_s=0.01, longest_wait_s=0.05, held_s=0.05)


@cache
def game(seed=1, rules="wrr2015", names=("Aki", "Ben", "Chie", "Dai")):
    return simulate(load_ruleset(rules), seed, names)


class VirtualTable:
    """A journal, its outbox and a sender."""

    def __init__(self, folder, name="A1", **opening):
        folder.mkdir(parents=True, exist_ok=True)
        self.name = name
        self.path = folder / "journal.db"
        self.journal = Journal.open(self.path, **opening)
        self.outbox = Outbox(self.path)
        self.played = 0
        self.numbers = 0

    def play(self, events, client_id=None, together=10):
        """Journal events, so many in each commit: each commit waits for the disk."""
        for first in range(0, len(events), together):
            drafts = [Draft(event) for event in events[first : first + together]]
            self.journal.append(drafts, source="person", client_id=client_id)
            client_id = None

    def sender(self, way, **more):
        return Sender(self.outbox, way, "0.1.0", rhythm=QUICK, **more)

    def report(self, first=1, count=None, *, epoch=1, instance="ab" * 8, number=None, **more):
        """A report as this table would write it; `number` grows by itself."""
        self.numbers = self.numbers + 1 if number is None else number
        upto = None if count is None else first - 1 + count
        rows = self.journal.entries[first - 1 : upto]
        fields = {
            "journal": self.journal.id,
            "entries": tuple((entry.body, entry.hash) for entry in rows),
            "last": self.journal.seq,
            "version": "0.1.0",
            "clock": datetime.now(UTC).isoformat(),
            **more,
        }
        return Report(epoch=epoch, instance=instance, number=self.numbers, first=first, **fields)

    def close(self):
        self.outbox.close()
        self.journal.close()


class DirectWay:
    """From sender to intake without a network; `broken` loses the line, `deaf` the answers."""

    def __init__(self, intake, table):
        self.intake = intake
        self.table = table
        self.broken = False
        self.deaf = False

    @asynccontextmanager
    async def open(self):
        if self.broken:
            raise LinkError("hall: no way")
        yield self

    async def send(self, message):
        if self.broken:
            raise LinkError("hall: the line is lost")
        try:
            (reply,) = self.intake.take([Arrival(self.table, message, datetime.now(UTC))])
        except HallError:
            return
        if reply is not None and not self.deaf:
            self.answers.put_nowait(reply.encode())

    async def receive(self):
        return await self.answers.get()

    @property
    def answers(self):
        if not hasattr(self, "_answers"):
            self._answers = asyncio.Queue()
        return self._answers


async def until(true, seconds=40.0):
    """Wait until something is so."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


def take(intake, table, report, at=None):
    """Give one report to the hall."""
    message = report if isinstance(report, bytes) else report.encode()
    (reply,) = intake.take([Arrival(table, message, at or datetime.now(UTC))])
    return reply
