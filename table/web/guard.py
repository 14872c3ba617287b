"""The door: who may talk to the table, how much they may say, and what browsers may do with it.

A page of another site must neither read nor change the table (DNS rebinding, cross-site requests),
so the Host must be one of ours and an Origin must be the Host itself. Off the loopback every
request for data also needs a session, by a PIN, or the token that was printed once at the start;
what a session may do, its role says.
"""

import hmac
import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from table.web.access import Access
from table.web.limits import Limit
from table.web.problems import problem
from table.web.roles import Role, may, needed
from table.web.sight import SIGHT
from table.wording.speech import READER, language_of, told

COOKIE = "jantaku_token"
_PORT = re.compile(r":(\d{1,5})$")
MAX_PHOTO_BODY = 33 * 1024 * 1024
"""A photo of 32 MB and the multipart lines around it."""
MAX_JSON_BODY = 256 * 1024
MAX_DRAINED = 256 * 1024 * 1024
"""How much of a body that is too large is read and forgotten, so that its sender hears why."""
PHOTO_PATH = "/api/photos"
VERSION_1 = "/api/v1/"
REQUESTS_A_SECOND = 40.0
REQUESTS_AT_ONCE = 240.0
"""A page asks for a dozen things when it opens; a script that guesses asks for thousands."""

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:;"
        " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
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


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks."""

    role: Role | None
    """None: nobody who has signed in."""
    address: str
    near: bool = False
    """On the table's own machine."""
    pass_id: str | None = None


CALLER = "jantaku.caller"
"""Where the scope of a request keeps its Caller."""


