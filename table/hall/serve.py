"""Runs a hall: broker, ingest, link, pages and the gong, in one process."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import uvicorn

from table.errors import HallError, LinkError
from table.hall.data.database import Database
from table.hall.event import rounds
from table.hall.event.book import natural
from table.hall.folder import HallFolder, HallSettings
from table.hall.ingest import Ingest, MqttIngest, broker_gone
from table.hall.intake import Intake
from table.hall.lasting import lasting
from table.hall.members import Members
from table.hall.notices import HALL, Trouble
from table.hall.pictures import Pictures
from table.hall.security.authority import client_context
from table.hall.security.broker import Broker
from table.hall.security.watch import Watch
from table.hall.steady import SteadyTime
from table.hall.web.app import create_app
from table.hall.web.board import Board
from table.hall.web.link_app import PeerProtocol, create_link
from table.hall.web.services import Hall
from table.hall.wire import Reply
from table.web.guard import Door

MEMBERS_S = 1.0
"""The list of members is at most so old."""
GONG_S = 0.5
JUMP_S = 2
"""So far apart two clocks are where one was set."""
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Serving:
    """What a run of a hall is told."""

    folder: HallFolder
    settings: HallSettings
    door: Door
    pages: socket.socket
    version: str
    link: socket.socket | None = None
    """Where tables report by HTTPS; None: nowhere."""
    own_broker: bool = True
    announce: Callable[[], None] = lambda: None
    _members: frozenset[str] = frozenset()
    _listed: int = 0
    """When the list of revoked certificates was written that `_members` knows of."""
    _reading: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Who reads the members: one at a time, so that no older list takes a newer one's place."""
    _writing: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "notices"))
    """Writes what the broker's child is told of: in order, while the pages go on."""

    def run(self) -> None:
        """Serve until interrupted; the folder is locked. Raises HallDataError, AuthorityError."""
        with self.folder.database(self.settings) as database:
            database.migrate()
            self.folder.authority.serve_as(self.settings.hosts)
            with self._writing:
                asyncio.run(self._serve(database))

    async def _serve(self, database: Database) -> None:
        asyncio.get_running_loop().set_exception_handler(broker_gone)
        intake = Intake(database, self.version)
        members = Members(self.folder, self.settings, database)
        self._members = frozenset(members.names())
        strange = partial(_tell_strange, members, intake)
        ingest = Ingest(intake, partial(self._belongs, members), strange)
        board = Board(intake)
        times = SteadyTime()
        ingest.changed = board.changed
        hall = Hall(
            database, intake, ingest, board, tables=lambda: sorted(self._members, key=natural)
        )
        hall.now = times.now
        hall.pictures = Pictures(self.folder.path / "pictures")
        intake.shown = hall.pictures.take
        intake.orders = hall.orders
        intake.settle(HALL, "part", datetime.now(UTC))
        parts: dict[str, Coroutine[Any, Any, None]] = {}
        mqtt: MqttIngest | None = None
        broker: Broker | None = None
        if self.settings.mqtt_port:
            mqtt, broker = self._mqtt(ingest, intake)
            parts["MQTT"] = mqtt.run()
            parts["broker"] = self._broker(broker, intake)
        if self.link is not None:
            parts["HTTPS"] = self._link(ingest, self.link)
        parts["gong"] = self._gong(hall, mqtt, times)
        parts["members"] = self._watch_members(members, intake, broker)
        tasks = [asyncio.create_task(_run_part(intake, *part)) for part in parts.items()]
        try:
            await self._pages(hall)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)  # awaited itself, one would swallow a cancel that is ours

    async def _belongs(self, members: Members, table: str) -> bool:
        """Whether a table has a good certificate; a fresh list of revoked ones counts at once."""
        listed = self.folder.authority.listed_at()
        if listed != self._listed:
            async with self._reading:
                if listed != self._listed:  # else somebody read it meanwhile
                    self._members = frozenset(await asyncio.to_thread(members.names))
                    self._listed = listed
        return table in self._members

    async def _watch_members(self, members: Members, intake: Intake, broker: Broker | None) -> None:
        """Look again and again; somebody may invite, revoke, or choose between two histories."""
        while True:
            with contextlib.suppress(HallError):  # the old list stands while the database rests
                async with self._reading:
                    self._members = frozenset(await asyncio.to_thread(members.names))
                await asyncio.to_thread(intake.refresh)
            if broker is not None:
                broker.renew()
            await asyncio.sleep(MEMBERS_S)

    def _mqtt(self, ingest: Ingest, intake: Intake) -> tuple[MqttIngest, Broker]:
        authority = self.folder.authority
        context = client_context(authority.ca, *authority.client)
        context.check_hostname = False  # it is our own broker, on this machine
        mqtt = MqttIngest(ingest, broker_host(self.settings.host), self.settings.mqtt_port, context)
        watch = Watch()

        def tell(line: str) -> None:
            for trouble in watch.read(line):
                self._writing.submit(_try, intake.note, trouble, datetime.now(UTC))

        def told(why: str) -> None:
            self._writing.submit(_try, _tell_broker, intake, why, datetime.now(UTC))

        host, port = self.settings.host, self.settings.mqtt_port
        broker = Broker(authority, self.folder.broker, host, port, tell, told)
        return mqtt, broker

    async def _broker(self, broker: Broker, intake: Intake) -> None:
        """Run the broker, or say why there is none."""
        if not self.own_broker:
            return
        try:
            await broker.run()
        except LinkError as fault:
            way = "without it tables can be joined by HTTPS: jantaku hall invite --https NAME"
            trouble = Trouble(HALL, "broker", "", str(fault), way)
            await asyncio.to_thread(intake.note, trouble, datetime.now(UTC))

    async def _link(self, ingest: Ingest, taken: socket.socket) -> None:
        """Reports by HTTPS."""
        authority = self.folder.authority
        config = uvicorn.Config(
            create_link(ingest, authority.revoked),
            http=PeerProtocol,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="off",
        )
        config.load()
        config.ssl = authority.server_context()
        await _Quiet(config).serve(sockets=[taken])

    async def _gong(self, hall: Hall, mqtt: MqttIngest | None, times: SteadyTime) -> None:
        """Bring new orders to the tables at once, and the gong when it sounds."""
        changed = asyncio.Event()
        loop = asyncio.get_running_loop()

        def ordered() -> None:
            loop.call_soon_threadsafe(changed.set)

        hall.ordered = ordered
        sent: dict[str, frozenset[str]] = {}
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GONG_S):
                    await changed.wait()
            changed.clear()
            with contextlib.suppress(HallError):
                await asyncio.to_thread(heed_jump, hall, times)
                await self._push(hall, mqtt, sent)

    async def _push(
        self, hall: Hall, mqtt: MqttIngest | None, sent: dict[str, frozenset[str]]
    ) -> None:
        """Tell each table of orders that it has not been told of."""
        await asyncio.to_thread(hall.book)
        for table, post in hall.intake.posts().items():
            kept = hall.intake.kept(table)
            orders = hall.orders(table, kept)
            keys = frozenset(f"{one.id} {one.facts.get('state', '')}" for one in orders)
            if not keys or keys <= sent.get(table, frozenset()):
                continue
            sent[table] = keys
            if mqtt is not None and kept is not None:
                reply = Reply(post["journal"], post["instance"], 0, kept.chain.seq, orders=orders)
                await mqtt.tell(table, reply)

    async def _pages(self, hall: Hall) -> None:
        config = uvicorn.Config(
            create_app(hall, self.door),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
            lifespan="off",
        )
        server = _Announcing(config, self.announce)
        await server.serve(sockets=[self.pages])


