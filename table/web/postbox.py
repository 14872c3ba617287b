"""Where observers leave their questions: each is in the journal before this returns."""

from collections.abc import Iterable

from scoring.ruleset import Ruleset
from table.asking import Asked, question_draft, withdrawal_draft
from table.core.state import TableState
from table.errors import IllegalActionError
from table.journal.store import Draft
from table.session import Order, Session


class Postbox:
    """The questions of one table's observers; a question is written once, whoever repeats it."""

    def __init__(self, session: Session, source: str = "camera") -> None:
        self._session = session
        self._source = source

    async def ask(self, asked: Asked) -> bool:
        """Journal a question; false where its id was asked before (nothing is written then)."""
        session = self._session

        def decide(_: TableState, __: Ruleset) -> Iterable[Draft]:
            if asked.id in session.questions.cases:
                raise _AskedBeforeError(f"question {asked.id}: asked before")
            return (question_draft(asked),)

        try:
            await session.change(Order(source=self._source), decide)
        except _AskedBeforeError:
            return False
        return True

    async def withdraw(self, asked_id: str, reason: str) -> bool:
        """Journal that a question needs no answer any more; false where it is not open."""
        session = self._session

        def decide(_: TableState, __: Ruleset) -> Iterable[Draft]:
            case = session.questions.cases.get(asked_id)
            if case is None or not case.open:
                raise _AskedBeforeError(f"question {asked_id}: not open")
            return (withdrawal_draft(asked_id, reason),)

        try:
            await session.change(Order(source=self._source), decide)
        except _AskedBeforeError:
            return False
        return True


class _AskedBeforeError(IllegalActionError):
    """Nothing needs to be written."""
