"""Decide first, act after: what a command does to the table, as the events it would add."""

from collections.abc import Collection

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.clock import Ends, HandTimes, at_signal
from table.core.codec import SECONDS_BOUND
from table.core.declaration import Judgement
from table.core.endings import HandEnd, and_next, end_hand, riichi_events, wins_paid
from table.core.events import TableEvent
from table.core.fouls import Foul
from table.core.incidents import Gong, HandsVoid, RulingCancelled, Substitute
from table.core.opening import open_game
from table.core.penalties import consequence
from table.core.rotation import end_of_game, first_hand, next_hand
from table.core.state import Phase, Riichi, TableState, fold
from table.core.units import SEATS
from table.errors import IllegalActionError

Events = tuple[TableEvent, ...]


def begin_game(names: tuple[str, str, str, str], ruleset: Ruleset) -> Events:
    """Seat the players and deal the first hand; a game in progress is left as it is."""
    return open_game(names, ruleset)


def lay_riichi(state: TableState, seat: Seat) -> Events:
    """A riichi whose discard has passed."""
    if state.phase is not Phase.HAND:
        raise IllegalActionError(
            f"riichi of seat {seat}: the table is {state.phase}, not in a hand"
        )
    if state.riichi[seat] is Riichi.ACCEPTED:
        raise IllegalActionError(f"riichi of seat {seat}: its stick lies on the table already")
    return riichi_events(state, seat)


def confirm_win(state: TableState, judgement: Judgement, ruleset: Ruleset) -> Events:
    """Pay a judged win and deal the next hand. Raises IllegalActionError for a refused one."""
    return and_next(state, wins_paid(state, (judgement,), ruleset), ruleset)


def confirm_draw(state: TableState, tenpai: Collection[Seat], ruleset: Ruleset) -> Events:
    """An exhaustive draw: noten payments, and the next hand.

    Raises IllegalActionError for a noten riichi, which `endings.end_hand` settles as a foul.
    """
    if state.phase is not Phase.HAND:
        raise IllegalActionError(f"draw: the table is {state.phase}, not in a hand")
    for seat in SEATS:
        riichi = state.riichi[seat] is not Riichi.NONE and not state.dead[seat]
        if riichi and seat not in tenpai:
            raise IllegalActionError(
                f"draw with seat {seat} noten: it is in riichi, expected it among the tenpai"
                " (or its riichi taken back first)"
            )
    return end_hand(state, HandEnd(draw="exhaustive_draw", tenpai=frozenset(tenpai)), ruleset)


def ring(state: TableState, signal_s: float, times: HandTimes, ruleset: Ruleset) -> Events:
    """The end signal: noted, and the end of the game where no hand has begun.

    Raises IllegalActionError when the table shows that one has.
    """
    ends = at_signal(signal_s, times, ruleset)
    gong = Gong(ends.name.lower(), int(min(signal_s, SECONDS_BOUND)))
    events = (gong, end_of_game(state, ruleset)) if ends is Ends.NOW else (gong,)
    fold(events, state)
    return events


def cancel_ruling(state: TableState, ruling: int, reason: str, *, ruled_by: str = "") -> Events:
    """Take back a ruling of this game, by its place among them.

    Its points come back; a hand that it ended stays ended. Raises IllegalActionError when no such
    ruling stands.
    """
    event = RulingCancelled(ruling, reason, ruled_by)
    fold((event,), state)
    return (event,)


def void_hands(
    state: TableState, count: int, ruleset: Ruleset, *, actor: Seat = Seat.FIRST
) -> Events:
    """Take back hands that were played with the wrong dealer, the one in progress with them.

    The points are restored and the right dealer deals (SAI-19b). Raises IllegalActionError where
    the ruleset lets such hands stand.
    """
    clause = ruleset.clauses["fouls.dealer_order_hands"]
    if ruleset.fouls.dealer_order_hands != "void":
        raise IllegalActionError(f"void hands: they stand under {ruleset.id} ({clause})")
    void = HandsVoid(count, "dealer_order", clause)
    before = fold((void,), state)
    follows = next_hand(before, ruleset) if before.hands else first_hand(ruleset.game)
    ruled = consequence(state, Foul("dealer_order", actor), ruleset).events
    return (void, *ruled, follows)


def take_seat(
    state: TableState,
    seat: Seat,
    name: str,
    ruleset: Ruleset,
    *,
    minutes_late: int = 0,
    reason: str = "",
) -> Events:
    """A substitute sits down for a player; one who is late is ruled for it first, by name."""
    if not minutes_late:
        return (Substitute(seat, name, reason),)
    foul = Foul("late", seat, count=minutes_late, reason=reason)
    return (*consequence(state, foul, ruleset).events, Substitute(seat, name, reason or foul.kind))
