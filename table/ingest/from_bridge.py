"""From what an automatic table says to proposals: dice, dealer, counters, riichi, sticks.

Pure: (senses, state, ruleset, what was said, a steady time in seconds) -> senses and proposals.
Sticks are evidence, never truth: they raise questions (`table.ingest.doubts`) and write no points.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from firmware_bridge.happenings import Condition, Event, Gap, Happening, Notice, Started
from firmware_bridge.messages import (
    SEATS as PLACES,
)
from firmware_bridge.messages import (
    STICK_VALUES,
    Action,
    Button,
    ButtonMoved,
    Dice,
    Fault,
    FaultCode,
    Quality,
    RiichiStick,
    State,
    Sticks,
)
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.dice import Roll
from table.core.endings import riichi_events
from table.core.events import Reach, ReachAccepted
from table.core.incidents import WallBreak
from table.core.opening import open_wall
from table.core.seat import NEVER
from table.core.state import NO_RIICHI, Phase, Riichi, TableState
from table.core.units import SEATS
from table.core.wall import Break, break_wall
from table.ingest.doubts import watched
from table.ingest.proposal import Proposal, weigh
from table.ingest.senses import (
    Senses,
    Stick,
    Throw,
    Tray,
    at_hand,
    forgotten,
    hand_of,
    offering,
    put,
    seated,
)

RESET_HELD_MS = 1000
"""The honba button held for so long clears the counters; held for less it adds one."""
SET_AGAIN_S = 120.0
"""No hand is played in less; the set button pressed twice within it was pressed twice."""
SEEN = 0.97
"""A stick on its place, or dice by the dealer's own button."""
SET_FIRST = 0.95
"""Dice that wait for a hand's end to be confirmed, the table having been set before them."""
NOT_SET = 0.6
CANNOT_PAY = 0.3
DEAD_HAND = 0.2
MAX_THROWS = 4


@dataclass(frozen=True, slots=True)
class Taken:
    """What has been taken in."""

    senses: Senses
    written: tuple[Proposal, ...]
    """To be written now, in this order."""


def take(
    senses: Senses, state: TableState, ruleset: Ruleset, said: Happening | State, at_s: float
) -> Taken:
    """Take in what the table said, or a snapshot of its parts."""
    senses = _heard(at_hand(senses, state), state, said, at_s)
    proposals: list[Proposal] = []
    if isinstance(said, Event) and isinstance(said.message, RiichiStick) and said.message.present:
        proposals += _riichi(senses, state, ruleset, senses.seat(said.message.seat))
    return _weighed(senses, state, ruleset, (*proposals, *_due(senses, state, ruleset)), at_s)


def tick(senses: Senses, state: TableState, ruleset: Ruleset, at_s: float) -> Taken:
    """Let time pass, or the record change: what waited may have its place now."""
    senses = at_hand(senses, state)
    return _weighed(senses, state, ruleset, _due(senses, state, ruleset), at_s)


def _weighed(
    senses: Senses, state: TableState, ruleset: Ruleset, found: Iterable[Proposal], at_s: float
) -> Taken:
    proposals = tuple(one for one in found if one.source not in senses.offered)
    weighed = weigh(state, proposals, ruleset)
    senses = offering(senses, {proposal.source for proposal in proposals})
    senses = replace(senses, refused=(*senses.refused, *weighed.asked))
    return Taken(watched(senses, state, at_s), weighed.written)


def _heard(senses: Senses, state: TableState, said: Happening | State, at_s: float) -> Senses:
    """The senses after a word of the table."""
    match said:
        case State():
            return _snapshot(senses, said, hand_of(state))
        case Started() | Gap():
            return forgotten(senses)
        case Notice(condition=Condition.LOST):
            # Dice that were thrown stay so; those thrown meanwhile come when it is heard again.
            return replace(forgotten(senses), throws=senses.throws)
        case Notice():
            return senses
        case Event(message=message):
            return _moved(senses, state, message, said.key, at_s)


def _moved(senses: Senses, state: TableState, message: object, key: str, at_s: float) -> Senses:
    senses = _placed(senses, state, message)
    match message:
        case Sticks():
            tray = Tray(message.points, message.quality == Quality.GOOD)
            return replace(senses, trays=put(senses.trays, senses.seat(message.seat), tray))
        case RiichiStick():
            stick = Stick(bool(message.present), key, hand_of(state))
            return replace(senses, sticks=put(senses.sticks, senses.seat(message.seat), stick))
        case Dice() if message.seat < PLACES:
            seat, roll = senses.seat(message.seat), Roll(message.first, message.second)
            throw = Throw(seat, roll, key, hand_of(state), senses.ended)
            return _dealt(replace(senses, throws=(*senses.throws, throw)[-MAX_THROWS:]), seat)
        case ButtonMoved(action=Action.PRESSED, button=Button.DICE | Button.DEALER, seat=place) if (
            place < PLACES
        ):
            return _dealt(senses, senses.seat(place))
        case ButtonMoved(action=Action.RELEASED, button=Button.HONBA):
            if message.held_ms >= RESET_HELD_MS:
                return replace(senses, counters=0)
            added = None if senses.counters is None else senses.counters + 1
            return replace(senses, counters=added)
        case ButtonMoved(action=Action.PRESSED, button=Button.SET):
            return _set(senses, state, at_s)
        case Fault(code=FaultCode.TRAY, detail=place) if place < PLACES:
            return replace(senses, trays=put(senses.trays, senses.seat(place), None))
        case _:
            return senses


