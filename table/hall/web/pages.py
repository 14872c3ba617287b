"""The hall's pages: server-rendered, with one small script that keeps them fresh."""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from sqlalchemy import select

from table.config import load_ruleset, ruleset_ids
from table.core.fouls import FOULS
from table.hall.data import schema
from table.hall.event import judging
from table.hall.event.book import round_of
from table.hall.web import views
from table.hall.web.guard import LANGUAGE
from table.hall.web.lines import line_of, source_words
from table.hall.web.rendering import environment
from table.hall.web.requests import Number
from table.hall.web.routes_tables import glance, read_table
from table.hall.web.services import Hall, HallDep
from table.hall.web.words import words
from table.hall.wire import PICTURE_ID
from table.web.guard import here
from table.wording.speech import LANGUAGES, READER, told

router = APIRouter()
SHOWN_ENTRIES = 60
Before = Annotated[int | None, Query(ge=1, lt=1 << 53)]


@router.get("/")
def show_tables(request: Request, hall: HallDep) -> HTMLResponse:
    """All tables at a glance."""
    return _page(request, hall, "tables.html", rows=glance(hall))


@router.get("/tables/{table}")
def show_table(request: Request, hall: HallDep, table: str, before: Before = None) -> HTMLResponse:
    """One table, down to its evidence."""
    row = read_table(hall, table)
    entries = _entries(hall, row, before)
    return _page(request, hall, "table.html", row=row, entries=entries)


@router.get("/referee")
def show_referees(request: Request, hall: HallDep) -> HTMLResponse:
    """Who calls for a referee, and what was ruled."""
    with hall.database.read() as connection:
        queue = judging.queue(connection)
        closed = judging.queue(connection, closed=True)[:20]
        rulings = judging.rulings(connection)[:30]
    book = hall.book()
    return _page(
        request,
        hall,
        "referee.html",
        queue=queue,
        untaken=[one["table_name"] for one in queue if not one["taken_by"]],
        callers={one["id"]: _caller(hall, one) for one in queue},
        closed=closed,
        rulings=rulings,
        players=book.players,
        fouls=["late", *sorted(FOULS - {"late"})],
        tables=[row["table"] for row in glance(hall)],
    )


@router.get("/event")
def show_event(request: Request, hall: HallDep) -> HTMLResponse:
    """Settings, players, draws, rounds: the organiser's desk."""
    book, now = hall.book(), hall.now()
    rounds = [views.round_view(book, one, now) for one in book.rounds]
    return _page(
        request,
        hall,
        "event.html",
        rounds=rounds,
        next_round=next(
            (one["number"] for one in rounds if one["state"] != "ended"), len(rounds) + 1
        ),
        players=list(book.players.values()),
        rulesets=[(one, told(load_ruleset(one).name)) for one in ruleset_ids()],
        settings=book.settings,
    )


@router.get("/rounds/{number}/sheets")
def show_sheets(request: Request, hall: HallDep, number: Number) -> HTMLResponse:
    """Score sheets of a round, to be printed."""
    book = hall.book()
    made = views.round_view(book, round_of(book, number), hall.now())
    return _page(request, hall, "sheets.html", made=made)


@router.get("/certificates")
def show_certificates(request: Request, hall: HallDep) -> HTMLResponse:
    """A certificate of result for everybody, to be printed."""
    ranks = views.standings_view(hall.book())
    date = hall.now().astimezone().date().isoformat()
    return _page(request, hall, "certificates.html", ranks=ranks, date=date)


@router.get("/public/standings")
def show_standings(request: Request, hall: HallDep) -> HTMLResponse:
    """The standings, for everybody."""
    book = hall.book()
    ranks, teams = views.standings_view(book), views.teams_view(book)
    return _page(request, hall, "standings.html", ranks=ranks, teams=teams)


@router.get("/public/rounds/{number}")
def show_round(request: Request, hall: HallDep, number: Number) -> HTMLResponse:
    """Who sits where, for everybody; prints on the wall's paper."""
    book = hall.book()
    made = views.round_view(book, round_of(book, number), hall.now())
    return _page(request, hall, "round.html", made=made)


