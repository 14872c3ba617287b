"""Tiles side by side lie at one pitch: which do, and which places of their row they have."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Reals

PITCHES: Final = ((0.8, 1.25), (1.7, 2.12), (2.7, 3.12))
"""How far, in widths, the next tile of a row is, and the next but one and two; where the tile
between lies turned, they are further from each other."""

_OFF: Final = 0.3
_TURNED: Final = 15.0
"""So many widths and degrees a tile may stray from its row."""

_FARTHEST: Final = PITCHES[-1][1] * (1 + _OFF**2) ** 0.5
"""What lies farther to a side than this, in widths, is not beside."""


def links(away: Reals, angles: Reals) -> NDArray[np.bool_]:
    """[n,n]: which tiles lie side by side, or have room for one or two between them.

    ``away`` [n,n,2] is the way from each to each in widths of a tile, ``angles`` [n] the degrees by
    which each is turned.
    """
    right, down = away.transpose(2, 0, 1)
    near = np.flatnonzero((np.abs(right) < _FARTHEST) & (np.abs(down) < _FARTHEST))
    one, other = np.divmod(near, max(len(angles), 1))
    right, down = right.ravel()[near], down.ravel()[near]
    turned = np.radians(angles)
    across, up = np.cos(turned)[one], np.sin(turned)[one]
    level = np.abs(right * up - down * across)
    off = np.abs(right * across + down * up)
    apart = np.abs((angles[one] - angles[other] + 90) % 180 - 90)
    beside = np.logical_or.reduce([(low < level) & (level < high) for low, high in PITCHES])
    found = np.zeros(away.shape[:2], np.bool_)
    found.ravel()[near] = beside & (off < _OFF * np.maximum(level, 1)) & (apart < _TURNED)
    return np.asarray(found & found.T)


def chains(linked: NDArray[np.bool_]) -> list[list[int]]:
    """The tiles of each row of two or more, in no order; ``linked`` [n,n] says which are beside."""
    beside: list[set[int]] = [set() for _ in linked]
    for one, other in np.argwhere(linked).tolist():
        beside[one].add(other)
    left = set(range(len(linked)))
    found = []
    while left:
        todo, chain = [left.pop()], []
        while todo:
            one = todo.pop()
            chain.append(one)
            near = beside[one] & left
            left -= near
            todo += near
        if len(chain) > 1:
            found.append(sorted(chain))
    return found


def places(steps: Reals) -> NDArray[np.int64] | None:
    """Which place [k+1] each tile of a row has, by the steps [k] between them in widths.

    None for what is no row.
    """
    wide = gaps(steps)
    return None if wide is None else np.cumsum([0, *wide])


def gaps(steps: Reals) -> list[int] | None:
    """How many places on the next tile of a row has [k], by the steps [k] between them in widths.

    None for what is no row.
    """
    each = steps.tolist()
    single = sorted(step for step in each if PITCHES[0][0] < step < PITCHES[0][1])
    middle = len(single) // 2
    pitch = (single[middle] + single[~middle]) / 2 if single else 1.0
    wide = [round(step / pitch) for step in each]
    return wide if all(0 < gap <= len(PITCHES) for gap in wide) else None
