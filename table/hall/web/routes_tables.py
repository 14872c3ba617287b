"""The organisers' API: tables with their evidence, referees, rulings, notices, the whole export."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response
from sqlalchemy import select

from table.errors import UnknownEventError, UnknownThingError
from table.hall import notices
from table.hall.data import schema
from table.hall.event import judging, rounds
from table.hall.event.book import natural
from table.hall.pictures import clip_order, picture_order
from table.hall.web import views
from table.hall.web.requests import (
    CallRequest,
    CancelRequest,
    CloseRequest,
    Number,
    RulingRequest,
    TakeRequest,
)
from table.hall.web.services import Hall, HallDep
from table.hall.wire import Order
from table.wording.speech import told

router = APIRouter(prefix="/api", tags=["tables"])
Json = dict[str, Any]
After = Annotated[int, Query(ge=0, lt=1 << 53)]
Limit = Annotated[int, Query(ge=1, le=500)]
Moment = Annotated[float, Query(ge=0, le=86_400, allow_inf_nan=False)]
_SAID = frozenset({"words", "way_out"})


@router.get("/tables")
def list_tables(hall: HallDep) -> list[Json]:
    """All tables at a glance, those without a report too."""
    return glance(hall)


@router.get("/tables/{table}")
def read_table(hall: HallDep, table: str) -> Json:
    """One table, with its games and journals."""
    row = hall.board.row(_known(hall, table), hall.now())
    seen = hall.intake.seen(table)
    return {
        **row,
        "journal": None if seen is None else seen.journal,
        "chain": "whole" if seen is None or not seen.fault else told(seen.fault),
        "games": [] if seen is None else [one.facts() for one in seen.games],
    }


@router.get("/tables/{table}/journal")
def read_journal(hall: HallDep, table: str, after: After = 0, limit: Limit = 100) -> list[Json]:
    """A table's entries with their evidence, oldest first, as the table hashed them."""
    seen = hall.intake.seen(_known(hall, table))
    if seen is None:
        return []
    entry = schema.entry
    with hall.database.read() as connection:
        rows = connection.execute(
            select(entry.c.body, entry.c.hash)
            .where(
                entry.c.table_name == table,
                entry.c.journal == seen.journal,
                entry.c.seq > after,
            )
            .order_by(entry.c.seq)
            .limit(limit)
        ).all()
    return [{"entry": body, "hash": claimed} for body, claimed in rows]


@router.get(
    "/tables/{table}/pictures/{picture}",
    response_class=Response,
    responses={200: {"content": {"image/jpeg": {}, "image/png": {}}}},
)
async def show_picture(hall: HallDep, table: str, picture: str) -> Response:
    """A picture of a table's evidence, asked of the table when it is looked at first."""
    return await _fetched(hall, table, picture_order(picture))


@router.get(
    "/tables/{table}/clips/{film}",
    response_class=Response,
    responses={200: {"content": {"video/mp4": {}}}},
)
async def show_clip(hall: HallDep, table: str, film: str, at_s: Moment) -> Response:
    """A few seconds of a table's film around a moment of it, asked for when it is looked at."""
    return await _fetched(hall, table, clip_order(film, at_s))


@router.get("/notices")
def list_notices(hall: HallDep) -> list[Json]:
    """What is wrong now, each with the way out."""
    names = ("id", "table_name", "kind", "words", "way_out", "first_at", "last_at", "times")
    return [
        {name: told(one[name]) if name in _SAID else one[name] for name in names}
        for one in hall.intake.notices.open()
    ]


@router.post("/notices/{notice}/settle")
def settle_notice(hall: HallDep, notice: Number) -> Json:
    """Somebody has dealt with it; where it is not so, it comes again."""
    notices.settle(hall.database, notice, hall.now())
    hall.intake.refresh()
    with hall.change("settle", {"notice": notice}):
        hall.board.changed(set(hall.board.names()))
    return {"id": notice, "settled": True}


@router.get("/calls")
def list_calls(hall: HallDep, closed: bool = False) -> list[Json]:
    """The referees' queue, oldest first; or what is closed."""
    with hall.database.read() as connection:
        found = judging.queue(connection, closed=closed)
    return [{**one, "what": called(one["what"])} for one in found]


