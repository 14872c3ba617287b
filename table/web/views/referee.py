"""The referee's console: what the rules say of each seat, the clock, the audit."""

from typing import Annotated, Literal

from pydantic import Field

from table.core.codec import POINTS_BOUND
from table.web.views.base import PlayerName, Request, SeatNumber, View
from table.web.views.play import FuritenView, RiichiWord, WaitView
from table.web.views.rulings import ShortText
from table.web.views.table import CommandRequest
from table.wording.fields import Clause, Words

Counted = Annotated[int, Field(ge=-POINTS_BOUND, le=POINTS_BOUND)]
EndsWord = Literal["now", "after_hand", "after_next"]
Asks = Literal["count", "shown", "blameless", "agreed", "ruling"]


class FlagView(View):
    """Something in this hand that the rules do not allow."""

    entry: int
    event: str = Field(description="the kind of event, in mjai's words")
    reason: str
    detail: Words
    clause: Clause


class RiichiView(View):
    """Whether a riichi may have been declared."""

    state: RiichiWord
    valid: bool | None = Field(description="null: not declared, or it cannot be known")
    detail: Words
    clause: Clause


class SeatCheckView(View):
    """One seat as a referee looks at it."""

    seat: SeatNumber
    name: str
    tiles: int = Field(description="held, each meld counted as three")
    expected: int = Field(description="13, or 14 on turn")
    count_right: bool
    waits: list[WaitView] | None = Field(description="null: the hand is not known")
    furiten: list[FuritenView] | None = Field(description="with the discard that proves it")
    certain_furiten: list[Words] = Field(
        description="for a hidden hand: why a ron on a tile would be furiten whatever it holds"
    )
    riichi: RiichiView
    kuikae: list[str] = Field(description="faces that may not be discarded now, after a call")
    dead: bool
    flags: list[FlagView] = Field(description="what the seat did against the rules in this hand")


class InspectionView(View):
    """The hand in progress, seat by seat."""

    seq: int
    watched: bool = Field(description="tiles were seen to move; without it little can be said")
    seats: list[SeatCheckView]


class FoulKindView(View):
    """A foul that the ruleset knows, and what it costs."""

    kind: str
    words: Words
    cost: Words
    clause: Clause
    asks: list[Asks] = Field(description="what else has to be said of it")


class TimerView(View):
    """The session's clock."""

    running: bool
    length_s: int = Field(description="until the end signal, without extra time; 0: there is none")
    extra_s: int = Field(description="given back to this table")
    elapsed_s: float
    left_s: float | None = Field(description="until the end signal is due; null: there is none")
    due: bool = Field(description="the end signal should have been given")
    gong: bool = Field(description="it has been given")
    note: Words = Field(description="in words, where the machine's clock jumped")


class TimerRequest(CommandRequest):
    """Start, stop, or give time back."""

    action: Literal["start", "stop", "extra"]
    seconds: int = Field(
        default=0,
        ge=0,
        le=86_400,
        description="start: the length, 0 the ruleset's; extra: given to this table",
    )


class GongRequest(Request):
    """How the table stands as the end signal is given."""

    walls_built: bool = Field(default=False, description="between hands: the walls are built")
    dice_thrown: bool = Field(default=False, description="and the dice are thrown already")


class GongCommand(GongRequest, CommandRequest):
    """The end signal."""


class GongView(View):
    """What the end signal would end."""

    ends: EndsWord
    words: Words
    clause: Clause


class SubstituteRequest(CommandRequest):
    """Somebody takes a seat over."""

    seat: SeatNumber
    name: PlayerName
    minutes_late: int = Field(
        default=0,
        ge=0,
        le=1000,
        description="who leaves is ruled for it; 0: is not, or was already",
    )
    reason: ShortText = ""


class CountRequest(CommandRequest):
    """The sticks in the trays, counted by people."""

    points: list[Counted | None] = Field(
        min_length=4, max_length=4, description="by seat; null where nobody counted"
    )
    kyotaku: int | None = Field(default=None, ge=0, le=100)


class CountView(View):
    """A count held against the record."""

    agrees: bool
    missing: list[int | None] = Field(description="the record's points less those counted")
    pot_missing: int | None
    surplus: int | None = Field(description="beyond the game's total; null: not all was counted")


class AuditHandView(View):
    """One hand's sums."""

    hand: int
    name: Words = Field(description="as in E2.1")
    points: list[int]
    sticks: int
    total: int = Field(description="points and sticks together")
    right: bool
    fault: Words


class AuditView(View):
    """Whether everything adds up."""

    right: bool
    total: int = Field(description="what points and sticks must add up to")
    hands: list[AuditHandView]
    penalties: list[float] = Field(description="by seat, points off the overall score")
    rulings: int
    cancelled: int
    entries: int = Field(description="journal entries that were read again from the disk")
    chain: bool = Field(description="each of them fits the hash of the one before")
    fault: Words = Field(description="the first that does not; empty for none")
    head: str = Field(description="the hash of the last good entry")
