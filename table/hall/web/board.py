"""All tables at a glance, from what has arrived; and who wants to hear of changes."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from table.core.state import Phase
from table.core.units import SEATS
from table.hall.intake import Intake
from table.hall.kept import Seen
from table.wording.speech import told

OFFLINE_S = 15.0
"""A table that has said nothing for so long is shown as away."""
_WINDS = "ESWN"


class Board:
    """What the hall knows of each table now."""

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._listeners: set[Listener] = set()

    def names(self) -> list[str]:
        """The tables that have reported."""
        return sorted(self._intake.posts())

    def row(self, table: str, now: datetime) -> dict[str, Any]:
        """One table, ready for JSON."""
        post = self._intake.posts().get(table)
        seen = self._intake.seen(table)
        notices = [
            {"kind": one["kind"], "words": told(one["words"]), "way_out": told(one["way_out"])}
            for one in self._intake.notices.open(table)
        ]
        return {
            "table": table,
            **_link(post, now),
            **_play(seen),
            "seq": 0 if seen is None else seen.seq,
            "trouble": notices,
        }

    def rows(self, now: datetime) -> list[dict[str, Any]]:
        """All tables."""
        return [self.row(table, now) for table in self.names()]

    def changed(self, tables: set[str]) -> None:
        """Tell whoever listens. Safe for threads: the API's commands run in some."""
        for listener in list(self._listeners):
            listener.add(tables)

    @contextmanager
    def listen(self) -> Iterator["Listener"]:
        """Hear of changes from now on."""
        listener = Listener()
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)


class Listener:
    """Gathers the tables that have changed, for a loop that waits."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._tables: set[str] = set()
        self._event = asyncio.Event()

    def add(self, tables: set[str]) -> None:
        """More tables have changed; the empty set is the event's own. Safe for threads."""
        self._loop.call_soon_threadsafe(self._add, tables)

    def _add(self, tables: set[str]) -> None:
        self._tables |= tables
        self._event.set()

    async def wait(self, seconds: float) -> set[str] | None:
        """What has changed since the last call; None when nothing has for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return None
        self._event.clear()
        tables, self._tables = self._tables, set()
        return tables


def _link(post: Mapping[str, Any] | None, now: datetime) -> dict[str, Any]:
    if post is None:
        quiet: dict[str, Any] = {
            "online": False,
            "seen_at": None,
            "waiting": 0,
            "questions": 0,
            "health": [],
        }
        return {**quiet, "page": "", "version": "", "skew_ms": 0}
    away = (now - datetime.fromisoformat(post["seen_at"])).total_seconds() > OFFLINE_S
    status = post["status"]
    return {
        "online": not away,
        "seen_at": post["seen_at"],
        "waiting": status["waiting"],
        "questions": status["questions"],
        "health": [told(one) for one in status["health"]],
        "page": status["page"],
        "version": post["version"],
        "skew_ms": post["skew_ms"],
    }


def _play(seen: Seen | None) -> dict[str, Any]:
    if seen is None:
        return {"state": "empty", "players": [], "last_at": None}
    state = seen.state
    seated = state.phase is not Phase.EMPTY
    return {
        "state": state.phase.name.lower(),
        "hand": f"{state.bakaze}{state.kyoku}" if seated else "",
        "honba": state.honba,
        "sticks": state.kyotaku,
        "gong": state.gong is not None,
        "rules": state.rules,
        "last_at": seen.last_at or None,
        "players": [
            {
                "name": state.names[seat],
                "points": state.scores[seat],
                "wind": str(state.seat_wind(seat)),
                "riichi": state.riichi[seat].value == "accepted",
            }
            for seat in SEATS
        ]
        if seated
        else [],
    }
