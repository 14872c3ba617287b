"""Fouls and endings: what is said of them, what they would do, and the rulings of the game."""

from typing import Annotated

from pydantic import Field, StringConstraints

from table.web.views.base import MAX_SEATS, Request, SeatNumber, View
from table.web.views.table import CommandRequest, DueView
from table.web.views.wins import ScoreRequest
from table.wording.fields import Clause, Words

MAX_FOULS = 8
ShortText = Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)]
Seats = Annotated[list[SeatNumber], Field(default_factory=list, max_length=MAX_SEATS)]


class FoulRequest(Request):
    """A foul, by its name in the ruleset."""

    kind: Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,40}$")]
    actor: SeatNumber
    count: int = Field(default=0, ge=0, le=1000, description="tiles shown, or minutes late")
    shown: bool = Field(default=True, description="a false win: the hand was shown")
    blameless: bool = Field(default=False, description="it was nobody's fault")
    agreed: bool = Field(default=True, description="the others agree, where the rules ask them")
    ruling: ShortText = Field(default="", description="a referee's, where the rules leave it open")
    reason: ShortText = ""
    ruled_by: ShortText = ""


class RulingRequest(FoulRequest, CommandRequest):
    """A foul to rule on."""


class CancelRequest(CommandRequest):
    """A ruling to take back."""

    ruling: int = Field(ge=0, le=10_000, description="its place among the rulings of the game")
    reason: ShortText
    ruled_by: ShortText = ""


class PreviewEndRequest(Request):
    """How the hand ended: wins on one tile, or a draw, and fouls that come to light with it."""

    wins: list[ScoreRequest] = Field(default_factory=list, max_length=3)
    hidden: Seats = Field(description="who declared a win and did not show the hand")
    draw: Annotated[str, StringConstraints(pattern=r"^[a-z_]{0,40}$")] = Field(
        default="", description="exhaustive_draw, or an abortive draw of the ruleset"
    )
    tenpai: Seats = Field(description="who showed a waiting hand; a noten riichi is a foul")
    nagashi: Seats
    last_discarder: SeatNumber | None = None
    actor: SeatNumber | None = Field(default=None, description="who declared the draw")
    fouls: list[FoulRequest] = Field(default_factory=list, max_length=MAX_FOULS)


class EndingRequest(PreviewEndRequest, CommandRequest):
    """The end of a hand to confirm."""


class EndingView(View):
    """What an ending would do; nothing is changed."""

    deltas: list[int] = Field(description="on every seat, sticks that go back included")
    points: list[int] = Field(description="on every seat, after it")
    summary: Words
    dues: list[DueView] = Field(description="who pays whom, and why")
    next: Words = Field(description="the hand that follows, or that the game is over")
    penalties: list[float] = Field(description="points off the overall score, by seat")


class ConsequenceView(View):
    """What a foul would do; nothing is changed."""

    cost: Words = Field(description="as in the ruleset: dead_hand, chombo, 1 point, ...")
    clause: Clause
    summary: Words
    ends_hand: bool = Field(description="the hand would be dealt again")
    needs_ruling: bool = Field(description="the rules leave it to a referee")
    deltas: list[int] = Field(description="at the table, sticks that go back included")
    penalty: float = Field(description="points off the overall score")
