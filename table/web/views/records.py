"""Games that were played: hands, points, statistics, and every step of every hand."""

from typing import Any, Literal

from pydantic import Field

from table.web.views.base import SeatNumber, View, WindLetter
from table.web.views.history import EventView
from table.web.views.play import PlayView
from table.web.views.table import StandingView
from table.wording.fields import Words

ExportFormat = Literal["mjai", "tenhou6", "csv", "html", "pdf"]


class GameSummaryView(View):
    """One game of the journal."""

    game: int = Field(description="its place in the journal, from 0")
    names: list[str]
    ruleset: Words
    began: str = Field(description="ISO 8601, UTC")
    hands: int = Field(description="finished ones")
    over: bool
    points: list[int]


class WinLineView(View):
    """One result of a hand."""

    kind: Literal["ron", "tsumo", "draw", "chombo"]
    words: Words
    winner: SeatNumber | None
    loser: SeatNumber | None
    han: int | None
    fu: int | None
    points: int
    yaku: list[Words] = Field(description="their names, for people")
    tenpai: list[SeatNumber] | None


class HandRowView(View):
    """One finished hand."""

    hand: int
    bakaze: WindLetter
    kyoku: int
    honba: int
    oya: SeatNumber
    riichi: list[SeatNumber]
    lines: list[WinLineView]
    change: list[int] = Field(description="by seat, sticks laid included")
    points: list[int] = Field(description="by seat, after the hand")
    kyotaku: int
    void: bool
    watched: bool = Field(description="tiles were seen to move: it can be stepped through")


class GameView(GameSummaryView):
    """One game, hand by hand."""

    start: list[int] = Field(description="points at the first deal")
    rows: list[HandRowView]
    standings: list[StandingView] | None
    open_hand: bool = Field(description="a hand is in progress, the next number after the rows")


class StepsView(View):
    """One hand as steps; step 0 is the deal, and each event is one more."""

    game: int
    hand: int
    film: str = Field(description="the id of the film for /api/evidence/; empty for none")
    events: list[EventView]


class StepView(View):
    """The table after one step."""

    step: int
    event: dict[str, Any]
    bakaze: WindLetter
    kyoku: int
    honba: int
    kyotaku: int
    oya: SeatNumber
    names: list[str]
    points: list[int]
    play: PlayView | None


class RateView(View):
    """How often, of how many."""

    count: int
    of: int
    rate: float | None = Field(description="null where there was none to count")


class PlayerStatisticsView(View):
    """One player over all the games of this journal, known by name."""

    name: str
    games: int
    hands: int
    wins: RateView
    tsumo: RateView = Field(description="of the wins")
    deal_ins: RateView
    riichi: RateView
    calls: RateView = Field(description="hands with an open set, of those that were watched")
    tenpai: RateView = Field(description="at exhaustive draws")
    average_win: float | None = Field(description="points, sticks included")
    average_deal_in: float | None
    average_points: float | None = Field(description="at the end of finished games")
    average_place: float | None
    average_total: float | None = Field(description="overall score of finished games")
    places: list[int] = Field(description="how often first to fourth")
