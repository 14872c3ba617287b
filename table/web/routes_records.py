"""The routes of the record: games, hands, steps, statistics, exports."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from starlette.concurrency import run_in_threadpool

from table.web.services import ServicesDep
from table.web.statistics import statistics
from table.web.views.records import (
    ExportFormat,
    GameSummaryView,
    GameView,
    PlayerStatisticsView,
    StepsView,
    StepView,
)

router = APIRouter(prefix="/api", tags=["records"])
GameNumber = Annotated[int, Path(ge=0, le=100_000)]
HandNumber = Annotated[int, Path(ge=0, le=500)]
StepNumber = Annotated[int, Path(ge=0, le=2000)]
MEDIA: dict[ExportFormat, tuple[str, str]] = {
    "mjai": ("application/x-ndjson", "mjai.jsonl"),
    "tenhou6": ("application/json", "tenhou6.json"),
    "csv": ("text/csv; charset=utf-8", "csv"),
    "html": ("text/html; charset=utf-8", "html"),
    "pdf": ("application/pdf", "pdf"),
}
FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {media.partition(";")[0]: {} for media, _ in MEDIA.values()},
        "description": "a file to keep",
    }
}


@router.get("/records")
async def list_games(services: ServicesDep) -> list[GameSummaryView]:
    """Every game of this table, the newest first."""
    return services.archive.list()


@router.get("/records/{game}")
async def read_game(services: ServicesDep, game: GameNumber) -> GameView:
    """One game, hand by hand, with the points after each."""
    return services.archive.game(game)


@router.get("/records/{game}/hands/{hand}")
async def read_steps(services: ServicesDep, game: GameNumber, hand: HandNumber) -> StepsView:
    """One hand, event by event; concealed tiles of a game in progress only for referees."""
    return services.archive.steps(game, hand)


@router.get("/records/{game}/hands/{hand}/steps/{step}")
async def read_step(
    services: ServicesDep, game: GameNumber, hand: HandNumber, step: StepNumber
) -> StepView:
    """The table after one step of a hand."""
    return services.archive.step(game, hand, step)


@router.get("/records/{game}/export/{target}", response_class=Response, responses=FILE)
async def export_game(services: ServicesDep, game: GameNumber, target: ExportFormat) -> Response:
    """A game as mjai, tenhou.net/6, CSV, or a score sheet to print as HTML or PDF."""
    done = await run_in_threadpool(services.archive.export, game, target)
    media, ending = MEDIA[target]
    name = f"jantaku-game-{game + 1}.{ending}"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    }
    return Response(done.content, media_type=media, headers=headers)


@router.get("/statistics")
async def read_statistics(services: ServicesDep) -> list[PlayerStatisticsView]:
    """Every player over all the games of this table: wins, deal-ins, riichi, calls, scores."""
    return statistics(services.archive.games())
