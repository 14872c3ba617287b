"""The routes of access: who I am, signing in and out, PINs, tokens, sessions to revoke."""

import asyncio
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response
from fastapi.requests import HTTPConnection
from starlette.exceptions import HTTPException

from table.errors import UnknownThingError
from table.web.access import Pass
from table.web.guard import Caller, caller_of, forget_token, keep_token
from table.web.roles import Role
from table.web.services import ServicesDep
from table.web.sight import Sight
from table.web.views.access import (
    MeView,
    PassView,
    PinRequest,
    SignInRequest,
    TokenRequest,
    TokenView,
)

router = APIRouter(prefix="/api", tags=["access"])
CallerDep = Annotated[Caller, Depends(caller_of)]
PassId = Annotated[str, Path(pattern=r"^[0-9a-f]{12}$")]


@router.get("/me")
async def read_me(services: ServicesDep, caller: CallerDep) -> MeView:
    """Who you are to the table, and whether a PIN can let you in."""
    return _me(services, caller.role, caller, signed_in=caller.pass_id is not None)


@router.post("/sessions")
async def sign_in(
    services: ServicesDep,
    caller: CallerDep,
    request: SignInRequest,
    connection: HTTPConnection,
    response: Response,
) -> MeView:
    """Sign in with a PIN; the session is kept in a cookie. A few tries a minute are allowed."""
    wait_s = services.pin_limit.wait_s(caller.address)
    if wait_s:
        raise HTTPException(
            429,
            f"PIN: too many tries, expected none for {wait_s:.0f} s",
            {"Retry-After": f"{wait_s:.0f}"},
        )
    access = services.access
    secret, made = await asyncio.to_thread(access.enter, request.pin, request.label, caller.address)
    keep_token(response, secret, connection.scope)
    return _me(services, Role.parse(made.role), caller, signed_in=True)


@router.post("/me/sign-out")
async def sign_out(
    services: ServicesDep, caller: CallerDep, connection: HTTPConnection, response: Response
) -> MeView:
    """End your own session."""
    if caller.pass_id is not None:
        services.access.revoke(caller.pass_id)
    forget_token(response, connection.scope)
    return _me(services, Role.ADMIN if caller.near else None, caller, signed_in=False)


@router.get("/sessions")
async def list_sessions(services: ServicesDep, caller: CallerDep) -> list[PassView]:
    """Every session and token that is valid now."""
    return [_view(one, caller) for one in services.access.passes]


@router.delete("/sessions/{pass_id}")
async def revoke_session(
    services: ServicesDep, caller: CallerDep, pass_id: PassId
) -> list[PassView]:
    """End a session or a token at once; its live connections are closed within seconds."""
    if not services.access.revoke(pass_id):
        raise UnknownThingError(f"session {pass_id}: expected one of the list")
    return [_view(one, caller) for one in services.access.passes]


@router.put("/access/pins")
async def set_pin(services: ServicesDep, caller: CallerDep, request: PinRequest) -> MeView:
    """Give a role its PIN, or take it away."""
    await asyncio.to_thread(services.access.set_pin, Role.parse(request.role), request.pin)
    return _me(services, caller.role, caller, signed_in=caller.pass_id is not None)


@router.post("/access/tokens")
async def make_token(services: ServicesDep, caller: CallerDep, request: TokenRequest) -> TokenView:
    """A token for a program or an overlay; it is told only now."""
    role = Role.parse(request.role)
    secret, made = services.access.issue(role, request.label, lasts=timedelta(days=request.days))
    page = "overlay.html" if role is Role.OVERLAY else ""
    return TokenView(token=secret, link=f"/{page}?token={secret}", made=_view(made, caller))


def _me(services: ServicesDep, role: Role | None, caller: Caller, *, signed_in: bool) -> MeView:
    return MeView(
        role=None if role is None else role.word,
        near=caller.near,
        signed_in=signed_in,
        sees_hands=role is not None and role.sight is Sight.ALL,
        pins=[one.word for one in sorted(services.access.pins)],
        version="1",
    )


def _view(one: Pass, caller: Caller) -> PassView:
    return PassView(
        id=one.id,
        role=one.role,
        label=one.label,
        created=one.created,
        expires=one.expires,
        seen=one.seen,
        address=one.address,
        own=one.id == caller.pass_id,
    )
