"""Setting a table up: rulesets and how they differ, drawing seats, entering events by hand."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from table.web.views.base import (
    MAX_SEATS,
    PlayerName,
    Request,
    RulesetId,
    SeatNumber,
    View,
    WindLetter,
)
from table.web.views.table import CommandRequest
from table.wording.fields import Clause, Words

Die = Annotated[int, Field(ge=1, le=6)]
TwoDice = Annotated[list[Die], Field(min_length=2, max_length=2)]


class RuleView(View):
    """One entry of a ruleset, in words."""

    entry: str = Field(description="its name, as in game.uma")
    section: Words
    words: Words
    value: Words
    clause: Clause


class RulesetDetailView(View):
    """A ruleset, every entry in words."""

    id: str
    name: Words
    starting_points: int
    minutes: int = Field(description="of a session; 0: no clock")
    seating: str = Field(description="how seats are drawn: four_tiles, six_two_rolls, ...")
    rolls: int = Field(description="how often dice are thrown for the seats")
    rules: list[RuleView]


class DifferenceView(View):
    """One entry in which two rulesets differ."""

    entry: str
    section: Words
    words: Words
    mine: Words = Field(description="empty where this ruleset does not play it")
    others: Words
    clause: Clause
    other_clause: Clause


class SeatDrawRequest(Request):
    """What was drawn and thrown, by the procedure of the ruleset."""

    ruleset: RulesetId
    names: list[PlayerName] = Field(
        min_length=MAX_SEATS,
        max_length=MAX_SEATS,
        description="by the place where each stands, counter-clockwise",
    )
    tiles: list[Annotated[str, StringConstraints(pattern=r"^[ESWN12]$")]] = Field(
        default_factory=list, max_length=6, description="as taken, or the row of six"
    )
    rolls: list[TwoDice] = Field(default_factory=list, max_length=4)
    shuffler: SeatNumber = 0


class SeatDrawCommand(SeatDrawRequest, CommandRequest):
    """The same, to begin the game with."""


class SeatDrawView(View):
    """Who sits where."""

    names: list[str] = Field(description="by seat, the first dealer first")
    winds: list[WindLetter] = Field(description="drawn by each, by the place where he stood")
    temporary_east: int = Field(description="the place that the winds were taken from")


class EventsRequest(CommandRequest):
    """Events that happened, entered by hand in mjai's words."""

    events: list[dict[str, Any]] = Field(min_length=1, max_length=64)
    anyhow: bool = Field(
        default=False, description="write what the rules do not allow too: it did happen"
    )
