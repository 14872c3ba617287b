"""The hand in progress as it lies: wall, turn, indicators, and the four seats."""

from typing import Literal

from pydantic import Field

from table.web.views.base import MeldWord, SeatNumber, SeenTile, TileText, View
from table.wording.fields import Clause, Words

RiichiWord = Literal["none", "declared", "accepted"]
StageWord = Literal["draw", "discard", "replace"]


class DiscardView(View):
    """One tile of a river, the called ones included."""

    tile: SeenTile = Field(description="? where nobody could read it")
    drawn: bool | None = Field(description="it was the tile just drawn; null: nobody could tell")
    turned: bool = Field(description="it lies sideways for a riichi")
    caller: SeatNumber | None = Field(description="who took it")


class LaidView(View):
    """A declared set as it lies before its owner."""

    kind: MeldWord
    tiles: list[TileText] = Field(description="sorted")
    called: TileText | None
    source: SeatNumber | None = Field(description="whose discard it was")


class WaitView(View):
    """A tile that completes the hand."""

    tile: TileText
    left: int = Field(description="how many of the four nobody has seen")


class FuritenView(View):
    """One proof that a seat may not ron."""

    kind: Literal["discard", "temporary", "riichi"]
    tile: TileText
    detail: Words
    clause: Clause


class SeatPlayView(View):
    """One seat in the hand in progress. What is not known, or not shown to you, is null."""

    river: list[DiscardView]
    melds: list[LaidView]
    concealed: list[SeenTile] = Field(description="known tiles sorted, then a back for each other")
    drawn: SeenTile | None = Field(description="the tile just drawn, one of the concealed ones")
    tiles: int = Field(description="held in all, each meld counted as three: 13, or 14 on turn")
    riichi: RiichiWord
    double_riichi: bool
    ippatsu: bool
    shown: bool = Field(description="the hand lies open")
    announced: bool | None = Field(description="tenpai or not, as said at the end of the wall")
    waits: list[WaitView] | None = Field(description="empty: not tenpai")
    shanten: int | None
    furiten: list[FuritenView] | None


class LastView(View):
    """The tile that may be claimed now."""

    seat: SeatNumber
    tile: SeenTile
    kan: bool = Field(description="the tile of a kan that may be robbed")


class SetupView(View):
    """How the wall of this hand was opened."""

    dice: list[int]
    side: SeatNumber | None = Field(description="in front of whom it was broken")
    stacks: int | None


class PlayView(View):
    """The hand in progress."""

    turn: SeatNumber
    stage: StageWord
    wall: int = Field(description="tiles left in the live wall")
    indicators: list[SeenTile]
    ura: list[TileText] = Field(description="once a winner has turned them")
    dora: list[TileText] = Field(description="the tiles that the indicators point to")
    kans: int
    owed: int = Field(description="indicators that kans still owe")
    watched: bool = Field(description="some tile has been seen to move")
    lost: bool = Field(description="the observer has lost the thread until the next hand")
    last: LastView | None
    setup: SetupView | None
    seats: list[SeatPlayView] = Field(description="by seat")
