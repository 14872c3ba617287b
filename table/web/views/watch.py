"""The watching camera: how it is, what it sees."""

from typing import Literal

from pydantic import Field

from table.web.views.base import Probability, SeenTile, View
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


class MachineFindingView(View):
    """What was found about one part of the machine."""

    part: Words
    health: Literal["well", "note", "broken"]
    words: Words
