"""One live connection: a snapshot or the missed changes, then every change, and heartbeats."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from table.session import Change, Session, Snapshot, Subscription
from table.web.guard import caller_of
from table.web.readback import change_message, snapshot_message
from table.web.services import Services
from table.web.sight import SIGHT
from table.web.views.live import HeartbeatMessage
from table.wording.speech import READER, told

REMEMBERED = 32
"""So many written messages are kept: all clients are mostly sent the same one."""
PAST_EVERY_S = 0.2
GONE = 4001
"""The close code that says: your session has ended."""
Allowed = Callable[[], bool]


class Press:
    """Writes each message once, however many read it."""

    def __init__(self) -> None:
        self._written: OrderedDict[tuple[object, ...], str] = OrderedDict()

    def snapshot(self, now: Snapshot) -> str:
        """The text of a snapshot, for what the present connection may see, in its language."""
        key = (now.journal, now.seq, SIGHT.get(), READER.get())
        return self._once(key, lambda: snapshot_message(now).model_dump_json())

    def change(self, change: Change) -> str:
        """The same of a change."""
        seen = (change.after.journal, change.since, change.after.seq)
        key = (*seen, SIGHT.get(), READER.get())
        return self._once(key, lambda: change_message(change).model_dump_json())

    def _once(self, key: tuple[object, ...], write: Callable[[], str]) -> str:
        text = self._written.get(key)
        if text is None:
            text = self._written[key] = write()
            if len(self._written) > REMEMBERED:
                self._written.popitem(last=False)
        return text


_PRESS = Press()


async def follow(
    socket: WebSocket, services: Services, since: int | None, journal: str | None
) -> None:
    """Serve an accepted connection until its client leaves, or its session ends."""
    session = services.desk.session
    with session.follow(since, journal) as (caught_up, subscription):
        sender = _Sender(socket, session, subscription, since if caught_up else None)
        allowed = _allowed(socket, services)
        await _until_gone(socket, sender.run(services.heartbeat_s, allowed))


async def follow_past(socket: WebSocket, services: Services) -> None:
    """Serve an accepted overlay: the delayed table whenever it has changed."""
    await _until_gone(socket, _send_past(socket, services, _allowed(socket, services)))


def _allowed(socket: WebSocket, services: Services) -> Allowed:
    """Whether the session that opened the connection still stands."""
    pass_id = caller_of(socket).pass_id
    access = services.access
    return lambda: pass_id is None or any(one.id == pass_id for one in access.passes)


async def _until_gone(socket: WebSocket, sending: Coroutine[Any, Any, None]) -> None:
    """Send until the client leaves; it has nothing to say."""
    tasks = {asyncio.create_task(sending), asyncio.create_task(_gone(socket))}
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    for end in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
            raise end


async def _gone(socket: WebSocket) -> None:
    while (await socket.receive())["type"] != "websocket.disconnect":
        continue


async def _send_past(socket: WebSocket, services: Services, allowed: Allowed) -> None:
    session, sent, silent_s = services.desk.session, None, 0.0
    while allowed():
        desk = services.overlay
        then = session.past(desk.settings.delay_s)
        now = (then.journal, then.seq, desk.settings)
        if now != sent:
            await socket.send_text(desk.message(then).model_dump_json())
            sent, silent_s = now, 0.0
        elif silent_s >= services.heartbeat_s:
            beat = HeartbeatMessage(type="heartbeat", seq=then.seq)
            await socket.send_text(beat.model_dump_json())
            silent_s = 0.0
        await asyncio.sleep(PAST_EVERY_S)
        silent_s += PAST_EVERY_S
    await socket.close(GONE, told("the session has ended"))


class _Sender:
    """Sends what one subscription brings, never a number twice and never backwards."""

    def __init__(
        self, socket: WebSocket, session: Session, subscription: Subscription, sent: int | None
    ) -> None:
        self._socket = socket
        self._session = session
        self._subscription = subscription
        self._sent = -1 if sent is None else sent

    async def run(self, heartbeat_s: float, allowed: Allowed) -> None:
        """Send for ever; a subscription that fell behind starts again from a snapshot."""
        if self._sent < 0:
            await self._send_snapshot()
        while allowed():
            try:
                async with asyncio.timeout(heartbeat_s):
                    change = await self._subscription.next()
            except TimeoutError:
                beat = HeartbeatMessage(type="heartbeat", seq=self._sent)
                if allowed():
                    await self._socket.send_text(beat.model_dump_json())
                continue
            if not allowed():
                break
            if change is None:
                await self._send_snapshot()
            elif change.after.seq > self._sent:
                await self._socket.send_text(_PRESS.change(change))
                self._sent = change.after.seq
        await self._socket.close(GONE, told("the session has ended"))

    async def _send_snapshot(self) -> None:
        now = self._session.snapshot
        await self._socket.send_text(_PRESS.snapshot(now))
        self._sent = now.seq
