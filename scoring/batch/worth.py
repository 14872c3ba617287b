"""What found yaku are worth under a ruleset: exclusions, han, yakuman, and what stands alone.

Found yaku are bits of one number. It is cut in pieces of twelve bits, and each piece is looked up;
the tables of closed hands stand behind those of open ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from scoring.batch.codes import YAKU_BIT
from scoring.yaku import YAKU

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from scoring.ruleset import Ruleset

    Ints = NDArray[np.int64]

PIECE: Final = 12
CLOSED: Final = 1 << PIECE
"""What a closed hand adds to an index."""
_PIECES: Final = -(-len(YAKU) // PIECE)
YAKUMAN_SHIFT: Final = 16
"""A worth is han, and multiples of a yakuman from this bit on."""


class Alone(NamedTuple):
    """A yaku that is scored instead of all others."""

    bit: int
    han: tuple[int, int]
    """In an open and in a closed hand."""
    limit: bool
    """It is worth a mangan, without han and fu."""


class Worth(NamedTuple):
    """What the yaku of a ruleset are worth in open and in closed hands."""

    played: Ints
    """[closed]: the bits of those that count."""
    yakuman: Ints
    """[closed]: the bits of yakuman."""
    joint: int
    """The bits of all that do not stand alone."""
    alone: tuple[Alone, ...]
    exclusions: tuple[tuple[int, Ints], ...]
    """For each piece that has any: its shift, and [closed, piece] what does not count beside it."""
    pieces: tuple[tuple[int, Ints], ...]
    """For each piece that has any: its shift, and [closed, piece] what it is worth."""


def worth_of(ruleset: Ruleset) -> Worth:
    """Make the tables of one ruleset."""
    played, yakuman, alone = [0, 0], [0, 0], []
    excluded: list[dict[str, int]] = [{}, {}]
    worth: list[dict[str, int]] = [{}, {}]
    for yaku in YAKU:
        rule = ruleset.yaku.get(yaku.name)
        if rule is None:
            continue
        one = YAKU_BIT[yaku.name]
        stands_alone = not rule.yakuman and (rule.alone or bool(rule.limit))
        if stands_alone:
            alone.append(Alone(one, (rule.open, rule.closed), bool(rule.limit)))
        for side, han in enumerate((rule.open, rule.closed)):
            if not (side or han):
                continue
            played[side] |= one
            excluded[side][yaku.name] = sum(YAKU_BIT[name] for name in yaku.excludes)
            if rule.yakuman:
                yakuman[side] |= one
            if not stands_alone:
                worth[side][yaku.name] = han << YAKUMAN_SHIFT if rule.yakuman else han
    return Worth(
        played=np.array(played),
        yakuman=np.array(yakuman),
        joint=~sum(one.bit for one in alone),
        alone=tuple(alone),
        exclusions=_pieces(excluded, np.bitwise_or),
        pieces=_pieces(worth, np.add),
    )


def _pieces(
    sides: list[dict[str, int]], combine: Callable[[Ints, Ints], Ints]
) -> tuple[tuple[int, Ints], ...]:
    """Combine the values of yaku for every piece of their bits."""
    index = np.arange(CLOSED)
    pieces = []
    for shift in range(0, _PIECES * PIECE, PIECE):
        table = np.zeros((2, CLOSED), np.int64)
        for side, values in enumerate(sides):
            for name, value in values.items():
                place = YAKU_BIT[name].bit_length() - 1 - shift
                if value and 0 <= place < PIECE:
                    table[side] = combine(table[side], (index >> place & 1) * value)
        if table.any():
            pieces.append((shift, table.reshape(-1)))
    return tuple(pieces)


def side(closed: Ints) -> Ints:
    """Return 1 for closed hands and 0 for open ones."""
    return closed >> PIECE


def counting(found: Ints, closed: Ints, worth: Worth) -> Ints:
    """Return the bits of the yaku that are played and not displaced by others.

    `closed` is CLOSED or 0 for each row, here and below.
    """
    found = found & worth.played.take(side(closed))
    excluded = _look_up(worth.exclusions, found, closed, np.bitwise_or)
    return found if excluded is None else found & ~excluded


def total(found: Ints, closed: Ints, worth: Worth) -> Ints:
    """Return the joint han, and multiples of a yakuman from YAKUMAN_SHIFT on."""
    sums = _look_up(worth.pieces, found, closed, np.add)
    return np.zeros_like(found) if sums is None else sums


def _look_up(
    pieces: tuple[tuple[int, Ints], ...],
    found: Ints,
    closed: Ints,
    combine: Callable[..., Ints],
) -> Ints | None:
    """Combine what the tables say of each piece; None if there are no tables."""
    result: Ints | None = None
    for shift, table in pieces:
        part = table.take((found >> shift) & (CLOSED - 1) | closed)
        result = part if result is None else combine(result, part, out=result)
    return result
