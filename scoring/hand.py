"""The tiles of one player: what is concealed, and the sets that are declared."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from scoring.errors import IllegalHandError, InvalidTileError
from scoring.melds import Meld
from scoring.tiles import (
    COPIES,
    KINDS,
    KINDS_MASK,
    ONES,
    TILE_OF_ID,
    UNIT_OF_ID,
    Tile,
    format_tiles,
    parse_tiles,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, init=False)
class Hand:
    """A hand of 13 tiles, or of 14 with the drawn or claimed one; a kan counts as three.

    Concealed tiles are kept sorted, melds in the order of their making.
    Raises IllegalHandError for another number of tiles and for more than four of a kind.
    """

    concealed: tuple[Tile, ...]
    """In a finished hand the winning tile is among them. Worked out when first asked for."""
    melds: tuple[Meld, ...] = ()

    size: int = field(default=0, init=False, repr=False, compare=False)
    """Number of tiles, each meld counted as three."""
    key: int = field(default=0, init=False, repr=False, compare=False)
    """How many of each kind are concealed, three bits a kind."""
    held: int = field(default=0, init=False, repr=False, compare=False)
    """The same of all tiles; from RED_AT on the red fives."""

    def __init__(self, concealed: Iterable[Tile], melds: Iterable[Meld] = ()) -> None:
        tiles, melds = sorted(concealed, key=_PLACE), tuple(melds)
        ours = _counted(sum([tile.unit for tile in tiles]), len(tiles), melds)
        ours["concealed"] = tuple(tiles)
        _set_all(self, "__dict__", ours)
        _check(self)
        kinds = [tile.kind for tile in tiles]
        if any(map(int.__eq__, kinds, kinds[COPIES:])):
            raise IllegalHandError(_too_many(self))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read "123m456p11z pon:777z": concealed tiles, then melds, with spaces between."""
        parts = text.split()
        concealed = () if not parts or ":" in parts[0] else parse_tiles(parts.pop(0))
        return cls(concealed, tuple(Meld.parse(part) for part in parts))

    @classmethod
    def from_ids(cls, concealed: Sequence[int], melds: Iterable[Meld] = ()) -> Hand:
        """Build a hand of tile numbers 0..135, in any order; see Tile.from_id.

        Raises InvalidTileError for another number, IllegalHandError for one that is there twice.
        """
        try:
            held = sum(map(UNIT_OF_ID, concealed))
        except (KeyError, TypeError):
            raise InvalidTileError(f"tile numbers {concealed!r}: expected 0..135 each") from None
        if len(set(concealed)) != len(concealed):
            raise IllegalHandError(f"tile numbers {concealed!r}: expected each at most once")
        melds = tuple(melds)
        ours = _counted(held, len(concealed), melds)
        ours["ids"] = tuple(concealed)
        hand = _new(cls)
        _set_all(hand, "__dict__", ours)
        if melds or ours["size"] not in _SIZES:
            _check(hand)
        return hand

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

    def __getattr__(self, name: str) -> Any:
        """Work out the concealed tiles of a hand that was built of numbers."""
        ids = self.__dict__.get("ids")
        if name != "concealed" or ids is None:
            raise AttributeError(f"{type(self).__name__} has no {name!r}")
        tiles = tuple(sorted([TILE_OF_ID[number] for number in ids], key=_PLACE))
        self.__dict__["concealed"] = tiles
        return tiles


def _check(hand: Hand) -> None:
    """Count the tiles."""
    melds = hand.melds
    if hand.size not in _SIZES:
        full = 14 - 3 * len(melds)
        expected = (
            f"{full} concealed (or {full - 1} before the draw)" if full > 1 else "at most 4 melds"
        )
        raise IllegalHandError(
            f"hand {hand}: {len(hand.concealed)} concealed tiles and {len(melds)} melds,"
            f" expected {expected}"
        )
    counted = hand.key
    for meld in melds:
        ours = meld.held & KINDS_MASK
        four = ours & _FOURS
        clash = four and counted & (four | four >> 1 | four >> 2)
        counted += ours
        if clash or counted >> 2 & (counted | counted >> 1) & ONES:
            raise IllegalHandError(_too_many(hand))


def _too_many(hand: Hand) -> str:
    """Say of which kind there are more than four."""
    kind, count = next((kind, count) for kind, count in enumerate(hand.counts()) if count > COPIES)
    return f"hand {hand}: {count} copies of {Tile.of(kind)}, expected at most {COPIES}"


def _counted(held: int, concealed: int, melds: tuple[Meld, ...]) -> dict[str, Any]:
    """Return what is counted of a hand; `held` are its concealed tiles."""
    key = held & KINDS_MASK
    for meld in melds:
        held += meld.held
    size = concealed + 3 * len(melds)
    return {"melds": melds, "size": size, "key": key, "held": held}


_set_all: Final = object.__setattr__
_new: Final = object.__new__
_PLACE: Final = attrgetter("place")
_SIZES: Final = frozenset({13, 14})
_FOURS: Final = 4 * ONES
