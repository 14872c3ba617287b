"""The built wall: where it is broken, what is dead, where the indicators lie, who is dealt what.

Stacks are counted in the order in which they are drawn, clockwise from the break; in each stack the
upper tile comes first. The last seven stacks are the dead wall (WRR-4.7-DEAD, SAI-9).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring.ruleset import Ruleset
from scoring.seats import Wind
from table.core.dice import Roll, counted
from table.errors import IllegalActionError

STACKS_A_SIDE = 17
STACKS = 4 * STACKS_A_SIDE
TILES = 2 * STACKS
DEAD_STACKS = 7
INDICATOR_STACK = 3
"""Counted from the break (WRR-4.8-IND)."""
DEAD_TILES = 2 * DEAD_STACKS
DEALT_IN_ALL = 53
"""To four hands, with the dealer's first draw."""
MAX_KANS = 4
BLOCK = 4
"""Tiles that are taken together while dealing."""

T = TypeVar("T")
"""Whatever stands for a tile; unknown tiles are dealt like others."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one tile lies."""

    side: Wind
    """Whose wall, by seat wind at the break."""
    stack: int
    """1-17 from the right, as its owner sees it."""
    upper: bool

    def __str__(self) -> str:
        """Say it: "E6 upper"."""
        return f"{self.side}{self.stack} {'upper' if self.upper else 'lower'}"


@dataclass(frozen=True, slots=True)
class Break:
    """The wall is broken after so many stacks from the right of one side."""

    side: Wind
    stacks: int

    def place(self, tile: int) -> Place:
        """Where the tile lies that is drawn as number `tile`, 0-135; the dead wall is the end."""
        stack = self.stacks + tile // 2
        turns = stack // STACKS_A_SIDE
        return Place(self.side.after(-turns), stack % STACKS_A_SIDE + 1, tile % 2 == 0)

    def dead_wall(self) -> tuple[Place, ...]:
        """The upper tiles of the dead stacks, the one nearest the break first."""
        return tuple(self.place(TILES - 2 * stack) for stack in range(1, DEAD_STACKS + 1))

    def indicator(self, number: int = 0) -> Place:
        """Where the first indicator lies, or that of the kan of this number, 1-4."""
        return self.place(indicator_tile(number))


def indicator_tile(number: int = 0, *, ura: bool = False) -> int:
    """The drawing number of an indicator: 0 the first, 1-4 those of the kans."""
    if not 0 <= number <= MAX_KANS:
        raise IllegalActionError(f"indicator {number}: expected 0-{MAX_KANS}")
    return TILES - 2 * (INDICATOR_STACK + number) + ura


def replacement_tile(kan: int) -> int:
    """The drawing number of the replacement for kan number 1-4, from the break outwards."""
    if not 1 <= kan <= MAX_KANS:
        raise IllegalActionError(f"replacement of kan {kan}: expected 1-{MAX_KANS}")
    return TILES - 2 * ((kan + 1) // 2) + (kan + 1) % 2


def live_after(draws: int, kans: int = 0) -> int:
    """Live tiles left after so many draws, the deal's 53 among them; kans refill the dead wall."""
    return TILES - DEAD_TILES - draws - kans


def break_wall(rolls: Sequence[Roll], ruleset: Ruleset, *, automatic: bool = False) -> Break:
    """Where the dice break the wall, built by hand or by an automatic table.

    One roll of the dealer gives side and stacks; where the rules have two, the owner of that side
    rolls again and both totals are counted off.
    """
    expected = ruleset.setup.automatic_rolls if automatic else ruleset.setup.wall_rolls
    if not rolls or len(rolls) != expected:
        raise IllegalActionError(f"{len(rolls)} rolls to break the wall: expected {expected}")
    side = Wind(counted(Wind.EAST.value, rolls[0].total))
    return Break(side, sum(roll.total for roll in rolls))


def roller(rolled: Sequence[Roll]) -> Wind:
    """Who throws next for the break: the dealer first, then who sits before the counted side."""
    return Wind(counted(Wind.EAST.value, rolled[0].total)) if rolled else Wind.EAST


def deal_order() -> tuple[Wind, ...]:
    """Who gets each of the 53 dealt tiles: three rounds of four, then one each, East two."""
    blocks = tuple(wind for _ in range(3) for wind in Wind for _ in range(BLOCK))
    return (*blocks, *Wind, Wind.EAST)


@dataclass(frozen=True, slots=True)
class Deal(Generic[T]):
    """A wall after the deal."""

    hands: tuple[tuple[T, ...], ...]
    """By wind; East has fourteen, its last tile taken last."""
    live: tuple[T, ...]
    """The 69 tiles that are left, in the order in which they will be drawn."""
    replacements: tuple[T, ...]
    indicators: tuple[T, ...]
    ura: tuple[T, ...]


def deal(tiles: Sequence[T]) -> Deal[T]:
    """Deal a wall of 136 tiles, given in the order of drawing with the dead wall at the end."""
    if len(tiles) != TILES:
        raise IllegalActionError(f"a wall of {len(tiles)} tiles: expected {TILES}")
    order = deal_order()
    hands = tuple(
        tuple(tiles[number] for number, taker in enumerate(order) if taker is wind) for wind in Wind
    )
    numbers = range(MAX_KANS + 1)
    return Deal(
        hands,
        tuple(tiles[DEALT_IN_ALL : TILES - DEAD_TILES]),
        tuple(tiles[replacement_tile(kan)] for kan in numbers[1:]),
        tuple(tiles[indicator_tile(number)] for number in numbers),
        tuple(tiles[indicator_tile(number, ura=True)] for number in numbers),
    )


def rolls_again(ruleset: Ruleset, *, agreed: bool) -> bool:
    """Whether dice that left the middle are thrown again, all agreeing to let them stand or not."""
    return not (agreed and ruleset.setup.dice_outside == "reroll_unless_agreed")


def wrong_break(blocks: int, ruleset: Ruleset) -> str:
    """What follows a break in the wrong place once the dealer has taken so many blocks of four."""
    return "rebuild" if blocks < ruleset.setup.wrong_break_until else "play_on"


def after_wrong_indicator(tiles: Sequence[T], turned: int, ruleset: Ruleset) -> tuple[T, ...]:
    """The wall after the tile of drawing number `turned` was turned up instead of an indicator.

    Where the turned tile stands it changes places with the proper one; else it is turned back.
    """
    if not 0 <= turned < TILES:
        raise IllegalActionError(f"turned tile {turned}: expected 0-{TILES - 1}")
    wall = list(tiles)
    if ruleset.setup.wrong_indicator == "stands":
        proper = indicator_tile()
        wall[turned], wall[proper] = wall[proper], wall[turned]
    return tuple(wall)
