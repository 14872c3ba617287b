"""Tiles counted in one whole number, so that a hand is cheap to keep, to compare and to look up.

Three bits a kind, red fives among their kind, as `scoring.tally` has it; above them three bits for
the red fives of each suit.
"""

from collections.abc import Iterable

from scoring.tiles import COPIES, FIVES, KINDS, TILES, Tile

_BITS = 3
_MASK = 7
_REDS = _BITS * KINDS
KEY_MASK = (1 << _REDS) - 1
"""The part of a count that is scoring's key: by kinds alone."""
_RED_SHIFT = {kind: _REDS + _BITS * suit for suit, kind in enumerate(sorted(FIVES))}
_UNITS = [0] * (2 * KINDS)
for _tile in TILES:
    _UNITS[_tile.place] = (1 << _BITS * _tile.kind) + (
        1 << _RED_SHIFT[_tile.kind] if _tile.red else 0
    )
_SORTED = sorted(TILES)
UNITS = tuple(_UNITS)
"""Tile.place -> what one such tile adds to a count."""


def pack(tiles: Iterable[Tile]) -> int:
    """The count of these tiles; at most seven of a kind."""
    return sum([UNITS[tile.place] for tile in tiles])


def unpack(packed: int) -> tuple[Tile, ...]:
    """The tiles, sorted."""
    tiles: list[Tile] = []
    for tile in _SORTED:
        count = of_kind(packed, tile.kind)
        if count:
            red = reds(packed, tile.kind)
            tiles += [tile] * (red if tile.red else count - red)
    return tuple(tiles)


def of_kind(packed: int, kind: int) -> int:
    """How many there are of a kind, red ones included."""
    return packed >> _BITS * kind & _MASK


def reds(packed: int, kind: int) -> int:
    """How many red ones there are of a kind."""
    return packed >> _RED_SHIFT[kind] & _MASK if kind in _RED_SHIFT else 0


def has(packed: int, tile: Tile) -> bool:
    """Whether such a face is among the tiles."""
    count = packed >> _BITS * tile.kind & _MASK
    if not count or tile.kind not in _RED_SHIFT:
        return count > 0
    red = packed >> _RED_SHIFT[tile.kind] & _MASK
    return red > 0 if tile.red else count > red


def crowded(packed: int, tile: Tile) -> bool:
    """Whether there are more of this kind than a set has."""
    return (packed >> _BITS * tile.kind & _MASK) > COPIES


def size(packed: int) -> int:
    """How many tiles there are."""
    key, count = packed & KEY_MASK, 0
    while key:
        count += key & _MASK
        key >>= _BITS
    return count
