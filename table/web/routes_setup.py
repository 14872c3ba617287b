"""The routes of setting up: rulesets in words, drawing seats, events entered by hand."""

from typing import Annotated

from fastapi import APIRouter, Path

from table.web.services import ServicesDep
from table.web.setting_up import detail, differences, draw
from table.web.views.setup import (
    DifferenceView,
    EventsRequest,
    RulesetDetailView,
    SeatDrawCommand,
    SeatDrawRequest,
    SeatDrawView,
)
from table.web.views.table import ConfirmedView

router = APIRouter(prefix="/api", tags=["set-up"])
RulesetName = Annotated[str, Path(min_length=1, max_length=40)]


@router.get("/rulesets/{ruleset_id}")
async def read_ruleset(services: ServicesDep, ruleset_id: RulesetName) -> RulesetDetailView:
    """A ruleset, every entry in words with its clause."""
    return detail(services.desk.session.ruleset(ruleset_id))


@router.get("/rulesets/{ruleset_id}/differences/{other_id}")
async def compare_rulesets(
    services: ServicesDep, ruleset_id: RulesetName, other_id: RulesetName
) -> list[DifferenceView]:
    """In what two rulesets differ, in words."""
    session = services.desk.session
    return differences(session.ruleset(ruleset_id), session.ruleset(other_id))


@router.post("/seating/draw")
async def draw_seats(services: ServicesDep, request: SeatDrawRequest) -> SeatDrawView:
    """Who sits where by the ruleset's procedure; nothing is changed."""
    return draw(request, services.desk.session.ruleset(request.ruleset))


@router.post("/seating")
async def seat_players(services: ServicesDep, request: SeatDrawCommand) -> ConfirmedView:
    """Begin a game with seats that were drawn; the draw is journaled with it."""
    return await services.beginner.seat(request)


@router.post("/events")
async def write_events(services: ServicesDep, request: EventsRequest) -> ConfirmedView:
    """Write events by hand: draws, discards, calls, riichi, in mjai's words."""
    return await services.beginner.write(request)
