"""What is known about the table, as values: `table.core.state` says how events change them."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from scoring.seats import Seat, Wind
from table.core.events import Hora, Ryukyoku
from table.core.incidents import Chombo, Dice, Penalty, Ruled, Seating, WallBreak
from table.core.play import Play
from table.core.units import NO_POINTS, SEATS, Points


class Phase(Enum):
    """Where in a game the table is; the value completes "the table is ..."."""

    EMPTY = "empty"
    """Nobody has sat down."""
    SEATED = "seated for a first hand"
    """The first hand brings the points."""
    BETWEEN = "between hands"
    """The next hand is not dealt yet."""
    HAND = "in a hand"
    """A hand is being played."""
    SETTLED = "settling a hand"
    """The hand is won or drawn, and may have more winners."""
    ENDED = "at the end of a game"

    def __str__(self) -> str:
        return self.value


class Riichi(Enum):
    """How far a seat's riichi is."""

    NONE = "none"
    DECLARED = "declared"
    """Said, but the discard may still be won on: no stick yet."""
    ACCEPTED = "accepted"


FourRiichi = tuple[Riichi, Riichi, Riichi, Riichi]
NO_RIICHI: FourRiichi = (Riichi.NONE, Riichi.NONE, Riichi.NONE, Riichi.NONE)


@dataclass(frozen=True, slots=True)
class HandResult:
    """One finished hand."""

    bakaze: Wind
    kyoku: int
    honba: int
    oya: Seat
    wins: tuple[Hora, ...] = ()
    draw: Ryukyoku | None = None
    chombos: tuple[Chombo, ...] = ()
    deltas: Points = NO_POINTS
    scores: Points = NO_POINTS
    """After the hand."""
    opening: Points = NO_POINTS
    """At its deal."""
    pot: int = 0
    """The sticks on the table at its deal."""


class RulingMade(NamedTuple):
    """A ruling of this game, and what became of it."""

    event: Ruled
    hand: int
    """How many hands were finished when it was made."""
    riichi: Riichi = Riichi.NONE
    """How far the riichi was that it made void."""
    cancelled: bool = False
    void: bool = False
    """The hand that it was made in does not count."""
    who: str = ""
    """Whom a penalty or warning met, by name: another may sit there since."""


@dataclass(frozen=True)
class TableState:
    """What is known about the table now. Without slots, for `with_play` copies it at every tile."""

    phase: Phase = Phase.EMPTY
    names: tuple[str, str, str, str] = ("", "", "", "")
    rules: str = ""
    riichi_bet: int = 1000
    aka_flag: bool = False
    """Whether red fives are known to be in the set."""
    bakaze: Wind = Wind.EAST
    kyoku: int = 1
    honba: int = 0
    kyotaku: int = 0
    oya: Seat = Seat.FIRST
    scores: Points = NO_POINTS
    riichi: FourRiichi = NO_RIICHI
    hands: tuple[HandResult, ...] = ()
    """The finished hands of this game; while the phase is SETTLED the last is the one at hand."""
    play: Play | None = None
    """The hand in progress or at hand; None outside."""
    rulings: tuple[RulingMade, ...] = ()
    """The rulings of this game, in the order in which `RulingCancelled` counts them."""
    gong: int | None = None
    """How many hands were finished when the time was up."""
    setup: tuple[Seating | Dice | WallBreak, ...] = ()
    """How the seats and the wall of this hand were found."""
    substitutes: tuple[Seat, ...] = ()
    """Seats that somebody took over in this game."""

    @property
    def total(self) -> int:
        """Points and sticks together; no hand changes it."""
        return sum(self.scores) + self.riichi_bet * self.kyotaku

    @property
    def penalties(self) -> Points:
        """Tenths of a point that rulings take from the overall score of each seat."""
        tenths = [0, 0, 0, 0]
        for made in self.rulings:
            if isinstance(made.event, Chombo | Penalty) and not made.cancelled:
                tenths[made.event.actor] += made.event.tenths
        first, second, third, fourth = tenths
        return first, second, third, fourth

    @property
    def dead(self) -> tuple[bool, bool, bool, bool]:
        """Whose hand is dead."""
        if self.play is None:
            return False, False, False, False
        first, second, third, fourth = (self.play.seats[seat].dead for seat in SEATS)
        return first, second, third, fourth

    def seat_wind(self, seat: Seat) -> Wind:
        """The wind of a seat in this hand."""
        return seat.wind(self.oya)


EMPTY = TableState()
_put = object.__setattr__


def with_play(state: TableState, play: Play) -> TableState:
    """The same table with the hand in progress changed; quicker than `dataclasses.replace`."""
    new = object.__new__(TableState)
    _put(new, "__dict__", {**state.__dict__, "play": play})
    return new
