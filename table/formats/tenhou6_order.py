"""The order of a tenhou.net/6 round, which the format only implies: found, and counted.

Each seat's own turns are in order; between the seats only calls say when. A discard may fit a
claim that belongs to a later discard of the same tile: the first claim that fits is a trap there,
and only a search that looks on to the result tells. Of all orders that fit, the search counts up
to two.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.seats import Seat
from table.core.events import SEATS, Daiminkan, Pon
from table.formats.tenhou6_calls import Claim
from table.formats.tenhou6_turns import Turn

Places = tuple[int, int, int, int]
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
    first = _step((0, 0, 0, 0), oya)
    orders = search.count(first, oya)
    if not orders:
        raise OrderError(search.complaint())
    row, trap = search.earliest(first, oya)
    return Order(tuple(row), orders == 1, trap)


class _Search:
    """Counts the orders from each point on; a point is how far every seat is, and who was last."""

    def __init__(self, turns: Sequence[Sequence[Turn]], ending: Ending) -> None:
        self._turns = turns
        self._ending = ending
        self._known: dict[tuple[Places, Seat], int] = {}
        self._farthest: tuple[int, Seat] = (0, Seat.FIRST)

    def count(self, places: Places, last: Seat) -> int:
        """How many orders fit after the turn that `last` has just had: 0, 1, or many as 2."""
        key = (places, last)
        known = self._known.get(key)
        if known is None:
            if self._over(places):
                known = int(self._fits_end(places, last))
            else:
                known = sum(
                    self.count(_step(places, seat), seat) for seat in self._nexts(places, last)
                )
            known = self._known[key] = min(known, _MANY)
            if not known:
                self._farthest = max(self._farthest, (sum(places), last))
        return known

    def earliest(self, places: Places, last: Seat) -> tuple[list[Turn], bool]:
        """The turns of the first order that fits, and whether a claim had to be passed over."""
        order, trap = [self._turns[last][0]], False
        while not self._over(places):
            nexts = self._nexts(places, last)
            last = next(seat for seat in nexts if self.count(_step(places, seat), seat))
            trap = trap or last != nexts[0]
            order.append(self._turns[last][places[last]])
            places = _step(places, last)
        return order, trap

    def complaint(self) -> str:
        """What stands in the way, at the point that was reached farthest."""
        number, seat = self._farthest
        return (
            f"no order of the turns fits: after {number} turns, the last of seat {seat},"
            " nobody can go on and the result does not follow"
        )

    def _nexts(self, places: Places, last: Seat) -> list[Seat]:
        """Who may come next: callers of the discard first, kan and pon before chi."""
        turn = self._turns[last][places[last] - 1]
        if not turn.ended:
            return []
        callers = []
        for turns in (2, 3, 1):
            seat = last.after(turns)
            claim = self._claim(places, seat)
            if claim is not None and claim.target == last and claim.pai == turn.discard:
                callers.append((not isinstance(claim, Pon | Daiminkan), seat))
        callers.sort()
        nexts = [seat for _, seat in callers]
        following = last.after()
        has_turns = places[following] < len(self._turns[following])
        if has_turns and self._claim(places, following) is None:
            nexts.append(following)
        return nexts

    def _claim(self, places: Places, seat: Seat) -> Claim | None:
        if places[seat] >= len(self._turns[seat]):
            return None
        return self._turns[seat][places[seat]].claim

    def _over(self, places: Places) -> bool:
        return all(places[seat] >= len(self._turns[seat]) for seat in SEATS)

    def _fits_end(self, places: Places, last: Seat) -> bool:
        if self._ending.actor is None:
            return True
        turn = self._turns[last][places[last] - 1]
        # A robbed kan ends its turn without a discard, as a self-drawn win does.
        return last == self._ending.actor and not (self._ending.tsumo and turn.ended)


def _step(places: Places, seat: Seat) -> Places:
    """One more turn of this seat."""
    first, second, third, fourth = (
        count + (other == seat) for other, count in zip(SEATS, places, strict=True)
    )
    return first, second, third, fourth
