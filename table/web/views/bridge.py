"""The line to an automatic table, and the questions that are open."""

from typing import Literal

from pydantic import Field

from table.web.views.base import SeatNumber, View
from table.web.views.table import SnapshotView
from table.wording.fields import Words

Condition = Literal["opening", "linked", "lost", "mute", "refused", "lying", "stuck"]


class BridgeView(View):
    """How the line to the automatic table is."""

    port: str
    condition: Condition = Field(description="stuck: the journal takes nothing, nothing is acked")
    words: Words = Field(description="one line for people")
    since: str = Field(description="when this condition began: ISO 8601, UTC")
    device: str | None = Field(description="the table's UUID; null before it has answered")
    firmware: str | None
    last: int | None = Field(description="the number of the table's last event in this start")
    kept: int = Field(description="the last of them that the journal has")
    unacked: int = Field(description="events that the table still holds for us")
    dropped: int = Field(description="events of this start that its memory had no room for")
    bad_frames: int = Field(description="frames that came damaged, since we run")
    reboots: int = Field(description="starts of this table that the journal knows, less the first")
    in_transit: int | None = Field(
        description="points that lie in no tray; null where not every tray is counted"
    )
    unsure_trays: list[SeatNumber] = Field(description="whose counts the table itself doubts")


class StateView(SnapshotView):
    """The table, and the line to its electronics."""

    bridge: BridgeView | None = Field(description="null where no automatic table is configured")
