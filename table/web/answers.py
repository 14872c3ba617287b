"""Declared wins: from the request to a declaration, from the judgement to the answer."""

from dataclasses import replace

from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.score import Dora, FuItem, Refusal, Score, ScoredYaku
from scoring.seats import Seat
from scoring.tiles import Tile
from scoring.win import Context, PassedTile
from table.core.circumstances import of_kans
from table.core.declaration import CIRCUMSTANCES, Declaration, Judgement
from table.core.endings import HandEnd
from table.core.fouls import Foul
from table.core.state import TableState
from table.web.views.base import wind_letter
from table.web.views.rulings import FoulRequest, PreviewEndRequest
from table.web.views.wins import (
    DoraView,
    FindingView,
    FuView,
    MeldRequest,
    ScoreRequest,
    ScoreView,
    YakuView,
)


def declaration_of(request: ScoreRequest, state: TableState) -> Declaration:
    """What the request says. Raises scoring's errors for a hand that cannot be held."""
    winner = Seat(request.winner)
    riichi = request.riichi or request.double_riichi
    passed = [
        PassedTile(tile, after_own_last_draw=True, after_riichi=riichi)
        for tile in _tiles(request.passed_winning_tiles)
    ]
    return Declaration(
        winner=winner,
        discarder=None if request.discarder is None else Seat(request.discarder),
        hand=Hand(
            _tiles(request.concealed),
            tuple(_meld(meld, winner, state) for meld in request.melds),
        ),
        win_tile=Tile.parse(request.win_tile),
        circumstances=frozenset(name for name in CIRCUMSTANCES if getattr(request, name)),
        dora_indicators=_tiles(request.dora),
        ura_indicators=_tiles(request.ura),
        context=replace(
            _kans(request, state),
            own_discards=_tiles(request.own_discards),
            passed_winning_tiles=tuple(passed),
            winning_tile_kept_apart=request.win_tile_kept_apart,
        ),
    )


def _kans(request: ScoreRequest, state: TableState) -> Context:
    """Which kan was robbed and what the last kan was made of: as said, else as the table has it."""
    winner = Seat(request.winner)
    target = winner if request.discarder is None else Seat(request.discarder)
    robbed, last = of_kans(state, winner, target)
    added = any(meld.kind == MeldKind.KAKAN.value for meld in request.melds)
    said = None if request.robbed_kan is None else MeldKind.parse(request.robbed_kan)
    return Context(
        robbed_kan=said or (robbed if request.chankan else None),
        kakan_last=(last and added) if request.kakan_last is None else request.kakan_last,
    )


def score_view(state: TableState, judgement: Judgement) -> ScoreView:
    """The answer to a declared win at this table."""
    answer, win = judgement.answer, judgement.win
    score = answer if isinstance(answer, Score) else None
    return ScoreView(
        valid=score is not None,
        findings=_finding_views(answer),
        reason=answer.reason if isinstance(answer, Refusal) else None,
        clauses=list(answer.clauses),
        summary=str(answer),
        han=None if score is None else score.han,
        fu=None if score is None else score.fu,
        yaku=[] if score is None else [_yaku_view(yaku) for yaku in score.yaku],
        fu_details=[] if score is None else [_fu_view(item) for item in score.fu_details],
        dora=_dora_view(Dora() if score is None else score.dora),
        limit=None if score is None else score.limit,
        counted=score is not None and score.counted,
        groups=[] if score is None else list(score.groups),
        notes=[] if score is None else list(score.notes),
        total=0 if score is None else score.total,
        deltas=list(judgement.deltas),
        points=[was + change for was, change in zip(state.scores, judgement.deltas, strict=True)],
        seat_wind=wind_letter(win.seat_wind),
        round_wind=wind_letter(win.round_wind),
        honba=win.honba,
        kyotaku=win.riichi_sticks,
        lays_stick=judgement.lays_stick,
    )


def _tiles(texts: list[str]) -> tuple[Tile, ...]:
    return tuple(Tile.parse(text) for text in texts)


def _meld(request: MeldRequest, winner: Seat, state: TableState) -> Meld:
    source = None if request.source is None else winner.after(request.source)
    return Meld(
        MeldKind.parse(request.kind),
        _tiles(request.tiles),
        None if request.called is None else Tile.parse(request.called),
        None if source is None else state.seat_wind(source),
    )


def _finding_views(answer: Score | Refusal) -> list[FindingView]:
    if isinstance(answer, Score):
        return []
    return [
        FindingView(
            reason=finding.reason,
            detail=finding.detail,
            clause=finding.clause,
            penalty=finding.penalty,
        )
        for finding in answer.findings
    ]


def _yaku_view(yaku: ScoredYaku) -> YakuView:
    return YakuView(
        name=yaku.name,
        japanese=yaku.japanese,
        english=yaku.english,
        han=yaku.han,
        yakuman=yaku.yakuman,
        clause=yaku.clause,
    )


def _fu_view(item: FuItem) -> FuView:
    return FuView(fu=item.fu, reason=item.reason, clause=item.clause)


def _dora_view(dora: Dora) -> DoraView:
    return DoraView(dora=dora.dora, ura=dora.ura, red=dora.red)


def foul_of(request: FoulRequest) -> Foul:
    """What the request says of a foul."""
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


def end_of(request: PreviewEndRequest, state: TableState) -> HandEnd:
    """What the request says of the end of a hand. Raises what `declaration_of` raises."""
    last, actor = request.last_discarder, request.actor
    return HandEnd(
        wins=tuple(declaration_of(win, state) for win in request.wins),
        hidden=frozenset(map(Seat, request.hidden)),
        draw=request.draw,
        tenpai=frozenset(map(Seat, request.tenpai)),
        nagashi=tuple(map(Seat, request.nagashi)),
        last_discarder=None if last is None else Seat(last),
        actor=None if actor is None else Seat(actor),
        fouls=tuple(map(foul_of, request.fouls)),
    )
