"""The desk: takes the requests of the page to the session, and its answers back."""

from collections.abc import Callable, Iterable
from typing import Any

from scoring.ranking import ranked
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.asking import CONFIRMED, answer_draft
from table.core import decisions
from table.core.declaration import judge
from table.core.events import Hora
from table.core.reending import ended_hand
from table.core.state import TableState
from table.errors import IllegalActionError, QuestionClosedError, UnknownTileError
from table.journal.store import Draft
from table.session import Outcome, Session
from table.web.answers import declaration_of, score_view
from table.web.commands import confirmed, order_of
from table.web.declaring import declaration_view
from table.web.photos import PhotoRoom
from table.web.readback import evidence_entry_view, ruleset_view, snapshot_view
from table.web.views.table import (
    ConfirmedView,
    DrawRequest,
    EvidenceEntryView,
    GameRequest,
    RedoRequest,
    RiichiRequest,
    RulesetView,
    SnapshotView,
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
from table.wording.fields import kept


class Desk:
    """One table's requests."""

    def __init__(
        self,
        session: Session,
        photos: PhotoRoom,
        rulesets: Iterable[str],
        load_ruleset: Callable[[str], Ruleset],
    ) -> None:
        self.session = session
        self._photos = photos
        self._rulesets = tuple(rulesets)
        self._load_ruleset = load_ruleset

    def snapshot(self) -> SnapshotView:
        """The table as it stands."""
        return snapshot_view(self.session.snapshot)

    def entries(self, after: int, limit: int) -> list[EvidenceEntryView]:
        """The journal's entries with their evidence."""
        return [evidence_entry_view(entry) for entry in self.session.entries(after, limit)]

    def rulesets(self) -> list[RulesetView]:
        """The rulesets that a game can be played by."""
        return [ruleset_view(self._load_ruleset(one)) for one in self._rulesets]

    def score(self, request: ScoreRequest, entry: int | None = None) -> ScoreView:
        """What a hand would win now, or would have won where a hand that is over is named."""
        state, ruleset = self._table(entry)
        return score_view(state, judge(state, declaration_of(request, state), ruleset))

    def readings(self, request: ScoreRequest, entry: int | None = None) -> list[ReadingScoreView]:
        """Every way to read a hand, best first."""
        state, ruleset = self._table(entry)
        said = declaration_of(request, state)
        judgement = judge(state, said, ruleset)
        return [
            ReadingScoreView(
                groups=list(one.groups),
                wait=one.wait,
                han=None if one.score is None else one.score.han,
                fu=None if one.score is None else one.score.fu,
                total=None if one.score is None else one.score.total,
                yaku=[] if one.score is None else [yaku.name for yaku in one.score.yaku],
                why=one.why,
            )
            for one in ranked(said.hand, judgement.win, ruleset)
        ]

    def declaration(
        self, winner: int, discarder: int | None, entry: int | None = None
    ) -> DeclarationView:
        """A win as the state has it. Raises IllegalActionError where no hand is dealt."""
        state, ruleset = self._table(entry)
        target = Seat(winner if discarder is None else discarder)
        return declaration_view(state, Seat(winner), target, ruleset)

    def _table(self, entry: int | None) -> tuple[TableState, Ruleset]:
        """The table as it is, or before the end of the hand that an entry belongs to."""
        if entry is None:
            now = self.session.snapshot
            return now.state, now.ruleset
        before = ended_hand(self.session.commits(), entry).before
        return before, self.session.ruleset(before.rules)

    async def confirm_win(self, request: WinRequest) -> ConfirmedWinView:
        """Journal a win with its evidence. Raises IllegalActionError for a refused one."""
        evidence = self._evidence(request)

        def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
            yield from self._answering(request)
            judgement = judge(state, declaration_of(request, state), ruleset)
            shown = kept(score_view(state, judgement))
            for event in decisions.confirm_win(state, judgement, ruleset):
                proof = {**evidence, "score": shown} if isinstance(event, Hora) else None
                yield Draft(event, proof)

        outcome = await self.session.change(order_of(request), decide)
        score = self._score_of(outcome)
        laid = f"the riichi stick of {outcome.after.state.names[request.winner]} was laid"
        done = confirmed(outcome, [laid] if score.lays_stick else [])
        return ConfirmedWinView(**dict(done), score=score)

    async def confirm_draw(self, request: DrawRequest) -> ConfirmedView:
        """Journal an exhaustive draw."""
        tenpai = {Seat(seat) for seat in request.tenpai}

        def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
            return map(Draft, decisions.confirm_draw(state, tenpai, ruleset))

        return confirmed(await self.session.change(order_of(request), decide))

    async def lay_riichi(self, request: RiichiRequest) -> ConfirmedView:
        """Journal a riichi."""

        def decide(state: TableState, _: Ruleset) -> Iterable[Draft]:
            return map(Draft, decisions.lay_riichi(state, Seat(request.seat)))

        return confirmed(await self.session.change(order_of(request), decide))

    async def undo(self, request: UndoRequest) -> ConfirmedView:
        """Journal that the last commit does not stand."""
        return confirmed(await self.session.undo(order_of(request)))

    async def redo(self, request: RedoRequest) -> ConfirmedView:
        """Journal that the last undo does not stand."""
        return confirmed(await self.session.redo(order_of(request)))

    async def start_game(self, request: GameRequest) -> ConfirmedView:
        """Journal a new game."""
        ruleset = self._load_ruleset(request.ruleset)
        first, second, third, fourth = request.names

        def decide(_: TableState, __: Ruleset) -> Iterable[Draft]:
            return map(Draft, decisions.begin_game((first, second, third, fourth), ruleset))

        return confirmed(await self.session.change(order_of(request), decide))

    def _answering(self, request: WinRequest) -> Iterable[Draft]:
        """The answer to the question that proposed the win. Raises QuestionClosedError."""
        if request.question is None:
            return
        done = self.session.questions.closed.get(request.question)
        if done is not None:
            raise QuestionClosedError(
                f"question: answered already with {done.choice!r}; expected an open one"
            )
        yield answer_draft(request.question, Seat(request.winner), CONFIRMED, "")

    def _evidence(self, request: WinRequest) -> dict[str, Any]:
        """What the win rests on: the photo and its readings, the corrections, what was said."""
        said = request.model_dump(
            mode="json", exclude={"expected_seq", "client_id", "photo", "question"}
        )
        corrections = said.pop("corrections")
        photo = None if request.photo is None else self._photos.evidence(request.photo)
        read = len(photo["tiles"]) if photo else 0
        for correction in request.corrections:
            if correction.index >= read:
                raise UnknownTileError(
                    f"correction of tile {correction.index}: expected one of the {read} tiles read"
                )
        return {"photo": photo, "corrections": corrections, "declared": said}

    def _score_of(self, outcome: Outcome) -> ScoreView:
        """The score that a commit was confirmed with, from the journal."""
        first = outcome.commit.number
        for entry in self.session.entries(first - 1, len(outcome.commit.events)):
            if isinstance(entry.event, Hora) and entry.evidence is not None:
                return ScoreView.model_validate(entry.evidence["score"])
        raise IllegalActionError("client_id: it belongs to another command, expected a new one")
