"""Processes of virtual tables, forked from one that has everything loaded.

Each table has a data folder as a real one: a join file, a journal and an outbox. Killed and started
again, it goes on where its journal ends. A process leaves when all is played and acknowledged.
"""

import asyncio
import contextlib
import json
import random
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from table.core.codec import parse_event
from table.core.events import TableEvent
from table.errors import LinkError
from table.hall.link.join import installed, way_of
from table.hall.link.outbox import Outbox
from table.hall.link.sender import Sender
from table.hall.version import program_version
from table.journal.store import JOURNAL, Draft, Journal

_LOOK_S = 0.02
_ALONE_S = 10.0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a process plays."""

    folders: Sequence[str]
    """A table's data folder each."""
    games: str
    """A file: a list of games, each a list of events."""
    events: int
    """So many a table."""
    speed: float
    """Events a second and table; 0: as fast as it goes."""
    ready: str
    """A file that the process makes when its tables are open."""
    go: str
    """A file that it waits for before they connect and play: a lock dies with who is killed."""

    def write(self, path: Path) -> None:
        """Put it into a file."""
        fields = {name: getattr(self, name) for name in Plan.__slots__}
        path.write_text(json.dumps(fields), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> "Plan":
        """From a file."""
        return cls(**json.loads(path.read_text(encoding="utf-8")))


class VirtualTable:
    """One of them."""

    def __init__(self, data: Path, games: Sequence[Sequence[TableEvent]], number: int) -> None:
        join = installed(data)
        if join is None:
            raise LinkError(f"{data}: no join file, expected one")
        self._journal = Journal.open(data / JOURNAL)
        self._outbox = Outbox(data / JOURNAL)
        instance = secrets.token_hex(8)
        way = way_of(data, join, instance)
        self._sender = Sender(self._outbox, way, program_version(), instance=instance)
        self._games = games
        self._number = number

    async def play(self, count: int, speed: float) -> None:
        """Play to `count` events, then wait until the hall has them all."""
        sending = asyncio.create_task(self._sender.run())
        try:
            if speed and not self._journal.seq:
                await self._seated()
                await asyncio.sleep(random.random() / speed)
            while self._journal.seq < count:
                event = self._event(self._journal.seq)
                draft = Draft(event)
                await asyncio.to_thread(self._journal.append, [draft], source="table")
                self._sender.wake()
                if speed:
                    await asyncio.sleep(random.expovariate(speed))
            while self._outbox.waiting():  # noqa: ASYNC110 - the outbox has no event
                await asyncio.sleep(0.05)
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _seated(self) -> None:
        """Wait for the hall, whose order begins a round; alone it begins after a while."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_ALONE_S):
                while not self._sender.health().connected:  # noqa: ASYNC110 - it has no event
                    await asyncio.sleep(_LOOK_S)

    def close(self) -> None:
        """Let go of the files."""
        self._outbox.close()
        self._journal.close()

    def _event(self, place: int) -> TableEvent:
        """The event at a place of the games, which follow each other."""
        turn = self._number
        while True:
            game = self._games[turn % len(self._games)]
            if place < len(game):
                return game[place]
            place -= len(game)
            turn += 1


def read_games(path: Path) -> list[list[TableEvent]]:
    """The games of a plan."""
    games = json.loads(path.read_text(encoding="utf-8"))
    return [[parse_event(event) for event in game] for game in games]


def play(plan: Plan) -> None:
    """Play all tables of the plan, which connect and begin when everybody is ready."""
    games = read_games(Path(plan.games))
    tables = [
        VirtualTable(Path(folder), games, number) for number, folder in enumerate(plan.folders)
    ]
    Path(plan.ready).touch()
    while not Path(plan.go).exists():
        time.sleep(_LOOK_S)
    try:
        asyncio.run(_play_all(tables, plan))
    finally:
        for table in tables:
            table.close()


async def _play_all(tables: Sequence[VirtualTable], plan: Plan) -> None:
    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(table.play(plan.events, plan.speed))


class Forked:
    """A process that plays a plan; can be killed and started again."""

    def __init__(self, plan: Path, log: Path) -> None:
        self._plan = plan
        self._log = log
        self._process: BaseProcess | None = None

    def start(self) -> None:
        """Fork it off."""
        context = get_context("forkserver")
        context.set_forkserver_preload([__name__])
        self._process = context.Process(target=_play_alone, args=(self._plan, self._log))
        self._process.start()

    def kill(self) -> None:
        """SIGKILL: no farewell."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    def code(self) -> int | None:
        """Its exit status; None while it runs."""
        return None if self._process is None else self._process.exitcode

    def tail(self) -> str:
        """Its last words."""
        return self._log.read_text(errors="replace")[-500:].strip() if self._log.exists() else ""


def _play_alone(plan: Path, log: Path) -> None:
    """The whole life of a process."""
    with log.open("a") as said, contextlib.redirect_stderr(said):
        play(Plan.read(plan))
