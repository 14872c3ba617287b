"""The routes of a club's own tile set: shown in photos, confirmed by a person, kept."""

from fastapi import APIRouter

from table.errors import UnknownThingError
from table.web.ports import ShownSet, TileSets
from table.web.services import Services, ServicesDep
from table.web.views.tile_sets import (
    EnrolRequest,
    ShownFaceView,
    ShownSetRequest,
    ShownSetView,
    TileSetsView,
    TileSetView,
)

router = APIRouter(prefix="/api", tags=["set-up"])


@router.get("/tile-sets")
async def list_tile_sets(services: ServicesDep) -> TileSetsView:
    """The sets that are known, and the one that photos are read with."""
    sets = _sets(services)
    known = [TileSetView(name=one.name, kinds=one.kinds, reds=one.reds) for one in sets.known()]
    return TileSetsView(sets=known, chosen=sets.chosen)


@router.post("/tile-sets/propose")
async def propose_tile_set(services: ServicesDep, request: ShownSetRequest) -> ShownSetView:
    """What photos of the 34 kinds show, with the mends so far; nothing is kept."""
    pictures = [services.photos.image_path(one) for one in request.photos]
    shown = await _sets(services).propose(pictures, request.mends)
    return _shown_view(shown, request.photos)


@router.post("/tile-sets")
async def enrol_tile_set(services: ServicesDep, request: EnrolRequest) -> TileSetsView:
    """Keep the set; photos and the cameras are read with it from now on."""
    pictures = [services.photos.image_path(one) for one in request.photos]
    await _sets(services).keep(request.name, pictures, request.mends, replace=request.replace)
    return await list_tile_sets(services)


def _sets(services: Services) -> TileSets:
    if services.tile_sets is None:
        raise UnknownThingError("tile sets: this table learns none, expected one that does")
    return services.tile_sets


def _shown_view(shown: ShownSet, photos: list[str]) -> ShownSetView:
    return ShownSetView(
        faces=[
            ShownFaceView(
                place=one.place,
                photo=photos[one.picture],
                tile=one.tile,
                confidence=round(one.confidence, 4),
                doubt=one.doubt,
                polygon=[(round(x, 1), round(y, 1)) for x, y in one.polygon],
            )
            for one in shown.faces
        ],
        doubts=list(shown.doubts),
        missing=list(shown.missing),
    )
