"""The watching camera: how it is, what it sees."""

from typing import Annotated, Literal

from pydantic import Field

from table.web.views.base import Probability, Request, SeenTile, View
from table.wording.fields import Words


class SeenView(View):
    """One tile in the preview."""

    tile: SeenTile
    polygon: list[tuple[float, float]] = Field(description="in the preview's pixels")
    probability: Probability


class WatchView(View):
    """How the watching camera is."""

    source: str
    condition: Literal["opening", "finding_table", "watching", "stalled", "lost", "ended"]
    words: Words = Field(description="one line for people")
    frames_per_s: float | None
    behind_ms: float | None = Field(description="from the newest understood frame until now")
    table_found: bool
    tile_set: str = Field(description="the enrolled tile set in use; empty for none")
    findings: list[Words] = Field(description="what could be better")
    width: int | None = Field(description="of the preview; null before the first")
    height: int | None
    at_ns: int | None = Field(description="when the preview was captured; changes with each")
    seen: list[SeenView] = Field(description="the readings on the preview")


Where = Annotated[str, Field(min_length=1, max_length=500)]


class CamerasView(View):
    """What watches: an index, a file, a folder, rtsp:// or http:// each."""

    table: str | None = None
    hand0: str | None = None
    hand1: str | None = None
    hand2: str | None = None
    hand3: str | None = None


class CamerasRequest(Request):
    """What is to watch; null for what is not there."""

    table: Where | None = None
    hand0: Where | None = None
    hand1: Where | None = None
    hand2: Where | None = None
    hand3: Where | None = None


class MachineFindingView(View):
    """What was found about one part of the machine."""

    part: Words
    health: Literal["well", "note", "broken"]
    words: Words