def _placed(senses: Senses, state: TableState, message: object) -> Senses:
    """Who begins a game as its dealer is seat 0, wherever that is."""
    match message:
        case Dice(seat=place) if place < PLACES:
            pass
        case ButtonMoved(action=Action.PRESSED, button=Button.DICE | Button.DEALER, seat=place) if (
            place < PLACES
        ):
            pass
        case _:
            return senses
    first = state.phase is Phase.HAND and not state.hands and not _begun(state)
    if senses.told or not first or place == senses.turn:
        return senses
    return replace(forgotten(senses), turn=place)


def _dealt(senses: Senses, seat: Seat) -> Senses:
    """Somebody pressed as dealer; what another dealer's counters become, tables do differently."""
    same = senses.dealer in {None, seat}
    return replace(senses, dealer=seat, counters=senses.counters if same else None)


def _set(senses: Senses, state: TableState, at_s: float) -> Senses:
    """The tiles go in: the hand is over, unless the record has moved on to one not begun."""
    since = senses.set_s
    again = since is not None and at_s - since >= SET_AGAIN_S
    if not senses.ended and (again or _begun(state)):
        senses = replace(senses, ended=True, dealer=None)
    return replace(senses, set_s=at_s if since is None else since)


def _begun(state: TableState) -> bool:
    """Whether anything has been seen of the record's hand."""
    if state.phase is not Phase.HAND:
        return False
    watched_play = state.play is not None and state.play.watched
    return watched_play or state.riichi != NO_RIICHI or _broken(state)


def _broken(state: TableState) -> bool:
    return any(isinstance(event, WallBreak) for event in state.setup)


def _snapshot(senses: Senses, said: State, hand: str) -> Senses:
    """Trays and riichi places as they are now; what an event said of them stays its source."""
    trays = [
        Tray(
            sum(map(int.__mul__, said.counts[5 * place : 5 * place + 5], STICK_VALUES)),
            said.quality[place] == Quality.GOOD,
        )
        for place in range(PLACES)
    ]
    laid = seated(senses, [bool(said.riichi >> place & 1) for place in range(PLACES)])
    sticks = [
        old if old is not None and old.laid is now else Stick(now, "", hand)
        for old, now in zip(senses.sticks, laid, strict=True)
    ]
    return replace(
        senses,
        trays=seated(senses, trays),
        sticks=(sticks[0], sticks[1], sticks[2], sticks[3]),
    )


def _riichi(senses: Senses, state: TableState, ruleset: Ruleset, seat: Seat) -> Iterator[Proposal]:
    """A stick was laid: the riichi of its seat, as far as the record can have it now."""
    stick = senses.sticks[seat]
    if stick is None or state.phase is not Phase.HAND or state.riichi[seat] is not Riichi.NONE:
        return
    tiles_seen = state.play is not None and state.play.watched
    events = (Reach(seat),) if tiles_seen else riichi_events(state, seat)
    likelihood, why = SEEN, f"seat {seat} laid a riichi stick"
    if ruleset.riichi.needs_points and state.scores[seat] < state.riichi_bet:
        likelihood, why = CANNOT_PAY, f"{why} and has {state.scores[seat]} points on record"
    elif state.dead[seat]:
        likelihood, why = DEAD_HAND, f"{why} and its hand is dead"
    yield Proposal(events, likelihood, why, stick.source)


def _due(senses: Senses, state: TableState, ruleset: Ruleset) -> Iterator[Proposal]:
    """What the table said before the record was ready for it."""
    if state.phase is not Phase.HAND or state.play is None:
        return
    yield from _wall(senses, state, ruleset)
    for seat in SEATS:
        stick = senses.sticks[seat]
        if stick is not None and stick.laid and _may_lie(state, seat):
            why = f"seat {seat} laid a riichi stick and its discard has passed"
            turn = state.play.seats[seat].riichi_turn
            source = f"accepted:{hand_of(state)}:{seat}:{turn}"
            yield Proposal((ReachAccepted(seat),), SEEN, why, source)


def _may_lie(state: TableState, seat: Seat) -> bool:
    """Whether a declared riichi's discard can no longer be won on."""
    if state.riichi[seat] is not Riichi.DECLARED or state.play is None:
        return False
    here, last = state.play.seats[seat], state.play.last
    discarded = here.riichi_turn != NEVER and len(here.river) > here.riichi_turn
    return discarded and (last is None or last.seat != seat)


def _wall(senses: Senses, state: TableState, ruleset: Ruleset) -> Iterator[Proposal]:
    """The dice of this hand, once all are thrown: where the wall breaks, where the dora lies."""
    wanted = ruleset.setup.automatic_rolls
    throws = senses.throws[-wanted:]
    if not wanted or len(throws) < wanted or _broken(state):
        return
    if throws[0].seat != state.oya or (state.play is not None and state.play.watched):
        return  # another dealer's dice wait for the record to come to its hand
    rolls = tuple(throw.roll for throw in throws)
    broken = break_wall(rolls, ruleset, automatic=True)
    yield Proposal(
        open_wall(state, rolls, ruleset, automatic=True),
        _belongs(throws[0], state),
        _wall_words(state, throws, broken),
        throws[-1].source,
    )


def _belongs(throw: Throw, state: TableState) -> float:
    """How likely the first roll is the one of the record's hand."""
    if throw.hand == hand_of(state):
        return SEEN
    return SET_FIRST if throw.after_set else NOT_SET


def _wall_words(state: TableState, throws: tuple[Throw, ...], broken: Break) -> str:
    thrown = ", ".join(f"seat {throw.seat} threw {throw.roll}" for throw in throws)
    side = Seat.of_wind(broken.side, state.oya)
    return (
        f"{thrown}: the wall of seat {side} breaks after {broken.stacks} stacks,"
        f" the first indicator is {broken.indicator()}"
    )
