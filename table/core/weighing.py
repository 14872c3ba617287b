"""Gathering what stands for and against an event, into one ruling."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.ruleset import Ruleset
from scoring.ruling import Reason, Ruling, weighed
from scoring.tiles import Tile
from table.core.faces import UNITS, has
from table.core.seat import SeatPlay


@dataclass(slots=True)
class Weighing:
    """The reasons against an event, and what is not known about it."""

    ruleset: Ruleset
    against: list[Reason] = field(default_factory=list)
    unknown: list[Reason] = field(default_factory=list)

    def refuse(self, word: str, detail: str, entry: str) -> None:
        """Something stands against it; `entry` of the ruleset names the clause."""
        self.against.append(Reason(word, detail, self.ruleset.clauses.get(entry, "")))

    def doubt(self, word: str, detail: str, entry: str = "") -> None:
        """Something is not known."""
        self.unknown.append(Reason(word, detail, self.ruleset.clauses.get(entry, "")))

    def take(self, ruling: Ruling) -> None:
        """Another ruling has its part in this one."""
        if ruling.allowed is False:
            self.against += ruling.reasons
        elif ruling.allowed is None:
            self.unknown += ruling.reasons

    def held(self, seat: SeatPlay, tiles: Iterable[Tile]) -> None:
        """The tiles must be in the hand, where it is known."""
        known = seat.known
        for tile in () if seat.hidden else tiles:
            if not has(known, tile):
                self.refuse("not_held", f"{tile} is not in the hand", "cited.tile_count")
                return
            known -= UNITS[tile.place]

    def ruling(self, detail: str, entry: str = "") -> Ruling:
        """The answer; `detail` and `entry` say why, where it is yes."""
        granted = allowed(self.ruleset, detail, entry)
        if not self.against and not self.unknown:
            return granted
        return Ruling(*weighed(self.against, self.unknown, granted.reasons[0]))


@lru_cache(maxsize=512)
def allowed(ruleset: Ruleset, detail: str, entry: str = "") -> Ruling:
    """A plain yes, made once."""
    return Ruling(True, (Reason("allowed", detail, ruleset.clauses.get(entry, "")),))
