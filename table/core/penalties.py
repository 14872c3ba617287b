"""Fouls at the table: what one would do to it, as the events that a ruling adds.

What really happened is recorded even where it costs nothing. A ruling is taken back by
`RulingCancelled`, or by superseding its entry in the journal.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.events import TableEvent
from table.core.fouls import TENTHS_A_POINT, Foul, Price, price
from table.core.incidents import (
    Chombo,
    DeadHand,
    Irregularity,
    Penalty,
    ReachVoid,
    WarningGiven,
)
from table.core.settlement import added, bets_back, chombo_deltas
from table.core.state import Phase, Riichi, TableState, fold
from table.core.units import NO_POINTS, SEATS, Points
from table.errors import IllegalActionError

Events = tuple[TableEvent, ...]
JUDGED_LATER = frozenset({"noten_riichi", "illegal_ankan"})
"""Judged only when their player wins or the wall runs out (WRR-7.2-NOTENRIICHI)."""
DISQUALIFIED = "disqualified"
IN_A_HAND = (Phase.HAND, Phase.SETTLED)


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a foul would do: shown before it is ruled, and the events of the ruling."""

    foul: Foul
    price: Price
    events: Events
    ends_hand: bool = False
    """The hand is dealt again."""
    needs_ruling: bool = False
    """The rules leave it to a referee; nothing is decided yet."""
    deltas: Points = NO_POINTS
    """At the table, sticks that go back included."""
    tenths: int = 0
    """Off the offender's overall score."""

    def __str__(self) -> str:
        """In one line: "chombo (WRR-7.1-CHOMBO): 20.0 points, the hand is dealt again"."""
        effects = [
            f"{self.tenths / TENTHS_A_POINT:.1f} points" if self.tenths else "",
            f"table {list(self.deltas)}" if any(self.deltas) else "",
            "the hand is dealt again" if self.ends_hand else "",
            "a referee decides" if self.needs_ruling else "",
        ]
        said = ", ".join(effect for effect in effects if effect) or "play goes on"
        return f"{self.price.cost or 'open'} ({self.price.clause}): {said}"


def consequence(
    state: TableState, foul: Foul, ruleset: Ruleset, *, at_end: bool = False
) -> Consequence:
    """What a foul would do now; nothing is changed.

    `at_end`: the hand is being settled, so that a noten riichi or a forbidden kan is judged.
    Raises IllegalActionError where the cost needs a hand in progress and there is none.
    """
    cost = price(foul, ruleset)
    if foul.kind in JUDGED_LATER and not at_end and not foul.ruling:
        later = "judged when its player wins or the wall runs out"
        return Consequence(foul, cost, (_noted(foul, cost, later),))
    if cost.cost in {"chombo", "redeal"}:
        return _chombo(state, foul, cost, ruleset)
    events: list[TableEvent] = []
    if "dead_hand" in cost.parts or "riichi_void" in cost.parts:
        events.append(_dead_hand(state, foul, cost))
    elif cost.tenths or cost.cost == DISQUALIFIED:
        events.append(_penalty(foul, cost))
    elif cost.cost == "warning":
        events.append(WarningGiven(foul.actor, foul.kind, cost.clause, foul.ruled_by, _proof(foul)))
    if not events:
        return Consequence(
            foul,
            cost,
            (_noted(foul, cost, cost.cost),),
            needs_ruling=cost.cost in {"referee", ""},
        )
    return Consequence(foul, cost, tuple(events), tenths=cost.tenths)


def chombos(
    state: TableState, fouls: Sequence[Foul], ruleset: Ruleset, *, beside_a_win: bool = False
) -> Events:
    """The events of fouls that are judged together at the end of a hand, chombo last.

    The bets of the hand go back once. Beside another player's win the chombo are paid without
    ending the hand, or are void, as the ruleset has it (WRR-7.1-CHOMBOWIN, W15-CHO-WIN).
    """
    lesser, grave = ruled(state, fouls, ruleset)
    void = beside_a_win and ruleset.fouls.chombo_with_win == "void"
    kept = 0 if void else 1 if ruleset.fouls.several_chombo == "one" else len(grave)
    entry, why = (
        ("chombo_with_win", "void beside another player's win")
        if void
        else ("several_chombo", "one chombo is paid for several")
    )
    free = Price("none", ruleset.clauses[f"fouls.{entry}"])
    noted = tuple(_noted(one.foul, free, why) for one in grave[kept:])
    state = fold(lesser, state)
    back = () if beside_a_win else bets_of_hand(state, ruleset)
    paid = [
        _chombo_event(state, one.foul, one.price, ruleset, () if place else back, not beside_a_win)
        for place, one in enumerate(grave[:kept])
    ]
    return (*lesser, *noted, *paid)


