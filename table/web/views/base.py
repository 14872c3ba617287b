"""The small values that all requests and responses are made of."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, WithJsonSchema

from scoring.seats import Wind
from scoring.tiles import Tile
from table.core.naming import LONGEST_NAME, person_name

MAX_SEATS = 4
MAX_READ_TILES = 300


def _tile(text: str) -> str:
    return str(Tile.parse(text))


TileText = Annotated[
    str,
    AfterValidator(_tile),
    WithJsonSchema({"type": "string", "pattern": "^([0-9][mps]|[1-7]z)$"}),
]
SeenTile = Annotated[str, StringConstraints(pattern=r"^([0-9][mps]|[1-7]z|back|\?)$")]
"""A tile as it was read: `back` lies face down, `?` could not be named."""
SeatNumber = Annotated[int, Field(ge=0, le=3)]
Turns = Annotated[
    int, Field(ge=1, le=3, description="seats on from the winner: 1 right, 2 across, 3 left")
]
WindLetter = Literal["E", "S", "W", "N"]
MeldWord = Literal["chi", "pon", "daiminkan", "ankan", "kakan"]
Sequence = Annotated[int, Field(ge=0, description="number of the last journal entry")]
ClientId = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9._-]{8,64}$"),
    Field(description="made by the client, once an action; sent twice it is done once"),
]
PhotoId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
PlayerName = Annotated[
    str,
    AfterValidator(person_name),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}),
]
RulesetId = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Probability = Annotated[float, Field(ge=0, le=1)]
Indicators = Annotated[
    list[TileText],
    Field(max_length=5, description="the tiles turned up, not the dora they point to"),
]


def wind_letter(wind: Wind) -> WindLetter:
    """A wind as the wire has it."""
    letters: tuple[WindLetter, ...] = ("E", "S", "W", "N")
    return letters[wind.value]


class View(BaseModel):
    """A frozen value with no unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Request(BaseModel):
    """A frozen value with no unknown fields and no silent conversions."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ProblemView(View):
    """RFC 9457: what was wrong; the table is untouched."""

    type: str
    title: str
    status: int
    detail: str = Field(description="one line: the value and what was expected")
