"""The quantities that events and states are made of: seats, points, hands that nobody saw."""

from scoring.seats import Seat
from scoring.tiles import Tile

SEATS = tuple(Seat)

Points = tuple[int, int, int, int]
"""One number for each seat."""
NO_POINTS: Points = (0, 0, 0, 0)
Tenpais = tuple[bool, bool, bool, bool]
"""Yes or no for each seat."""
UnseenHand = tuple[Tile | None, ...]
"""A tile that nobody saw is None."""

UNSEEN_HANDS: tuple[UnseenHand, ...] = ((None,) * 13,) * 4
