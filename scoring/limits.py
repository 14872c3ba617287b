"""From han and fu to the base value of a hand, with the limits of the ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from scoring.ruleset import Ruleset

MANGAN: Final = 2000
"""The base value that no hand below five han exceeds."""
YAKUMAN: Final = 8000
_MULTIPLES: Final = ("", "yakuman", "double yakuman", "triple yakuman")


class Value(NamedTuple):
    """The base value of a hand: what a player who is not the dealer pays on a self-draw."""

    base: int
    limit: str | None
    yakuman: int
    counted: bool
    clauses: tuple[str, ...]


class LimitTable:
    """The limits of one ruleset, made ready."""

    def __init__(self, ruleset: Ruleset) -> None:
        limits = ruleset.limits
        self._rules = limits
        self._clauses = ruleset.clauses
        self._steps = (
            (limits.sanbaiman, "sanbaiman", 6000),
            (limits.baiman, "baiman", 4000),
            (limits.haneman, "haneman", 3000),
            (limits.mangan, "mangan", MANGAN),
        )

    def of_han(self, han: int, fu: int) -> Value:
        """Return the value of a hand that is no yakuman by its yaku."""
        counted = sum([han >= least for least in self._rules.counted_yakuman])
        if counted:
            counted = counted if self._rules.yakuman_cumulative else 1
            clauses = (self._clauses["limits.counted_yakuman"], self._clauses["cited.yakuman"])
            return Value(YAKUMAN * counted, _MULTIPLES[counted], counted, True, clauses)
        for least, name, base in self._steps:
            if han >= least:
                return Value(base, name, 0, False, (self._clauses[f"limits.{name}"],))
        base = fu << han + 2
        if base > MANGAN:
            return Value(MANGAN, "mangan", 0, False, (self._clauses["cited.cap"],))
        if self._rules.kiriage and (han, fu) in {(4, 30), (3, 60)}:
            return Value(MANGAN, "mangan", 0, False, (self._clauses["limits.kiriage"],))
        return Value(base, None, 0, False, (self._clauses["cited.formula"],))

    def of_yakuman(self, found: int) -> Value:
        """Return the value of a hand with so many multiples of a yakuman."""
        clauses: tuple[str, ...] = (self._clauses["cited.yakuman"],)
        multiple = found
        if found > 1:
            clauses += (self._clauses["limits.yakuman_cumulative"],)
            multiple = found if self._rules.yakuman_cumulative else 1
        known = multiple < len(_MULTIPLES)
        name = _MULTIPLES[multiple] if known else f"{multiple}-fold yakuman"
        return Value(YAKUMAN * multiple, name, multiple, False, clauses)
