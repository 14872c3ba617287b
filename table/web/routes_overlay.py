"""The routes of the overlay: the delayed table for a broadcast, and what it may show."""

from fastapi import APIRouter, WebSocket

from table.web.live import follow_past
from table.web.overlay import OverlaySettings
from table.web.services import ServicesDep, services_of
from table.web.views.live import SnapshotMessage
from table.web.views.overlay import OverlayRequest, OverlayView

router = APIRouter(prefix="/api", tags=["overlay"])


@router.get("/overlay")
async def read_overlay(services: ServicesDep) -> SnapshotMessage:
    """The table as the broadcast may see it now."""
    desk = services.overlay
    return desk.message(services.desk.session.past(desk.settings.delay_s))


@router.get("/overlay/settings")
async def read_overlay_settings(services: ServicesDep) -> OverlayView:
    """What a broadcast shows."""
    settings = services.overlay.settings
    return OverlayView(delay_s=settings.delay_s, hands=settings.hands)


@router.put("/overlay/settings")
async def change_overlay(services: ServicesDep, request: OverlayRequest) -> OverlayView:
    """Change what a broadcast shows, from its next message on."""
    services.overlay.change(OverlaySettings(request.delay_s, request.hands))
    return await read_overlay_settings(services)


@router.websocket("/overlay/live")
async def live_overlay(socket: WebSocket) -> None:
    """Snapshots of the delayed table whenever it changes, and heartbeats."""
    await socket.accept()
    await follow_past(socket, services_of(socket))