def broker_host(listens: str) -> str:
    """Where the hall's own client finds a broker that listens there."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(listens, listens)  # noqa: S104 - no bind


def heed_jump(hall: Hall, times: SteadyTime) -> None:
    """Go on with a clock that was set; rounds keep what was played of them. Raises HallDataError.

    Until all is done a round seems younger than it is, never older: no gong comes too early.
    """
    seconds = round(times.jumped_s())
    if abs(seconds) < JUMP_S:
        return
    back = min(seconds, 0)
    times.follow(back)
    try:
        with hall.change("clock_set", {"seconds": seconds}) as (connection, book):
            played = rounds.clock_set(connection, book, seconds)
    except HallError:
        times.follow(-back)
        raise
    times.follow(seconds - back)
    if played:
        far = lasting(abs(seconds))
        words = (
            f"the clock of the hall's machine was set {'ahead' if seconds > 0 else 'back'} by {far}"
            " in a round; the round goes on as if nothing had been"
        )
        way = (
            "see that it is right now (timedatectl set-ntp true); tables hear the gong in its time"
        )
        hall.intake.note(Trouble(HALL, "time", "", words, way), hall.now())


async def _run_part(intake: Intake, name: str, part: Coroutine[Any, Any, None]) -> None:
    """Run a part of the hall; a fault that ends it is told of, the other parts go on."""
    try:
        await part
    except Exception as fault:  # noqa: BLE001 - whatever it is
        _LOG.exception("%s", name)
        words = f"a part of the hall has ended ({name}): {fault}"
        way = "stop `jantaku hall serve` and start it again; tables keep their entries until then"
        trouble = Trouble(HALL, "part", name, words, way)
        await asyncio.to_thread(_try, intake.note, trouble, datetime.now(UTC))


async def _tell_strange(members: Members, intake: Intake, table: str) -> None:
    """Write down that a table reports whom the hall gave a certificate and does not know."""

    def note() -> None:
        if members.invited(table):  # and taken back: nobody is to be told
            return
        words = f"table {table} reports with a certificate of this hall, whose books do not have it"
        way = (
            "it was invited after the backup that this hall was restored from; to hear it again:"
            f" jantaku hall invite {table}"
        )
        intake.note(Trouble(table, "unknown", "", words, way), datetime.now(UTC))

    await asyncio.to_thread(_try, note)


def _try(write: Callable[..., None], *told: object) -> None:
    """Write a notice; one that the database does not take now is let go."""
    try:
        write(*told)
    except HallError:
        pass
    except Exception:  # noqa: BLE001 - whatever it is
        _LOG.exception("notices")


def _tell_broker(intake: Intake, why: str, at: datetime) -> None:
    """Write down why the broker does not stay up, or that it does. Raises HallDataError."""
    if not why:
        intake.settle(HALL, "broker", at)
        return
    words = f"the broker does not stay up, no table reaches the hall by MQTT: {why}"
    way = (
        "it is started again and again: free its port (mqtt_port in hall.toml) or some disk;"
        " tables keep their entries until then"
    )
    intake.note(Trouble(HALL, "broker", "", words, way), at)


class _Announcing(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, then tell."""
        await super().startup(sockets)
        if self.started:
            self._announce()


class _Quiet(uvicorn.Server):
    """A server that leaves the process's signals to the one of the pages."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take none."""
        yield
