"""The application: every route, the schema with the live messages, and the services behind them."""

from pathlib import Path
from typing import Any

from fastapi import FastAPI
from pydantic.json_schema import models_json_schema

from table.web import (
    problems,
    routes_bridge,
    routes_live,
    routes_photos,
    routes_rulings,
    routes_table,
)
from table.web.guard import Door, Guard
from table.web.pages import mount_pages
from table.web.services import Services
from table.web.views.base import ProblemView, View
from table.web.views.live import ChangeMessage, HeartbeatMessage, SnapshotMessage

PROBLEM_STATUSES = {
    400: "cannot be read",
    403: "not from this page, or without the token",
    404: "there is none",
    409: "not allowed now, or the table has changed",
    413: "too large",
    422: "a value that is not accepted",
    503: "busy, or a part is missing",
}
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
    app.add_middleware(Guard, door=door)
    mount_pages(app, pages)
    return app


def declare_app() -> FastAPI:
    """The routes and the schema alone: enough to describe the API, not to serve it."""
    app = _JantakuApi(
        title="Jantaku",
        version="1",
        description="One riichi table: its state, photos of hands, wins and their scores.",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        responses={
            status: {"description": meaning, "content": {problems.MEDIA_TYPE: {"schema": PROBLEM}}}
            for status, meaning in PROBLEM_STATUSES.items()
        },
    )
    for module in (routes_table, routes_rulings, routes_bridge, routes_photos, routes_live):
        app.include_router(module.router)
    return app


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
        return super().openapi()


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
