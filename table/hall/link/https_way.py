"""The way to a small hall without a broker: each report is a POST, its answer the reply."""

import asyncio
import http.client
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from table.errors import LinkError

_T = TypeVar("_T")
ANSWER_S = 10.0
PATH = "/link/reports"
POLL_S = 2.0
"""A hall cannot speak first here, so a quiet table asks this often."""


@dataclass(frozen=True, slots=True)
class HttpsWay:
    """Where the hall's link listens, and our certificate."""

    host: str
    port: int
    context: ssl.SSLContext

    @asynccontextmanager
    async def open(self) -> AsyncIterator["HttpsLine"]:
        """Connect. Raises LinkError."""
        connection = http.client.HTTPSConnection(
            self.host, self.port, timeout=ANSWER_S, context=self.context
        )
        line = HttpsLine(connection)
        try:
            await line.connect()
            yield line
        finally:
            connection.close()


class HttpsLine:
    """A connection that is kept open between reports."""

    def __init__(self, connection: http.client.HTTPSConnection) -> None:
        self._connection = connection
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()

    async def connect(self) -> None:
        """Shake hands. Raises LinkError."""
        await self._try(self._connection.connect)

    async def send(self, message: bytes) -> None:
        """Post a report, and keep its answer. Raises LinkError."""
        status, answer = await self._try(lambda: self._post(message))
        if status != http.HTTPStatus.OK:
            said = answer.decode("utf-8", "replace")[:300]
            raise LinkError(f"hall {self._place}: status {status}, {said}")
        self._answers.put_nowait(answer)

    async def receive(self) -> bytes:
        """The next answer."""
        return await self._answers.get()

    def _post(self, message: bytes) -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json"}
        self._connection.request("POST", PATH, message, headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    async def _try(self, ask: Callable[[], _T]) -> _T:
        try:
            return await asyncio.to_thread(ask)
        except (OSError, http.client.HTTPException) as fault:
            said = " ".join(str(fault).split()) or type(fault).__name__
            raise LinkError(f"hall {self._place}: {said}") from None

    @property
    def _place(self) -> str:
        return f"{self._connection.host}:{self._connection.port}"
