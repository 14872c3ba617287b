"""Sets as small numbers: a group code is kind + 34 * type; the kind of a run is its lowest."""

from __future__ import annotations

from typing import Final

from scoring.tiles import KINDS, Tile, format_tiles

RUN: Final = 0
CONCEALED_KOTSU: Final = KINDS
MELDED_KOTSU: Final = 2 * KINDS
CONCEALED_KANTSU: Final = 3 * KINDS
MELDED_KANTSU: Final = 4 * KINDS
GROUP_CODES: Final = 5 * KINDS


def copies_text(kind: int, count: int) -> str:
    """Write so many tiles of a kind."""
    return format_tiles([Tile.of(kind)] * count)


def _group_text(code: int) -> str:
    """Write the tiles of a group code; codes of runs that do not exist have no text."""
    kind = code % KINDS
    if code >= CONCEALED_KOTSU:
        return copies_text(kind, 4 if code >= CONCEALED_KANTSU else 3)
    return format_tiles(map(Tile.of, range(kind, kind + 3))) if kind < 27 and kind % 9 < 7 else ""


GROUP_TEXTS: Final = tuple(_group_text(code) for code in range(GROUP_CODES))
"""The tiles of each group code."""
PAIR_TEXTS: Final = tuple(copies_text(kind, 2) for kind in range(KINDS))
"""The pair of each kind."""
