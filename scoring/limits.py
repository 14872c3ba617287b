"""From han and fu to the base value of a hand, with the limits of the ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from scoring.ruleset import Ruleset

MANGAN: Final = 2000
"""The base value that no hand below five han exceeds."""
YAKUMAN: Final = 8000
_MULTIPLES: Final = ("", "yakuman", "double yakuman", "triple yakuman")
BASES: Final = {"sanbaiman": 6000, "baiman": 4000, "haneman": 3000, "mangan": MANGAN}
"""The base value of each limit below a yakuman, the highest first."""


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
        self._steps = [(getattr(limits, name), name, base) for name, base in BASES.items()]

    def of_han(self, han: int, fu: int) -> Value:
        """Return the value of a hand that is no yakuman by its yaku."""
        counted = sum([han >= least for least in self._rules.counted_yakuman])
        if counted:
            clauses = (self._clauses["limits.counted_yakuman"], self._clauses["cited.yakuman"])
            return Value(YAKUMAN * counted, yakuman_name(counted), counted, True, clauses)
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
        if found > 1:
            clauses += (self._clauses["limits.yakuman_cumulative"],)
        multiple = self.paid(found)
        return Value(YAKUMAN * multiple, yakuman_name(multiple), multiple, False, clauses)

    def paid(self, found: int) -> int:
        """Return how many of these multiples of a yakuman are paid."""
        return found if self._rules.yakuman_cumulative else min(found, 1)

    def of_limit(self, name: str, clause: str) -> Value:
        """Return the value of a hand that a yaku makes worth a limit, whatever else it has."""
        return Value(BASES[name], name, 0, False, (clause, self._clauses[f"limits.{name}"]))


def yakuman_name(multiple: int) -> str:
    """Write so many yakuman: "double yakuman", "7-fold yakuman"."""
    return _MULTIPLES[multiple] if multiple < len(_MULTIPLES) else f"{multiple}-fold yakuman"
