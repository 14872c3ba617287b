"""Who owes whom how much when a hand is settled, and why: a result as single payments."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.events import Hora, Ryukyoku
from table.core.incidents import Chombo
from table.core.settlement import chombo_deltas
from table.core.state import HandResult
from table.core.units import NO_POINTS, SEATS, Points

Why = Literal["ron", "tsumo", "liable", "sticks", "noten", "nagashi", "chombo", "returned"]


@dataclass(frozen=True, slots=True)
class Due:
    """One payment."""

    payer: Seat | None
    """None: the sticks on the table."""
    receiver: Seat
    points: int
    why: Why
    clause: str
    counters: int = 0
    """Points of it that are for counters."""


def dues(result: HandResult, ruleset: Ruleset) -> tuple[Due, ...]:
    """The payments of a finished hand, in their order; by seat they add up to its deltas."""
    found: list[Due] = []
    for place, win in enumerate(result.wins):
        honba = result.honba if place == 0 or ruleset.game.counters_several == "each" else 0
        found += _won(win, honba, ruleset)
    if result.draw is not None:
        found += _drawn(result.draw, ruleset)
    for chombo in result.chombos:
        found += _chombo(chombo, result.oya, ruleset)
    return tuple(found)


def transfers(deltas: Points) -> Iterator[tuple[Seat, Seat, int]]:
    """Payments that make changes which sum to zero: payer, receiver, points."""
    left = list(deltas)
    for payer in (seat for seat in SEATS if deltas[seat] < 0):
        for receiver in SEATS:
            points = min(-left[payer], left[receiver])
            if points > 0:
                left[payer] += points
                left[receiver] -= points
                yield payer, receiver, points


def _won(win: Hora, honba: int, ruleset: Ruleset) -> Iterator[Due]:
    clauses, counter = ruleset.clauses, ruleset.game.counter_value * honba
    nagashi = win.tsumo and win.pai is None and ("nagashi mangan", 5) in win.yakus
    payers = [seat for seat in SEATS if win.deltas[seat] < 0]
    for payer in payers:
        why: Why = "ron"
        entry = "cited.ron_payment"
        if nagashi:
            why, entry = "nagashi", "draws.nagashi"
        elif payer == win.pao and (win.tsumo or payer != win.target):
            why, entry = "liable", "cited.liability_tsumo" if win.tsumo else "win.liability_ron"
        elif win.tsumo:
            why, entry = "tsumo", "cited.tsumo_payment"
        part = _counters_of(win, payer, payers, counter, ruleset)
        yield Due(payer, win.actor, -win.deltas[payer], why, clauses[entry], part)
    sticks = sum(win.deltas)
    if sticks:
        yield Due(None, win.actor, sticks, "sticks", clauses["riichi.bet"])


def _counters_of(win: Hora, payer: Seat, payers: list[Seat], counter: int, ruleset: Ruleset) -> int:
    """The part of a payment that is for counters."""
    paid_by_liable = ruleset.win.liability_counters == "liable" and win.pao in payers
    if win.tsumo and not paid_by_liable:
        return counter // len(payers)
    pays = win.pao if paid_by_liable else win.target
    return counter if payer == pays else 0


def _drawn(draw: Ryukyoku, ruleset: Ruleset) -> Iterator[Due]:
    nagashi = draw.reason == "nagashi_mangan"
    why: Why = "nagashi" if nagashi else "noten"
    entry = "draws.nagashi" if nagashi else "draws.noten_payment"
    for payer, receiver, points in transfers(draw.deltas):
        yield Due(payer, receiver, points, why, ruleset.clauses[entry])


def _chombo(chombo: Chombo, oya: Seat, ruleset: Ruleset) -> Iterator[Due]:
    """What a chombo pays at the table, and the sticks of the hand that go back."""
    paid = chombo_deltas(chombo.actor, oya, ruleset)
    back = [moved - part for moved, part in zip(chombo.deltas, paid, strict=True)]
    if min(back) < 0:  # the hand is dealt again by nobody's fault, and nothing is paid
        paid, back = NO_POINTS, list(chombo.deltas)
    for payer, receiver, points in transfers(paid):
        yield Due(payer, receiver, points, "chombo", chombo.clause)
    for seat in SEATS:
        if back[seat]:
            clause = ruleset.clauses["fouls.chombo_sticks"]
            yield Due(None, seat, back[seat], "returned", clause)
