"""The routes of the record's past: a hand event by event, and corrections of any of them."""

from typing import Annotated

from fastapi import APIRouter, Query

from table.web.services import ServicesDep
from table.web.views.history import (
    CorrectedView,
    CorrectionCommand,
    CorrectionView,
    EditsRequest,
    HistoryView,
)

router = APIRouter(prefix="/api", tags=["corrections"])
HandNumber = Annotated[
    int | None, Query(ge=0, le=500, description="its place in the game; left out: the last")
]


@router.get("/history")
async def read_history(services: ServicesDep, hand: HandNumber = None) -> HistoryView:
    """A hand of the present game, event by event, each with what the rules say to it."""
    return services.editor.history(hand)


@router.post("/corrections/preview")
async def preview_correction(services: ServicesDep, request: EditsRequest) -> CorrectionView:
    """What a correction would change, in points and hands; nothing is changed."""
    return services.editor.preview(request)


@router.post("/corrections")
async def correct(services: ServicesDep, request: CorrectionCommand) -> CorrectedView:
    """Write a correction: what followed from the rules is decided again, in one commit."""
    return await services.editor.correct(request)
