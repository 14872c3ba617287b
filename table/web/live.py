"""One live connection: a snapshot or the missed changes, then every change, and heartbeats."""

import asyncio

from fastapi import WebSocket, WebSocketDisconnect

from table.session import Session, Subscription
from table.web.readback import change_message, snapshot_message
from table.web.views.live import HeartbeatMessage


async def follow(
    socket: WebSocket, session: Session, since: int | None, journal: str | None, heartbeat_s: float
) -> None:
    """Serve an accepted connection until its client leaves."""
    with session.follow(since, journal) as (caught_up, subscription):
        sender = _Sender(socket, session, subscription, since if caught_up else None)
        tasks = {
            asyncio.create_task(sender.run(heartbeat_s)),
            asyncio.create_task(_until_gone(socket)),
        }
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        for end in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                raise end


async def _until_gone(socket: WebSocket) -> None:
    """A client has nothing to say; wait until it leaves."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        continue


class _Sender:
    """Sends what one subscription brings, never a number twice and never backwards."""

    def __init__(
        self, socket: WebSocket, session: Session, subscription: Subscription, sent: int | None
    ) -> None:
        self._socket = socket
        self._session = session
        self._subscription = subscription
        self._sent = -1 if sent is None else sent

    async def run(self, heartbeat_s: float) -> None:
        """Send for ever; a subscription that fell behind starts again from a snapshot."""
        if self._sent < 0:
            await self._send_snapshot()
        while True:
            try:
                async with asyncio.timeout(heartbeat_s):
                    change = await self._subscription.next()
            except TimeoutError:
                beat = HeartbeatMessage(type="heartbeat", seq=self._sent)
                await self._socket.send_text(beat.model_dump_json())
                continue
            if change is None:
                await self._send_snapshot()
            elif change.after.seq > self._sent:
                await self._socket.send_text(change_message(change).model_dump_json())
                self._sent = change.after.seq

    async def _send_snapshot(self) -> None:
        now = self._session.snapshot
        await self._socket.send_text(snapshot_message(now).model_dump_json())
        self._sent = now.seq
