"""Places and session scores when a game has ended."""

from dataclasses import dataclass

from scoring.ruleset import GameRules
from scoring.seats import Seat
from table.core.events import SEATS, Points


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat ended. Sticks left on the table are nobody's."""

    seat: Seat
    place: int
    """1-4; tied seats share the better place."""
    points: int
    uma: int
    """Points for the place; tied seats share those of the places they take."""
    score: int
    """Points above the start, and the uma."""


def standings(scores: Points, game: GameRules) -> tuple[Standing, ...]:
    """The seats, best first; tied seats in seat order."""
    rows = []
    for seat in sorted(SEATS, key=lambda seat: (-scores[seat], seat)):
        above = sum(other > scores[seat] for other in scores)
        tied = scores.count(scores[seat])
        uma = 1000 * sum(game.uma[above : above + tied]) // tied
        score = scores[seat] - game.starting_points + uma
        rows.append(Standing(seat, above + 1, scores[seat], uma, score))
    return tuple(rows)
