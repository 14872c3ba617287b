"""A club's own tile set: what its photos show, what is doubtful, and the sets that are known."""

from typing import Annotated

from pydantic import Field, StringConstraints

from table.web.views.base import PhotoId, Request, View
from table.wording.fields import Words

MOST_PHOTOS = 8
MOST_MENDS = 400
Place = Annotated[str, StringConstraints(pattern=r"^\d{1,2}\.\d{1,3}\.\d{1,3}$")]
MendedTile = Annotated[str, StringConstraints(pattern=r"^(\?|0[mps]|[1-9][mps]|[1-7]z)$")]
SetName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]


class ShownSetRequest(Request):
    """Photos of a whole set, and what a person says of single faces."""

    photos: list[PhotoId] = Field(min_length=1, max_length=MOST_PHOTOS)
    mends: dict[Place, MendedTile] = Field(
        default_factory=dict, max_length=MOST_MENDS, description="place to tile; ? leaves it out"
    )


class EnrolRequest(ShownSetRequest):
    """A set to keep under a name."""

    name: SetName
    replace: bool = Field(default=False, description="in the place of an older one of that name")


class ShownFaceView(View):
    """One face of a set in its photos."""

    place: str = Field(description="photo.row.column, counted from 1; what a mend names")
    photo: PhotoId
    tile: str = Field(description="MPSZ; ? for one that is left out")
    confidence: float
    doubt: Words = Field(description="why it is doubtful; empty where it is not")
    polygon: list[tuple[float, float]] = Field(description="pixels of the upright picture")


class ShownSetView(View):
    """What the photos of a set show; nothing is kept."""

    faces: list[ShownFaceView]
    doubts: list[Words] = Field(description="what stands against it")
    missing: list[str] = Field(description="kinds that no face shows; with any it cannot be kept")


class TileSetView(View):
    """A set that is known."""

    name: str
    kinds: int
    reds: int = Field(description="kinds of red fives")


class TileSetsView(View):
    """The sets that are known, and the one that photos are read with."""

    sets: list[TileSetView]
    chosen: str = Field(description="empty: tiles are read as of any set")
