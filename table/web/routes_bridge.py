"""The routes of the automatic table: how the line to it is, and what is open between us."""

from fastapi import APIRouter

from table.web.services import ServicesDep
from table.web.views.bridge import BridgeView, QuestionView

router = APIRouter(prefix="/api", tags=["bridge"])


@router.get("/bridge")
async def read_bridge(services: ServicesDep) -> BridgeView | None:
    """How the line to the automatic table is; null where none is configured."""
    return None if services.line is None else services.line.health()


@router.get("/questions")
async def list_questions(services: ServicesDep) -> list[QuestionView]:
    """What the automatic table and the record see differently, and for longer than a moment."""
    if services.line is None:
        return []
    return [
        QuestionView(id=one.id, seat=one.seat, kind=one.kind, text=one.text, amount=one.amount)
        for one in services.line.questions()
    ]
