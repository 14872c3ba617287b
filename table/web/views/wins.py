"""A declared win, and the answer to it."""

from typing import Literal

from pydantic import Field

from table.web.views.base import (
    MAX_READ_TILES,
    Indicators,
    MeldWord,
    PhotoId,
    Request,
    SeatNumber,
    TileText,
    Turns,
    View,
    WindLetter,
)
from table.web.views.table import CommandRequest, ConfirmedView
from table.wording.fields import Clause, Words


class MeldRequest(Request):
    """A called set or a concealed kan of the winner."""

    kind: MeldWord
    tiles: list[TileText] = Field(min_length=3, max_length=4)
    called: TileText | None = None
    source: Turns | None = Field(default=None, description="who fed it; matters for liability")


class MeldShownView(View):
    """A declared set, in the same words."""

    kind: MeldWord
    tiles: list[TileText]
    called: TileText | None
    source: Turns | None


class CorrectionRequest(Request):
    """A tile of the photo that a person mended; null says that it is not part of the hand."""

    index: int = Field(ge=0, lt=MAX_READ_TILES)
    tile: TileText | None


class ScoreRequest(Request):
    """A hand and how it won. Winds, honba and sticks come from the table's state."""

    winner: SeatNumber
    discarder: SeatNumber | None = Field(default=None, description="null for tsumo")
    concealed: list[TileText] = Field(max_length=20, description="with the winning tile")
    melds: list[MeldRequest] = Field(default_factory=list, max_length=5)
    win_tile: TileText
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    haitei: bool = False
    houtei: bool = False
    rinshan: bool = False
    chankan: bool = False
    tenhou: bool = False
    chiihou: bool = False
    renhou: bool = False
    dora: Indicators = Field(default_factory=list)
    ura: Indicators = Field(default_factory=list)
    own_discards: list[TileText] = Field(default_factory=list, max_length=40)
    passed_winning_tiles: list[TileText] = Field(
        default_factory=list, max_length=40, description="let go since the winner's last draw"
    )
    win_tile_kept_apart: bool = True
    robbed_kan: Literal["kakan", "ankan"] | None = Field(
        default=None, description="with chankan; null: as the table's record has it"
    )
    kakan_last: bool | None = Field(
        default=None,
        description="the winner's last kan was made of a pon; null: as the table's record has it",
    )


class WinRequest(ScoreRequest, CommandRequest):
    """A win to confirm."""

    photo: PhotoId | None = None
    question: str | None = Field(
        default=None, max_length=200, description="the question that proposed it, answered with it"
    )
    corrections: list[CorrectionRequest] = Field(default_factory=list, max_length=MAX_READ_TILES)


class YakuView(View):
    """One yaku and where the rules define it."""

    name: str
    japanese: str
    english: str
    han: int = Field(description="0 for a yakuman")
    yakuman: int = Field(description="multiples of a yakuman; 0 for a yaku that gives han")
    clause: Clause


class FuView(View):
    """One item of the fu."""

    fu: int
    reason: Words
    clause: Clause


class FindingView(View):
    """One reason why a win is refused."""

    reason: str
    detail: Words
    clause: Clause
    penalty: Words | None


class DoraView(View):
    """Bonus han by where they come from."""

    dora: int
    ura: int
    red: int


class ScoreView(View):
    """The answer to a declared win: what it is worth, or why it is none."""

    valid: bool
    findings: list[FindingView] = Field(description="why not; empty for a valid win")
    reason: str | None = Field(description="the first finding, as one word; null when valid")
    clauses: list[Clause] = Field(description="every clause that the answer rests on")
    summary: Words = Field(description="one line, as in '3 han 40 fu, 5200'")
    han: int | None
    fu: int | None
    yaku: list[YakuView]
    fu_details: list[FuView]
    dora: DoraView
    limit: str | None
    counted: bool
    groups: list[str] = Field(description="the reading that was scored, as in 123m 456p 11z")
    notes: list[Words]
    total: int = Field(description="all that the winner receives, sticks included")
    deltas: list[int] = Field(description="what confirming it changes on every seat")
    points: list[int] = Field(description="on every seat, after it")
    seat_wind: WindLetter
    round_wind: WindLetter
    honba: int
    kyotaku: int = Field(description="sticks on the table, the winner's own included")
    lays_stick: bool = Field(description="confirming also lays the winner's riichi stick")


class DeclarationView(View):
    """A win as the state has it, to be completed by a person: POST /api/score takes the same."""

    winner: SeatNumber
    discarder: SeatNumber | None
    concealed: list[TileText] = Field(description="with the winning tile; empty: not known")
    melds: list[MeldShownView]
    win_tile: TileText | None = Field(description="null where nobody could read it")
    riichi: bool
    double_riichi: bool
    ippatsu: bool
    haitei: bool
    houtei: bool
    rinshan: bool
    chankan: bool
    tenhou: bool
    chiihou: bool
    renhou: bool
    dora: list[TileText]
    ura: list[TileText]
    own_discards: list[TileText]
    passed_winning_tiles: list[TileText]


class ReadingScoreView(View):
    """One way to read the hand: what it is worth, or why it was not scored."""

    groups: list[str]
    wait: Words = Field(
        description="what the winning tile completed; empty where it does not matter"
    )
    han: int | None
    fu: int | None
    total: int | None
    yaku: list[str]
    why: Words = Field(description="why it was not scored; empty for the reading that is")


class ConfirmedWinView(ConfirmedView):
    """A win that is safe on disk."""

    score: ScoreView
