"""What comes before the first tile: drawn seats and a broken wall, decided into events."""

from collections.abc import Sequence

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.dice import Roll
from table.core.events import StartGame, TableEvent
from table.core.incidents import Dice, Seating, WallBreak
from table.core.rotation import first_hand
from table.core.seating import Row, draw_seats
from table.core.state import Phase, TableState
from table.core.wall import break_wall, roller
from table.errors import IllegalActionError

Events = tuple[TableEvent, ...]
Names = tuple[str, str, str, str]


def open_game(names: Names, ruleset: Ruleset) -> Events:
    """Four players sit down, by seat, and the first hand is dealt."""
    return _start(names, ruleset), first_hand(ruleset.game)


def seat_players(
    names: Names, ruleset: Ruleset, tiles: Row, rolls: Sequence[Roll] = (), shuffler: int = 0
) -> Events:
    """Draw the seats and begin: `names` by the place where each stood, counter-clockwise.

    Raises IllegalActionError for tiles or rolls that do not belong to the ruleset's procedure.
    """
    drawn = draw_seats(ruleset, tiles, rolls, shuffler)
    first, second, third, fourth = (names[place] for place in drawn.seats)
    seated = (first, second, third, fourth)
    thrown = tuple(value for roll in rolls for value in (roll.first, roll.second))
    seating = Seating(ruleset.setup.seating, seated, thrown)
    return seating, *open_game(seated, ruleset)


def open_wall(
    state: TableState, rolls: Sequence[Roll], ruleset: Ruleset, *, automatic: bool = False
) -> Events:
    """Throw the dice for the hand that is to be dealt, and break it.

    Raises IllegalActionError for a wrong number of rolls, or when no hand is about to be dealt.
    """
    if state.phase is not Phase.HAND:
        raise IllegalActionError(f"dice: the table is {state.phase}, not in a hand")
    broken = break_wall(rolls, ruleset, automatic=automatic)
    dice = tuple(
        Dice(
            Seat.of_wind(roller(rolls[:number]), state.oya),
            (roll.first, roll.second),
            "wall_again" if number else "wall",
        )
        for number, roll in enumerate(rolls)
    )
    return *dice, WallBreak(Seat.of_wind(broken.side, state.oya), broken.stacks)


def _start(names: Names, ruleset: Ruleset) -> StartGame:
    return StartGame(
        names,
        ruleset.id,
        kyoku_first=0 if ruleset.game.rounds > 1 else 4,
        aka_flag=ruleset.win.red_fives,
        riichi_bet=ruleset.riichi.bet,
    )
