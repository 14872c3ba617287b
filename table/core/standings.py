"""Places and session scores when a game has ended: leftover sticks, uma, oka, ties, penalties.

Scores are in points; a thousand is one point of the overall score.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.ruleset import GameRules
from scoring.seats import Seat
from table.core.units import NO_POINTS, SEATS, Points

THOUSAND = 1000
TENTH = 100
_REST = 1
"""How far apart tied leaders may be who shared a leftover stick: three cannot share it evenly."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat ended. Sticks left on the table are nobody's, or in the leader's points."""

    seat: Seat
    place: int
    """1-4; tied seats share the better place, or the earlier seat is ahead."""
    points: int
    """At the end, leftover sticks taken and an excess given off."""
    uma: int
    """Points for the place; tied seats share those of the places they take."""
    score: int
    """Points above the return points, with uma and oka."""
    oka: int = 0
    penalty: int = 0
    """Points off the overall score, by rulings."""
    ranked: bool = True
    """False for a substitute: scored at the table, left out of the ranking."""

    @property
    def total(self) -> int:
        """What counts for the overall score."""
        return self.score - self.penalty


def standings(
    scores: Points,
    game: GameRules,
    *,
    penalties: Points = NO_POINTS,
    substitutes: Collection[Seat] = (),
) -> tuple[Standing, ...]:
    """The seats, best first; tied seats in seat order. `penalties` are in tenths (200: 20.0)."""
    order = tuple(sorted(SEATS, key=lambda seat: (-scores[seat], seat)))
    groups = _groups(scores, order, share=game.ties == "share")
    uma = _by_place([THOUSAND * points for points in game.uma], groups)
    oka = _by_place([game.oka, 0, 0, 0], groups)
    points = _without_excess(scores, groups, game)
    whole = {seat: _thousands(points[seat], game) for seat in order}
    final = {seat: whole[seat] - game.return_points + uma[seat] + oka[seat] for seat in order}
    final[order[0]] += sum(points.values()) - sum(whole.values())
    return tuple(
        Standing(
            seat,
            place=1 + sum(len(group) for group in groups[:number]),
            points=points[seat],
            uma=uma[seat],
            score=final[seat],
            oka=oka[seat],
            penalty=TENTH * penalties[seat],
            ranked=seat not in substitutes,
        )
        for number, group in enumerate(groups)
        for seat in group
    )


def leftover_to_leader(scores: Points, kyotaku: int, bet: int, game: GameRules) -> Points:
    """The scores after the sticks left on the table have found their owner, if they do."""
    if game.leftover_sticks != "leader" or not kyotaku:
        return scores
    order = sorted(SEATS, key=lambda seat: (-scores[seat], seat))
    leaders = _groups(scores, order, share=game.ties == "share")[:1]
    taken = dict.fromkeys(SEATS, 0) | _by_place([kyotaku * bet], leaders)
    first, second, third, fourth = (scores[seat] + taken[seat] for seat in SEATS)
    return first, second, third, fourth


def leads(seat: Seat, scores: Points, game: GameRules) -> bool:
    """Whether nobody is ahead of this seat."""
    best = max(scores)
    if game.ties == "share":
        return scores[seat] == best
    return scores.index(best) == seat


def _groups(scores: Points, order: Sequence[Seat], *, share: bool) -> list[list[Seat]]:
    """The seats by place, those together that share places."""
    groups: list[list[Seat]] = []
    for seat in order:
        if share and groups and scores[groups[-1][0]] - scores[seat] <= _REST:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return groups


def _by_place(worth: Sequence[int], groups: Sequence[Sequence[Seat]]) -> dict[Seat, int]:
    """What the places are worth to each seat; a rest that cannot be shared is the first's."""
    given: dict[Seat, int] = {}
    for group in groups:
        places = worth[len(given) : len(given) + len(group)]
        share, rest = divmod(sum(places), len(group))
        given |= {seat: share + (number < rest) for number, seat in enumerate(group)}
    return given


def _without_excess(
    scores: Points, groups: Sequence[Sequence[Seat]], game: GameRules
) -> dict[Seat, int]:
    """The scores, points counted beyond the total taken off the first place (SAI-41c)."""
    excess = max(0, sum(scores) - len(SEATS) * game.starting_points)
    taken = dict.fromkeys(SEATS, 0)
    if excess and game.excess_from_first:
        taken |= _by_place([excess], groups[:1])
    return {seat: scores[seat] - taken[seat] for seat in SEATS}


def _thousands(points: int, game: GameRules) -> int:
    """Points to the nearest thousand where the ruleset rounds; the leader balances the sum."""
    half = THOUSAND // 2
    if game.final_rounding == "half_up":
        return (points + half) // THOUSAND * THOUSAND
    if game.final_rounding == "half_down":
        return -((half - points) // THOUSAND) * THOUSAND
    return points
