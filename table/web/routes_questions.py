"""The routes of questions: what is open, what was answered, and answering."""

from fastapi import APIRouter

from table.web.services import ServicesDep
from table.web.views.questions import AnsweredView, AnswerRequest, QuestionView

router = APIRouter(prefix="/api", tags=["questions"])


@router.get("/questions")
async def list_questions(services: ServicesDep) -> list[QuestionView]:
    """What waits for a person: doubts of the cameras, and where an automatic table differs."""
    return services.questions.open()


@router.get("/questions/answered")
async def list_answered(services: ServicesDep) -> list[QuestionView]:
    """The last answered questions, newest first."""
    return services.questions.closed()


@router.post("/questions/answer")
async def answer_question(services: ServicesDep, request: AnswerRequest) -> AnsweredView:
    """Answer one; what the answer does to the record is written with it, or nothing is."""
    return await services.questions.answer(request)
