"""The referee's desk: hands that end in any way, fouls and what they would do, rulings."""

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core import decisions
from table.core.counting import check_count
from table.core.declaration import judge_all
from table.core.dues import dues
from table.core.endings import HandEnd, end_hand, spoiled
from table.core.events import Hora
from table.core.fouls import FOULS, IF_AGREED, REVEALED, TENTHS_A_POINT, Foul, price
from table.core.incidents import Signal, StickCount
from table.core.penalties import consequence
from table.core.state import Phase, TableState, fold
from table.core.words import describe_result
from table.journal.store import Draft
from table.session import Session
from table.web.answers import end_of, foul_of, score_view
from table.web.commands import confirmed, order_of
from table.web.views.referee import (
    Asks,
    CountRequest,
    CountView,
    FoulKindView,
    SubstituteRequest,
)
from table.web.views.rulings import (
    CancelRequest,
    ConsequenceView,
    EndingRequest,
    EndingView,
    FoulRequest,
    PreviewEndRequest,
    RulingRequest,
)
from table.web.views.table import ConfirmedView, DueView
from table.wording.fields import kept
from table.wording.values import label


class Referee:
    """What one table's pages ask about fouls and endings."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def preview(self, request: FoulRequest) -> ConsequenceView:
        """What a foul would do now."""
        now = self._session.snapshot
        found = consequence(now.state, foul_of(request), now.ruleset)
        return ConsequenceView(
            cost=found.price.cost,
            clause=found.price.clause,
            summary=str(found),
            ends_hand=found.ends_hand,
            needs_ruling=found.needs_ruling,
            deltas=list(found.deltas),
            penalty=found.tenths / TENTHS_A_POINT,
        )

    async def rule(self, request: RulingRequest) -> ConfirmedView:
        """Journal a ruling, and the next hand where it ends this one."""
        foul = foul_of(request)

        def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
            return map(Draft, spoiled(state, (foul,), ruleset))

        return confirmed(await self._session.change(order_of(request), decide))

    async def cancel(self, request: CancelRequest) -> ConfirmedView:
        """Journal that a ruling does not stand."""

        def decide(state: TableState, _: Ruleset) -> Iterable[Draft]:
            events = decisions.cancel_ruling(
                state, request.ruling, request.reason, ruled_by=request.ruled_by
            )
            return map(Draft, events)

        return confirmed(await self._session.change(order_of(request), decide))

    def fouls(self) -> list[FoulKindView]:
        """Every foul that can be ruled on, and what it costs now."""
        ruleset = self._session.snapshot.ruleset
        return [_foul_kind_view(kind, ruleset) for kind in sorted(FOULS)]

    async def substitute(self, request: SubstituteRequest) -> ConfirmedView:
        """Journal that somebody takes a seat over, and what being late costs who leaves it."""

        def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
            events = decisions.take_seat(
                state, Seat(request.seat), request.name, ruleset,
                minutes_late=request.minutes_late, reason=request.reason,
            )  # fmt: skip
            return map(Draft, events)

        return confirmed(await self._session.change(order_of(request), decide))

    def count(self, points: Sequence[int | None], kyotaku: int | None) -> CountView:
        """Counted sticks held against the record; nothing is changed."""
        found = check_count(self._session.snapshot.state, _count(points, kyotaku))
        return CountView(
            agrees=found.agrees,
            missing=list(found.missing),
            pot_missing=found.pot_missing,
            surplus=found.surplus,
        )

    async def note_count(self, request: CountRequest) -> CountView:
        """Journal counted sticks, and hold them against the record."""
        note = Draft(Signal("count", detail="the sticks were counted"))
        counted = Draft(_count(request.points, request.kyotaku))
        await self._session.change(order_of(request), lambda *_: (note, counted))
        return self.count(request.points, request.kyotaku)

    def preview_end(self, request: PreviewEndRequest) -> EndingView:
        """What an ending would pay, and what would follow. Raises what `end` raises."""
        now = self._session.snapshot
        end = end_of(request, now.state)
        events = end_hand(now.state, end, now.ruleset)
        after = fold(events, now.state)
        settled = after.hands[-1] if len(after.hands) > len(now.state.hands) else None
        deltas = [new - old for old, new in zip(now.state.scores, after.scores, strict=True)]
        return EndingView(
            deltas=deltas,
            points=list(after.scores),
            summary="" if settled is None else describe_result(now.state.names, settled),
            dues=[]
            if settled is None
            else [
                DueView(**{name: getattr(due, name) for name in DueView.model_fields})
                for due in dues(settled, now.ruleset)
            ],
            next=_next(after),
            penalties=[
                (new - old) / TENTHS_A_POINT
                for old, new in zip(now.state.penalties, after.penalties, strict=True)
            ],
        )

    async def end(self, request: EndingRequest) -> ConfirmedView:
        """Journal how a hand ended; each win with the score that was shown."""

        def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
            end = end_of(request, state)
            scores = _scores(state, end, ruleset)
            for event in end_hand(state, end, ruleset):
                proof = scores.get(event.actor) if isinstance(event, Hora) else None
                yield Draft(event, proof)

        return confirmed(await self._session.change(order_of(request), decide))


def _next(state: TableState) -> str:
    if state.phase is Phase.ENDED:
        return "the game is over"
    return f"{state.bakaze}{state.kyoku}, honba {state.honba}, sticks {state.kyotaku}"


def _count(points: Sequence[int | None], kyotaku: int | None) -> StickCount:
    first, second, third, fourth = points
    return StickCount((first, second, third, fourth), kyotaku)


_ASKS: dict[str, list[Asks]] = {
    "false_win": ["shown"],
    "late": ["count"],
    **{kind: ["count", "blameless"] for kind in REVEALED},
    "unplayable": ["blameless"],
}


def _foul_kind_view(kind: str, ruleset: Ruleset) -> FoulKindView:
    found = price(Foul(kind, Seat.FIRST, count=1), ruleset)
    said = getattr(ruleset.fouls, kind, "") if kind in ruleset.fouls._fields else ""
    asks = list(_ASKS.get(kind, []))
    if isinstance(said, str) and said.endswith(IF_AGREED):
        asks.append("agreed")
    if found.cost in {"", "referee"}:
        asks.append("ruling")
    entry = {"false_win": "fouls.false_win_shown", "late": "fouls.late_per_minute"}.get(
        kind, f"fouls.{kind}"
    )
    return FoulKindView(
        kind=kind,
        words=label(entry),
        cost=found.cost,
        clause=found.clause,
        asks=asks,
    )


def _scores(state: TableState, end: HandEnd, ruleset: Ruleset) -> dict[Seat, dict[str, Any]]:
    """The scores of the wins by winner, as evidence."""
    if not end.wins:
        return {}
    return {
        one.declaration.winner: {"score": kept(score_view(state, one))}
        for one in judge_all(state, end.wins, ruleset).winners
    }
