"""Who pays whom: wins, several at once, drawn hands and chombo as the change on every seat."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.limits import MANGAN
from scoring.ruleset import DrawRules, Ruleset
from scoring.score import Score
from scoring.seats import Seat
from table.core.units import SEATS, Points

TRIPLE = 3


@dataclass(frozen=True, slots=True)
class Share:
    """What one winner takes from the table besides his hand's value."""

    honba: int
    """Counters paid on this win."""
    sticks: int


def in_turn(seats: Collection[Seat], after: Seat) -> tuple[Seat, ...]:
    """The seats in the order of play that begins after `after`."""
    return tuple(seat for turn in range(1, 5) if (seat := after.after(turn)) in seats)


def ron_winners(claimants: Collection[Seat], discarder: Seat, ruleset: Ruleset) -> tuple[Seat, ...]:
    """Who wins of those with a valid ron on one tile, first in turn first.

    Nobody where three at once are an abortive draw.
    """
    order = in_turn(claimants, discarder)
    if len(order) == TRIPLE and "triple_ron" in ruleset.draws.abortive:
        return ()
    return order if ruleset.game.several_winners == "all" else order[:1]


def shares(
    winners: Sequence[Seat], honba: int, kyotaku: int, laid: Collection[Seat], ruleset: Ruleset
) -> tuple[Share, ...]:
    """Counters and sticks for each of the winners of one hand, who are in turn order.

    `kyotaku` are all sticks on the table, `laid` the seats that laid one in this hand.
    """
    game = ruleset.game
    own = [seat in laid and game.pot_several == "own_back_rest_first" for seat in winners]
    others = sum(own[1:])
    each = game.counters_several == "each"
    return tuple(
        Share(honba if each or place == 0 else 0, kyotaku - others if place == 0 else own[place])
        for place in range(len(winners))
    )


def win_deltas(score: Score, oya: Seat, discarder: Seat | None) -> Points:
    """The change on each seat by a win, sticks included; `discarder` is None for a self-draw."""
    changes = score.changes(None if discarder is None else discarder.wind(oya))
    first, second, third, fourth = (changes[seat.wind(oya)] for seat in SEATS)
    return first, second, third, fourth


def draw_deltas(tenpai: Collection[Seat], draws: DrawRules) -> Points:
    """The noten payments: nobody pays when all are tenpai, or none.

    A sum that cannot be shared evenly leaves its rest with the first tenpai seats.
    """
    ready = sorted(set(tenpai))
    late = len(SEATS) - len(ready)
    if not ready or not late:
        return 0, 0, 0, 0
    loss = draws.noten_payment // late
    win, rest = divmod(loss * late, len(ready))
    first, second, third, fourth = (
        win + (ready.index(seat) < rest) if seat in ready else -loss for seat in SEATS
    )
    return first, second, third, fourth


def nagashi_deltas(seat: Seat, oya: Seat, honba: int, ruleset: Ruleset) -> Points:
    """What a nagashi mangan is paid: as a self-drawn mangan, counters included (JPB-NAG-PAY)."""
    counter = ruleset.game.counter_value * honba // 3
    paid = {
        other: MANGAN * (2 if oya in {seat, other} else 1) + counter
        for other in SEATS
        if other != seat
    }
    first, second, third, fourth = (
        sum(paid.values()) if other == seat else -paid[other] for other in SEATS
    )
    return first, second, third, fourth


def chombo_deltas(offender: Seat, oya: Seat, ruleset: Ruleset) -> Points:
    """What a chombo pays at the table: all zero where it is taken from the overall score."""
    if ruleset.fouls.chombo != "table":
        return 0, 0, 0, 0
    to_nondealer, to_dealer, from_dealer = ruleset.fouls.chombo_table
    paid = {
        seat: from_dealer if offender == oya else to_dealer if seat == oya else to_nondealer
        for seat in SEATS
        if seat != offender
    }
    first, second, third, fourth = (paid.get(seat, -sum(paid.values())) for seat in SEATS)
    return first, second, third, fourth


def added(*deltas: Points) -> Points:
    """Several changes together."""
    first, second, third, fourth = (sum(column) for column in zip(*deltas, strict=True))
    return first, second, third, fourth


def bets_back(seats: Collection[Seat], bet: int) -> Points:
    """The sticks that go back to these seats."""
    first, second, third, fourth = (bet * (seat in seats) for seat in SEATS)
    return first, second, third, fourth
