"""The referee's desk: hands that end in any way, fouls and what they would do, rulings."""

from collections.abc import Iterable
from typing import Any

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core import decisions
from table.core.declaration import judge_all
from table.core.endings import HandEnd, end_hand, spoiled
from table.core.events import Hora
from table.core.fouls import TENTHS_A_POINT, Foul
from table.core.penalties import consequence
from table.core.state import TableState
from table.journal.store import Draft
from table.session import Session
from table.web.answers import declaration_of, score_view
from table.web.commands import confirmed, order_of
from table.web.views.rulings import (
    CancelRequest,
    ConsequenceView,
    EndingRequest,
    FoulRequest,
    RulingRequest,
)
from table.web.views.table import ConfirmedView


class Referee:
    """What one table's pages ask about fouls and endings."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def preview(self, request: FoulRequest) -> ConsequenceView:
        """What a foul would do now."""
        now = self._session.snapshot
        found = consequence(now.state, _foul(request), now.ruleset)
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
        foul = _foul(request)

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

    async def end(self, request: EndingRequest) -> ConfirmedView:
        """Journal how a hand ended; each win with the score that was shown."""

        def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
            end = _end(request, state)
            scores = _scores(state, end, ruleset)
            for event in end_hand(state, end, ruleset):
                proof = scores.get(event.actor) if isinstance(event, Hora) else None
                yield Draft(event, proof)

        return confirmed(await self._session.change(order_of(request), decide))


def _foul(request: FoulRequest) -> Foul:
    return Foul(
        request.kind,
        Seat(request.actor),
        count=request.count,
        shown=request.shown,
        blameless=request.blameless,
        agreed=request.agreed,
        ruling=request.ruling,
        reason=request.reason,
        ruled_by=request.ruled_by,
    )


def _end(request: EndingRequest, state: TableState) -> HandEnd:
    last, actor = request.last_discarder, request.actor
    return HandEnd(
        wins=tuple(declaration_of(win, state) for win in request.wins),
        hidden=frozenset(map(Seat, request.hidden)),
        draw=request.draw,
        tenpai=frozenset(map(Seat, request.tenpai)),
        nagashi=tuple(map(Seat, request.nagashi)),
        last_discarder=None if last is None else Seat(last),
        actor=None if actor is None else Seat(actor),
        fouls=tuple(map(_foul, request.fouls)),
    )


def _scores(state: TableState, end: HandEnd, ruleset: Ruleset) -> dict[Seat, dict[str, Any]]:
    """The scores of the wins by winner, as evidence."""
    if not end.wins:
        return {}
    return {
        one.declaration.winner: {"score": score_view(state, one).model_dump(mode="json")}
        for one in judge_all(state, end.wins, ruleset).winners
    }
