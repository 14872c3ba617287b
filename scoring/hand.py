"""The tiles of one player: what is concealed, and the sets that are declared."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.errors import IllegalHandError
from scoring.melds import Meld
from scoring.tiles import COPIES, KINDS, Tile, format_tiles, parse_tiles


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of 13 tiles, or of 14 with the drawn or claimed one; a kan counts as three.

    Concealed tiles are kept sorted, melds in the order of their making.
    Raises IllegalHandError for another number of tiles and for more than four of a kind.
    """

    concealed: tuple[Tile, ...]
    """In a finished hand the winning tile is among them."""
    melds: tuple[Meld, ...] = ()

    def __post_init__(self) -> None:
        """Sort the concealed tiles, then count."""
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed)))
        if self.size not in {13, 14}:
            full = 14 - 3 * len(self.melds)
            expected = (
                f"{full} concealed (or {full - 1} before the draw)"
                if full > 1
                else "at most 4 melds"
            )
            raise IllegalHandError(
                f"hand {self}: {len(self.concealed)} concealed tiles and {len(self.melds)} melds,"
                f" expected {expected}"
            )
        for kind, count in enumerate(self.counts()):
            if count > COPIES:
                raise IllegalHandError(
                    f"hand {self}: {count} copies of {Tile.of(kind)}, expected at most {COPIES}"
                )

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read "123m456p11z pon:777z": concealed tiles, then melds, with spaces between."""
        parts = text.split()
        concealed = () if not parts or ":" in parts[0] else parse_tiles(parts.pop(0))
        return cls(concealed, tuple(Meld.parse(part) for part in parts))

    @property
    def size(self) -> int:
        """Number of tiles, each meld counted as three."""
        return len(self.concealed) + 3 * len(self.melds)

    @property
    def is_closed(self) -> bool:
        """Whether nothing but concealed kans is declared."""
        return not any(meld.is_open for meld in self.melds)

    def all_tiles(self) -> tuple[Tile, ...]:
        """Return concealed and declared tiles together."""
        return self.concealed + tuple(tile for meld in self.melds for tile in meld.tiles)

    def counts(self) -> list[int]:
        """Return how many of each of the 34 kinds there are, melds included."""
        counts = [0] * KINDS
        for tile in self.all_tiles():
            counts[tile.kind] += 1
        return counts

    def __str__(self) -> str:
        """Write the text that Hand.parse reads back."""
        return " ".join([format_tiles(self.concealed), *map(str, self.melds)]).strip()
