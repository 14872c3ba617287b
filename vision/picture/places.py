"""Where tiles may lie: in and beside rows, on finds that were cut wrongly.

A find is cut from edges that are really there: each of its sides may be a tile's, and a long one
that of several tiles which touch.
"""

from itertools import pairwise, product
from typing import Final, NamedTuple

import numpy as np

from vision.detections import Floats, Ints, Mask, Reals
from vision.geometry import lengths
from vision.picture import rows
from vision.picture.alone import lonely
from vision.picture.lying import FITS, Lie, downward
from vision.picture.sizes import TileSizes, outlines

_CLOSE: Final = 0.2
"""Of two places so near to each other, in a tile's sides, the one between them is looked at."""

_PART: Final = 0.6
"""The last tile on a find reaches beyond it by no more than such a part of itself."""

_LONGEST: Final = 6.0
"""What is longer than so many widths is no group of tiles."""


class Places(NamedTuple):
    """Places [n] where tiles may lie."""

    spots: Reals
    """[n,2]: pixels of their middles."""

    along: Reals
    """[n,2]: the directions of their right sides, in widths."""

    beyond: Mask
    """[n]: whether they lie beyond their rows' ends."""

    def also(self, others: "Places") -> "Places":
        """These and others."""
        return Places(*(np.concatenate(pair) for pair in zip(self, others, strict=True)))

    def at(self, which: Mask | Ints) -> "Places":
        """Some of them."""
        return Places(self.spots[which], self.along[which], self.beyond[which])

    def lie(self, sizes: TileSizes) -> Lie:
        """How tiles lie there."""
        ones = np.ones(len(self.spots))
        return Lie(self.spots, sizes.flat(self.spots), self.along, ones, ones)

    def quads(self, sizes: TileSizes) -> Floats:
        """The outlines [n,4,2] of tiles that lie there."""
        return outlines(self.spots, self.along, sizes.flat(self.spots), 1.0, sizes.aspect)