class Guard:
    """Stands before every request and live connection."""

    def __init__(
        self, app: ASGIApp, door: Door, access: Access, limit: Limit | None = None
    ) -> None:
        self._app = app
        self._door = door
        self._access = access
        self._limit = limit or Limit(REQUESTS_A_SECOND, REQUESTS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, let the token in by its link, or pass on within bounds."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        scope["path"] = path = _plain_path(scope["path"])
        headers = Headers(scope=scope)
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        READER.set(language_of(headers.get("accept-language", ""), query.get("lang", "")))
        strange = _refusal(self._door, headers)
        if strange is not None:
            await _refuse(scope, receive, send, 403, strange)
            return
        method = scope["method"] if scope["type"] == "http" else "GET"
        caller = self._caller(scope, headers, query if scope["type"] == "websocket" else {})
        if method == "GET" and self._opens_more(query.get("token"), caller.role):
            token = query.pop("token")
            await self._let_in(scope, receive, send, query, token)
            return
        wait_s = 0.0 if caller.near else self._limit.wait_s(caller.address)
        if wait_s:
            detail = "more requests than one device needs; try again in a moment"
            await _refuse(scope, receive, send, 429, detail, {"Retry-After": str(ceil(wait_s))})
            return
        if not may(caller.role, path, method):
            await _refuse(scope, receive, send, *_may_not(caller.role, path, method))
            return
        scope[CALLER] = caller
        SIGHT.set((caller.role or Role.OVERLAY).sight)
        await self._app(scope, _bounded(scope, receive), _protected(scope, send))

    def _caller(self, scope: Scope, headers: Headers, query: dict[str, str]) -> Caller:
        """Who asks: by a token or a session, or because it is the table's own machine."""
        client = scope.get("client")
        address = str(client[0]) if client else ""
        token = token_of(headers, COOKIE) or query.get("token")
        near = self._door.token is None or _is_near(address, headers.get("host", ""))
        opened, pass_id = self._opened_by(token)
        if opened is not None:
            return Caller(opened, address, near, pass_id)
        return Caller(Role.ADMIN if near else None, address, near)

    def _opened_by(self, token: str | None) -> tuple[Role | None, str | None]:
        """The role that a token gives, and the pass that it is; None for one that opens nothing."""
        found = None if token is None else self._access.find(token)
        if found is not None:
            return Role.parse(found.role), found.id
        printed = self._door.token is not None and self._door.accepts(token)
        return (Role.ADMIN if printed else None), None

    def _opens_more(self, token: str | None, role: Role | None) -> bool:
        """Whether a token lets its bearer do more than before: no link takes a role away."""
        opened, _ = self._opened_by(token)
        return opened is not None and (role is None or opened > role)

    async def _let_in(
        self, scope: Scope, receive: Receive, send: Send, query: dict[str, str], token: str
    ) -> None:
        """Keep the token in a cookie and show the page without it in the address."""
        response = RedirectResponse(here(scope, query), 303)
        keep_token(response, token, scope)
        await response(scope, receive, _protected(scope, send))


def here(scope: Scope, query: Mapping[str, str]) -> str:
    """The address of what was asked for, on this server."""
    path = scope["path"].lstrip("/\\")
    return f"/{path}?{urlencode(query)}".rstrip("?")


def keep_token(response: Response, token: str, scope: Scope) -> None:
    """Have the browser keep a token."""
    secure = scope.get("scheme") in {"https", "wss"}
    name = of_port(COOKIE, Headers(scope=scope))
    response.set_cookie(name, token, httponly=True, samesite="strict", secure=secure)


def forget_token(response: Response, scope: Scope) -> None:
    """Have the browser forget the token that it keeps."""
    response.delete_cookie(of_port(COOKIE, Headers(scope=scope)))


def of_port(cookie: str, headers: Headers) -> str:
    """Our cookie's name among those of this machine, which browsers send to every port of it."""
    port = _PORT.search(headers.get("host", ""))
    return cookie if port is None else f"{cookie}_{port[1]}"


def caller_of(connection: HTTPConnection) -> Caller:
    """Who makes this request."""
    caller: Caller = connection.scope[CALLER]
    return caller


def _plain_path(path: str) -> str:
    """/api/v1/state is /api/state: the version that is served now."""
    return f"/api/{path.removeprefix(VERSION_1)}" if path.startswith(VERSION_1) else path


async def _refuse(
    scope: Scope,
    receive: Receive,
    send: Send,
    status: int,
    why: str,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Answer with a problem; a live connection is closed before it is opened."""
    if scope["type"] == "http":
        await problem(status, why, headers=headers)(scope, receive, _protected(scope, send))
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": _short(told(why))})


def _short(reason: str) -> str:
    """The reason of a close: 123 bytes at the most."""
    return reason.encode()[:120].decode(errors="ignore")


def _may_not(role: Role | None, path: str, method: str) -> tuple[int, str]:
    if role is None:
        return 401, (
            "no session, or one that has ended: expected a PIN, a token, or the link that was"
            " printed at the start"
        )
    least = needed(path, method)
    wanted = "nobody" if least is None else least.word
    return 403, f"role {role.word}: expected {wanted} for {method} {path}"


def _is_near(address: str, host: str) -> bool:
    """Whether a request comes from this machine and by a name that only it can mean."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        here = name == "localhost" or ipaddress.ip_address(name).is_loopback
        return here and ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _refusal(door: Door, headers: Headers) -> str | None:
    host, origin = headers.get("host", ""), headers.get("origin")
    if not door.knows_host(host):
        return f"Host {host!r}: expected the address that was printed at the start"
    if origin is not None and place_of(origin) != host.lower():
        return f"Origin {origin!r}: expected a page of this table"
    return None


def place_of(origin: str) -> str | None:
    """The host and port of an origin, None where it is no address."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def token_of(headers: Headers, cookie: str) -> str | None:
    """The token of a program (Authorization: Bearer) or of the page (its cookie of this name)."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return cookie_of(headers, of_port(cookie, headers))


def cookie_of(headers: Headers, name: str) -> str | None:
    """A cookie of ours, whatever others of this machine are beside it."""
    return cookie_parser(headers.get("cookie", "")).get(name)


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
        ours |= {"Cache-Control": "no-store", "Content-Language": READER.get()}
    return with_headers(ours, send)


def with_headers(ours: Mapping[str, str], send: Send) -> Send:
    """What is sent, with these headers where it has no such of its own."""

    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in ours.items():
                headers.setdefault(name, value)
        await send(message)

    return protected
