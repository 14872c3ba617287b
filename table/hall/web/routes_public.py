"""The public, read-only API: event, standings, seatings, results, clock; it needs no token."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from table.errors import UnknownEventError
from table.hall.event.book import round_of
from table.hall.web import views
from table.hall.web.requests import Number
from table.hall.web.services import HallDep

router = APIRouter(prefix="/api/public", tags=["public"])
Json = dict[str, object]
_CSV = "text/csv; charset=utf-8"


@router.get("/event")
def read_event(hall: HallDep) -> Json:
    """The event: title, rules, stages, how ties are broken, its rounds and their states."""
    return views.event_view(hall.book(), hall.now())


@router.get("/standings")
def read_standings(hall: HallDep) -> list[Json]:
    """The standings, best first; `provisional` where a game that counts is still played."""
    return list(views.standings_view(hall.book()))


@router.get("/standings.csv", response_class=PlainTextResponse)
def read_standings_csv(hall: HallDep) -> PlainTextResponse:
    """The standings for a spreadsheet."""
    rows = views.standings_view(hall.book())
    names = (
        "place",
        "name",
        "team",
        "total",
        "games",
        "penalty",
        "stage",
        "provisional",
        "disqualified",
    )
    return PlainTextResponse(
        views.csv(names, [[row[name] for name in names] for row in rows]), media_type=_CSV
    )


@router.get("/teams")
def read_teams(hall: HallDep) -> list[Json]:
    """Teams, best first."""
    return list(views.teams_view(hall.book()))


@router.get("/players/{player}")
def read_player(hall: HallDep, player: Number) -> Json:
    """A player and every game."""
    book = hall.book()
    if player not in book.players:
        raise UnknownEventError(f"player {player}: expected one who is entered")
    return views.player_view(book, player)


@router.get("/rounds/{number}")
def read_round(hall: HallDep, number: Number) -> Json:
    """Who sits where in a round, and what came of it."""
    book = hall.book()
    return views.round_view(book, round_of(book, number), hall.now())


@router.get("/rounds/{number}.csv", response_class=PlainTextResponse)
def read_round_csv(hall: HallDep, number: Number) -> PlainTextResponse:
    """A round for a spreadsheet: a line a seat."""
    book = hall.book()
    made = views.round_view(book, round_of(book, number), hall.now())
    names = ("wind", "name", "team", "substitute", "points", "place", "score", "counts")
    rows = [
        [number, table["table"], *(seat[name] for name in names)]
        for table in made["tables"]
        for seat in table["seats"]
    ]
    return PlainTextResponse(views.csv(("round", "table", *names), rows), media_type=_CSV)


@router.get("/clock")
def read_clock(hall: HallDep) -> Json:
    """The clock of the current round, in seconds left; extra time by table."""
    return views.clock_view(hall.book(), hall.now())