@router.post("/calls")
def call_referee(hall: HallDep, request: CallRequest) -> Json:
    """Ask for a referee at a table."""
    with hall.change("call", request.model_dump()) as (connection, _):
        now = hall.now()
        origin = f"hall:{now.isoformat()}:{request.table}"
        number = judging.call(connection, request.table, request.seat, request.what, now, origin)
    hall.board.changed(set())
    return {"id": number}


@router.post("/calls/{call}/take")
def take_call(hall: HallDep, call: Number, request: TakeRequest) -> Json:
    """A referee goes there; others see it."""
    with hall.change("take", {"call": call, **request.model_dump()}) as (connection, _):
        judging.take_call(connection, call, request.referee, hall.now())
    hall.board.changed(set())
    return {"id": call, "taken_by": request.referee}


@router.post("/calls/{call}/close")
def close_call(hall: HallDep, call: Number, request: CloseRequest) -> Json:
    """It is settled."""
    with hall.change("close", {"call": call, **request.model_dump()}) as (connection, _):
        judging.close_call(connection, call, request.outcome, hall.now())
    hall.board.changed(set())
    return {"id": call, "closed": True}


@router.get("/rulings")
def list_rulings(hall: HallDep) -> list[Json]:
    """All rulings of the hall, the newest first."""
    with hall.database.read() as connection:
        return judging.rulings(connection)


@router.post("/rulings")
def make_ruling(hall: HallDep, request: RulingRequest) -> Json:
    """Price a foul by the ruleset's clause, off the overall score; `substitute` where one plays."""
    with hall.change("ruling", request.model_dump()) as (connection, book):
        made = judging.rule(
            connection,
            book,
            player=request.player,
            foul=request.foul,
            minutes=request.minutes,
            decision=request.decision,
            reason=request.reason,
            ruled_by=request.ruled_by,
            at=hall.now(),
        )
        if request.substitute is not None:
            first = book.current.number if book.current else 1
            rounds.substitute(connection, book, request.player, request.substitute, first)
        return made


@router.post("/rulings/{ruling}/cancel")
def cancel_ruling(hall: HallDep, ruling: Number, request: CancelRequest) -> Json:
    """Take a ruling back; what it took is given back."""
    with hall.change("cancel", {"ruling": ruling, **request.model_dump()}) as (connection, _):
        judging.cancel(connection, ruling, request.reason, hall.now())
    return {"id": ruling, "cancelled": True}


@router.get("/export")
def export_event(hall: HallDep) -> Json:
    """The whole event as one document: settings, players, rounds with results, standings."""
    book, now = hall.book(), hall.now()
    with hall.database.read() as connection:
        rulings = judging.rulings(connection)
    return {
        "event": views.event_view(book, now),
        "players": views.players_view(book),
        "rounds": [views.round_view(book, one, now) for one in book.rounds],
        "rulings": rulings,
        "standings": views.standings_view(book),
        "teams": views.teams_view(book),
    }


def called(what: str) -> str:
    """Why a referee is called, in the reader's language: what is wrong, and what was said."""
    kind, colon, said = what.partition(": ")
    return f"{told(kind)}{colon}{told(said)}"


def table_names(hall: Hall) -> list[str]:
    """All tables in order, those that never reported with the rest."""
    return sorted({*hall.board.names(), *hall.tables()}, key=natural)


def glance(hall: Hall) -> list[Json]:
    """All tables as they are now."""
    now = hall.now()
    return [hall.board.row(name, now) for name in table_names(hall)]


async def _fetched(hall: Hall, table: str, order: Order) -> Response:
    if hall.pictures is None:
        raise UnknownThingError(f"picture {order.facts['id'][:40]!r}: this hall keeps none")
    row = hall.board.row(_known(hall, table), hall.now())
    data, media = await hall.pictures.fetch(table, order, online=row["online"], ask=hall.ordered)
    return Response(data, media_type=media)


def _known(hall: Hall, table: str) -> str:
    if table not in {*hall.board.names(), *hall.tables()}:
        raise UnknownEventError(f"table {table[:40]!r}: expected one of this hall")
    return table
