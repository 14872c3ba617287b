"""The routes of the referee: every ending of a hand, fouls, rulings and their cancelling."""

from fastapi import APIRouter

from table.web.services import ServicesDep
from table.web.views.referee import FoulKindView
from table.web.views.rulings import (
    CancelRequest,
    ConsequenceView,
    EndingRequest,
    EndingView,
    FoulRequest,
    PreviewEndRequest,
    RulingRequest,
)
from table.web.views.table import ConfirmedView

router = APIRouter(prefix="/api", tags=["rulings"])


@router.post("/endings")
async def end_hand(services: ServicesDep, request: EndingRequest) -> ConfirmedView:
    """Confirm how the hand ended: several wins, any draw, fouls with either; the next is begun."""
    return await services.referee.end(request)


@router.post("/endings/preview")
async def preview_ending(services: ServicesDep, request: PreviewEndRequest) -> EndingView:
    """What an ending would pay and what would follow; nothing is changed."""
    return services.referee.preview_end(request)


@router.get("/fouls")
async def list_fouls(services: ServicesDep) -> list[FoulKindView]:
    """Every foul that the ruleset knows, and what it costs."""
    return services.referee.fouls()


@router.post("/rulings/preview")
async def preview_ruling(services: ServicesDep, request: FoulRequest) -> ConsequenceView:
    """What a foul would do now; nothing is changed."""
    return services.referee.preview(request)


@router.post("/rulings")
async def rule(services: ServicesDep, request: RulingRequest) -> ConfirmedView:
    """Confirm a ruling: journaled, and the hand dealt again where it is a chombo."""
    return await services.referee.rule(request)


@router.post("/rulings/cancel")
async def cancel_ruling(services: ServicesDep, request: CancelRequest) -> ConfirmedView:
    """Take back a ruling: its points come back, a hand that it ended stays ended."""
    return await services.referee.cancel(request)
