"""Brings reports from the network to the intake, and its replies back: MQTT and HTTPS."""

import asyncio
import contextlib
import logging
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import aiomqtt

from table.errors import DataRefusedError, HallError, MessageError
from table.hall.intake import Arrival, Intake
from table.hall.notices import Trouble
from table.hall.wire import Reply, reply_topic, report_topic, table_of

MOST_AT_ONCE = 200
"""Reports in one transaction."""
MOST_IN_FLIGHT = 1000
"""Replies that the broker has not confirmed; the next reports are taken in meanwhile."""
_AGAIN_S = 0.25
_REPLY_S = 10.0
_TROUBLE_S = 0.5
_LOG = logging.getLogger(__name__)
_UNHEARD = logging.Logger(__name__, logging.CRITICAL)  # noqa: LOG001 - nobody else's
"""The client's log: what is wrong with the broker the hall says itself."""


async def _nobody(_: str) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class Ingest:
    """Takes reports in, several at a time, and remembers how it goes."""

    intake: Intake
    belongs: Callable[[str], Awaitable[bool]]
    """Whether a table of this name has a certificate that is good."""
    strange: Callable[[str], Awaitable[None]] = field(default=_nobody)
    """Hears of a table that the broker or the link let in and that does not belong."""
    changed: Callable[[set[str]], None] = lambda _tables: None
    """Hears which tables have new entries or a new status."""
    trouble: str = ""
    """Why nothing can be written now; empty where it can."""
    connected: bool = False
    _waiting: list[tuple[Arrival, asyncio.Future[Reply | None]]] = field(default_factory=list)
    _draining: asyncio.Task[None] | None = None
    """Of nobody's request: one that is cancelled leaves the others' replies alone."""

    async def take(self, table: str, message: bytes) -> Reply | None:
        """The reply to one report; others that wait go into the same transaction.

        Raises HallDataError where it cannot be written; the table then sends it again.
        """
        if not await self.knows(table):
            raise MessageError(
                f"table {table!r}: the hall has no good certificate of it, expected one that is"
                " invited"
            )
        future: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((Arrival(table, message, datetime.now(UTC)), future))
        if self._draining is None or self._draining.done():
            self._draining = asyncio.create_task(self._drain())
        return await future

    async def knows(self, table: str) -> bool:
        """Whether a table belongs; of one that does not somebody is told."""
        known = await self.belongs(table)
        if not known:
            await self.strange(table)
        return known

    async def _drain(self) -> None:
        """Write what waits until nothing does."""
        while self._waiting:
            now, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            try:
                replies = await self.replies([one for one, _ in now])
            except HallError as fault:
                self.trouble = str(fault)
                for _, future in now:
                    if not future.done():
                        future.set_exception(fault)
                continue
            self.trouble = ""
            for (_, future), reply in zip(now, replies, strict=True):
                if not future.done():
                    future.set_result(reply)
            self.changed({one.table for one, _ in now})

    async def replies(self, arrivals: Sequence[Arrival]) -> list[Reply | None]:
        """The replies to some reports. Raises HallDataError where none of them can be written.

        A report that makes the program fail, or that the database does not take, has none, and is
        told of; the others are taken.
        """
        try:
            return await asyncio.to_thread(self.intake.take, arrivals)
        except Exception as fault:
            refused = isinstance(fault, DataRefusedError)
            if isinstance(fault, HallError) and not refused:
                raise
            if len(arrivals) > 1:  # one table must not stop the others
                return [reply for one in arrivals for reply in await self.replies([one])]
            (one,) = arrivals
            if refused:
                words = f"table {one.table} sent what cannot be kept: {fault}"
                way = "nothing was taken; see which program uses this table's certificate"
                trouble = Trouble(one.table, "message", "", words, way)
                await asyncio.to_thread(self.intake.note, trouble, one.at)
            else:
                _LOG.exception("%s", one.table)
            return [None]


class MqttIngest:
    """The hall's client of its broker."""

    def __init__(
        self, ingest: Ingest, host: str, port: int, context: ssl.SSLContext | None
    ) -> None:
        self._ingest = ingest
        self._host = host
        self._port = port
        self._context = context
        self._client: aiomqtt.Client | None = None
        self._answering: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Listen until cancelled; a broker that goes away is looked for again."""
        while True:
            with contextlib.suppress(aiomqtt.MqttError, OSError):
                await self._listen()
            self._client, self._ingest.connected = None, False
            await asyncio.sleep(_AGAIN_S)

    async def tell(self, table: str, reply: Reply) -> None:
        """Send a table something that it has not asked for; lost where it does not listen."""
        if self._client is not None:
            await self._answer(self._client, table, reply)

    async def _listen(self) -> None:
        async with aiomqtt.Client(
            self._host,
            self._port,
            identifier=f"hall-{time.time_ns():x}",
            tls_context=self._context,
            timeout=5.0,
            keepalive=15,
            max_inflight_messages=MOST_IN_FLIGHT,
            max_concurrent_outgoing_calls=MOST_IN_FLIGHT,
            logger=_UNHEARD,
        ) as client:
            await client.subscribe(report_topic(), qos=1)
            self._client, self._ingest.connected = client, True
            messages = client.messages
            while True:
                batch = [await anext(messages)]
                while len(messages) and len(batch) < MOST_AT_ONCE:
                    batch.append(await anext(messages))
                await self._take(client, batch)

    async def _take(self, client: aiomqtt.Client, batch: Sequence[aiomqtt.Message]) -> None:
        try:
            arrivals = [
                Arrival(table_of(str(one.topic)), one.payload, datetime.now(UTC))
                for one in batch
                if await self._ingest.knows(table_of(str(one.topic)))
            ]
            replies = await self._ingest.replies(arrivals)
        except HallError as fault:  # nothing was taken; the tables send it again
            self._ingest.trouble = str(fault)
            await asyncio.sleep(_TROUBLE_S)
            return
        self._ingest.trouble = ""
        self._ingest.changed({one.table for one in arrivals})
        for one, reply in zip(arrivals, replies, strict=True):
            if reply is not None:
                task = asyncio.create_task(self._answer(client, one.table, reply))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
        while len(self._answering) > MOST_IN_FLIGHT:
            await asyncio.wait(self._answering, return_when=asyncio.FIRST_COMPLETED)

    async def _answer(self, client: aiomqtt.Client, table: str, reply: Reply) -> None:
        """Send one reply; where it is lost, the table sends its report again."""
        with contextlib.suppress(aiomqtt.MqttError, ValueError):
            await client.publish(reply_topic(table), reply.encode(), qos=1, timeout=_REPLY_S)


def broker_gone(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A loop's handler: a broker that goes away while it is greeted leaves an error for nobody."""
    if not isinstance(context.get("exception"), aiomqtt.MqttError):
        loop.default_exception_handler(context)
