"""Server-sent events: the tables that have changed, as they change."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from table.hall.web import views
from table.hall.web.routes_tables import table_names
from table.hall.web.services import Hall, HallDep
from table.wording.speech import told

router = APIRouter(tags=["live"])
HEARTBEAT_S = 10.0
GATHER_S = 0.05
"""Changes within so long go out together."""
LOOK_S = 5.0
"""So often all tables are looked at: one that falls silent, or whose notice is settled, sends
nothing."""


@router.get("/api/live")
async def follow_hall(hall: HallDep) -> StreamingResponse:
    """A stream of `data: {"names": [...], "tables": [...], "clock": {...}, "trouble": ""}`.

    `names` are all tables in order, `tables` those that changed; every table at first.
    """
    return StreamingResponse(_stream(hall), media_type="text/event-stream")


async def _stream(hall: Hall) -> AsyncIterator[str]:
    sent: dict[str, Any] = {}
    looked = 0.0
    changed: set[str] | None = None
    with hall.board.listen() as listener:
        while True:
            names = table_names(hall)
            if changed is None or time.monotonic() - looked >= LOOK_S:
                looked, changed = time.monotonic(), None
            yield await _message(hall, names, names if changed is None else sorted(changed), sent)
            await asyncio.sleep(GATHER_S)
            changed = await listener.wait(HEARTBEAT_S)


async def _message(hall: Hall, names: list[str], looked_at: list[str], sent: dict[str, Any]) -> str:
    """What differs from what was `sent`, which is kept there."""
    book = await asyncio.to_thread(hall.book)
    now = hall.now()
    rows = {table: hall.board.row(table, now) for table in looked_at}
    news = {table: row for table, row in rows.items() if sent.get(table) != row}
    sent |= news
    data: dict[str, Any] = {
        "names": names,
        "tables": list(news.values()),
        "clock": views.clock_view(book, now),
        "trouble": told(hall.ingest.trouble),
    }
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"