def in_rows(lie: Lie, aspect: float) -> Places:
    """Free places of the rows of good faces, and those beyond their ends."""
    away = lie.away(lie)
    between: list[tuple[int, int, float]] = []
    ends: list[tuple[int, int, float]] = []
    single = np.ones(len(away), np.bool_)
    for row, steps in _rows(lie, away):
        single[row] = False
        gaps = rows.gaps(steps)
        if gaps is None:
            continue
        pitch = sorted((steps / gaps).tolist())[len(gaps) // 2]
        ends += [(row[0], row[1], pitch), (row[-1], row[-2], pitch)]
        between += [
            (one, other, place / gap)
            for one, other, gap in zip(row[:-1], row[1:], gaps, strict=True)
            for place in range(1, gap)
        ]
    one, other, part = _columns(between)
    spots = lie.spots[one] + (lie.spots[other] - lie.spots[one]) * part[:, None]
    last, before, far = _columns(ends)
    lines = away[before, last]
    lines = lines * (far / lengths(lines))[:, None]
    beside = np.flatnonzero(single & ~lonely(away))
    outermost = np.concatenate([last, beside, beside])
    lines = np.concatenate([lines, lie.along[beside], -lie.along[beside]])
    lying = _lying_ends(lie, outermost, lines, aspect)
    steps = np.linalg.solve(lie.flat[outermost], lines[..., None])[..., 0]
    ends_ = Places(
        np.concatenate([spots, lie.spots[outermost] + steps]),
        np.concatenate([lie.along[one], lie.along[outermost]]),
        np.repeat([False, True], [len(one), len(outermost)]),
    )
    return ends_.also(lying).also(_above_and_below(lie, np.unique(outermost), aspect))


def _rows(lie: Lie, away: Reals) -> list[tuple[list[int], Reals]]:
    """Each row's tiles [k] in their order, and the steps [k-1] between them in widths.

    ``away`` [n,n,2] is the way from each tile to each.
    """
    angles = np.degrees(np.arctan2(lie.along[:, 0], -lie.along[:, 1]))
    chains = rows.chains(rows.links(away, angles))
    if not chains:
        return []
    every, counts = np.concatenate(chains), [len(chain) for chain in chains]
    first = np.repeat([chain[0] for chain in chains], counts)
    along = (away[first, every] * lie.along[first]).sum(axis=1)
    every = every[np.lexsort((along, np.repeat(np.arange(len(chains)), counts)))]
    steps = lengths(away[every[:-1], every[1:]])
    ends = np.cumsum(counts).tolist()
    begins = [0, *ends[:-1]]
    return [
        (every[begin:end].tolist(), steps[begin : end - 1])
        for begin, end in zip(begins, ends, strict=True)
    ]


def _lying_ends(lie: Lie, outermost: Ints, lines: Reals, aspect: float) -> Places:
    """Places of tiles that lie turned beyond rows' ends, their lower edges in one line."""
    along = lie.along[outermost]
    down = downward(along)
    ways = lines / lengths(lines)[:, None] * (1 + aspect) / 2
    ways = ways + down * (aspect - 1) / 2
    steps = np.linalg.solve(lie.flat[outermost], ways[..., None])[..., 0]
    return Places(lie.spots[outermost] + steps, down, np.ones(len(down), np.bool_))


def _above_and_below(lie: Lie, outermost: Ints, aspect: float) -> Places:
    """Places above and below rows' ends, where the next row of a pond begins."""
    every = np.repeat(outermost, 2)
    ways = downward(lie.along)[every] * aspect
    ways[1::2] *= -1
    steps = np.linalg.solve(lie.flat[every], ways[..., None])[..., 0]
    beyond = np.ones(len(every), np.bool_)
    return Places(lie.spots[every] + steps, lie.along[every], beyond)


def around(lie: Lie) -> Places:
    """Places of a tile's size around finds that are smaller, as frames are, on all sides."""
    inside = lie.at((lie.wide < 1) & (lie.high < 1))
    return Places(inside.spots, inside.along, np.zeros(len(inside.spots), np.bool_))


def on_finds(lie: Lie, aspect: float, turned: bool) -> Places:
    """Places of a tile's size on finds of another, from each of their edges on.

    With those that are ``turned`` by a quarter, if they are asked for. Of the two ways the one is
    left out in which neither side is a tile's, where one is in the other.
    """
    moves = [
        (at, x, y, across)
        for at, (wide, high) in enumerate(zip(lie.wide.tolist(), lie.high.tolist(), strict=True))
        if max(wide, high) < _LONGEST
        for across in _ways(wide, high, aspect, turned)
        for x, y in product(
            _starts(wide, aspect if across else 1.0),
            _starts(high * aspect, 1.0 if across else aspect),
        )
    ]
    table = np.array(moves, np.float64).reshape(-1, 4)
    at, across = table[:, 0].astype(np.int64), table[:, 3:] > 0
    along = lie.along[at]
    ways = along * table[:, 1:2] + downward(along) * table[:, 2:3]
    steps = np.linalg.solve(lie.flat[at], ways[..., None])[..., 0]
    along = np.where(across, downward(along), along)
    return Places(lie.spots[at] + steps, along, np.zeros(len(at), np.bool_))


def _ways(wide: float, high: float, aspect: float, turned: bool) -> tuple[bool, ...]:
    """In which ways a tile may lie on a find: as it does, and turned by a quarter."""
    if not turned:
        return (False,)
    upright = _fits(wide) or _fits(high)
    across = _fits(wide / aspect) or _fits(high * aspect)
    return (False, True) if upright == across else (across,)


def _fits(size: float) -> bool:
    """Whether a side beside a tile's is one."""
    return bool(abs(np.log(max(size, 1e-3))) < FITS)


def _starts(long: float, tile: float) -> list[float]:
    """Where tiles of one side may lie along a find's, from its middle: beginning at either end."""
    if _fits(long / tile):
        return [0.0]
    spare = abs(long - tile) / 2
    if long < tile:
        return [-spare, spare]
    count = int(long / tile + _PART)
    spots = sorted(way * (place * tile - spare) for place in range(count) for way in (-1, 1))
    groups = [[spots[0]]]
    for before, spot in pairwise(spots):
        if spot - before < _CLOSE * tile:
            groups[-1].append(spot)
        else:
            groups.append([spot])
    return [sum(group) / len(group) for group in groups]


def _columns(pairs: list[tuple[int, int, float]]) -> tuple[Ints, Ints, Reals]:
    """The columns of a table of places."""
    table = np.array(pairs, np.float64).reshape(-1, 3)
    return table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2]
