"""Sets that lie open on the table: chi, pon and the three kinds of kan."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scoring.errors import InvalidMeldError
from scoring.seats import Wind
from scoring.tiles import Tile, format_tiles, parse_tiles


class MeldKind(Enum):
    """How a set was made; the value is its word in text."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    ANKAN = "ankan"
    KAKAN = "kakan"

    @classmethod
    def parse(cls, text: str) -> MeldKind:
        """Read "chi", "pon", "daiminkan", "ankan" or "kakan"."""
        try:
            return cls(text)
        except ValueError:
            raise InvalidMeldError(
                f"kind of meld {text!r}: expected one of {' '.join(kind.value for kind in cls)}"
            ) from None

    @property
    def is_kan(self) -> bool:
        """Whether the set has four tiles."""
        return self in {MeldKind.DAIMINKAN, MeldKind.ANKAN, MeldKind.KAKAN}

    def __str__(self) -> str:
        """Write the word."""
        return self.value


@dataclass(frozen=True, slots=True)
class Meld:
    """One declared set, its tiles sorted.

    Raises InvalidMeldError for tiles that are no set of this kind.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    called: Tile | None = None
    """The tile taken from another player, where known; never for an ankan."""
    source: Wind | None = None
    """Seat wind of the player who fed the called tile, where known; never for an ankan."""

    def __post_init__(self) -> None:
        """Sort the tiles and check them against the kind."""
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))
        kinds = [tile.kind for tile in self.tiles]
        if self.kind is MeldKind.CHI:
            if len(kinds) != 3 or not _is_run(kinds):
                self._refuse("three consecutive tiles of one suit")
        elif len(kinds) != (4 if self.kind.is_kan else 3) or len(set(kinds)) != 1:
            self._refuse(f"{'four' if self.kind.is_kan else 'three'} identical tiles")
        if self.kind is MeldKind.ANKAN and (self.called or self.source):
            self._refuse("no called tile and no feeder, for a concealed kan is self-drawn")
        if self.called is not None and self.called not in self.tiles:
            self._refuse(f"the called tile {self.called} among the tiles")

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Read "chi:123m"; "chi:123m+2m" also names the called tile, "pon:777z@N" the feeder."""
        word, colon, rest = text.partition(":")
        if not colon:
            raise InvalidMeldError(
                f"meld {text!r}: expected KIND:TILES, as in chi:123m or pon:777z@N"
            )
        rest, _, source = rest.partition("@")
        tiles, _, called = rest.partition("+")
        return cls(
            MeldKind.parse(word),
            parse_tiles(tiles),
            Tile.parse(called) if "+" in rest else None,
            Wind.parse(source) if "@" in text else None,
        )

    @property
    def is_open(self) -> bool:
        """Whether the set opens the hand: all but a concealed kan."""
        return self.kind is not MeldKind.ANKAN

    def __str__(self) -> str:
        """Write the text that Meld.parse reads back."""
        called = "" if self.called is None else f"+{self.called}"
        source = "" if self.source is None else f"@{self.source}"
        return f"{self.kind}:{format_tiles(self.tiles)}{called}{source}"

    def _refuse(self, expected: str) -> None:
        raise InvalidMeldError(f"meld {self}: expected {expected}")


def _is_run(kinds: list[int]) -> bool:
    """Whether three sorted kinds are consecutive in one suit."""
    low, middle, high = kinds
    return high < 27 and low // 9 == high // 9 and middle == low + 1 and high == low + 2
