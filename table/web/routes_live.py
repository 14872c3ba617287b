"""The live connection: a snapshot, then numbered changes; after a gap the client starts again."""

from typing import Annotated

from fastapi import APIRouter, Query, WebSocket

from table.web.live import follow
from table.web.services import services_of

router = APIRouter()


@router.websocket("/api/live")
async def live(
    socket: WebSocket,
    since: Annotated[int | None, Query(ge=0)] = None,
    journal: Annotated[str | None, Query(max_length=64)] = None,
) -> None:
    """Follow the table; with a known `since` only the missing changes come first."""
    await socket.accept()
    services = services_of(socket)
    await follow(socket, services, since, journal)
