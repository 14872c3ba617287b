"""Signing in, sessions, PINs and tokens."""

from typing import Annotated

from pydantic import Field, StringConstraints

from table.web.roles import RoleWord
from table.web.views.base import Request, View

Pin = Annotated[str, StringConstraints(pattern=r"^[0-9]{4,12}$")]
Label = Annotated[
    str,
    StringConstraints(max_length=40, strip_whitespace=True, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$"),
]


class MeView(View):
    """Who you are to the table."""

    role: RoleWord | None = Field(description="null: sign in with a PIN first")
    near: bool = Field(description="on the table's own machine, where no PIN is needed")
    signed_in: bool = Field(description="by a session of your own, which you can end")
    sees_hands: bool = Field(description="concealed tiles are shown where they are known")
    pins: list[RoleWord] = Field(description="the roles that a PIN lets in")
    version: str = Field(description="of the API")


class SignInRequest(Request):
    """A PIN, and what this device is called."""

    pin: Pin
    label: Label = ""


class PassView(View):
    """One session, or one token."""

    id: str
    role: RoleWord
    label: str
    created: str
    expires: str
    seen: str
    address: str
    own: bool = Field(description="the one that asks")


class PinRequest(Request):
    """The PIN of a role; null takes it away."""

    role: RoleWord
    pin: Pin | None


class TokenRequest(Request):
    """A token for a program or an overlay."""

    role: RoleWord
    label: Label
    days: int = Field(default=1, ge=1, le=365)


class TokenView(View):
    """A token, told only now."""

    token: str
    link: str = Field(description="opens the page for its role, relative to this server")
    made: PassView
