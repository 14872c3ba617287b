"""The routes of the table: its state, its journal, and every command that changes it."""

from typing import Annotated

from fastapi import APIRouter, Query

from table.web.services import ServicesDep
from table.web.views.base import SeatNumber
from table.web.views.bridge import StateView
from table.web.views.table import (
    ConfirmedView,
    DrawRequest,
    EvidenceEntryView,
    GameRequest,
    RedoRequest,
    RiichiRequest,
    RulesetView,
    UndoRequest,
)
from table.web.views.wins import (
    ConfirmedWinView,
    DeclarationView,
    ReadingScoreView,
    ScoreRequest,
    ScoreView,
    WinRequest,
)

router = APIRouter(prefix="/api", tags=["table"])

After = Annotated[int, Query(ge=0, description="only entries with a greater number")]
Limit = Annotated[int, Query(ge=1, le=500)]
OfHand = Annotated[
    int | None, Query(ge=1, description="any entry of a hand that is over; left out: the present")
]


@router.get("/state")
async def read_state(services: ServicesDep) -> StateView:
    """The table as it stands, and the line to its electronics."""
    bridge = None if services.line is None else services.line.health()
    return StateView(**dict(services.desk.snapshot()), bridge=bridge)


@router.get("/journal")
async def read_journal(
    services: ServicesDep, after: After = 0, limit: Limit = 100
) -> list[EvidenceEntryView]:
    """The journal's entries with their evidence, oldest first."""
    return services.desk.entries(after, limit)


@router.get("/rulesets")
async def list_rulesets(services: ServicesDep) -> list[RulesetView]:
    """The rulesets that a game can be played by."""
    return services.desk.rulesets()


@router.post("/score")
async def score_hand(
    services: ServicesDep, request: ScoreRequest, entry: OfHand = None
) -> ScoreView:
    """What a hand would win now; nothing is changed. An invalid win is an answer, not an error."""
    return services.desk.score(request, entry)


@router.post("/score/readings")
async def rank_readings(
    services: ServicesDep, request: ScoreRequest, entry: OfHand = None
) -> list[ReadingScoreView]:
    """Every way to read the hand, the scored one first, and why each other is not worth more."""
    return services.desk.readings(request, entry)


@router.get("/declaration")
async def read_declaration(
    services: ServicesDep,
    winner: SeatNumber,
    discarder: SeatNumber | None = None,
    entry: OfHand = None,
) -> DeclarationView:
    """A win of this seat as the state has it: riichi, dora, last tile, the hand where known."""
    return services.desk.declaration(winner, discarder, entry)


@router.post("/wins")
async def confirm_win(services: ServicesDep, request: WinRequest) -> ConfirmedWinView:
    """Confirm a win: journaled, paid, and the next hand begun."""
    return await services.desk.confirm_win(request)


@router.post("/draws")
async def confirm_draw(services: ServicesDep, request: DrawRequest) -> ConfirmedView:
    """Confirm an exhaustive draw: noten payments, counters, and the next hand begun."""
    return await services.desk.confirm_draw(request)


@router.post("/riichi")
async def lay_riichi(services: ServicesDep, request: RiichiRequest) -> ConfirmedView:
    """Lay a riichi stick for a seat."""
    return await services.desk.lay_riichi(request)


@router.post("/undo")
async def undo(services: ServicesDep, request: UndoRequest) -> ConfirmedView:
    """Take back the last commit that still stands; the journal keeps it."""
    return await services.desk.undo(request)


@router.post("/redo")
async def redo(services: ServicesDep, request: RedoRequest) -> ConfirmedView:
    """Restore what the last undo took back."""
    return await services.desk.redo(request)


@router.post("/games")
async def start_game(services: ServicesDep, request: GameRequest) -> ConfirmedView:
    """Begin a new game with these players and this ruleset."""
    return await services.desk.start_game(request)
