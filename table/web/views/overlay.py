"""The settings of the broadcast's overlay."""

from pydantic import Field

from table.web.views.base import Request, View

LONGEST_DELAY_S = 900


class OverlayView(View):
    """What a broadcast shows."""

    delay_s: int = Field(description="how old the table is that it sees")
    hands: bool = Field(description="concealed tiles, waits and live outs, where they are known")


class OverlayRequest(Request):
    """New settings."""

    delay_s: int = Field(ge=0, le=LONGEST_DELAY_S)
    hands: bool
