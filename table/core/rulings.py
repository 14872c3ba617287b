"""How incidents change the record: dead hands, void riichi, penalties, and their cancelling."""

from dataclasses import replace

from table.core.incidents import (
    Chombo,
    DeadHand,
    Gong,
    Penalty,
    ReachVoid,
    RulingCancelled,
    Substitute,
    WarningGiven,
)
from table.core.moves import riichi_again, riichi_undone
from table.core.play import with_seat
from table.core.settling import finished, move_stick, name, need, points, put_riichi
from table.core.table import Phase, Riichi, RulingMade, TableState, with_play
from table.core.units import NO_POINTS
from table.errors import IllegalActionError

FALSE_CALLS = frozenset({"empty_call", "empty_kan", "false_set"})
"""The fouls that are calls nobody could make."""


def note(state: TableState, event: Penalty | WarningGiven) -> TableState:
    """A penalty or a warning goes on record."""
    made = RulingMade(event, finished(state), who=state.names[event.actor])
    return replace(state, rulings=(*state.rulings, made))


def dead_hand(state: TableState, event: DeadHand) -> TableState:
    """A hand dies."""
    need(state, event, Phase.HAND)
    state = _bury(state, event, dead=True)
    if event.reason in FALSE_CALLS and state.play is not None:
        at = len(state.play.offered)
        state = with_play(state, state.play._replace(false_call_at=at))
    return _void(state, event) if event.riichi_void else _made(state, event, Riichi.NONE)


def reach_void(state: TableState, event: ReachVoid) -> TableState:
    """A riichi falls. Raises IllegalActionError where there is none."""
    need(state, event, Phase.HAND)
    if state.riichi[event.actor] is Riichi.NONE:
        raise IllegalActionError(f"{name(event)}: seat {event.actor} is not in riichi")
    return _void(state, event)


def cancelled(state: TableState, event: RulingCancelled) -> TableState:
    """A ruling falls: points go back; a dead hand and a riichi live again while it is played."""
    made = state.rulings[event.ruling] if event.ruling < len(state.rulings) else None
    if made is None or made.cancelled:
        raise IllegalActionError(
            f"{name(event)}: ruling {event.ruling} does not stand, expected one of the"
            f" {len(state.rulings)} of this game"
        )
    ruling = made.event
    rulings = list(state.rulings)
    rulings[event.ruling] = made._replace(cancelled=True)
    state = replace(state, rulings=tuple(rulings))
    if isinstance(ruling, Chombo):
        return _repaid(state, ruling)
    same_hand = state.phase is Phase.HAND and made.hand == finished(state) and not made.void
    if not same_hand or not isinstance(ruling, DeadHand | ReachVoid):
        return state
    if isinstance(ruling, DeadHand):
        state = _bury(state, ruling, dead=False)
    return _revived(state, ruling, made.riichi)


def gong(state: TableState, event: Gong) -> TableState:
    """The time is up."""
    need(state, event, Phase.SEATED, Phase.BETWEEN, Phase.HAND, Phase.SETTLED)
    return replace(state, gong=len(state.hands))


def substitute(state: TableState, event: Substitute) -> TableState:
    """Another person sits down."""
    names = list(state.names)
    names[event.actor] = event.name
    first, second, third, fourth = names
    taken = (*state.substitutes, event.actor)
    return replace(state, names=(first, second, third, fourth), substitutes=taken)


def _made(state: TableState, event: DeadHand | ReachVoid, riichi: Riichi) -> TableState:
    made = RulingMade(event, finished(state), riichi)
    return replace(state, rulings=(*state.rulings, made))


def _void(state: TableState, event: DeadHand | ReachVoid) -> TableState:
    actor = event.actor
    riichi = state.riichi[actor]
    if state.play is not None:
        state = with_play(state, riichi_undone(state.play, actor))
    state = replace(state, riichi=put_riichi(state.riichi, actor, Riichi.NONE))
    if riichi is Riichi.ACCEPTED:
        state = move_stick(state, actor, -1)
    return _made(state, event, riichi)


def _revived(state: TableState, event: DeadHand | ReachVoid, riichi: Riichi) -> TableState:
    """The riichi that a cancelled ruling had made void; its ippatsu is gone."""
    if riichi is Riichi.NONE or state.riichi[event.actor] is not Riichi.NONE:
        return state
    if state.play is not None:
        state = with_play(state, riichi_again(state.play, event.actor))
    state = replace(state, riichi=put_riichi(state.riichi, event.actor, riichi))
    return move_stick(state, event.actor, 1) if riichi is Riichi.ACCEPTED else state


def _bury(state: TableState, event: DeadHand, *, dead: bool) -> TableState:
    play = state.play
    if play is None:
        return state
    seat = play.seats[event.actor]._replace(dead=dead)
    return with_play(state, play._replace(seats=with_seat(play.seats, event.actor, seat)))


def _repaid(state: TableState, chombo: Chombo) -> TableState:
    """The points of a chombo go back; sticks that had gone back lie on the table again."""
    if chombo.deltas == NO_POINTS:
        return state
    scores = points(now - paid for now, paid in zip(state.scores, chombo.deltas, strict=True))
    sticks = sum(chombo.deltas) // state.riichi_bet if state.riichi_bet else 0
    return replace(state, scores=scores, kyotaku=state.kyotaku + sticks)
