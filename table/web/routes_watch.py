"""The routes of the watching camera, of evidence, and of the machine's health."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import FileResponse
from starlette.concurrency import run_in_threadpool

from table.errors import UnknownThingError
from table.web.ports import Preview, WatchHealth
from table.web.routes_photos import PICTURE, UNCHANGING
from table.web.services import ServicesDep
from table.web.views.watch import (
    CamerasRequest,
    CamerasView,
    MachineFindingView,
    SeenView,
    WatchView,
)

router = APIRouter(prefix="/api", tags=["watch"])
EvidenceId = Annotated[str, Path(min_length=1, max_length=80)]
Moment = Annotated[float, Query(ge=0, le=100_000, description="seconds into the film")]
Around = Annotated[float, Query(ge=0, le=60)]
CLIP: dict[int | str, dict[str, Any]] = {
    200: {"content": {"video/mp4": {}}, "description": "a film to keep"}
}


@router.get("/watch")
async def read_watch(services: ServicesDep) -> WatchView | None:
    """How the watching camera is and what it reads; null where none watches."""
    watcher = services.watcher
    health = None if watcher is None else watcher.health()
    if watcher is None or health is None:
        return None
    return _watch_view(health, watcher.preview())


@router.get("/watch/cameras")
async def read_sources(services: ServicesDep) -> CamerasView:
    """Which cameras watch the table and the hands: the setting `[camera]`."""
    told = () if services.watcher is None else services.watcher.sources
    return CamerasView(**dict(one.split("=", 1) for one in told))


@router.put("/watch/cameras")
async def choose_sources(services: ServicesDep, request: CamerasRequest) -> CamerasView:
    """Watch with these cameras from now on, and whenever this table is started again.

    Without one for the table nobody watches. Each is an index, a file, a folder, rtsp:// or http://
    """
    if services.watcher is None:
        raise UnknownThingError("cameras: this table cannot watch, expected one that can")
    roles = CamerasView.model_fields
    told = ((role, getattr(request, role)) for role in roles)
    named = tuple(f"{role}={where}" for role, where in told if where is not None)
    services.watcher.choose(named if request.table is not None else ())
    return await read_sources(services)


@router.get("/watch/picture", response_class=Response, responses=PICTURE)
async def read_watch_picture(services: ServicesDep) -> Response:
    """The newest picture of the watching camera."""
    preview = None if services.watcher is None else services.watcher.preview()
    if preview is None:
        raise UnknownThingError("picture: no camera has given one yet, expected one that watches")
    return Response(preview.jpeg, media_type="image/jpeg")


@router.get("/evidence/{evidence_id}", response_class=FileResponse, responses=PICTURE)
async def read_evidence(services: ServicesDep, evidence_id: EvidenceId) -> FileResponse:
    """A picture or clip that an event or a question rests on."""
    path, media = services.evidence.find(evidence_id)
    return FileResponse(path, media_type=media, headers=UNCHANGING)


@router.get("/evidence/{evidence_id}/clip", response_class=Response, responses=CLIP)
async def read_clip(
    services: ServicesDep, evidence_id: EvidenceId, at: Moment, before: Around = 4.0,
    after: Around = 3.0,
) -> Response:  # fmt: skip
    """A few seconds of a hand's film around a moment, as a film of its own to keep."""
    path, media = services.evidence.find(evidence_id)
    if media != "video/mp4" or services.watcher is None:
        raise UnknownThingError(f"film {evidence_id[:40]!r}: expected the id of a film")
    cut = services.watcher.clip
    made = await run_in_threadpool(cut, path, at, before, after)
    name = f"jantaku-{evidence_id[:8]}-{at:.0f}s.mp4"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(made, media_type="video/mp4", headers=headers)


@router.get("/doctor")
async def examine(services: ServicesDep) -> list[MachineFindingView]:
    """What the doctor finds about models, cameras, serial ports, disk and settings."""
    return [
        MachineFindingView(part=one.part, health=one.health, words=one.words)
        for one in await services.doctor.examine()
    ]


def _watch_view(health: WatchHealth, preview: Preview | None) -> WatchView:
    return WatchView(
        source=health.source,
        condition=health.condition,
        words=health.words,
        frames_per_s=health.frames_per_s,
        behind_ms=health.behind_ms,
        table_found=health.table_found,
        tile_set=health.tile_set,
        findings=list(health.findings),
        width=None if preview is None else preview.width,
        height=None if preview is None else preview.height,
        at_ns=None if preview is None else preview.at_ns,
        seen=[]
        if preview is None
        else [
            SeenView(
                tile=one.tile,
                polygon=[(x, y) for x, y in one.polygon],
                probability=one.probability,
            )
            for one in preview.seen
        ],
    )
