"""The order of a tenhou.net/6 round, which the format only implies: found, and counted.

Each seat's own turns are in order; between the seats only calls say when. A discard may fit a
claim that belongs to a later discard of the same tile: the first claim that fits is a trap there,
and only a search that looks on to the result tells. Of all orders that fit, the search counts up
to two.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.seats import Seat
from table.formats.tenhou6_turns import Turn

_MANY = 2
"""Orders are counted up to here: one, or more than one."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What the round's result says about its last turn."""

    actor: Seat | None = None
    """Whose turn must be the last: who drew, discarded or added the winning tile."""
    tsumo: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """The turns as they came."""

    turns: tuple[Turn, ...]
    unique: bool
    """Whether no other order fits."""
    trap: bool
    """Whether a claim that would have fitted had to be passed over."""


class OrderError(ValueError):
    """No order of the turns fits."""


def put_in_order(turns: Sequence[Sequence[Turn]], oya: Seat, ending: Ending) -> Order:
    """The turns of the four seats in one row, each claim as early as can be. Raises OrderError."""
    if not turns[oya]:
        if any(turns):
            raise OrderError("the dealer draws no tile, expected the first turn to be the dealer's")
        return Order((), unique=True, trap=False)
    if turns[oya][0].claim is not None:
        raise OrderError("the dealer's first take is a call, expected a drawn tile")
    search = _Search(turns, ending)
    places = [0, 0, 0, 0]
    places[oya] = 1
    found = search.walk(places, int(oya))
    if not found.orders:
        raise OrderError(search.complaint())
    return Order((turns[oya][0], *found.row), found.orders == 1, found.trap)


class _Walk(NamedTuple):
    """The turns from a point on."""

    row: list[Turn]
    orders: int
    """How many orders fit: 0, 1, or many as 2."""
    trap: bool


_DEAD = _Walk([], 0, trap=False)


class _Search:
    """Walks on until more than one seat may be next, and then tries each; dead ends are kept."""

    def __init__(self, turns: Sequence[Sequence[Turn]], ending: Ending) -> None:
        self._turns = turns
        self._ending = ending
        self._total = sum(map(len, turns))
        self._known: dict[tuple[int, ...], _Walk] = {}
        self._farthest: tuple[int, int] = (0, 0)

    def walk(self, places: list[int], last: int) -> _Walk:
        """What follows when every seat has had so many turns and `last` the latest of them."""
        row: list[Turn] = []
        while sum(places) < self._total:
            nexts = self._nexts(places, last)
            if len(nexts) != 1:
                rest = self._branch(places, last, nexts)
                return _Walk([*row, *rest.row], rest.orders, rest.trap) if rest.orders else _DEAD
            last = nexts[0]
            row.append(self._turns[last][places[last]])
            places[last] += 1
        if self._fits_end(places, last):
            return _Walk(row, 1, trap=False)
        self._farthest = max(self._farthest, (sum(places), last))
        return _DEAD

    def complaint(self) -> str:
        """What stands in the way, at the point that was reached farthest."""
        number, seat = self._farthest
        return (
            f"no order of the turns fits: after {number} turns, the last of seat {seat},"
            " nobody can go on and the result does not follow"
        )

    def _branch(self, places: list[int], last: int, nexts: list[int]) -> _Walk:
        """The first way on that reaches the end, and how many there are."""
        key = (*places, last)
        if not nexts:
            self._farthest = max(self._farthest, (sum(places), last))
            return _DEAD
        known = self._known.get(key)
        if known is None:
            ways = []
            for seat in nexts:
                further = places.copy()
                further[seat] += 1
                ways.append(self.walk(further, seat))
            orders = min(_MANY, sum(way.orders for way in ways))
            known = _DEAD
            for seat, way in zip(nexts, ways, strict=True):
                if way.orders:
                    turn = self._turns[seat][places[seat]]
                    trap = way.trap or seat != nexts[0]
                    known = _Walk([turn, *way.row], orders, trap)
                    break
            self._known[key] = known
        return known

    def _nexts(self, places: list[int], last: int) -> list[int]:
        """Who may come next: callers of the discard first, kan and pon before chi."""
        turn = self._turns[last][places[last] - 1]
        if not turn.ended:
            return []
        nexts: list[int] = []
        for turns in (2, 3, 1):
            seat = (last + turns) % 4
            place = places[seat]
            own = self._turns[seat]
            if place < len(own):
                claim = own[place].claim
                if claim is None:
                    if turns == 1:
                        nexts.append(seat)
                elif claim.target == last and claim.pai == turn.discard:
                    nexts.append(seat)
        return nexts

    def _fits_end(self, places: list[int], last: int) -> bool:
        if self._ending.actor is None:
            return True
        turn = self._turns[last][places[last] - 1]
        # A robbed kan ends its turn without a discard, as a self-drawn win does.
        return last == self._ending.actor and not (self._ending.tsumo and turn.ended)
