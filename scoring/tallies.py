"""What counts for the fu of a reading, in one number: its tally, made of fields that add up.

sets      24 bits   kotsu concealed and melded, kantsu concealed and melded; of each first
                    those of simples, then those of terminals and honours: three bits a count
pair       2 bits   0 worth nothing, 1 a pair of value, 2 a pair of the double wind
wait       3 bits   a Wait
the rest   1 bit    CLOSED, TSUMO, RINSHAN, WITH_PINFU, SEVEN_PAIRS, ORPHANS
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from scoring.groups import CONCEALED_KOTSU, GROUP_CODES, MELDED_KOTSU
from scoring.shapes import BIT, OUTSIDE
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


PAIR_AT: Final = 24
WAIT_AT: Final = 26
PAIR_HAS_VALUE: Final = 3 << PAIR_AT
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
SETS_MASK: Final = (1 << PAIR_AT) - 1
OUTSIDE_MORE: Final = 7
"""What a concealed kotsu of terminals or honours adds beyond 1, which is one of simples."""


def _set_unit(code: int) -> int:
    """Return what a set of this group code adds."""
    if code < CONCEALED_KOTSU:
        return 0
    outside = bool(BIT[code % KINDS] & OUTSIDE)
    return 1 << 6 * (code // KINDS - 1) + 3 * outside


def _pairs(winds: int) -> tuple[int, ...]:
    """Return what the pair of each kind adds under these winds."""
    seat, round_ = 27 + (winds >> 2), 27 + (winds & 3)
    worth = [
        1 + (seat == round_ == kind) if kind >= 31 or kind in {seat, round_} else 0
        for kind in range(KINDS)
    ]
    return tuple(value << PAIR_AT for value in worth)


KOTSU_UNITS: Final = tuple(map(_set_unit, range(GROUP_CODES)))
"""What a set adds, by its group code."""
OPENED: Final = tuple(
    KOTSU_UNITS[MELDED_KOTSU + kind] - KOTSU_UNITS[CONCEALED_KOTSU + kind] for kind in range(KINDS)
)
"""What a ron changes that completes a kotsu of this kind."""
PAIRS: Final = tuple(map(_pairs, range(16)))
"""What a pair adds, by Win.winds and kind."""
WAITS: Final = tuple(wait << WAIT_AT for wait in Wait)
"""What a wait adds."""
