"""Sets that lie open on the table: chi, pon and the three kinds of kan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import Final

from scoring.errors import InvalidMeldError
from scoring.groups import CONCEALED_KANTSU, MELDED_KANTSU, MELDED_KOTSU, RUN
from scoring.seats import Wind
from scoring.tiles import Tile, format_tiles, parse_tiles


class MeldKind(Enum):
    """How a set was made; the value is its word in text."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    ANKAN = "ankan"
    KAKAN = "kakan"

    __hash__ = object.__hash__  # each is there once; the hash of an Enum is slow

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
    code: int = field(init=False, repr=False, compare=False)
    """The set as a small number, see groups.py."""
    held: int = field(init=False, repr=False, compare=False)
    """How many of each kind there are, as Tile.unit counts."""

    def __post_init__(self) -> None:
        """Sort the tiles and check them against the kind."""
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles, key=_PLACE)))
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
        object.__setattr__(self, "code", kinds[0] + _TYPES[self.kind])
        object.__setattr__(self, "held", sum([tile.unit for tile in self.tiles]))

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

    @classmethod
    def from_ids(
        cls,
        kind: MeldKind,
        ids: Sequence[int],
        called: int | None = None,
        source: Wind | None = None,
    ) -> Meld:
        """Build a meld of tile numbers 0..135, see Tile.from_id."""
        return _meld_of_ids(kind, tuple(ids), called, source)

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


@lru_cache(maxsize=1 << 14)
def _meld_of_ids(
    kind: MeldKind, ids: tuple[int, ...], called: int | None, source: Wind | None
) -> Meld:
    """Build each meld once."""
    tiles = tuple(map(Tile.from_id, ids))
    return Meld(kind, tiles, None if called is None else Tile.from_id(called), source)


_PLACE: Final = attrgetter("place")
_TYPES: Final = {
    MeldKind.CHI: RUN,
    MeldKind.PON: MELDED_KOTSU,
    MeldKind.DAIMINKAN: MELDED_KANTSU,
    MeldKind.KAKAN: MELDED_KANTSU,
    MeldKind.ANKAN: CONCEALED_KANTSU,
}
