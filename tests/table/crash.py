"""A writer that is killed: confirms draws for ever and says so, or dies at a fault point.

Arguments: JOURNAL FAULT COMMITS. FAULT is never, inserted (written, not committed) or committed
(on the disk, not acknowledged), and strikes in the COMMITS-th commit. With FAULT again, every line
on the standard input starts one writer more in a process of its own, whose number is printed.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from table.config import load_ruleset
from table.core.decisions import confirm_draw
from table.core.state import Phase
from table.journal.store import Draft, Journal
from table.session import Order, open_session

NAMES = ("Aki", "Ben", "Chie", "Dai")
RICH = 1_000_000
"""With so many points the dealer waits no more: a journal refuses sums that no game has."""


class DyingConnection:
    """A connection that ends its process before or after a COMMIT."""

    def __init__(self, connection, fault, commits):
        self.connection = connection
        self.fault = fault
        self.left = commits

    def __getattr__(self, name):
        return getattr(self.connection, name)

    def execute(self, statement):
        if statement != "COMMIT":
            return self.connection.execute(statement)
        self.left -= 1
        if self.fault == "inserted" and self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.connection.execute(statement)
        if self.fault == "committed" and self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return None


def say(*words):
    """One line in one write: two processes speak here, and one is killed in its midst."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def write(path, fault, commits):
    journal = Journal.open(path)
    session = open_session(journal, load_ruleset, NAMES, "wrr2015")
    journal._connection = DyingConnection(journal._connection, fault, commits)
    number = len(journal.commits)
    while True:
        if session.snapshot.state.phase is Phase.HAND:
            order = Order(f"client-{number:06}", session.snapshot.seq)
            waiting = (0,) if session.snapshot.state.scores[0] < RICH else (1,)
            outcome = await session.change(
                order,
                lambda state, rules, waiting=waiting: map(
                    Draft, confirm_draw(state, waiting, rules)
                ),
            )
        else:
            outcome = await session.undo(Order(f"client-{number:06}"))
        number += 1
        say(outcome.after.seq, *outcome.after.state.scores)


def write_again_and_again(path):
    for _ in sys.stdin:
        writer = os.fork()
        if not writer:
            try:
                asyncio.run(write(path, "never", 0))
            finally:
                os._exit(1)
        say("writer", writer)
        os.waitpid(writer, 0)
        say("dead")


if __name__ == "__main__":
    if sys.argv[2] == "again":
        write_again_and_again(Path(sys.argv[1]))
    else:
        asyncio.run(write(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
