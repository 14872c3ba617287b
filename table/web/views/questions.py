"""Questions that only people can answer, and their answers."""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from table.web.views.base import ClientId, Probability, Request, SeatNumber, View
from table.web.views.table import ConfirmedView
from table.wording.fields import Clause, Words

QuestionId = Annotated[str, StringConstraints(min_length=1, max_length=200)]
By = Annotated[str, StringConstraints(max_length=40, strip_whitespace=True)]


class ChoiceView(View):
    """One answer that can be chosen."""

    label: Words
    tile: str = Field(description="the face to draw beside it; empty for none")
    probability: Probability | None
    events: list[dict[str, Any]] = Field(description="what it adds to the record, in mjai's words")
    edits: int = Field(description="how many entries of the record it changes")


class AnswerView(View):
    """What became of a question."""

    at: str
    choice: Words = Field(description="the label; dismissed; or withdrawn by who asked")
    by: str


class QuestionView(View):
    """Something that only a person can say; nothing was written for it."""

    id: str
    seat: SeatNumber | None
    kind: str
    text: Words
    amount: int | None = Field(description="points or counters that the table has more than we")
    clause: Clause = ""
    at: str | None = Field(default=None, description="when it was asked: ISO 8601, UTC")
    choices: list[ChoiceView] = Field(default_factory=list, description="likeliest first")
    pictures: list[str] = Field(default_factory=list, description="ids for /api/evidence/")
    entry: int | None = Field(default=None, description="the journal entry that is doubted")
    win: dict[str, Any] | None = Field(
        default=None, description="a win that was seen, as POST /api/score takes it"
    )
    answer: AnswerView | None = Field(default=None, description="null while it is open")


class AnswerRequest(Request):
    """The answer to one question. A question is answered once: the second answer is refused."""

    id: QuestionId
    choice: int | None = Field(
        ge=0, lt=64, description="the place of the chosen answer; null: none of them, dismissed"
    )
    client_id: ClientId
    by: By = ""


class AnsweredView(ConfirmedView):
    """An answer that is safe on disk."""

    question: QuestionView
