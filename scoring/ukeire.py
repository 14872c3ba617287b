"""Which tiles bring a hand nearer to tenpai, and which discards keep it as near as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.errors import IllegalHandError
from scoring.shanten import nearer_of, shanten_of
from scoring.tally import BIT, UNIT, key_of, kinds_of, melds_key
from scoring.tiles import COPIES, KINDS, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.hand import Hand


class Useful(NamedTuple):
    """A tile that brings the hand nearer."""

    tile: Tile
    left: int
    """How many are not in sight."""


class Discard(NamedTuple):
    """What is left of a hand of 14 after a discard."""

    tile: Tile
    shanten: int
    useful: tuple[Useful, ...]

    @property
    def left(self) -> int:
        """How many useful tiles are not in sight."""
        return sum([useful.left for useful in self.useful])


def ukeire(hand: Hand, seen: Iterable[Tile] = ()) -> tuple[Useful, ...]:
    """Return the tiles that bring a hand of 13 nearer, those of which none is left included.

    `seen` are the tiles in sight elsewhere on the table. Raises IllegalHandError for a hand of 14.
    """
    if hand.size != 13:
        raise IllegalHandError(f"hand {hand}: {hand.size} tiles, expected 13 before the draw")
    return _useful(hand.key, melds_key(hand.melds), key_of(seen))


def best_discards(hand: Hand, seen: Iterable[Tile] = ()) -> tuple[Discard, ...]:
    """Return the discards that keep a hand of 14 nearest, most useful tiles first.

    A hand that is complete is taken apart again, to tenpai. Raises IllegalHandError for a hand
    of 13.
    """
    if hand.size != 14:
        raise IllegalHandError(f"hand {hand}: {hand.size} tiles, expected 14 after the draw")
    key, own, elsewhere = hand.key, melds_key(hand.melds), key_of(seen)
    after = {
        kind: shanten_of(key - UNIT[kind], own) for kind in {tile.kind for tile in hand.concealed}
    }
    nearest = min(after.values())
    found = [
        Discard(
            Tile.of(kind),
            nearest,
            _useful(key - UNIT[kind], own, elsewhere + UNIT[kind]),
        )
        for kind, distance in after.items()
        if distance == nearest
    ]
    return tuple(sorted(found, key=lambda one: (-one.left, one.tile)))


def _useful(key: int, own: int, elsewhere: int) -> tuple[Useful, ...]:
    """Count what is left of each kind that brings the hand nearer."""
    held = key + own
    return tuple(
        Useful(Tile.of(kind), max(0, COPIES - (held >> 3 * kind & 7) - (elsewhere >> 3 * kind & 7)))
        for kind in kinds_of(_nearer(key, own) if own else nearer_of(key))
    )


def _nearer(key: int, own: int) -> int:
    """Try each kind of which the hand and its sets do not hold all copies."""
    now = shanten_of(key, own)
    return sum(
        BIT[kind]
        for kind in range(KINDS)
        if (key + own) >> 3 * kind & 7 < COPIES and shanten_of(key + UNIT[kind], own) < now
    )
