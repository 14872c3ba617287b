"""The question room: what is open, and answering it, once."""

from collections.abc import Iterable, Sequence

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.asking import DISMISSED, Alternative, Answered, Case, answer_draft
from table.core.codec import event_mapping
from table.core.history import has_gone_on
from table.core.state import TableState
from table.core.successors import as_it_stands, successor
from table.errors import (
    IllegalActionError,
    QuestionClosedError,
    StaleStateError,
    UnknownThingError,
)
from table.ingest.proposal import Question
from table.journal.store import Draft
from table.session import Order, Session
from table.web.commands import confirmed
from table.web.line import Line
from table.web.views.questions import (
    AnsweredView,
    AnswerRequest,
    AnswerView,
    ChoiceView,
    QuestionView,
)

SHOWN_CLOSED = 50


class QuestionRoom:
    """The questions of one table: those of the journal, and those that the line has now."""

    def __init__(self, session: Session, line: Line | None = None) -> None:
        self._session = session
        self._line = line

    def open(self) -> list[QuestionView]:
        """Everything that waits for an answer, oldest first."""
        ledger = self._session.questions
        known = [self._view(case) for case in ledger.waiting()]
        told = [one for one in self._told() if one.id not in ledger.closed]
        return known + [line_view(one) for one in told]

    def closed(self) -> list[QuestionView]:
        """The answered ones, newest first."""
        cases = [case for case in self._session.questions.cases.values() if not case.open]
        cases.sort(key=lambda case: -1 if case.answered is None else -case.answered.seq)
        return [case_view(case) for case in cases[:SHOWN_CLOSED]]

    async def answer(self, request: AnswerRequest) -> AnsweredView:
        """Journal an answer and what it does, together.

        Raises UnknownThingError, QuestionClosedError for one that somebody answered first,
        StaleStateError where its events were proposed of another table, and what its events or
        edits raise; then it stays open.
        """
        view, choices = self._find(request.id)
        chosen = self._chosen(request, choices)
        order = Order(request.client_id)
        seat = None if view.seat is None else Seat(view.seat)
        label = DISMISSED if chosen is None else chosen.label
        note = answer_draft(request.id, seat, label, request.by)

        def closing() -> Iterable[Draft]:
            self._still_open(request.id)
            if chosen is not None and chosen.by_hand:
                raise IllegalActionError(
                    f"answer {chosen.label!r}: that alone does not say what to write;"
                    " correct the record by hand, then dismiss the question"
                )
            return (note,)

        def decide(_: TableState, __: Ruleset) -> Iterable[Draft]:
            events = () if chosen is None else chosen.events
            drafts = (*closing(), *map(Draft, events))
            if events:
                self._still_there(request.id)
            return drafts

        if chosen is not None and chosen.edits:
            edits = [as_it_stands(edit, self._now) for edit in chosen.edits]
            outcome = await self._session.correct(order, edits, view.text, also=closing)
        else:
            outcome = await self._session.change(order, decide)
        done = confirmed(outcome)
        return AnsweredView(**dict(done), question=self._find(request.id)[0])

    def _told(self) -> Sequence[Question]:
        return () if self._line is None else self._line.questions()

    def _find(self, question_id: str) -> tuple[QuestionView, tuple[Alternative, ...]]:
        ledger = self._session.questions
        case = ledger.cases.get(question_id)
        if case is not None:
            return case_view(case), case.asked.alternatives
        answered = ledger.closed.get(question_id)
        for one in self._told():
            if one.id == question_id:
                return line_view(one, answered), ()
        if answered is not None:
            gone = Question(question_id, None, question_id.partition(":")[0], "")
            return line_view(gone, answered), ()
        raise UnknownThingError(f"question {question_id[:80]!r}: expected one of the list")

    def _chosen(self, request: AnswerRequest, choices: Sequence[Alternative]) -> Alternative | None:
        if request.choice is None:
            return None
        if request.choice >= len(choices):
            raise IllegalActionError(
                f"choice {request.choice}: the question has {len(choices)} answers"
            )
        return choices[request.choice]

    def _still_open(self, question_id: str) -> None:
        done = self._session.questions.closed.get(question_id)
        if done is not None:
            by = f" by {done.by}" if done.by else ""
            raise QuestionClosedError(
                f"question: answered already{by} with {done.choice!r}; expected an open one"
            )

    def _view(self, case: Case) -> QuestionView:
        """An open question of the journal, about the record as it stands."""
        entry, commits = case.asked.entry, self._session.commits()
        return case_view(case, None if entry is None else successor(commits, entry))

    def _now(self, entry: int) -> int:
        """Where an entry stands now; the same where nowhere, for the correction to refuse it."""
        return successor(self._session.commits(), entry) or entry

    def _still_there(self, question_id: str) -> None:
        """What was proposed follows the table as it was then, and no other."""
        case = self._session.questions.cases[question_id]
        if has_gone_on(self._session.commits(), case.said):
            raise StaleStateError(
                "question: the table has gone on since it was asked; enter by hand what happened"
            )


def case_view(case: Case, entry: int | None = None) -> QuestionView:
    """A question of the journal; what it doubts is that entry now."""
    asked = case.asked
    return QuestionView(
        id=asked.id,
        seat=asked.seat,
        kind=asked.kind,
        text=asked.text,
        amount=None,
        clause=asked.clause,
        at=case.at,
        choices=[_choice_view(one) for one in asked.alternatives],
        pictures=list(asked.pictures),
        entry=entry,
        win=None if asked.win is None else dict(asked.win),
        answer=_answer_view(case.answered),
    )


def line_view(one: Question, answered: Answered | None = None) -> QuestionView:
    """A question of the automatic table; it goes by itself when the difference does."""
    return QuestionView(
        id=one.id,
        seat=one.seat,
        kind=one.kind,
        text=one.text,
        amount=one.amount,
        answer=_answer_view(answered),
    )


def _choice_view(one: Alternative) -> ChoiceView:
    return ChoiceView(
        label=one.label,
        tile=one.tile,
        probability=one.probability,
        events=[event_mapping(event) for event in one.events],
        edits=len(one.edits),
    )


def _answer_view(answered: Answered | None) -> AnswerView | None:
    if answered is None:
        return None
    return AnswerView(at=answered.at, choice=answered.choice, by=answered.by)
