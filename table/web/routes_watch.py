"""The routes of the watching camera, of evidence, and of the machine's health."""

from typing import Annotated

from fastapi import APIRouter, Path, Response
from fastapi.responses import FileResponse

from table.errors import UnknownThingError
from table.web.ports import Preview, WatchHealth
from table.web.routes_photos import PICTURE, UNCHANGING
from table.web.services import ServicesDep
from table.web.views.watch import MachineFindingView, SeenView, WatchView

router = APIRouter(prefix="/api", tags=["watch"])
EvidenceId = Annotated[str, Path(min_length=1, max_length=80)]


@router.get("/watch")
async def read_watch(services: ServicesDep) -> WatchView | None:
    """How the watching camera is and what it reads; null where none watches."""
    watcher = services.watcher
    return None if watcher is None else _watch_view(watcher.health(), watcher.preview())


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
