"""The door: who may talk to the table, how much they may say, and what browsers may do with it.

A page of another site must neither read nor change the table (DNS rebinding, cross-site requests),
so the Host must be one of ours and an Origin must be the Host itself. Off the loopback every
request also needs the token that was printed once at the start.
"""

import hmac
import ipaddress
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from table.web.problems import problem

COOKIE = "jantaku_token"
MAX_PHOTO_BODY = 33 * 1024 * 1024
"""A photo of 32 MB and the multipart lines around it."""
MAX_JSON_BODY = 256 * 1024
MAX_DRAINED = 256 * 1024 * 1024
"""How much of a body that is too large is read and forgotten, so that its sender hears why."""
PHOTO_PATH = "/api/photos"

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; base-uri 'none';"
        " form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}


@dataclass(frozen=True, slots=True)
class Door:
    """Under which names the table is reached, and with what token."""

    names: frozenset[str] = frozenset({"localhost"})
    """Host names that are ours, besides addresses (an address cannot be rebound)."""
    token: str | None = field(default=None, repr=False)
    """None on the loopback."""

    def knows_host(self, host: str) -> bool:
        """Whether a Host header names this table."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
            if name in self.names:
                return True
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self.token is not None or address.is_loopback

    def accepts(self, token: str | None) -> bool:
        """Whether a token opens the door."""
        if self.token is None:
            return True
        return token is not None and hmac.compare_digest(token.encode(), self.token.encode())


class Guard:
    """Stands before every request and live connection."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, let the token in by its link, or pass on within bounds."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = _refusal(self._door, headers)
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        if refusal is None and not self._door.accepts(_token_of(headers)):
            asks = scope["type"] == "http" and scope["method"] == "GET"
            if asks and self._door.accepts(query.pop("token", None)):
                await self._let_in(scope, receive, send, query)
                return
            refusal = "token: missing or wrong, expected the link that was printed at the start"
        if refusal is None:
            await self._app(scope, _bounded(scope, receive), _protected(scope, send))
        elif scope["type"] == "http":
            await problem(403, refusal)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": refusal})

    async def _let_in(
        self, scope: Scope, receive: Receive, send: Send, query: dict[str, str]
    ) -> None:
        """Keep the token in a cookie and show the page without it in the address."""
        response = RedirectResponse(f"{scope['path']}?{urlencode(query)}".rstrip("?"), 303)
        response.set_cookie(COOKIE, self._door.token or "", httponly=True, samesite="strict")
        await response(scope, receive, _protected(scope, send))


def _refusal(door: Door, headers: Headers) -> str | None:
    host, origin = headers.get("host", ""), headers.get("origin")
    if not door.knows_host(host):
        return f"Host {host!r}: expected the address that was printed at the start"
    if origin is not None and _place_of(origin) != host.lower():
        return f"Origin {origin!r}: expected a page of this table"
    return None


def _place_of(origin: str) -> str | None:
    """The host and port of an origin, None where it is no address."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _token_of(headers: Headers) -> str | None:
    """The token of a program (Authorization: Bearer) or of the page (its cookie)."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return None if morsel is None else morsel.value


def _bounded(scope: Scope, receive: Receive) -> Receive:
    """The body, up to the bound of its path."""
    bound = MAX_PHOTO_BODY if scope["path"] == PHOTO_PATH else MAX_JSON_BODY
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken <= bound:
            return message
        while message.get("more_body", False) and taken <= MAX_DRAINED:
            message = await receive()
            taken += len(message.get("body", b""))
        raise HTTPException(413, f"body of more than {bound} bytes: expected at most that")

    return bounded if scope["type"] == "http" else receive


def _protected(scope: Scope, send: Send) -> Send:
    """What is sent, with our headers; an answer of the API is cached only where its route says."""
    ours = dict(SECURITY_HEADERS)
    if scope["path"].startswith("/api/"):
        ours["Cache-Control"] = "no-store"

    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in ours.items():
                headers.setdefault(name, value)
        await send(message)

    return protected
