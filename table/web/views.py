"""What goes over the wire: requests, responses and the messages of the live connection.

Requests are strict and closed: an unknown field, a number in quotes or a value out of bounds is
refused. Seats are 0-3 (0 the first dealer, then counter-clockwise), tiles MPSZ text.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MAX_SEATS = 4
MAX_READ_TILES = 200

TileText = Annotated[str, StringConstraints(pattern=r"^([0-9][mps]|[1-7]z)$")]
SeenTile = Annotated[str, StringConstraints(pattern=r"^([0-9][mps]|[1-7]z|back|\?)$")]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
WindLetter = Literal["E", "S", "W", "N"]
Sequence = Annotated[int, Field(ge=0, description="number of the last journal entry")]
ClientId = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z0-9._-]{8,64}$"),
    Field(description="made by the client, once an action; sent twice it is done once"),
]
PhotoId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
PlayerName = Annotated[str, StringConstraints(min_length=1, max_length=40, strip_whitespace=True)]
Probability = Annotated[float, Field(ge=0, le=1)]


class View(BaseModel):
    """A frozen value with no unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Request(BaseModel):
    """A frozen value with no unknown fields and no silent conversions."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ProblemView(View):
    """RFC 9457: what was wrong; the state is untouched."""

    type: str
    title: str
    status: int
    detail: str = Field(description="one line: the value and what was expected")


# --- the table -------------------------------------------------------------------------------


class PlayerView(View):
    """One seat, as it stands now."""

    seat: SeatNumber
    name: str
    wind: WindLetter
    points: int
    dealer: bool
    riichi: bool


class RulesetView(View):
    """A ruleset that games can be played by."""

    id: str
    name: str
    description: str


class HandResultView(View):
    """One finished hand of the current game."""

    commit: int = Field(description="the journal entry that opened the commit which ended the hand")
    bakaze: WindLetter
    kyoku: int
    honba: int
    kind: Literal["win", "draw"]
    winner: SeatNumber | None
    discarder: SeatNumber | None = Field(description="null for a draw and for tsumo")
    tenpai: list[SeatNumber] | None = Field(description="null for a win")
    deltas: list[int]
    points: list[int] = Field(description="after the hand")
    summary: str


class StandingView(View):
    """A seat's place and session score when the game has ended."""

    seat: SeatNumber
    place: int = Field(description="1-4; tied seats share the better place")
    points: int
    uma: float
    score: float


class UndoView(View):
    """The commit that the next undo (or redo) would take back (or restore)."""

    commit: int
    what: str


class TableView(View):
    """The whole table; the same for every client."""

    phase: Literal["hand", "ended"]
    ruleset: RulesetView
    bakaze: WindLetter
    kyoku: int
    honba: int
    kyotaku: int = Field(description="riichi sticks on the table")
    oya: SeatNumber
    players: list[PlayerView]
    hands: list[HandResultView] = Field(description="oldest first")
    standings: list[StandingView] | None = Field(description="null until the game has ended")
    undo: UndoView | None
    redo: UndoView | None


class SnapshotView(View):
    """The table and the number of the journal entry it rests on."""

    journal: str = Field(description="which journal the numbers belong to")
    seq: Sequence
    state: TableView


class EntryView(View):
    """One line of the journal."""

    seq: int
    commit: int = Field(description="the first entry written together with this one")
    at: str = Field(description="ISO 8601, UTC")
    source: str
    confidence: Probability | None
    event: dict[str, Any]
    supersedes: int | None
    hash: str


class EvidenceEntryView(EntryView):
    """A line of the journal with its evidence."""

    evidence: dict[str, Any] | None


# --- photos ----------------------------------------------------------------------------------


class AlternativeView(View):
    """Another name for a read tile."""

    tile: SeenTile
    probability: Probability


class ReadTileView(View):
    """One tile found in a photo; the polygon is clockwise from the face's own top-left corner."""

    index: int
    tile: SeenTile
    polygon: list[tuple[float, float]]
    confidence: Probability
    alternatives: list[AlternativeView]


class MeldView(View):
    """A called set or a concealed kan."""

    kind: Literal["chi", "pon", "daiminkan", "ankan", "kakan"]
    tiles: list[TileText] = Field(min_length=3, max_length=4)
    source: SeatNumber | None = Field(
        description="the seat that fed it; null when unknown or ankan"
    )


class ProposalView(View):
    """The winning hand a photo seems to show."""

    concealed: list[SeenTile] = Field(description="with the winning tile")
    melds: list[MeldView]
    win_tile: SeenTile | None
    notes: list[str]


