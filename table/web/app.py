"""The application: every route, the schema with the live messages, and the services behind them."""

from pathlib import Path
from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from table.web import (
    problems,
    routes_access,
    routes_bridge,
    routes_history,
    routes_live,
    routes_overlay,
    routes_photos,
    routes_questions,
    routes_records,
    routes_referee,
    routes_rulings,
    routes_setup,
    routes_table,
    routes_tile_sets,
    routes_watch,
)
from table.web.guard import Door, Guard
from table.web.pages import mount_pages
from table.web.roles import needed
from table.web.services import Services
from table.web.views.base import ProblemView, View
from table.web.views.live import ChangeMessage, HeartbeatMessage, SnapshotMessage

PROBLEM_STATUSES = {
    400: "cannot be read",
    401: "nobody who has signed in",
    403: "not from this page, or not with this role",
    404: "there is none",
    409: "not allowed now, or the table has changed",
    413: "too large",
    422: "a value that is not accepted",
    429: "too often",
    503: "busy, or a part is missing",
}
ROUTES = (
    routes_table,
    routes_tile_sets,
    routes_questions,
    routes_history,
    routes_rulings,
    routes_referee,
    routes_setup,
    routes_records,
    routes_watch,
    routes_bridge,
    routes_photos,
    routes_live,
    routes_overlay,
    routes_access,
)
"""One module for each concern, in the order of the document."""
PROBLEM = {"$ref": "#/components/schemas/ProblemView"}
LIVE_MESSAGES: dict[str, type[View]] = {
    "snapshot": SnapshotMessage,
    "change": ChangeMessage,
    "heartbeat": HeartbeatMessage,
}


def create_app(services: Services, door: Door, pages: Path) -> FastAPI:
    """The whole application: the API over the given services, and the dashboard's built pages."""
    app = declare_app()
    app.state.services = services
    problems.install(app)
    app.add_middleware(Guard, door=door, access=services.access)
    mount_pages(app, pages)
    return app


def declare_app() -> FastAPI:
    """The routes and the schema alone: enough to describe the API, not to serve it."""
    app = _JantakuApi(
        title="Jantaku",
        version="1",
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        responses={
            status: {"description": meaning, "content": {problems.MEDIA_TYPE: {"schema": PROBLEM}}}
            for status, meaning in PROBLEM_STATUSES.items()
        },
    )
    for module in ROUTES:
        app.include_router(module.router)
    return app


DESCRIPTION = """One riichi table: its live state, questions, wins, corrections, rulings, records.

**Version 1.** Every path below `/api/` is version 1 and answers below `/api/v1/` as well. Fields
and routes may be added to it; nothing is renamed, removed or given another meaning, for that would
be `/api/v2/` beside it. Clients pass over fields and message types that they do not know.

**Commands** name the state that they were decided on (`expected_seq`) and carry an id of their own
(`client_id`): sent twice they are done once, and a stale page is refused with 409.

**Failures** are RFC 9457 problems, one line that names the value and what was expected.

**Texts for people** (problems, summaries, notes, reasons, labels, the score sheet) are English or
Japanese: by `?lang=en` or `?lang=ja`, else by `Accept-Language`, else English; `Content-Language`
says which. Names, ids, words of events, the journal and its evidence are the same in both.

**Who asks**: on the table's own machine everybody; elsewhere a session (`POST /api/sessions` with a
PIN, kept in a cookie) or a token (`Authorization: Bearer`). `x-role` is the least role of each
route: overlay, viewer, scorer, referee, admin. Viewers and scorers do not see concealed tiles.

**Live**: the WebSocket `/api/live?since=SEQ&journal=ID` sends LiveMessage: a snapshot, then
numbered changes; after a gap connect again without `since`. `/api/overlay/live` is the same for a
broadcast, delayed as it is set."""


class _JantakuApi(FastAPI):
    """FastAPI whose schema also names the messages of the WebSocket."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document, made once."""
        if self.openapi_schema is None:
            document = super().openapi()
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            views: list[type[View]] = [*LIVE_MESSAGES.values(), ProblemView]
            _, live = models_json_schema(
                [(view, "serialization") for view in views],
                ref_template="#/components/schemas/{model}",
            )
            for name, schema in live["$defs"].items():
                schemas.setdefault(name, schema)
            schemas["LiveMessage"] = _live_schema()
            _say_roles(document["paths"])
        return super().openapi()


def _say_roles(paths: dict[str, Any]) -> None:
    """Write the least role beside each route."""
    for path, methods in paths.items():
        for method, route in methods.items():
            least = needed(path, method.upper())
            route["x-role"] = "anybody" if least is None else least.word


def _live_schema() -> dict[str, Any]:
    """One of the live messages, told apart by `type`."""
    places = {
        word: f"#/components/schemas/{message.__name__}" for word, message in LIVE_MESSAGES.items()
    }
    return {
        "title": "LiveMessage",
        "description": "A message of the WebSocket /api/live?since=SEQ&journal=ID.",
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "type", "mapping": places},
    }
