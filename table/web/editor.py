"""The editor's desk: the record event by event, and corrections of it, previewed and written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.ruleset import Ruleset
from scoring.ruling import Ruling
from table.core.corrections import Edit, HandChange, Proposal
from table.core.editing import parse_edit
from table.core.endings import end_hand
from table.core.events import Correction, StartGame, StartKyoku, TableEvent
from table.core.history import standing
from table.core.legal import judge
from table.core.reending import ended_hand
from table.core.state import EMPTY, Phase, TableState, apply
from table.core.words import describe_event, describe_result
from table.errors import InvalidEventError, UnknownThingError
from table.journal.entry import JournalEntry
from table.session import Session
from table.web.answers import end_of
from table.web.commands import confirmed, order_of
from table.web.readback import shown_event, shown_evidence
from table.web.sight import sees_all
from table.web.views.base import wind_letter
from table.web.views.history import (
    CorrectedView,
    CorrectionCommand,
    CorrectionView,
    EditRequest,
    EditsRequest,
    EventView,
    HandChangeView,
    HandEventsView,
    HistoryView,
)


@dataclass(frozen=True, slots=True)
class Written:
    """One event that stands, and its journal entry."""

    entry: JournalEntry
    event: TableEvent


class Editor:
    """What one table's pages ask about its past."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def history(self, hand: int | None) -> HistoryView:
        """One hand of the present game, the last where none is named.

        Raises UnknownThingError.
        """
        game = last_game(stands(self._session))
        starts = [place for place, one in enumerate(game) if isinstance(one.event, StartKyoku)]
        chosen = len(starts) - 1 if hand is None else hand
        if not 0 <= chosen < len(starts):
            raise UnknownThingError(f"hand {hand}: expected one of the {len(starts)} of this game")
        end = starts[chosen + 1] if chosen + 1 < len(starts) else len(game)
        return HistoryView(
            seq=self._session.snapshot.seq,
            hands=len(starts),
            shown=self._hand_view(game, chosen, starts[chosen], end),
        )

    def preview(self, request: EditsRequest) -> CorrectionView:
        """What a correction would change. Raises what `propose` raises."""
        return _correction_view(self._session.propose(self._edits(request)))

    async def correct(self, request: CorrectionCommand) -> CorrectedView:
        """Journal a correction."""
        outcome = await self._session.correct(
            order_of(request), self._edits(request), request.reason, ruled_by=request.ruled_by
        )
        return CorrectedView(**dict(confirmed(outcome)))

    def _edits(self, request: EditsRequest) -> tuple[Edit, ...]:
        """The edits, an ending as the entries that it replaces. Raises InvalidEventError."""
        return tuple(one for edit in request.edits for one in self._edit(edit))

    def _edit(self, edit: EditRequest) -> tuple[Edit, ...]:
        if edit.kind != "end":
            return (parse_edit(_mapping(edit)),)
        if edit.end is None or edit.entry is None:
            raise InvalidEventError("edit end: expected an entry of the hand, and how it ended")
        ended = ended_hand(self._session.commits(), edit.entry)
        ruleset = self._session.ruleset(ended.before.rules)
        return ended.edits(end_hand(ended.before, end_of(edit.end, ended.before), ruleset))

    def _hand_view(
        self, game: Sequence[Written], hand: int, begin: int, end: int
    ) -> HandEventsView:
        state = EMPTY
        for one in game[:begin]:
            state = apply(state, one.event)
        ruleset = self._session.snapshot.ruleset
        views = []
        start = game[begin].event
        for one in game[begin:end]:
            views.append(event_view(one, state, ruleset))
            state = apply(state, one.event)
        if not isinstance(start, StartKyoku):
            raise UnknownThingError(f"hand {hand}: no deal stands there")
        return HandEventsView(
            hand=hand,
            bakaze=wind_letter(start.bakaze),
            kyoku=start.kyoku,
            honba=start.honba,
            over=state.phase is not Phase.HAND,
            events=views,
        )


def stands(session: Session) -> list[Written]:
    """Every event that stands, in its order."""
    return list(_stands(session))


def last_game(written: Sequence[Written]) -> list[Written]:
    """The events from the last start of a game on."""
    begin = max(
        (place for place, one in enumerate(written) if isinstance(one.event, StartGame)), default=0
    )
    return list(written[begin:])


def event_view(one: Written, state: TableState, ruleset: Ruleset) -> EventView:
    """An event with what is known about it, held against the state before it.

    Who does not see concealed tiles is not told what the rules say, for they look at them.
    """
    entry, event = one.entry, one.event
    evidence = shown_evidence(entry) or {}
    ruling = judge(state, event, ruleset) if sees_all() else Ruling(None, ())
    seat = getattr(event, "actor", None)
    film = evidence.get("film_s")
    pictures = evidence.get("pictures")
    refused = ruling.allowed is False
    return EventView(
        entry=entry.seq,
        commit=entry.commit,
        at=entry.at,
        source=entry.source,
        confidence=entry.confidence,
        event=shown_event(event),
        about=describe_event(event),
        seat=seat,
        pictures=[str(one) for one in pictures] if isinstance(pictures, list) else [],
        film_s=float(film) if isinstance(film, int | float) else None,
        why=str(evidence.get("why", "")),
        allowed=ruling.allowed,
        reasons=[f"{reason.detail} ({reason.clause})" for reason in ruling.reasons]
        if refused
        else [],
    )


def _mapping(edit: EditRequest) -> dict[str, Any]:
    return {name: value for name, value in edit.model_dump().items() if value is not None}


def _stands(session: Session) -> Iterator[Written]:
    entries = session.written()
    for commit in standing(session.commits()):
        for number, event in enumerate(commit.events, commit.number):
            if not isinstance(event, Correction):
                yield Written(entries[number - 1], event)


def _correction_view(found: Proposal) -> CorrectionView:
    return CorrectionView(
        rewritten=len(found.events),
        points_before=list(found.before.scores),
        points_after=list(found.after.scores),
        hands=[_change_view(found, one) for one in found.hands],
        now_before=_now(found.before),
        now_after=_now(found.after),
        notes=list(found.notes),
    )


def _change_view(found: Proposal, one: HandChange) -> HandChangeView:
    before, after = one.before, one.after
    return HandChangeView(
        hand=one.number,
        before=None if before is None else describe_result(found.before.names, before),
        after=None if after is None else describe_result(found.after.names, after),
        deltas_before=None if before is None else list(before.deltas),
        deltas_after=None if after is None else list(after.deltas),
    )


def _now(state: TableState) -> str:
    if state.phase is Phase.ENDED:
        return "the game is over"
    return f"{state.bakaze}{state.kyoku}, honba {state.honba}, sticks {state.kyotaku}"
