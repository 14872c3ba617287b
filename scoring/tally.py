"""How many tiles of each kind, packed in one number; and sets of kinds as bits.

A key is `sum(UNIT[kind])`, three bits a kind. A mask has one bit a kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.errors import IllegalHandError
from scoring.memo import Memo
from scoring.tiles import COPIES, KINDS, KINDS_MASK, ONES, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scoring.melds import Meld

UNIT: Final = tuple(1 << 3 * kind for kind in range(KINDS))
"""What one tile of each kind adds to a key."""
BIT: Final = tuple(1 << kind for kind in range(KINDS))
"""The bit of each kind in a mask."""
SUIT_KEY: Final = (1 << 27) - 1
"""The part of a key that belongs to one suit; the honours are the fourth."""
FULL: Final = COPIES * ONES
"""The bits of a key that say that all copies of a kind are there."""
ORPHANS: Final = (0, 8, 9, 17, 18, 26, *range(27, 34))
"""The kinds of the terminals and honours."""

_DIGITS: Final = b"01234".ljust(256, b"x")
"""Count -> digit; what is no count is no digit either."""


def key_of(tiles: Iterable[Tile]) -> int:
    """Count tiles; red fives are fives."""
    return sum([tile.unit for tile in tiles]) & KINDS_MASK


def key_of_counts(counts: Sequence[int]) -> int:
    """Pack 34 counts, each 0..4. Raises IllegalHandError for anything else."""
    try:
        packed = bytes(counts) if len(counts) == KINDS else b""
        if len(packed) == KINDS:
            return int(packed[::-1].translate(_DIGITS), 8)
    except (TypeError, ValueError):
        pass
    raise IllegalHandError(f"counts {counts!r}: expected {KINDS} numbers, each 0..{COPIES}")


def counts_of(key: int) -> list[int]:
    """Return the 34 counts of a key."""
    return [key >> place & 7 for place in range(0, 3 * KINDS, 3)]


def melds_key(melds: Iterable[Meld]) -> int:
    """Count the tiles of declared sets."""
    return sum([meld.held for meld in melds]) & KINDS_MASK


def kinds_of(mask: int) -> Iterator[int]:
    """Yield the kinds of a mask, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def tiles_of(mask: int) -> tuple[Tile, ...]:
    """Return the tiles of a mask, in order."""
    return _FACES[mask]


def _faces(mask: int) -> tuple[Tile, ...]:
    """Find the tiles of a mask."""
    return tuple(map(Tile.of, kinds_of(mask)))


_FACES: Final = Memo(_faces, most=1 << 14)


def mask_of_units(units: int) -> int:
    """Return the mask of the kinds whose lowest bit in a key is set."""
    return sum([BIT[place // 3] for place in kinds_of(units)])
