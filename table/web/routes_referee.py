"""The routes of the referee's console: inspection, clock, audit, counts, substitutes."""

from fastapi import APIRouter

from table.web.inspection import inspect
from table.web.services import ServicesDep
from table.web.views.referee import (
    AuditView,
    CountRequest,
    CountView,
    GongCommand,
    GongRequest,
    GongView,
    InspectionView,
    SubstituteRequest,
    TimerRequest,
    TimerView,
)
from table.web.views.table import ConfirmedView

router = APIRouter(prefix="/api", tags=["referee"])


@router.get("/referee/seats")
async def inspect_seats(services: ServicesDep) -> InspectionView:
    """Every seat of the hand in progress: furiten with proof, tile count, riichi, kuikae, flags."""
    return inspect(services.desk.session)


@router.get("/referee/audit")
async def audit_table(services: ServicesDep) -> AuditView:
    """Whether points, sticks and penalties add up, and the journal's chain holds on the disk."""
    return await services.auditor.audit()


@router.post("/referee/counts")
async def note_count(services: ServicesDep, request: CountRequest) -> CountView:
    """Journal counted sticks, and hold them against the record."""
    return await services.referee.note_count(request)


@router.post("/referee/substitutes")
async def seat_substitute(services: ServicesDep, request: SubstituteRequest) -> ConfirmedView:
    """Somebody takes a seat over; the seat is left out of the ranking."""
    return await services.referee.substitute(request)


@router.get("/timer")
async def read_timer(services: ServicesDep) -> TimerView:
    """The session's clock."""
    return services.clock.view()


@router.post("/timer")
async def change_timer(services: ServicesDep, request: TimerRequest) -> TimerView:
    """Start or stop the clock, or give this table time back."""
    return await services.clock.change(request)


@router.post("/timer/gong/preview")
async def preview_gong(services: ServicesDep, request: GongRequest) -> GongView:
    """What the end signal would end now; nothing is changed."""
    return services.clock.preview(request)


@router.post("/timer/gong")
async def ring_gong(services: ServicesDep, request: GongCommand) -> ConfirmedView:
    """Give the end signal."""
    return await services.clock.ring(request)
