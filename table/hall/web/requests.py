"""What organisers may ask: the bodies of the API's commands, checked at the edge."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from table.core.codec import POINTS_BOUND
from table.hall.event.settings import EventSettings
from table.web.views.base import PlayerName

Words = Annotated[str, Field(max_length=500)]
Who = Annotated[str, Field(min_length=1, max_length=60, description="who does it")]
Points = Annotated[int, Field(ge=-POINTS_BOUND, le=POINTS_BOUND)]
Four = Annotated[list[Points], Field(min_length=4, max_length=4)]
Number = Annotated[int, Field(ge=0, lt=1 << 53)]
"""A number that the data have, or might."""


class Body(BaseModel):
    """A request without surprises."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SettingsRequest(EventSettings):
    """The event as it shall be announced."""

    seen: str | None = Field(
        default=None,
        max_length=64,
        description="the `revision` that was changed; refused where the settings have another by"
        " now. null: whatever they are",
    )


class NewPlayer(Body):
    """Somebody who plays."""

    name: PlayerName
    team: str = Field(default="", max_length=40)


class NewPlayers(Body):
    """Several at once: all are entered, or none."""

    players: list[NewPlayer] = Field(min_length=1, max_length=4000)
    substitute: bool = Field(default=False, description="play where somebody is missing; unranked")


class PlayerChange(NewPlayer):
    """A name or a team put right."""


class Withdrawal(Body):
    """A player plays no more."""

    from_round: int = Field(ge=1, le=1000)
    reason: Words = ""
    substitute: Number | None = Field(
        default=None, description="id of who plays the rounds that are drawn already"
    )


class DrawRequest(Body):
    """Draw the next rounds."""

    seed: int | None = Field(default=None, ge=0, lt=1 << 53, description="null: by chance")


class EndRequest(Body):
    """Close a round."""

    anyway: bool = Field(default=False, description="also where results are missing")


class ExtraTime(Body):
    """Time given to one table."""

    table: str = Field(min_length=1, max_length=32)
    seconds: int = Field(ge=-3600, le=3600)


class SubstituteRequest(Body):
    """Who plays for a player from a round on."""

    player: Number
    substitute: Number | None = Field(description="null: the player is back")


class RulingRequest(Body):
    """A foul, priced by the ruleset's clause."""

    player: Number
    foul: str = Field(max_length=40, description="late, missed_session, cheating, ...")
    minutes: int = Field(default=0, ge=0, le=600, description="of lateness, each begun one counts")
    decision: str = Field(default="", max_length=40, description="a referee's, as `5 points`")
    substitute: Number | None = Field(
        default=None, description="id of who plays from now on for a player who is disqualified"
    )
    reason: Words = ""
    ruled_by: Who


class CancelRequest(Body):
    """A ruling is taken back."""

    reason: Words


class ResultRequest(Body):
    """A result from a score sheet, by seat in the seating's order."""

    scores: Four
    tenths: Four = Field(default=[0, 0, 0, 0], description="penalties in tenths of a point")
    entered_by: Who
    reason: Words = ""


class CallRequest(Body):
    """Somebody asks for a referee."""

    table: str = Field(min_length=1, max_length=32)
    seat: int | None = Field(default=None, ge=0, le=3)
    what: Words = ""


class TakeRequest(Body):
    """A referee goes there."""

    referee: Who


class CloseRequest(Body):
    """It is settled."""

    outcome: Words = ""
