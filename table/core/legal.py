"""May this event come now? `judge(state, event, ruleset)`: yes, no, or it cannot be known.

A no never stops the record: what really happened is applied all the same, and flagged.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from scoring.ruleset import Ruleset
from scoring.ruling import Reason, Ruling
from table.core import events, legal_calls, legal_ends, legal_turn
from table.core.events import TableEvent
from table.core.incidents import Call, Incident, Irregularity, StickCount, Tenpai
from table.core.play import Play
from table.core.state import Phase, Riichi, TableState, apply
from table.core.weighing import Weighing


class Step(NamedTuple):
    """What an event did, and what the rules say to it."""

    state: TableState
    ruling: Ruling


def judge(state: TableState, event: TableEvent, ruleset: Ruleset) -> Ruling:
    """Whether the rules allow the event in this state, with every reason and its clause.

    Says nothing of what is impossible at any table: that is `apply`'s to refuse.
    """
    kind = type(event)
    of_state = _OF_STATE.get(kind)
    if of_state is not None:
        return of_state(state, event, ruleset)
    within = _PHASES.get(kind, (Phase.HAND,))
    if state.play is None or state.phase not in within:
        if isinstance(event, _ANYTIME):
            return _noted(ruleset)
        weighing = Weighing(ruleset)
        weighing.refuse("no_hand", f"the table is {state.phase}", "cited.turn")
        return weighing.ruling("")
    play = state.play
    if play.lost:
        return Ruling(None, (Reason("out_of_sync", "the observer has lost the thread"),))
    of_play = _OF_PLAY.get(kind)
    if of_play is not None:
        return of_play(play, event, ruleset)
    of_both = _OF_BOTH.get(kind)
    if of_both is not None:
        return of_both(state, play, event, ruleset)
    return _noted(ruleset)


def advance(state: TableState, event: TableEvent, ruleset: Ruleset) -> Step:
    """Judge an event and apply it, whatever the answer. Raises IllegalActionError as `apply`."""
    ruling = judge(state, event, ruleset)
    return Step(apply(state, event), ruling)


def flagged(event: TableEvent, ruling: Ruling) -> Irregularity | None:
    """The note for the referee that belongs to an event that the rules do not allow."""
    if ruling.allowed is not False:
        return None
    return Irregularity(
        kind=ruling.reason,
        actor=getattr(event, "actor", None),
        detail="; ".join(reason.detail for reason in ruling.reasons),
        clause=ruling.clause,
    )


def _noted(ruleset: Ruleset) -> Ruling:
    return Weighing(ruleset).ruling("it goes on record")


def _call(play: Play, event: Call, ruleset: Ruleset) -> Ruling:
    """A word said."""
    weighing = Weighing(ruleset)
    if play.seats[event.actor].dead:
        weighing.refuse("dead_hand", f"the hand of seat {event.actor} is dead", "cited.dead_hand")
    if event.word not in ruleset.calls.words and event.word != "chi":
        expected = " ".join(ruleset.calls.words)
        weighing.refuse("foreign_word", f"{event.word!r}, expected {expected}", "calls.words")
    return weighing.ruling("a word that the rules know", "calls.words")


def _tenpai(state: TableState, play: Play, event: Tenpai, ruleset: Ruleset) -> Ruling:
    """A word at the end of the wall."""
    weighing = Weighing(ruleset)
    seat = play.seats[event.actor]
    if not play.drew_out and play.watched:
        weighing.refuse("wall_left", f"{play.live} tiles are left", "draws.tenpai_optional")
    if seat.announced not in {None, event.tenpai}:
        weighing.refuse("repeated", "the first word stands", "draws.tenpai_optional")
    if not event.tenpai and state.riichi[event.actor] is not Riichi.NONE and not seat.dead:
        weighing.refuse("must_show", "who is in riichi must show", "draws.tenpai_optional")
    if event.tenpai and seat.dead:
        weighing.refuse("dead_hand", f"the hand of seat {event.actor} is dead", "cited.dead_hand")
    return weighing.ruling("the announcement at the end of the wall", "draws.tenpai_optional")


def _stick_count(state: TableState, event: StickCount, ruleset: Ruleset) -> Ruling:
    """A count, held against the record."""
    weighing = Weighing(ruleset)
    for seat, counted in enumerate(event.scores):
        if counted is not None and counted != state.scores[seat]:
            detail = f"seat {seat} has {counted} points, the record says {state.scores[seat]}"
            weighing.refuse("score", detail, "game.payment_errors_until")
    if event.kyotaku is not None and event.kyotaku != state.kyotaku:
        detail = f"{event.kyotaku} sticks on the table, the record says {state.kyotaku}"
        weighing.refuse("sticks", detail, "game.payment_errors_until")
    return weighing.ruling("the count agrees with the record", "game.payment_errors_until")


def _anyhow(_state: TableState, _event: TableEvent, ruleset: Ruleset) -> Ruling:
    return _noted(ruleset)


def _end_kyoku(state: TableState, _event: TableEvent, ruleset: Ruleset) -> Ruling:
    weighing = Weighing(ruleset)
    if state.phase is not Phase.SETTLED:
        weighing.refuse("not_settled", f"the table is {state.phase}", "cited.turn")
    return weighing.ruling("the hand is settled")


_SETTLING = (Phase.HAND, Phase.SETTLED)
_PHASES: dict[type[TableEvent], tuple[Phase, ...]] = {events.Hora: _SETTLING}
_ANYTIME = Incident
_OF_STATE: dict[type[TableEvent], Callable[[TableState, Any, Ruleset], Ruling]] = {
    events.StartGame: _anyhow,
    events.StartKyoku: legal_ends.start_kyoku,
    events.EndKyoku: _end_kyoku,
    events.EndGame: legal_ends.end_game,
    StickCount: _stick_count,
}
_OF_PLAY: dict[type[TableEvent], Callable[[Play, Any, Ruleset], Ruling]] = {
    events.Tsumo: legal_turn.tsumo,
    events.Dahai: legal_turn.dahai,
    events.Ankan: legal_turn.ankan,
    events.Kakan: legal_turn.kakan,
    events.Dora: legal_turn.dora,
    events.Chi: legal_calls.called,
    events.Pon: legal_calls.called,
    events.Daiminkan: legal_calls.called,
    Call: _call,
}
_OF_BOTH: dict[type[TableEvent], Callable[[TableState, Play, Any, Ruleset], Ruling]] = {
    events.Reach: legal_turn.reach,
    events.ReachAccepted: legal_turn.reach_accepted,
    events.Hora: legal_ends.hora,
    events.Ryukyoku: legal_ends.ryukyoku,
    Tenpai: _tenpai,
}
