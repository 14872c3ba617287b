"""Tiles as the record formats number them: 11-53 in tenhou.net/6, 0-135 in mjlog."""

from scoring.tiles import KINDS, Tile

TSUMOGIRI = 60
"""tenhou.net/6: the tile just drawn is discarded."""
HIDDEN = 0
"""tenhou.net/6: a tile that nobody saw; among discards, the place that an open kan leaves."""
_RED_FIVES = {51: 4, 52: 13, 53: 22}
_RED_COPIES = {16, 52, 88}
_COPIES_136 = 4 * KINDS

_BY_CODE = {10 * (kind // 9 + 1) + kind % 9 + 1: Tile.of(kind) for kind in range(KINDS)} | {
    code: Tile.of(kind, red=True) for code, kind in _RED_FIVES.items()
}
_CODES = {tile: code for code, tile in _BY_CODE.items()}


def from_tenhou6(code: object) -> Tile:
    """Read 11-19 characters, 21-29 circles, 31-39 bamboos, 41-47 honours, 51-53 red fives.

    Raises ValueError.
    """
    tile = _BY_CODE.get(code) if type(code) is int else None
    if tile is None:
        raise ValueError(f"tile {code!r}, expected 11-19, 21-29, 31-39, 41-47 or 51-53")
    return tile


def to_tenhou6(tile: Tile) -> int:
    """The number of a tile in tenhou.net/6."""
    return _CODES[tile]


_PLAIN_136 = tuple(Tile.of(copy // 4) for copy in range(_COPIES_136))
_RED_136 = tuple(Tile.of(copy // 4, red=copy in _RED_COPIES) for copy in range(_COPIES_136))


def from_136(number: int, *, reds: bool) -> Tile:
    """Read one of the 136 tiles; the first five of each suit is the red one. Raises ValueError."""
    if not 0 <= number < _COPIES_136:
        raise ValueError(f"tile {number}, expected 0-135")
    return _RED_136[number] if reds else _PLAIN_136[number]