def ruled(
    state: TableState, fouls: Sequence[Foul], ruleset: Ruleset
) -> tuple[Events, tuple[Consequence, ...]]:
    """The events of the fouls that do not end a hand, one after the other, and those that do."""
    events: list[TableEvent] = []
    grave: list[Consequence] = []
    for foul in fouls:
        one = consequence(state, foul, ruleset, at_end=True)
        if one.ends_hand:
            grave.append(one)
        else:
            events += one.events
            state = fold(one.events, state)
    return tuple(events), tuple(grave)


def bets_of_hand(state: TableState, ruleset: Ruleset) -> tuple[Seat, ...]:
    """Whose bets go back at a chombo: those laid in this hand, where the rules give them back."""
    if ruleset.fouls.chombo_sticks != "hand":
        return ()
    return tuple(seat for seat in SEATS if state.riichi[seat] is Riichi.ACCEPTED)


def _chombo(state: TableState, foul: Foul, cost: Price, ruleset: Ruleset) -> Consequence:
    event = _chombo_event(state, foul, cost, ruleset, bets_of_hand(state, ruleset), True)
    return Consequence(
        foul, cost, (event,), ends_hand=True, deltas=event.deltas, tenths=event.tenths
    )


def _chombo_event(
    state: TableState,
    foul: Foul,
    cost: Price,
    ruleset: Ruleset,
    back: Sequence[Seat],
    ends_hand: bool,
) -> Chombo:
    if state.phase not in IN_A_HAND:
        raise IllegalActionError(
            f"chombo of seat {foul.actor}: the table is {state.phase}, not in a hand"
        )
    chombo = cost.cost == "chombo"
    paid = chombo_deltas(foul.actor, state.oya, ruleset) if chombo else NO_POINTS
    points = ruleset.fouls.chombo_points if chombo and ruleset.fouls.chombo == "points" else 0
    return Chombo(
        foul.actor,
        foul.kind,
        added(paid, bets_back(back, state.riichi_bet)),
        TENTHS_A_POINT * points,
        cost.clause,
        ends_hand,
        foul.ruled_by,
        _proof(foul),
    )


def _dead_hand(state: TableState, foul: Foul, cost: Price) -> DeadHand | ReachVoid | Irregularity:
    if state.phase is not Phase.HAND:
        raise IllegalActionError(
            f"{cost.cost} for seat {foul.actor}: the table is {state.phase}, not in a hand"
        )
    in_riichi = state.riichi[foul.actor] is not Riichi.NONE
    if "dead_hand" not in cost.parts:
        if not in_riichi:
            return _noted(foul, cost, "no riichi that could be void")
        return ReachVoid(foul.actor, foul.kind, cost.clause, foul.ruled_by)
    void = in_riichi and "riichi_void" in cost.parts
    return DeadHand(foul.actor, foul.kind, void, cost.clause, foul.ruled_by, _proof(foul))


def _penalty(foul: Foul, cost: Price) -> Penalty:
    reason = DISQUALIFIED if cost.cost == DISQUALIFIED else foul.kind
    return Penalty(foul.actor, reason, cost.tenths, cost.clause, foul.ruled_by, _proof(foul))


def unranked(state: TableState) -> frozenset[Seat]:
    """Who is scored at the table and left out of the ranking: substitutes, the disqualified."""
    return frozenset({*disqualifications(state), *state.substitutes})


def disqualifications(state: TableState) -> dict[Seat, str]:
    """Who is disqualified, and by which clause."""
    return {event.actor: event.clause for _, event in _struck(state)}


def disqualified(state: TableState) -> dict[Seat, str]:
    """Whom the first disqualification in a seat met, by name: a substitute may sit there since."""
    return {event.actor: who for who, event in reversed(_struck(state))}


def _struck(state: TableState) -> list[tuple[str, Penalty]]:
    return [
        (made.who, made.event)
        for made in state.rulings
        if isinstance(made.event, Penalty)
        and made.event.reason == DISQUALIFIED
        and not made.cancelled
    ]


def _proof(foul: Foul) -> str:
    """What was said about it, and what proves it."""
    return "; ".join(part for part in (foul.reason, foul.evidence) if part)


def _noted(foul: Foul, cost: Price, detail: str) -> Irregularity:
    said = f"{foul.reason}; {detail}" if foul.reason else detail
    return Irregularity(foul.kind, foul.actor, said, cost.clause, foul.evidence)
