"""Counted sticks against the record, and until when a wrong payment may be put right."""

from dataclasses import dataclass

from scoring.ruleset import Ruleset
from table.core.incidents import StickCount
from table.core.state import TableState

MOMENTS = ("hand", "next_hand", "sheet", "closed")
"""When a mistake is found: before the next hand, before the game's end, before the sheet is signed,
later."""
_UNTIL = {"next_hand": 1, "game_end_agreed": 2, "sheet": 3, "never": 0}
"""How many of the moments are early enough."""


@dataclass(frozen=True, slots=True)
class CountCheck:
    """What a count of the sticks says about the record."""

    missing: tuple[int | None, int | None, int | None, int | None]
    """The record's points less those counted, by seat; None where nobody counted."""
    pot_missing: int | None
    """The same for the sticks on the table."""
    surplus: int | None
    """Counted points and sticks beyond the game's total; None where not all was counted."""

    @property
    def agrees(self) -> bool:
        """Whether nothing that was counted differs from the record."""
        return not any(self.missing) and not self.pot_missing


def check_count(state: TableState, count: StickCount) -> CountCheck:
    """Compare counted sticks with the record."""
    differences = [
        None if counted is None else points - counted
        for points, counted in zip(state.scores, count.scores, strict=True)
    ]
    first, second, third, fourth = differences
    pot = None if count.kyotaku is None else state.kyotaku - count.kyotaku
    surplus = None
    if None not in differences:
        lying = state.kyotaku if count.kyotaku is None else count.kyotaku
        counted = sum(points for points in count.scores if points is not None)
        surplus = counted + state.riichi_bet * lying - state.total
    return CountCheck((first, second, third, fourth), pot, surplus)


def may_correct_payment(found: str, ruleset: Ruleset, *, agreed: bool = False) -> bool:
    """Whether a wrong payment found at one of MOMENTS may still be put right.

    Where the rules leave it open till the end of the game, all players must agree (SAI-46.7).
    """
    until = ruleset.game.payment_errors_until
    early = MOMENTS.index(found) < _UNTIL[until]
    return early and (agreed or until != "game_end_agreed" or found == "hand")
