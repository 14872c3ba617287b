"""`jantaku hall load`: N virtual tables for M minutes with faults; what was lost, doubled, late."""

import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from table.config import load_ruleset
from table.core.codec import event_mapping
from table.errors import HallDataError, InvalidOptionError
from table.hall.folder import HallFolder, HallSettings
from table.hall.link.join import read_join
from table.hall.load.check import Outcome, check
from table.hall.load.listener import Listener
from table.hall.load.throwaway import Child, ThrowawayPostgres, free_port
from table.hall.load.virtual import Forked, Plan
from table.hall.members import Members
from table.hall.security.broker import Broker, find_broker
from table.journal.store import JOURNAL
from table.simulator.game import simulate

GAMES = 4
"""So many different ones at most; tables begin with another one each."""
GAME_EVENTS = 500
"""No game is so short."""
GROUPS = 20
"""Tables share processes where there are more than so many."""
SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
_POLL_S = 0.1


@dataclass(frozen=True, slots=True)
class Load:
    """What is asked."""

    tables: int = 10
    minutes: float = 1.0
    speed: float = 1.0
    """Events a second and table; 0: as fast as it goes."""
    events: int = 0
    """So many a table; 0: as many as the minutes have at this speed."""
    seed: int = 1
    broker_kills: int = 0
    ingest_kills: int = 0
    database_restarts: int = 0
    table_kills: int = 0
    """Each kills a process; with many tables that is several of them."""
    database: str = "sqlite"
    """sqlite, or postgres: one of its own."""
    https: bool = False
    """Without a broker."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        if not 1 <= self.tables <= 2000:
            raise InvalidOptionError(f"--tables {self.tables}: expected 1 to 2000")
        if self.speed < 0 or self.minutes <= 0:
            raise InvalidOptionError("--speed and --minutes: expected numbers above zero")
        if not self.speed and not self.events:
            raise InvalidOptionError("--speed 0: expected --events too")
        if self.database not in {"sqlite", "postgres"}:
            raise InvalidOptionError(f"--database {self.database}: expected sqlite or postgres")
        if self.database == "sqlite" and self.database_restarts:
            raise InvalidOptionError("--database-restarts: SQLite has none, expected postgres")
        if self.https and self.broker_kills:
            raise InvalidOptionError("--broker-kills: there is no broker with --https")

    @property
    def count(self) -> int:
        """Events a table."""
        return self.events or max(1, round(60 * self.minutes * self.speed))


@dataclass(slots=True)
class Run:
    """A run in a folder of its own."""

    load: Load
    folder: Path
    say: Callable[[str], None] = lambda _line: None
    faults: Counter[str] = field(default_factory=Counter)
    tables_killed: int = 0
    _stack: ExitStack = field(default_factory=ExitStack)

    def go(self) -> tuple[Outcome, float]:
        """Play it; what came of it, and the seconds of play. Raises HallDataError."""
        with self._stack:
            hall = HallFolder(self.folder / "hall")
            settings, postgres = self._make(hall)
            data = self._invite(hall, settings)
            broker = self._broker(hall, settings)
            serving = self._serving(hall)
            listener = Listener(serving.said.partition(" ")[2])
            self._stack.callback(listener.close)
            workers = self._workers(data)
            started = time.monotonic()
            self._play(listener, workers, self._plan(broker, serving, postgres, workers))
            took = time.monotonic() - started
            _settle(listener, self.load.tables * self.load.count)
            listener.close()
            serving.stop()
            journals = {name: path / JOURNAL for name, path in data.items()}
            with hall.database(settings) as database:
                return check(database, journals, listener.seen), took

    def _make(self, hall: HallFolder) -> tuple[HallSettings, ThrowawayPostgres | None]:
        postgres = None
        url = "sqlite:///hall.db"
        if self.load.database == "postgres":
            postgres = self._stack.enter_context(ThrowawayPostgres())
            url = postgres.url
        settings = HallSettings(
            title="load",
            hosts=["127.0.0.1"],
            database=url,
            host="127.0.0.1",
            mqtt_port=0 if self.load.https else free_port(),
            link_port=free_port() if self.load.https else 0,
        )
        hall.create(settings)
        return settings, postgres

    def _invite(self, hall: HallFolder, settings: HallSettings) -> dict[str, Path]:
        """Each table's data folder by name."""
        data = {}
        with hall.database(settings) as database:
            members = Members(hall, settings, database)
            for number in range(1, self.load.tables + 1):
                name = f"T{number}"
                by = "https" if self.load.https else "mqtt"
                join = read_join(members.invite(name, by="https" if by == "https" else "mqtt"))
                data[name] = self.folder / "tables" / name
                join.install(data[name])
        return data

    def _broker(self, hall: HallFolder, settings: HallSettings) -> Child | None:
        if self.load.https:
            return None
        program = find_broker()
        if program is None:
            raise HallDataError("mosquitto: not found, expected it (apt: mosquitto), or --https")
        made = Broker(hall.authority, hall.broker, settings.host, settings.mqtt_port)
        config = made.config.read_text(encoding="utf-8").replace("log_type all", "log_type error")
        made.config.write_text(config, encoding="utf-8")
        log = self.folder / "broker.log"
        child = Child([program, "-c", str(made.config)], log, port=settings.mqtt_port)
        child.start()
        self._stack.callback(child.kill)
        return child

    def _serving(self, hall: HallFolder) -> Child:
        command = [sys.executable, "-m", "table", "hall", "serve", "--no-broker"]
        options = ["--data", str(hall.path), "--port", str(free_port())]
        child = Child([*command, *options], self.folder / "hall.log", ready="ready ")
        child.start()
        self._stack.callback(child.kill)
        return child

    def _workers(self, data: dict[str, Path]) -> list[Forked]:
        games = self.folder / "games.json"
        ruleset = load_ruleset()
        count = min(GAMES, 1 + self.load.count // GAME_EVENTS)
        played = [simulate(ruleset, self.load.seed * GAMES + one) for one in range(count)]
        texts = [[event_mapping(event) for event in game] for game in played]
        games.write_text(json.dumps(texts), encoding="utf-8")
        folders = [str(path) for path in data.values()]
        groups = [folders[first::GROUPS] for first in range(min(GROUPS, len(folders)))]
        workers = []
        go = self.folder / "go"
        ready = [self.folder / f"ready{number}" for number in range(len(groups))]
        for number, group in enumerate(groups):
            path = self.folder / f"plan{number}.json"
            plan = Plan(
                folders=group,
                games=str(games),
                events=self.load.count,
                speed=self.load.speed,
                ready=str(ready[number]),
                go=str(go),
            )
            plan.write(path)
            worker = Forked(path, self.folder / f"tables{number}.log")
            worker.start()
            self._stack.callback(worker.kill)
            workers.append(worker)
        while not all(path.exists() for path in ready):
            _need_alive(workers)
            time.sleep(_POLL_S)
        go.touch()
        return workers

    def _plan(
        self,
        broker: Child | None,
        serving: Child,
        postgres: ThrowawayPostgres | None,
        workers: list[Forked],
    ) -> list[tuple[int, str, Callable[[], None]]]:
        """When (in entries shown) which fault happens, soonest first."""
        dice = random.Random(self.load.seed)
        total = self.load.tables * self.load.count
        kinds: list[tuple[str, Callable[[], None], int]] = [
            ("broker killed", lambda: _again(broker), self.load.broker_kills),
            ("ingest killed", lambda: _again(serving), self.load.ingest_kills),
            ("database restarted", lambda: _crash(postgres), self.load.database_restarts),
            ("tables killed", lambda: self._kill_tables(dice, workers), self.load.table_kills),
        ]
        found = [
            (int(total * dice.uniform(0.03, 0.9)), name, act)
            for name, act, times in kinds
            for _ in range(times)
        ]
        return sorted(found, key=lambda one: one[0])

    def _play(
        self,
        listener: Listener,
        workers: list[Forked],
        plan: list[tuple[int, str, Callable[[], None]]],
    ) -> None:
        """Wait for the end, and let the faults happen on the way."""
        until = time.monotonic() + 60 * self.load.minutes * 3 + 300
        waiting = list(plan)
        while any(worker.code() is None for worker in workers) or waiting:
            if time.monotonic() > until:
                self.say("not done in three times the minutes; given up")
                return
            _need_alive(workers)
            if waiting and listener.shown >= waiting[0][0]:
                _, name, act = waiting.pop(0)
                self.say(f"{listener.shown} entries: {name}")
                act()
                self.faults[name] += 1
            elif waiting and all(worker.code() == 0 for worker in workers):
                self.say(f"{len(waiting)} faults came too late")
                return
            time.sleep(_POLL_S)

    def _kill_tables(self, dice: random.Random, workers: list[Forked]) -> None:
        alive = [worker for worker in workers if worker.code() is None]
        if alive:
            worker = dice.choice(alive)
            worker.kill()
            worker.start()
            per = -(-self.load.tables // len(workers))
            self.tables_killed += per


def report(run: Run, outcome: Outcome, took: float) -> dict[str, Any]:
    """The run in figures."""
    return {
        "tables": run.load.tables,
        "database": run.load.database,
        "way": "https" if run.load.https else "mqtt",
        "seconds": round(took, 1),
        "written": outcome.written,
        "arrived": outcome.arrived,
        "lost": outcome.lost,
        "doubled": outcome.doubled,
        "changed": outcome.changed,
        "disordered": outcome.disordered,
        "chains_whole": outcome.chains,
        "refused": outcome.refused,
        "faults": {**run.faults, "single tables killed": run.tables_killed},
        "late_ms": {name: outcome.percentile(share) for name, share in SHARES.items()},
        "late_steady_ms": {
            name: outcome.percentile(share, steady=True) for name, share in SHARES.items()
        },
        "notices": outcome.notices,
    }


def run_load(load: Load, say: Callable[[str], None]) -> dict[str, Any]:
    """Play a load in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="jantaku-load-") as folder:
        run = Run(load, Path(folder), say)
        outcome, took = run.go()
        return {**report(run, outcome, took), "good": outcome.good}


def words(result: dict[str, Any]) -> Iterator[str]:
    """The report for a person."""
    late, steady = result["late_ms"], result["late_steady_ms"]
    yield (
        f"{result['tables']} tables, {result['written']} entries in {result['seconds']} s"
        f" ({result['database']}, {result['way']})"
    )
    yield (
        f"lost {result['lost']}, doubled {result['doubled']}, changed {result['changed']}, out of"
        f" order {result['disordered']}, refused {result['refused']};"
        f" {result['chains_whole']} of {result['tables']} chains whole"
    )
    yield (
        f"from table to page: p50 {late['p50']} ms, p95 {late['p95']} ms, p99 {late['p99']} ms,"
        f" at worst {late['max']} ms; once all tables were heard: p50 {steady['p50']} ms,"
        f" p95 {steady['p95']} ms"
    )
    faults = ", ".join(f"{name} {times}" for name, times in result["faults"].items() if times)
    yield f"faults: {faults or 'none'}"
    for notice in result["notices"]:
        yield f"! {notice}"


def _again(child: Child | None) -> None:
    """Kill something, and start it again after a moment."""
    if child is not None:
        child.kill()
        time.sleep(0.5)
        child.start()


def _crash(postgres: ThrowawayPostgres | None) -> None:
    if postgres is not None:
        postgres.crash()
        postgres.start()


def _need_alive(workers: list[Forked]) -> None:
    for worker in workers:
        if worker.code() not in {None, 0}:
            raise HallDataError(f"virtual tables: {worker.tail()}")


def _settle(listener: Listener, total: int) -> None:
    """What is acknowledged is shown a moment later."""
    until = time.monotonic() + 5
    while listener.shown < total and time.monotonic() < until:
        time.sleep(_POLL_S)
