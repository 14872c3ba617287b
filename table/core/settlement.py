"""Who pays whom: a scored win or a drawn hand as the change on every seat."""

from collections.abc import Collection

from scoring.ruleset import GameRules
from scoring.score import Score
from scoring.seats import Seat
from table.core.events import SEATS, Points


def win_deltas(score: Score, oya: Seat, discarder: Seat | None) -> Points:
    """The change on each seat by a win, sticks included; `discarder` is None for a self-draw."""
    changes = score.changes(None if discarder is None else discarder.wind(oya))
    first, second, third, fourth = (changes[seat.wind(oya)] for seat in SEATS)
    return first, second, third, fourth


def draw_deltas(tenpai: Collection[Seat], game: GameRules) -> Points:
    """The noten payments: nobody pays when all are tenpai, or none."""
    ready, late = len(set(tenpai)), len(SEATS) - len(set(tenpai))
    if not ready or not late:
        return 0, 0, 0, 0
    win, loss = game.noten_payment // ready, game.noten_payment // late
    first, second, third, fourth = (win if seat in tenpai else -loss for seat in SEATS)
    return first, second, third, fourth
