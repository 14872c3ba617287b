"""One event that can come next, and how the tiles seen so far bound it."""

from typing import NamedTuple

from scoring.seats import Seat
from scoring.tiles import COPIES, Tile
from table.core.faces import of_kind
from table.core.seat import SeatPlay

Own = tuple[Tile, ...]


class Expected(NamedTuple):
    """One kind of event that can come."""

    kind: str
    """As the codec names events."""
    actor: Seat | None = None
    target: Seat | None = None
    pai: Tile | None = None
    """The tile that it must be, where only one can be."""
    own: tuple[Own, ...] = ()
    """The ways to make the set from the actor's own tiles, red fives as plain ones."""
    barred: tuple[Tile, ...] = ()
    """What may not be discarded."""
    sure: bool = True
    """False: hidden tiles decide whether it can come."""
    late: bool = False
    """The next player has drawn already, and the tile goes back."""


def held(seat: SeatPlay, kind: int, seen: int) -> tuple[int, int]:
    """How many of a kind a seat holds for certain, and how many at most."""
    known = of_kind(seat.known, kind)
    if not seat.hidden:
        return known, known
    return known, known + min(seat.hidden, COPIES - of_kind(seen, kind))
