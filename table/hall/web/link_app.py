"""The hall's link for tables without a broker: reports by HTTPS, who sends them by certificate."""

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol

from table.errors import HallError, MessageError
from table.hall.ingest import Ingest
from table.hall.link.https_way import PATH
from table.hall.wire import MOST_BYTES
from table.web.problems import install, problem

PEER = "jantaku_peer"


class PeerProtocol(H11Protocol):
    """HTTP that tells the application who the certificate is of."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Remember the certificate's name and serial with everything that comes."""
        super().connection_made(transport)
        peer = transport.get_extra_info("peercert") or {}
        self.app_state = {**self.app_state, PEER: _peer(peer)}


def create_link(ingest: Ingest, revoked: Callable[[], frozenset[str]]) -> FastAPI:
    """The link's application; `revoked` are the serials that are taken back."""
    app = FastAPI(title="Jantaku hall link", docs_url=None, redoc_url=None, openapi_url=None)
    install(app)

    @app.post(PATH)
    async def take_report(request: Request) -> Response:
        name, serial = getattr(request.state, PEER, ("", ""))
        try:
            taken_back = revoked()
        except HallError as fault:
            return problem(503, str(fault))
        if not name or serial in taken_back:
            return problem(403, f"certificate of {name!r}: revoked, expected a good one")
        message = await _body(request)
        if message is None:
            return problem(413, f"report: more than {MOST_BYTES} bytes, expected at most that")
        try:
            reply = await ingest.take(name, message)
        except MessageError as fault:
            return problem(403, str(fault))
        except HallError as fault:
            return problem(503, str(fault))
        if reply is None:
            return problem(422, "report: cannot be read, expected one of this protocol")
        return Response(reply.encode(), media_type="application/json")

    return app


async def _body(request: Request) -> bytes | None:
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_BYTES:
            return None
        parts.append(part)
    return b"".join(parts)


def _peer(certificate: dict[str, Any]) -> tuple[str, str]:
    """The common name, and the serial as the authority writes it."""
    for part in certificate.get("subject", ()):
        for name, value in part:
            if name == "commonName":
                serial = str(certificate.get("serialNumber", "")).lower().lstrip("0")
                return str(value), serial
    return "", ""
