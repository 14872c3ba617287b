"""Failures as RFC 9457 problems: one line that names the value and what was expected."""

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import Scope

from scoring.errors import ScoringError
from table.errors import (
    DataFolderError,
    EventChangedError,
    HallDataError,
    IllegalActionError,
    JournalError,
    NotAllowedError,
    PhotoTooLargeError,
    QuestionClosedError,
    ReaderBusyError,
    ReaderLostError,
    StaleStateError,
    TableError,
    UnknownEventError,
    UnknownPhotoError,
    UnknownThingError,
)
from table.wording.speech import told
from vision.errors import CameraError, ImageTooLargeError, ModelError, VisionError

MEDIA_TYPE = "application/problem+json"
Answer = Callable[[Request, Exception], Awaitable[JSONResponse]]
Shown = Callable[[Scope, Response], Response]
"""How a problem is shown to whoever asked."""
SHOWN = 80
"""How much of a refused value is repeated."""

_STATUSES: tuple[tuple[type[Exception], int, str], ...] = (
    (StaleStateError, 409, "The table has changed"),
    (EventChangedError, 409, "The event has changed"),
    (IllegalActionError, 409, "Not allowed now"),
    (QuestionClosedError, 409, "Answered already"),
    (NotAllowedError, 403, "Not let in"),
    (UnknownThingError, 404, "Not there"),
    (UnknownPhotoError, 404, "No such photo"),
    (CameraError, 404, "No such camera"),
    (PhotoTooLargeError, 413, "Too large"),
    (ImageTooLargeError, 413, "Too large"),
    (ReaderBusyError, 503, "Busy"),
    (ReaderLostError, 503, "Reading failed"),
    (ModelError, 503, "No tile reader"),
    (JournalError, 503, "Not written"),
    (UnknownEventError, 404, "Not in this event"),
    (HallDataError, 503, "Not kept"),
    (DataFolderError, 503, "Not kept"),
    (TableError, 422, "Not accepted"),
    (VisionError, 422, "Not a photo"),
    (ScoringError, 422, "Not a hand"),
)
"""The first that fits decides."""


def problem(
    status: int, detail: str, title: str | None = None, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """A problem response, in the reader's language; it is handed in in English."""
    body = {
        "type": "about:blank",
        "title": told(title or HTTPStatus(status).phrase),
        "status": status,
        "detail": told(" ".join(detail.split())),
    }
    return JSONResponse(body, status, headers=headers, media_type=MEDIA_TYPE)


def install(app: FastAPI, shown: Shown = lambda _, response: response) -> None:
    """Answer every failure of a route with a problem, as `shown` has it for the request's scope."""
    app.add_exception_handler(RequestValidationError, _shown_as(shown, _not_valid))
    app.add_exception_handler(HTTPException, _shown_as(shown, _http))
    for kind in (TableError, VisionError, ScoringError):
        app.add_exception_handler(kind, _shown_as(shown, _named))
    app.add_exception_handler(Exception, _shown_as(shown, _unexpected))


def _shown_as(shown: Shown, answer: Answer) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def handle(request: Request, failure: Exception) -> Response:
        return shown(request.scope, await answer(request, failure))

    return handle


async def _named(_: Request, failure: Exception) -> JSONResponse:
    for kind, status, title in _STATUSES:
        if isinstance(failure, kind):
            return problem(status, str(failure), title)
    raise failure


async def _not_valid(_: Request, failure: Exception) -> JSONResponse:
    if not isinstance(failure, RequestValidationError):
        raise failure
    return problem(422, _first_fault(failure.errors()[0]), "Not accepted")


async def _http(request: Request, failure: Exception) -> JSONResponse:
    if not isinstance(failure, HTTPException):
        raise failure
    status, detail = failure.status_code, failure.detail
    if detail == HTTPStatus(status).phrase:
        detail = f"{request.method} {request.url.path}: {detail.lower()}; see /openapi.json"
    return problem(status, detail, headers=failure.headers)


async def _unexpected(request: Request, _: Exception) -> JSONResponse:
    return problem(
        500, f"{request.method} {request.url.path}: a fault of the program; the table is as it was"
    )


def _first_fault(fault: Mapping[str, Any]) -> str:
    """One validation fault in one line: where, the value, what was expected."""
    place = [str(part) for part in fault["loc"] if part != "body"]
    where = ".".join(place) or "body"
    if fault["type"] == "json_invalid":
        return f"body: not JSON, {fault.get('ctx', {}).get('error', 'expected a JSON object')}"
    if fault["type"] == "missing":
        return f"{where}: missing, expected a value"
    if fault["type"] == "extra_forbidden":
        return f"{where}: unknown field, expected none of that name"
    if fault["type"] == "value_error":
        return f"{where}: {fault['ctx']['error']}"
    message = str(fault["msg"])
    expected = message.replace("Input should be", "expected").replace("should", "expected to", 1)
    return f"{where} {_shown(fault['input'])}: {expected[:1].lower()}{expected[1:]}"


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # an integer too long to print
        text = "a number"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