class PhotoView(View):
    """A photo that was read; pixels are those of the upright picture."""

    id: PhotoId
    width: int
    height: int
    tiles: list[ReadTileView]
    proposal: ProposalView


class CameraView(View):
    """A camera of the machine."""

    index: int
    name: str


class CameraRequest(Request):
    """Take a picture with one of the machine's cameras."""

    index: int = Field(ge=0, le=63)


class DemoPhotoView(View):
    """A photo that ships with the demo, and the circumstances of its win."""

    name: str
    title: str
    winner: SeatNumber
    discarder: SeatNumber | None
    riichi: bool
    ippatsu: bool
    dora: list[TileText]
    ura: list[TileText]


# --- wins ------------------------------------------------------------------------------------


class MeldRequest(Request):
    """A called set or a concealed kan of the winner."""

    kind: Literal["chi", "pon", "daiminkan", "ankan", "kakan"]
    tiles: list[TileText] = Field(min_length=3, max_length=4)
    source: SeatNumber | None = Field(default=None, description="the seat that fed it (liability)")


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
    dora: list[TileText] = Field(default_factory=list, max_length=5, description="indicators")
    ura: list[TileText] = Field(default_factory=list, max_length=5, description="indicators")
    own_discards: list[TileText] = Field(default_factory=list, max_length=40)
    passed_winning_tiles: list[TileText] = Field(default_factory=list, max_length=40)
    win_tile_kept_apart: bool = True


class WinRequest(ScoreRequest):
    """A win to confirm."""

    expected_seq: Sequence
    client_id: ClientId
    photo: PhotoId | None = None
    corrections: list[CorrectionRequest] = Field(default_factory=list, max_length=MAX_READ_TILES)


class YakuView(View):
    """One yaku and where the rules define it."""

    name: str
    han: int = Field(description="0 for a yakuman")
    clause: str


class FuView(View):
    """One item of the fu."""

    fu: int
    reason: str
    clause: str


class ScoreView(View):
    """The answer to a declared win: what it is worth, or why it is none."""

    valid: bool
    reason: str | None = Field(description="why the win does not count; null when it does")
    reason_text: str | None
    penalty: str | None
    clauses: list[str]
    han: int | None
    fu: int | None
    yaku: list[YakuView]
    fu_details: list[FuView]
    dora: int
    limit: str | None
    counted: bool
    total: int = Field(description="all that the winner receives, sticks included")
    deltas: list[int] = Field(description="what confirming it changes on every seat")
    points: list[int] = Field(description="after it")
    seat_wind: WindLetter
    round_wind: WindLetter
    honba: int
    kyotaku: int = Field(description="sticks on the table, the winner's own included")
    lays_stick: bool = Field(description="confirming also lays the winner's riichi stick")


# --- the other commands ----------------------------------------------------------------------


class CommandRequest(Request):
    """A change to the table: made once, and only to the state that its sender saw."""

    expected_seq: Sequence
    client_id: ClientId


class DrawRequest(CommandRequest):
    """An exhaustive draw and who showed tenpai."""

    tenpai: list[SeatNumber] = Field(max_length=MAX_SEATS)


class RiichiRequest(CommandRequest):
    """A riichi whose discard has passed: the stick is laid."""

    seat: SeatNumber


class UndoRequest(CommandRequest):
    """Take back the last commit that still stands."""


class RedoRequest(CommandRequest):
    """Restore what the last undo took back."""


class GameRequest(CommandRequest):
    """A new game; the one before stays in the journal."""

    names: list[PlayerName] = Field(min_length=MAX_SEATS, max_length=MAX_SEATS)
    ruleset: str = Field(min_length=1, max_length=40)


class ConfirmedView(SnapshotView):
    """A command that is safe on disk, and the table after it."""

    repeated: bool = Field(
        description="this client_id had been confirmed before; nothing was added"
    )
    notes: list[str] = Field(description="what else was done, in words")
    deltas: list[int]


class ConfirmedWinView(ConfirmedView):
    """A win that is safe on disk."""

    score: ScoreView


# --- live ------------------------------------------------------------------------------------


class SnapshotMessage(View):
    """The first message, and after a gap: forget what you had."""

    type: Literal["snapshot"]
    journal: str
    seq: Sequence
    state: TableView


class ChangeMessage(View):
    """One commit. Applies to the state numbered `since`; another number means a gap: reconnect."""

    type: Literal["change"]
    since: Sequence
    seq: Sequence
    entries: list[EntryView]
    state: TableView


class HeartbeatMessage(View):
    """Nothing changed."""

    type: Literal["heartbeat"]
    seq: Sequence


LiveMessage = Annotated[
    SnapshotMessage | ChangeMessage | HeartbeatMessage, Field(discriminator="type")
]
