"""The 34 kinds of tile and the three red fives, with their text forms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from scoring.errors import InvalidTileError

if TYPE_CHECKING:
    from collections.abc import Iterable

SUITS: Final = "mpsz"
"""Characters, circles, bamboos, honours: the suit letters in the order of the kinds."""
KINDS: Final = 34
"""Kinds 0-8 are 1m-9m, 9-17 1p-9p, 18-26 1s-9s, 27-33 E S W N haku hatsu chun."""
COPIES: Final = 4
"""How often each kind is in a set."""
FIVES: Final = frozenset({4, 13, 22})
"""The kinds that have a red copy."""
RED_AT: Final = 3 * KINDS
"""The lowest bit in which red fives are counted, see Tile.unit."""
KINDS_MASK: Final = (1 << RED_AT) - 1
"""The part of a count of tiles that says how many of each kind there are."""
ONES: Final = sum(1 << 3 * kind for kind in range(KINDS))
"""One tile of each kind, counted."""
_MJAI_HONOURS: Final = "ESWNPFC"


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile face. `Tile.parse` and `Tile.of` hand out the same 37 objects every time.

    Raises InvalidTileError when built with a kind outside 0..33 or a red tile that is no five.
    """

    kind: int
    """0..33, see KINDS."""
    red: bool = False
    """A red five; only 5m, 5p and 5s have one."""
    unit: int = field(init=False, repr=False, compare=False)
    """What the tile adds to a count of tiles: three bits a kind, and from RED_AT on the reds."""
    place: int = field(init=False, repr=False, compare=False)
    """Where it stands among sorted tiles."""

    def __post_init__(self) -> None:
        """Refuse what is in no set of tiles."""
        if not 0 <= self.kind < KINDS:
            raise InvalidTileError(f"tile kind {self.kind!r}: expected 0..33")
        if self.red and self.kind not in FIVES:
            raise InvalidTileError(f"red tile of kind {self.kind}: expected a five of a suit")
        object.__setattr__(self, "unit", (1 << 3 * self.kind) + (self.red << RED_AT))
        object.__setattr__(self, "place", 2 * self.kind + self.red)

    @classmethod
    def of(cls, kind: int, *, red: bool = False) -> Tile:
        """Return the shared tile of this kind."""
        tile = _BY_VALUE.get((kind, red))
        return cls(kind, red) if tile is None else tile

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read one tile in MPSZ: "5m", "0p" (red five), "1z" (east)."""
        tile = _BY_TEXT.get(text)
        if tile is None:
            raise InvalidTileError(
                f"tile {text!r}: expected 1m-9m, 1p-9p, 1s-9s, 1z-7z or a red five 0m, 0p, 0s"
            )
        return tile

    @classmethod
    def from_mjai(cls, name: str) -> Tile:
        """Read one tile by its mjai name: "5m", "5mr" (red five), "E", "P"."""
        tile = _BY_MJAI.get(name)
        if tile is None:
            raise InvalidTileError(
                f"mjai tile {name!r}: expected 1m-9s, 5mr, 5pr, 5sr, or one of E S W N P F C"
            )
        return tile

    @classmethod
    def from_id(cls, number: int) -> Tile:
        """Return the tile of a number 0..135, four to a kind; 16, 52 and 88 are the red fives."""
        try:
            return TILE_OF_ID[number]
        except (KeyError, TypeError):
            raise InvalidTileError(f"tile number {number!r}: expected 0..135") from None

    @property
    def suit(self) -> str:
        """The suit letter: m, p, s, or z for honours."""
        return SUITS[self.kind // 9]

    @property
    def number(self) -> int:
        """1..9 in a suit, 1..7 for E S W N haku hatsu chun; a red five is 5."""
        return self.kind % 9 + 1

    @property
    def is_honour(self) -> bool:
        """Whether this is a wind or a dragon."""
        return self.kind >= 27

    @property
    def is_terminal(self) -> bool:
        """Whether this is the one or nine of a suit."""
        return self.kind < 27 and self.kind % 9 in {0, 8}

    @property
    def plain(self) -> Tile:
        """The same tile without its red colour."""
        return _BY_VALUE[self.kind, False]

    @property
    def dora(self) -> Tile:
        """The tile that this one indicates as dora."""
        return _BY_VALUE[DORA_OF_INDICATOR[self.kind], False]

    @property
    def mjai(self) -> str:
        """The mjai name."""
        if self.is_honour:
            return _MJAI_HONOURS[self.kind - 27]
        return f"{self.number}{self.suit}{'r' if self.red else ''}"

    def __str__(self) -> str:
        """Write the MPSZ text, so that Tile.parse(str(tile)) is tile."""
        return f"{0 if self.red else self.number}{self.suit}"


def _dora_of(kind: int) -> int:
    """Return the kind that follows in its suit, its winds or its dragons, wrapping round."""
    if kind < 27:
        return kind // 9 * 9 + (kind + 1) % 9
    if kind < 31:
        return 27 + (kind - 26) % 4
    return 31 + (kind - 30) % 3


DORA_OF_INDICATOR: Final = tuple(_dora_of(kind) for kind in range(KINDS))
"""Kind shown by the indicator -> kind that is dora."""
TILES: Final = tuple(Tile(kind) for kind in range(KINDS)) + tuple(
    Tile(kind, red=True) for kind in sorted(FIVES)
)
"""All 37 faces: the 34 kinds in order, then 0m 0p 0s."""
_RED_IDS: Final = frozenset({16, 52, 88})
_BY_VALUE: Final = {(tile.kind, tile.red): tile for tile in TILES}
_BY_TEXT: Final = {str(tile): tile for tile in TILES}
_BY_MJAI: Final = {tile.mjai: tile for tile in TILES}
TILE_OF_ID: Final = {
    number: _BY_VALUE[number // 4, number in _RED_IDS] for number in range(COPIES * KINDS)
}
"""The tile of each number 0..135, see Tile.from_id."""
UNIT_OF_ID: Final = {number: tile.unit for number, tile in TILE_OF_ID.items()}.__getitem__
"""The unit of the tile of such a number, quickly."""


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles run together, "123m406p11z", in their order; the empty text is no tiles.

    Raises InvalidTileError for digits without a suit, a suit without digits, and unknown tiles.
    """
    tiles: list[Tile] = []
    digits = ""
    for mark in text:
        if mark in SUITS and digits:
            tiles.extend(_tile_in(text, digit + mark) for digit in digits)
            digits = ""
        elif mark.isascii() and mark.isdigit():
            digits += mark
        else:
            raise InvalidTileError(
                f"tiles {text!r}: unexpected {mark!r}, expected digits with m, p, s or z after them"
            )
    if digits:
        raise InvalidTileError(f"tiles {text!r}: expected m, p, s or z after {digits!r}")
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles run together, in their order: the inverse of parse_tiles."""
    text = ""
    for tile in tiles:
        name = str(tile)
        text = text[:-1] + name if text.endswith(name[1]) else text + name
    return text


def _tile_in(text: str, name: str) -> Tile:
    """Read one tile of a longer text, which an error then quotes."""
    tile = _BY_TEXT.get(name)
    if tile is None:
        raise InvalidTileError(
            f"tiles {text!r}: there is no tile {name!r}, expected 1-9 or 0 of m p s, or 1-7 of z"
        )
    return tile
