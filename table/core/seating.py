"""Who sits where and who deals first: lots with four tiles, or six tiles and dice.

Before seats are drawn the players stand at four places, 0-3 counter-clockwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ruleset import Ruleset
from scoring.seats import Wind
from table.core.dice import PLAYERS, Roll, counted
from table.errors import IllegalActionError

Row = Sequence[str]
"""The six tiles, left to right: four winds, "1" for the odd and "2" for the even number tile."""
FourPlaces = tuple[int, int, int, int]

ROLLS = {"four_tiles": 0, "six_two_rolls": 2, "six_four_rolls": 4}
"""How often dice are thrown before the first deal, by the way of seating."""


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """The outcome of the draw."""

    temporary_east: int
    """The place from which the winds were taken."""
    winds: tuple[Wind, Wind, Wind, Wind]
    """The wind that each player got, by the place where he stood."""
    places: FourPlaces
    """Where each player sits now, by the place where he stood."""
    dealer: int
    """The place of the first dealer."""

    @property
    def seats(self) -> FourPlaces:
        """By seat, the first dealer's being 0: the place where its player stood."""
        first, second, third, fourth = (
            self.places.index((self.dealer + turn) % PLAYERS) for turn in range(PLAYERS)
        )
        return first, second, third, fourth


def draw_seats(ruleset: Ruleset, tiles: Row, rolls: Sequence[Roll], shuffler: int = 0) -> SeatDraw:
    """Draw the seats in the ruleset's way.

    `tiles` are the winds as taken, counter-clockwise and the shuffler last, or the row of six;
    `rolls` are all that were thrown, in order. Raises IllegalActionError for tiles or rolls that
    do not belong to this way.
    """
    way = ruleset.setup.seating
    if len(rolls) != ROLLS.get(way):
        expected = f"{ROLLS[way]} ({way})" if way in ROLLS else "none, a program draws"
        raise IllegalActionError(f"{len(rolls)} rolls for the seats: expected {expected}")
    if way == "four_tiles":
        return by_lots(tiles, shuffler)
    if way == "six_two_rolls":
        return by_two_rolls(tiles, shuffler, rolls)
    return by_four_rolls(tiles, shuffler, rolls)


def by_lots(tiles: Row, shuffler: int = 0) -> SeatDraw:
    """Four wind tiles, the shuffler picking last: the wind is the first seat (WRR-4.4-LOTS)."""
    drawn = _winds(tiles, PLAYERS)
    winds = _by_place(drawn, shuffler + 1)
    return _seated(winds, winds.index(Wind.EAST), None)


def by_two_rolls(row: Row, shuffler: int, rolls: Sequence[Roll]) -> SeatDraw:
    """Six tiles: the first roll says who is east for now and which end begins (W15-WIND-DIST)."""
    first, second = rolls
    east = counted(shuffler + 2, first.total)
    return _seated(_by_place(handed_out(row, first), east), east, counted(east, second.total))


def by_four_rolls(row: Row, shuffler: int, rolls: Sequence[Roll]) -> SeatDraw:
    """Six tiles: the second roll, by temporary east, says who begins and at which end (SAI-14).

    Two more rolls name the temporary dealer and then the first one (SAI-16).
    """
    first, second, third, fourth = rolls
    east = counted(shuffler + 2, first.total)
    begins = counted(east, second.total)
    dealer = counted(counted(east, third.total), fourth.total)
    return _seated(_by_place(handed_out(row, second), begins), east, dealer)


def handed_out(row: Row, roll: Roll) -> tuple[Wind, ...]:
    """The winds in the order in which they are given out.

    The number tiles go to the end they are nearer to by order, the winds stay as they lie; the
    end of the odd tile begins after an odd roll.
    """
    winds = _winds(row, PLAYERS + 2)
    left = next(tile for tile in row if tile in {"1", "2"})
    from_left = (left == "1") is roll.odd
    return winds if from_left else winds[::-1]


def _winds(tiles: Row, count: int) -> tuple[Wind, ...]:
    winds = tuple(Wind.parse(tile) for tile in tiles if tile not in {"1", "2"})
    numbers = {tile for tile in tiles if tile in {"1", "2"}}
    if len(tiles) != count or len(set(winds)) != PLAYERS or len(numbers) != count - PLAYERS:
        also = " 1 2" if count > PLAYERS else ""
        raise IllegalActionError(f"tiles {' '.join(tiles)}: expected each of E S W N{also} once")
    return winds


def _by_place(winds: Sequence[Wind], first: int) -> tuple[Wind, Wind, Wind, Wind]:
    """The winds by place, given out counter-clockwise from the place `first`."""
    one, two, three, four = (winds[(place - first) % PLAYERS] for place in range(PLAYERS))
    return one, two, three, four


def _seated(winds: tuple[Wind, Wind, Wind, Wind], east: int, dealer: int | None) -> SeatDraw:
    first, second, third, fourth = ((east + wind.value) % PLAYERS for wind in winds)
    return SeatDraw(east, winds, (first, second, third, fourth), east if dealer is None else dealer)
