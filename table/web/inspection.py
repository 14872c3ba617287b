"""The hand in progress, seat by seat, as a referee looks at it: proofs, counts, what was wrong."""

from collections.abc import Iterable, Sequence

from scoring.kuikae import forbidden_discards
from scoring.ruleset import Ruleset
from scoring.ruling import Ruling
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.circumstances import surely_furiten
from table.core.codec import NAMES
from table.core.events import SEATS, Reach, StartKyoku
from table.core.legal import judge
from table.core.play import Play, Stage
from table.core.state import EMPTY, Riichi, TableState, apply
from table.session import Session
from table.web.editor import Written, last_game, stands
from table.web.playback import furiten_views, proofs, riichi_word, wait_views, waiting
from table.web.views.referee import FlagView, InspectionView, RiichiView, SeatCheckView

Judged = Sequence[tuple[Written, Ruling]]


def inspect(session: Session) -> InspectionView:
    """Every seat of the hand in progress; no seats between hands."""
    now = session.snapshot
    state, ruleset, play = now.state, now.ruleset, now.state.play
    if play is None:
        return InspectionView(seq=now.seq, watched=False, seats=[])
    judged = list(_judged(session, ruleset))
    return InspectionView(
        seq=now.seq,
        watched=play.watched,
        seats=[_seat_check(state, play, seat, ruleset, judged) for seat in SEATS],
    )


def _judged(session: Session, ruleset: Ruleset) -> Iterable[tuple[Written, Ruling]]:
    """The events of the hand in progress with what the rules say to each."""
    game = last_game(stands(session))
    begin = max(
        (place for place, one in enumerate(game) if isinstance(one.event, StartKyoku)), default=0
    )
    state = EMPTY
    for place, one in enumerate(game):
        if place > begin:
            yield one, judge(state, one.event, ruleset)
        state = apply(state, one.event)


def _seat_check(
    state: TableState, play: Play, at: Seat, ruleset: Ruleset, judged: Judged
) -> SeatCheckView:
    seat = play.seats[at]
    mask = waiting(seat, ruleset)
    expected = 14 if play.turn == at and play.stage is Stage.DISCARD else 13
    return SeatCheckView(
        seat=at,
        name=state.names[at],
        tiles=seat.tiles,
        expected=expected,
        count_right=seat.tiles == expected,
        waits=None if mask is None else wait_views(play, mask),
        furiten=None if mask is None else furiten_views(proofs(state, play, at, ruleset, mask)),
        certain_furiten=_certain(play, at),
        riichi=_riichi_view(state, at, judged),
        kuikae=_kuikae(play, at, ruleset),
        dead=seat.dead,
        flags=[
            FlagView(
                entry=one.entry.seq,
                event=NAMES[type(one.event)],
                reason=reason.reason,
                detail=reason.detail,
                clause=reason.clause,
            )
            for one, ruling in judged
            if ruling.allowed is False and getattr(one.event, "actor", None) == at
            for reason in ruling.reasons
        ],
    )


def _certain(play: Play, at: Seat) -> list[str]:
    """On which tile that may be claimed now a ron of this seat is furiten whatever it holds."""
    last = play.last
    if last is None or last.tile is None or last.seat == at:
        return []
    why = surely_furiten(play, at, last.tile)
    return [f"ron on {last.tile.plain}: {why}"] if why else []


def _riichi_view(state: TableState, at: Seat, judged: Judged) -> RiichiView:
    """The ruling on the declaration itself, as the table was then."""
    if state.riichi[at] is Riichi.NONE:
        return RiichiView(state="none", valid=None, detail="", clause="")
    said = [
        ruling for one, ruling in judged if isinstance(one.event, Reach) and one.event.actor == at
    ]
    if not said:
        detail = "the declaration itself was not seen"
        return RiichiView(state=riichi_word(state, at), valid=None, detail=detail, clause="")
    ruling = said[-1]
    return RiichiView(
        state=riichi_word(state, at),
        valid=ruling.allowed,
        detail="; ".join(reason.detail for reason in ruling.reasons),
        clause=ruling.clause,
    )


def _kuikae(play: Play, at: Seat, ruleset: Ruleset) -> list[str]:
    if play.turn != at or play.called is None:
        return []
    forbidden: tuple[Tile, ...] = forbidden_discards(play.called, ruleset) or ()
    return [str(tile) for tile in forbidden]
