"""The hall's application: API, live stream and pages."""

from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from table.hall.web import live, pages, refusals, routes_event, routes_public, routes_tables
from table.hall.web.guard import HallGuard
from table.hall.web.services import Hall
from table.web import problems
from table.web.guard import Door
from table.web.views.base import ProblemView

_DESCRIPTION = """\
Many riichi tables in one event.

What begins with /api/public may be read by everybody; all else needs the token that `jantaku hall
serve` prints (`Authorization: Bearer TOKEN`), unless the hall serves the loopback alone.

A tournament in its order: PUT /api/event, POST /api/players, POST /api/players/fill where they are
no multiple of four, POST /api/rounds/draw; for each round start it, let the tables play (or enter
results by hand), end it. Points of the overall score are numbers such as 12.3; penalties are asked
in tenths of a point. Every refusal is an RFC 9457 problem whose `detail` names the value, what was
expected, and the way out.
"""


def create_app(hall: Hall, door: Door) -> FastAPI:
    """The application over the parts of a hall."""
    app = declare_app()
    app.state.hall = hall
    problems.install(app, refusals.for_people)
    app.add_middleware(HallGuard, door=door)
    app.mount("/static", StaticFiles(directory=Path(str(files("table") / "hall/web/static"))))
    return app


def declare_app() -> FastAPI:
    """The routes alone: enough to describe the API."""
    app = FastAPI(
        title="Jantaku hall",
        version="1",
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        responses={
            "default": {"description": "a refusal in words", "model": ProblemView},
        },
    )
    for module in (routes_public, routes_event, routes_tables, live):
        app.include_router(module.router)
    app.include_router(pages.router, include_in_schema=False)
    return app
