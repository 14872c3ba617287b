"""Server-sent events: the tables that have changed, as they change."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from table.hall.web import views
from table.hall.web.services import Hall, HallDep
from table.wording.speech import told

router = APIRouter(tags=["live"])
HEARTBEAT_S = 10.0
GATHER_S = 0.05
"""Changes within so long go out together."""


@router.get("/api/live")
async def follow_hall(hall: HallDep) -> StreamingResponse:
    """A stream of `data: {"tables": [...], "clock": {...}}`; every table at first."""
    return StreamingResponse(_stream(hall), media_type="text/event-stream")


async def _stream(hall: Hall) -> AsyncIterator[str]:
    with hall.board.listen() as listener:
        yield await _message(hall, set(hall.board.names()))
        while True:
            changed = await listener.wait(HEARTBEAT_S)
            yield await _message(hall, changed or set())
            await asyncio.sleep(GATHER_S)


async def _message(hall: Hall, tables: set[str]) -> str:
    book = await asyncio.to_thread(hall.book)
    now = hall.now()
    data: dict[str, Any] = {
        "tables": [hall.board.row(table, now) for table in sorted(tables)],
        "clock": views.clock_view(book, now),
        "trouble": told(hall.ingest.trouble),
    }
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"