@router.get("/public/projector")
def show_projector(request: Request, hall: HallDep) -> HTMLResponse:
    """Standings and clock, large."""
    return _page(request, hall, "projector.html", ranks=views.standings_view(hall.book()))


@router.get("/public/language")
def choose_language(to: str, back: str = "/") -> RedirectResponse:
    """Keep a language, and go back."""
    inside = back.startswith("/") and not back.startswith(("//", "/\\"))
    answer = RedirectResponse(back if inside else "/", 303)
    answer.set_cookie(LANGUAGE, to if to in LANGUAGES else "en", samesite="lax", max_age=31_536_000)
    return answer


def _page(request: Request, hall: Hall, template: str, **facts: Any) -> HTMLResponse:
    language = READER.get()
    known = words(language)
    html = (
        environment()
        .get_template(template)
        .render(
            t=known,
            words_json=json.dumps(known, ensure_ascii=False),
            language=language,
            other="ja" if language == "en" else "en",
            path=request.url.path,
            back=_back(request),
            book=views.event_view(hall.book(), hall.now()),
            notices=hall.intake.notices.open(),
            trouble=told(hall.ingest.trouble),
            **facts,
        )
    )
    return HTMLResponse(html)


def _back(request: Request) -> str:
    """This page's own address, but in whatever language was chosen."""
    asked = request.query_params.items()
    return here(request.scope, {name: value for name, value in asked if name != "lang"})


def _entries(hall: Hall, row: Mapping[str, Any], before: int | None) -> list[dict[str, Any]]:
    """A table's newest entries, or those before a number, newest first, in words."""
    if row["journal"] is None:
        return []
    entry = schema.entry
    asked = select(entry.c.seq, entry.c.body, entry.c.hash).where(
        entry.c.table_name == row["table"], entry.c.journal == row["journal"]
    )
    if before is not None:
        asked = asked.where(entry.c.seq < before)
    with hall.database.read() as connection:
        rows = connection.execute(asked.order_by(entry.c.seq.desc()).limit(SHOWN_ENTRIES)).all()
    found = []
    for seq, body, claimed in rows:
        fields = json.loads(body)
        evidence = fields["evidence"]
        found.append(
            {
                "seq": seq,
                "at": fields["at"],
                "source": source_words(fields["source"]),
                "confidence": fields["confidence"],
                "supersedes": fields["supersedes"],
                "words": line_of(fields["event"], _names_at(seq, row["games"])),
                "hash": claimed,
                "evidence": None
                if evidence is None
                else json.dumps(evidence, indent=1, ensure_ascii=False),
                "pictures": _pictures(evidence),
                "clip": _clip(evidence),
            }
        )
    return found


def _caller(hall: Hall, call: Mapping[str, Any]) -> str:
    """Who called, by the game that was played then; "" where nobody knows."""
    seen, seat = hall.intake.seen(call["table_name"]), call["seat"]
    if seen is None or seat is None:
        return ""
    origin, _, seq = call["origin"].rpartition(":")
    by_table = origin == f"{call['table_name']}:{seen.journal[:40]}"
    names = _names_at(int(seq) if by_table else seen.seq, [one.facts() for one in seen.games])
    return names[seat] if names else ""


def _names_at(seq: int, games: Sequence[Mapping[str, Any]]) -> Sequence[str]:
    """Who played when this entry was written, by seat."""
    begun = [game for game in games if game["start_seq"] <= seq]
    return begun[-1]["names"] if begun else ()


def _pictures(evidence: Any) -> list[str]:
    """The ids of the pictures that an entry rests on; they lie at the table."""
    if not isinstance(evidence, dict):
        return []
    photo = evidence.get("photo")
    named = [photo.get("id")] if isinstance(photo, dict) else []
    crops = evidence.get("pictures")
    named += crops if isinstance(crops, list) else []
    return [one for one in named if isinstance(one, str) and PICTURE_ID.fullmatch(one)]


def _clip(evidence: Any) -> str:
    """Where an entry stands in its table's film, as a path's end; empty where nobody filmed."""
    if not isinstance(evidence, dict):
        return ""
    film, at_s = evidence.get("film"), evidence.get("film_s")
    known = isinstance(film, str) and PICTURE_ID.fullmatch(film) and isinstance(at_s, int | float)
    return f"{film}?at_s={at_s:.1f}" if known else ""
