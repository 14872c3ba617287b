"""Where players sit: the four seats of the table, and the four winds that pass round them."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Final

from scoring.errors import InvalidSeatError
from scoring.tiles import Tile


class Wind(Enum):
    """A wind, as seat wind or round wind; its value counts the turns from east."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    def __init__(self, turns: int) -> None:
        self.turns = turns
        """The value: turns from east."""

    __hash__ = object.__hash__  # each is there once; the hash of an Enum is slow

    @classmethod
    def parse(cls, text: str) -> Wind:
        """Read "E", "S", "W" or "N"."""
        index = _LETTERS.find(text) if len(text) == 1 else -1
        if index < 0:
            raise InvalidSeatError(f"wind {text!r}: expected one of E S W N")
        return cls(index)

    @property
    def kind(self) -> int:
        """The kind of the tile that shows this wind, 27..30."""
        return 27 + self.value

    @property
    def tile(self) -> Tile:
        """The tile that shows this wind."""
        return Tile.of(self.kind)

    def after(self, turns: int = 1) -> Wind:
        """Return the wind so many turns later: east, south, west, north, east."""
        return Wind((self.value + turns) % 4)

    def __str__(self) -> str:
        """Write one letter, so that Wind.parse(str(wind)) is wind."""
        return _LETTERS[self.value]


class Seat(IntEnum):
    """A place at the table, fixed for the game: 0 the first dealer, then counter-clockwise."""

    FIRST = 0
    SECOND = 1
    THIRD = 2
    FOURTH = 3

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read "0", "1", "2" or "3"."""
        if text not in {"0", "1", "2", "3"}:
            raise InvalidSeatError(f"seat {text!r}: expected one of 0 1 2 3")
        return cls(int(text))

    @classmethod
    def of_wind(cls, wind: Wind, dealer: Seat) -> Seat:
        """Return who holds this seat wind while `dealer` deals."""
        return cls((dealer + wind.value) % 4)

    def wind(self, dealer: Seat) -> Wind:
        """Return the seat wind of this seat while `dealer` deals."""
        return Wind((self - dealer) % 4)

    def after(self, turns: int = 1) -> Seat:
        """Return the seat so many turns later."""
        return Seat((self + turns) % 4)

    def __str__(self) -> str:
        """Write one digit, so that Seat.parse(str(seat)) is seat."""
        return str(self.value)


_LETTERS: Final = "ESWN"
WINDS: Final = tuple(Wind)
"""East, south, west, north."""
