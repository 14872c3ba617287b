"""Brings the journal to the hall: in order, one report at a time, until it is acknowledged.

Knows no network: a `Way` opens lines (MQTT, HTTPS). Where the hall does not answer, entries wait
in the outbox, for hours where need be; when it answers, it says from where to go on.
"""

import asyncio
import contextlib
import random
import secrets
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Protocol

from table.errors import LinkError, MessageError, TableError
from table.hall.link.outbox import Batch, Outbox
from table.hall.wire import Order, Picture, Reply, Report, Status, read_reply


class Line(Protocol):
    """An open line to the hall."""

    async def send(self, message: bytes) -> None:
        """Send a report. Raises LinkError where the line is lost."""

    async def receive(self) -> bytes:
        """The next message of the hall. Raises LinkError where the line is lost."""


class Way(Protocol):
    """How lines are opened."""

    def open(self) -> AbstractAsyncContextManager[Line]:
        """Connect. Raises LinkError where that is not possible."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """Waiting times in seconds."""

    heartbeat_s: float = 5.0
    """A quiet table reports so often."""
    answer_s: float = 5.0
    """So long an answer is waited for."""
    first_wait_s: float = 0.25
    longest_wait_s: float = 10.0
    held_s: float = 5.0
    """After a refusal."""


@dataclass(frozen=True, slots=True)
class LinkHealth:
    """How the way to the hall is, for the table's own page."""

    connected: bool
    waiting: int
    """Entries that the hall has not acknowledged."""
    trouble: str
    """In words; empty for none."""


def no_status() -> Status:
    """Nothing to say besides the journal."""
    return Status()


async def no_orders(_: Order) -> None:
    """A table that takes no orders."""


@dataclass(slots=True)
class Sender:
    """One table's sender."""

    outbox: Outbox
    way: Way
    version: str
    status: Callable[[], Status] = no_status
    carry_out: Callable[[Order], Awaitable[None]] = no_orders
    rhythm: Rhythm = Rhythm()
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    instance: str = field(default_factory=lambda: secrets.token_hex(8))
    _epoch: int = 0
    _number: int = 0
    _pictures: deque[Picture] = field(default_factory=deque)
    _new: asyncio.Event = field(default_factory=asyncio.Event)
    _connected: bool = False
    _trouble: str = ""

    def wake(self) -> None:
        """Say that the journal has grown."""
        self._new.set()

    def show(self, picture: Picture) -> None:
        """Send a picture that the hall has asked for, with the next report."""
        if picture.id not in {one.id for one in self._pictures}:
            self._pictures.append(picture)
            self._new.set()

    def health(self) -> LinkHealth:
        """How it goes."""
        return LinkHealth(self._connected, self.outbox.waiting(), self._trouble)

    async def run(self) -> None:
        """Send until cancelled; what the outbox's file fails with is said, and tried again."""
        wait = self.rhythm.first_wait_s
        while True:
            try:
                self._epoch = self._epoch or self.outbox.next_epoch()
                async with self.way.open() as line:
                    self._connected, self._trouble = True, ""
                    wait = self.rhythm.first_wait_s
                    await self._talk(line)
            except LinkError as fault:
                self._trouble = str(fault)
            except sqlite3.Error as fault:
                self._trouble = f"the outbox: {fault}"
            finally:
                self._connected = False
            await asyncio.sleep(wait * random.uniform(0.5, 1.5))
            wait = min(2 * wait, self.rhythm.longest_wait_s)

    async def _talk(self, line: Line) -> None:
        """Report over one line until it is lost."""
        async with _listening(line) as inbox:
            upto: int | None = self.outbox.acknowledged()  # None: asks first what the hall has
            clock = asyncio.get_running_loop().time
            due = clock()
            while True:
                self._new.clear()
                batch = Batch(1, ()) if upto is None else self.outbox.batch(upto)
                if batch.entries or self._pictures or clock() >= due:
                    reply = await self._exchange(line, inbox, batch)
                    due = clock() + self.rhythm.heartbeat_s
                    upto = None if reply is None else self._take(reply)
                    if reply is not None and reply.refused:
                        await self._rest(inbox, self.rhythm.held_s, wake=False)
                else:
                    await self._rest(inbox, due - clock())

    async def _exchange(
        self, line: Line, inbox: asyncio.Queue[bytes | LinkError], batch: Batch
    ) -> Reply | None:
        """Send a report and wait for its reply; None where none comes in time."""
        self._number += 1
        number = self._number
        await line.send(self._report(batch, number).encode())
        try:
            async with asyncio.timeout(self.rhythm.answer_s):
                while True:
                    reply = await self._hear(inbox)
                    if reply is not None and reply.number == number:
                        return reply
        except TimeoutError:
            self._trouble = f"the hall has not answered for {self.rhythm.answer_s:g} s"
            return None

    async def _rest(
        self, inbox: asyncio.Queue[bytes | LinkError], seconds: float, *, wake: bool = True
    ) -> None:
        """Wait for something new: an entry, a message, or the time."""
        waits = [asyncio.ensure_future(self._hear(inbox))]
        if wake:
            waits.append(asyncio.ensure_future(self._woken()))
        try:
            done, _ = await asyncio.wait(
                waits, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED
            )
            for one in done:
                one.result()
        finally:
            for one in waits:
                one.cancel()

    async def _woken(self) -> Reply | None:
        await self._new.wait()
        return None

    async def _hear(self, inbox: asyncio.Queue[bytes | LinkError]) -> Reply | None:
        """The next message that is for this instance, its orders carried out."""
        message = await inbox.get()
        if isinstance(message, LinkError):
            raise message
        try:
            reply = read_reply(message)
        except MessageError as fault:
            self._trouble = str(fault)
            return None
        if reply.instance != self.instance:
            return None
        for order in reply.orders:
            try:
                await self.carry_out(order)
            except (TableError, OSError) as fault:
                self._trouble = f"{order.kind} of the hall: {fault}"
        return reply

    def _take(self, reply: Reply) -> int | None:
        """Forget what is acknowledged; behind which entry to go on, None to ask the hall."""
        self._trouble = reply.refused
        if reply.kind in {"replayed", "copy"}:  # this file is an older copy of itself
            self._epoch = self.outbox.next_epoch(reply.epoch + 1)
            return None
        if reply.journal != self.outbox.journal or reply.kind == "protocol":
            return None
        self.outbox.acknowledge(reply.upto)
        return reply.send_from - 1 if reply.send_from else reply.upto

    def _report(self, batch: Batch, number: int) -> Report:
        return Report(
            journal=self.outbox.journal,
            epoch=self._epoch,
            instance=self.instance,
            number=number,
            first=batch.first,
            entries=batch.entries,
            last=self.outbox.last(),
            version=self.version,
            clock=self.now().isoformat(timespec="milliseconds"),
            status=replace(self.status(), waiting=self.outbox.waiting()),
            pictures=(self._pictures.popleft(),) if self._pictures else (),
        )


@contextlib.asynccontextmanager
async def _listening(line: Line) -> AsyncIterator[asyncio.Queue[bytes | LinkError]]:
    """What the line says, in the order in which it says it; at its end, how it was lost."""
    inbox: asyncio.Queue[bytes | LinkError] = asyncio.Queue()

    async def listen() -> None:
        while True:
            try:
                inbox.put_nowait(await line.receive())
            except LinkError as lost:
                inbox.put_nowait(lost)
                return

    listener = asyncio.create_task(listen())
    try:
        yield inbox
    finally:
        listener.cancel()
        await asyncio.wait([listener])  # awaited itself, it would swallow a cancel that is ours
