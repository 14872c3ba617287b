"""How the facts of a set or of a split are packed in one number, so that adding them up is scoring.

A record has two halves. The low 16 bits are joined with "or": the starts of runs and the kinds of
kotsu. What is above them is added: the counts that yaku ask for, and minipoints.
"""

from __future__ import annotations

from typing import Final, NamedTuple

SHAPE_BITS: Final = 16
"""Of one suit: 7 bits for the starts of runs, 9 bits for kotsu."""
SHAPE_MASK: Final = (1 << SHAPE_BITS) - 1
ADDED_SHIFT: Final = 18
"""Where the added half begins: four records are added at once, and the lower halves with them."""
RUN_BITS: Final = 7
HONOUR_SHIFT: Final = 3 * SHAPE_BITS
"""The suits' shapes lie one above the other, the kotsu of honours on top."""


class Field(NamedTuple):
    """A counter inside the added half."""

    shift: int
    bits: int

    @property
    def mask(self) -> int:
        """The counter's bits when it is shifted down."""
        return (1 << self.bits) - 1

    @property
    def one(self) -> int:
        """What counts one."""
        return 1 << self.shift


KOTSU: Final = Field(0, 3)
"""Kotsu and kantsu, melds included."""
CONCEALED: Final = Field(3, 3)
"""Those of them that are concealed."""
INNER: Final = Field(6, 3)
"""Groups and pairs without a terminal or an honour."""
TWINS: Final = Field(9, 2)
"""Pairs of identical runs."""
WAIT: Final = Field(11, 3)
PATTERN_BITS: Final = 14
"""The fields so far say which yaku of shape there are."""
HONOUR_PAIR: Final = Field(14, 3)
"""1..7 for a pair of east ... chun."""
KANS: Final = Field(17, 3)
OPEN: Final = Field(20, 3)
"""Melds that open the hand."""
FU: Final = Field(23, 10)
"""Minipoints of the groups."""
ADDED_BITS: Final = 33
NUMBER_SHIFT: Final = 56
"""Above all fields of a first record: how many records there are."""

NO_WAIT, TWO_SIDED, EDGE, MIDDLE, PAIR, KOTSU_SIMPLE, KOTSU_OUTSIDE = range(7)
"""What the winning tile completed, as numbers of the field WAIT."""

OUTSIDE_KIND: Final = 1 << 0
SIMPLE_KIND: Final = 1 << 1
HONOUR_KIND: Final = 1 << 2
SUIT_KIND: Final = 1 << 3
"""Characters; the next two bits are circles and bamboos."""
NOT_GREEN_KIND: Final = 1 << 6
NOT_TERMINAL_KIND: Final = 1 << 7
KIND_SHIFT: Final = HONOUR_SHIFT + 7
"""Where the kinds of a hand lie above its shapes."""
KIND_BITS: Final = 8
"""What kinds of tiles a hand has; in a table of facts, counters begin three bits above."""
GREENS: Final = frozenset({19, 20, 21, 23, 25, 32})


def kind_bits(kind: int) -> int:
    """Return what having a tile of this kind means for the yaku of kinds."""
    honour = kind >= 27
    terminal = not honour and kind % 9 in {0, 8}
    bits = OUTSIDE_KIND if honour or terminal else SIMPLE_KIND
    bits |= HONOUR_KIND if honour else SUIT_KIND << kind // 9
    bits |= 0 if kind in GREENS else NOT_GREEN_KIND
    return bits | (0 if terminal else NOT_TERMINAL_KIND)
