"""The way to the hall by MQTT: QoS 1 up and down, mutual TLS."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiomqtt

from table.errors import LinkError
from table.hall.wire import reply_topic, report_topic

CONNECT_S = 5.0
PUBLISH_S = 5.0
KEEPALIVE_S = 15


@dataclass(frozen=True, slots=True)
class MqttWay:
    """Where the broker is, and as whom to speak."""

    host: str
    port: int
    table: str
    context: ssl.SSLContext | None
    """None only for a broker on the loopback that asks for no certificates."""
    instance: str = ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator["MqttLine"]:
        """Connect and listen for replies. Raises LinkError."""
        client = aiomqtt.Client(
            self.host,
            self.port,
            identifier=f"{self.table}-{self.instance}",
            tls_context=self.context,
            keepalive=KEEPALIVE_S,
            timeout=CONNECT_S,
        )
        try:
            async with client:
                await client.subscribe(reply_topic(self.table), qos=1)
                yield MqttLine(client, report_topic(self.table))
        except (aiomqtt.MqttError, OSError, ValueError) as fault:
            raise LinkError(f"hall {self.host}:{self.port}: {_said(fault)}") from None


class MqttLine:
    """An open connection to the broker."""

    def __init__(self, client: aiomqtt.Client, topic: str) -> None:
        self._client = client
        self._topic = topic

    async def send(self, message: bytes) -> None:
        """Publish a report; returns when the broker has it. Raises LinkError."""
        try:
            await self._client.publish(self._topic, message, qos=1, timeout=PUBLISH_S)
        except (aiomqtt.MqttError, ValueError) as fault:
            raise LinkError(f"hall: {_said(fault)}") from None

    async def receive(self) -> bytes:
        """The next reply. Raises LinkError."""
        try:
            message = await anext(aiter(self._client.messages))
        except aiomqtt.MqttError as fault:
            raise LinkError(f"hall: {_said(fault)}") from None
        return message.payload


def _said(fault: BaseException) -> str:
    return " ".join(str(fault).split()) or type(fault).__name__
