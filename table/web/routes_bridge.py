"""The route of the automatic table: how the line to it is."""

from fastapi import APIRouter

from table.web.services import ServicesDep
from table.web.views.bridge import BridgeView

router = APIRouter(prefix="/api", tags=["bridge"])


@router.get("/bridge")
async def read_bridge(services: ServicesDep) -> BridgeView | None:
    """How the line to the automatic table is; null where none is configured."""
    return None if services.line is None else services.line.health()
