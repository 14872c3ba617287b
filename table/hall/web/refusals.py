"""A refusal as its reader needs it: a page for a person, an RFC 9457 problem for a program."""

import json

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from table.hall.web.rendering import environment
from table.hall.web.words import words
from table.web.problems import problem
from table.wording.speech import READER


def refuse(scope: Scope, status: int, detail: str) -> Response:
    """A refusal; `detail` is handed in in English."""
    return for_people(scope, problem(status, detail))


def for_a_person(scope: Scope) -> bool:
    """Whether a page was asked for, not the API's answer."""
    accepted = Headers(scope=scope).get("accept", "")
    return "text/html" in accepted and not scope["path"].startswith("/api/")


def for_people(scope: Scope, problem: Response) -> Response:
    """The page of a problem where a page was asked for; the API's own is always a problem."""
    if not for_a_person(scope):
        return problem
    language = READER.get()
    facts = json.loads(bytes(problem.body))
    html = (
        environment()
        .get_template("refusal.html")
        .render(t=words(language), language=language, title=facts["title"], detail=facts["detail"])
    )
    return HTMLResponse(html, problem.status_code)
