"""The table's line to its hall: sends the journal, and does what the hall orders."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.bootstrap.hall_pictures import clip_of, picture_of
from table.config import load_ruleset
from table.core.clock import HandTimes
from table.core.decisions import begin_game, ring
from table.core.incidents import Substitute
from table.core.state import Phase, TableState
from table.errors import IllegalActionError, LinkError
from table.hall.link.join import Join, installed, way_of
from table.hall.link.outbox import Outbox
from table.hall.link.sender import LinkHealth, Sender
from table.hall.version import program_version
from table.hall.wire import Order, Picture, Status
from table.journal.store import Draft
from table.session import Order as SessionOrder
from table.session import Session

_IN_GAME = (Phase.BETWEEN, Phase.HAND, Phase.SETTLED)


@dataclass(slots=True)
class HallClock:
    """The hall's clock as it was last told."""

    round: int
    state: str
    left_s: float | None
    told: float
    """On this machine's steady clock, so that a wrong time of day does no harm."""

    def left_now(self) -> float | None:
        """Seconds until this table's gong; None where there is none."""
        if self.left_s is None or self.state != "running":
            return self.left_s
        return max(0.0, self.left_s - (time.monotonic() - self.told))


class HallLink:
    """A table that is joined to a hall."""

    def __init__(
        self, session: Session, outbox: Outbox, join: Join, data: Path, status: Callable[[], Status]
    ) -> None:
        instance = secrets.token_hex(8)
        self.table = join.table
        self.hall = join.hall
        self.clock: HallClock | None = None
        self._page = ""
        self._data = data
        self._session = session
        self._outbox = outbox
        self._tasks: list[asyncio.Task[None]] = []
        self._sender = Sender(
            outbox,
            way_of(data, join, instance),
            program_version(),
            lambda: replace(status(), page=self._page),
            self.carry_out,
            instance=instance,
        )

    async def open(self, page: str = "") -> None:
        """Begin to send; `page` is where the table's own pages are."""
        self._page = page
        self._tasks = [
            asyncio.create_task(self._sender.run(), name="hall sender"),
            asyncio.create_task(self._follow(), name="hall follower"),
        ]

    async def close(self) -> None:
        """Stop; what was not acknowledged waits in the journal's file."""
        for task in self._tasks:
            task.cancel()
        ended = await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        for one in ended:
            if isinstance(one, Exception):
                raise one

    def stop(self) -> None:
        """Let go of the file."""
        self._outbox.close()

    def health(self) -> LinkHealth:
        """How it goes, for the table's page."""
        return self._sender.health()

    async def _follow(self) -> None:
        """Send what is new as soon as it is in the journal."""
        with self._session.follow(None, None) as (_, subscription):
            while True:
                await subscription.next()
                self._sender.wake()

    async def carry_out(self, order: Order) -> None:
        """Do what the hall orders, once. Raises IllegalActionError where it cannot be now."""
        try:
            await self._do(order, order.facts)
        except (KeyError, TypeError, ValueError) as fault:
            raise LinkError(f"order {order.id[:40]}: {fault!r}, expected another value") from None

    async def _do(self, order: Order, facts: Mapping[str, Any]) -> None:
        if order.kind == "clock":
            told = time.monotonic()
            self.clock = HallClock(facts["round"], facts["state"], facts["left_s"], told)
        elif order.kind == "seat":
            await self._seat(order.id, facts["names"], str(facts["rules"]))
        elif order.kind == "substitute":
            event = Substitute(Seat(facts["seat"]), str(facts["name"]), "hall")
            await self._change(order.id, lambda _state, _rules: [Draft(event)])
        elif order.kind == "gong":
            elapsed_s = int(facts["elapsed_s"])
            await self._change(order.id, lambda state, rules: _rung(state, elapsed_s, rules))
        elif order.kind == "picture":
            name = str(facts["id"])
            found = await asyncio.to_thread(picture_of, self._data, name)
            self._sender.show(Picture(name, found))
        elif order.kind == "clip":
            film, at_s = str(facts["film"]), float(facts["at_s"])
            found = await asyncio.to_thread(clip_of, self._data, film, at_s)
            self._sender.show(Picture(str(facts["id"]), found))

    async def _seat(self, order_id: str, names: list[str], rules: str) -> None:
        ruleset = load_ruleset(rules)
        first, second, third, fourth = names

        def decide(state: TableState, _rules: Ruleset) -> Iterable[Draft]:
            if state.phase in _IN_GAME and state.hands:
                raise IllegalActionError(
                    f"the hall seats {', '.join(names)}: the table is {state.phase}, expected the"
                    " game before to be over"
                )
            return map(Draft, begin_game((first, second, third, fourth), ruleset))

        await self._change(order_id, decide)

    async def _change(self, order_id: str, decide: Any) -> None:
        await self._session.change(SessionOrder(client_id=order_id, source="hall"), decide)


def _rung(state: TableState, elapsed_s: int, ruleset: Ruleset) -> list[Draft]:
    """The end signal, and the end of the game where the rules let no further hand begin."""
    if state.gong is not None or state.phase is Phase.ENDED:
        raise IllegalActionError("gong: the end signal has been given already")
    if state.phase is Phase.SETTLED:
        raise IllegalActionError("gong: the hand is being settled, expected its end before")
    between = bool(state.hands) and (state.play is None or not state.play.watched)
    times = HandTimes(over_s=0.0) if between else HandTimes()
    return [Draft(event) for event in ring(state, elapsed_s, times, ruleset)]


def join_hall(
    data: Path, journal: Path, session: Session, status: Callable[[], Status] = Status
) -> HallLink | None:
    """The link of a table whose data folder has a join file; None for a table of its own.

    Raises LinkError, AuthorityError, JournalError.
    """
    join = installed(data)
    if join is None:
        return None
    outbox = Outbox(journal)
    try:
        return HallLink(session, outbox, join, data, status)
    except BaseException:
        outbox.close()
        raise
