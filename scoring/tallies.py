"""What counts for the fu of a reading, in one number: its tally, made of fields that add up.

wait       3 bits   a Wait
pair       2 bits   0 worth nothing, 1 a pair of value, 2 a pair of the double wind
sets      24 bits   kotsu concealed and melded, kantsu concealed and melded; of each first
                    those of simples, then those of terminals and honours: three bits a count
the rest   1 bit    CLOSED, TSUMO, RINSHAN, WITH_PINFU, SEVEN_PAIRS, ORPHANS
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from scoring.groups import CONCEALED_KOTSU, GROUP_CODES, MELDED_KOTSU
from scoring.shapes import OUTSIDE
from scoring.tally import BIT
from scoring.tiles import KINDS


class Wait(IntEnum):
    """What the winning tile completed."""

    TWO_SIDED = 0
    EDGE = 1
    MIDDLE = 2
    PAIR = 3
    KOTSU = 4
    UNKNOWN = 5
    """Not claimed: the tile was not kept apart."""


WAIT_MASK: Final = 7
PAIR_AT: Final = 3
PAIR_MASK: Final = 3
SETS_AT: Final = 5
SETS_MASK: Final = (1 << 24) - 1
CLOSED: Final = 1 << 29
TSUMO: Final = 1 << 30
RINSHAN: Final = 1 << 31
WITH_PINFU: Final = 1 << 32
"""Nothing for the self-draw."""
SEVEN_PAIRS: Final = 1 << 33
"""Seven pairs, and nothing else counts."""
ORPHANS: Final = 1 << 34
"""Thirteen orphans, which have no minipoints, for they never need any."""
TALLY_BITS: Final = 35


def _set_tally(code: int) -> int:
    """Return what a set of this group code adds."""
    if code < CONCEALED_KOTSU:
        return 0
    outside = bool(BIT[code % KINDS] & OUTSIDE)
    return 1 << SETS_AT + 6 * (code // KINDS - 1) + 3 * outside


SET_TALLIES: Final = tuple(map(_set_tally, range(GROUP_CODES)))
"""What a set adds, by its group code."""
OPENED: Final = tuple(
    SET_TALLIES[MELDED_KOTSU + kind] - SET_TALLIES[CONCEALED_KOTSU + kind] for kind in range(KINDS)
)
"""What a ron changes that completes a kotsu of this kind."""
