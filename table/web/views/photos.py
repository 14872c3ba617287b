"""Photos, what was read in them, and the hand they seem to show."""

from pydantic import Field

from table.web.views.base import (
    MeldWord,
    PhotoId,
    Probability,
    Request,
    SeatNumber,
    SeenTile,
    TileText,
    Turns,
    View,
)
from table.wording.fields import Words


class AlternativeView(View):
    """Another name for a read tile."""

    tile: SeenTile
    probability: Probability


class ReadTileView(View):
    """One tile found in a photo."""

    index: int
    tile: SeenTile
    polygon: list[tuple[float, float]] = Field(
        description="four corners in pixels, clockwise from the face's own top-left"
    )
    confidence: Probability
    alternatives: list[AlternativeView]


class MeldView(View):
    """A called set or a concealed kan, as it seems to lie there."""

    kind: MeldWord
    tiles: list[TileText]
    called: TileText | None
    source: Turns | None
    indices: list[int] = Field(description="which of the read tiles")


class ProposalView(View):
    """The winning hand that a photo seems to show; a person confirms or mends it."""

    concealed: list[SeenTile] = Field(description="left to right, the winning tile last if known")
    concealed_indices: list[int] = Field(description="which of the read tiles")
    melds: list[MeldView]
    win_tile: SeenTile | None
    notes: list[Words] = Field(description="what a person should look at")


class PhotoView(View):
    """A photo that was read; pixels are those of the upright picture."""

    id: PhotoId
    width: int
    height: int
    tiles: list[ReadTileView]
    proposal: ProposalView
    notes: list[Words] = Field(
        default=[], description="what is wrong with the picture as a whole: dark, blurred, mirrored"
    )


class CameraView(View):
    """A camera of the machine."""

    index: int
    name: str


class CameraRequest(Request):
    """Take a picture with one of the machine's cameras."""

    index: int = Field(ge=0, le=63)


class DemoPhotoView(View):
    """A photo that ships with the demo, and the circumstances to try with it."""

    name: str
    title: Words
    winner: SeatNumber
    discarder: SeatNumber | None = Field(description="null for tsumo")
    riichi: bool
    ippatsu: bool
    dora: list[TileText] = Field(description="indicators")
    ura: list[TileText] = Field(description="indicators")
