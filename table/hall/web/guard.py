"""The hall's door: its public pages are for everybody to read, the rest needs the token.

As at a table, the Host must be one of ours and an Origin the Host itself, so that a page of another
site can neither read nor change anything through a visitor's browser.
"""

from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from table.hall.web.refusals import for_a_person, refuse
from table.web.guard import (
    SECURITY_HEADERS,
    Door,
    cookie_of,
    here,
    of_port,
    place_of,
    token_of,
    with_headers,
)
from table.wording.speech import READER, Language, language_of

COOKIE = "jantaku_hall_token"
LANGUAGE = "jantaku_hall_language"
"""The cookie of who has chosen one on a page."""
PUBLIC = ("/api/public/", "/public/", "/static/")
"""What anybody may read; nothing below changes anything."""
MAX_BODY = 2 << 20
"""Four thousand players at once."""
_EXPECTED = "expected the link that was printed at the start, or Authorization: Bearer TOKEN"


class HallGuard:
    """Stands before every request."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, let the token in by its link, or pass on within bounds."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        READER.set(_language_of(scope, headers))
        refusal = self._strange(headers)
        reads = scope["method"] in {"GET", "HEAD"}
        public = reads and scope["path"].startswith(PUBLIC)
        if refusal is None and not public and self._door.token is not None:
            query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
            linked, kept = query.pop("token", None), token_of(headers, COOKIE)
            if reads and self._door.accepts(linked):
                await self._let_in(scope, receive, send, query)
                return
            asked_nothing = linked is None and kept is None and scope["path"] == "/"
            if reads and asked_nothing and for_a_person(scope):
                await RedirectResponse("/public/standings", 303)(scope, receive, send)
                return
            if not self._door.accepts(kept):
                refusal = f"token: missing or wrong, {_EXPECTED}"
        if refusal is not None:
            await refuse(scope, 403, refusal)(scope, receive, _protected(scope, send))
            return
        await self._app(scope, _bounded(receive), _protected(scope, send))

    def _strange(self, headers: Headers) -> str | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._door.knows_host(host):
            return f"Host {host[:80]!r}: expected the address that was printed at the start"
        if origin is not None and place_of(origin) != host.lower():
            return f"Origin {origin[:80]!r}: expected a page of this hall"
        return None

    async def _let_in(
        self, scope: Scope, receive: Receive, send: Send, query: dict[str, str]
    ) -> None:
        """Keep the token in a cookie, and show the page without it in the address."""
        response = RedirectResponse(here(scope, query), 303)
        name = of_port(COOKIE, Headers(scope=scope))
        response.set_cookie(name, self._door.token or "", httponly=True, samesite="strict")
        await response(scope, receive, _protected(scope, send))


def _language_of(scope: Scope, headers: Headers) -> Language:
    """What the address asks for, what was chosen on a page, what the browser accepts."""
    asked = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("lang", "")
    chosen = asked or cookie_of(headers, LANGUAGE) or ""
    return language_of(headers.get("accept-language", ""), chosen)


def _bounded(receive: Receive) -> Receive:
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MAX_BODY:
            raise HTTPException(413, f"body of more than {MAX_BODY} bytes: expected at most that")
        return message

    return bounded


def _protected(scope: Scope, send: Send) -> Send:
    ours = dict(SECURITY_HEADERS)
    if not scope["path"].startswith("/static/"):
        ours["Cache-Control"] = "no-store"
    return with_headers(ours, send)
