"""Cells of a score sheet, keys, prints: what lies among things of another size is no tile.

Where tiles were cut wrongly, those that are then sought there cover what was found. On a sheet a
cell or two may look like a tile, and most of what was found stays of a size that no tile has.
"""

from typing import Final

import numpy as np

from vision.detections import Mask
from vision.geometry import lengths
from vision.picture.lying import Lie

_BESIDE: Final = 1.7
"""Widths between things of one sheet, or tiles of one row."""

_FEWEST: Final = 2


def in_sheets(lie: Lie, shown: Mask) -> Mask:
    """Which of what lies in a picture [n] hangs together with as many things of another size.

    ``shown`` [n] says what is taken for a face; backs and what is none have no say.
    """
    found = np.zeros(len(shown), np.bool_)
    which = np.flatnonzero(shown)
    some = lie.at(which)
    odd = some.misfit
    if odd.sum() < _FEWEST:
        return found
    near = lengths(some.away(some)) < _BESIDE
    left = set(np.flatnonzero(odd).tolist())
    while left:
        todo, group = [left.pop()], set()
        while todo:
            one = todo.pop()
            group.add(one)
            todo += set(np.flatnonzero(near[one]).tolist()) - group - set(todo)
        left -= group
        many = int(odd[list(group)].sum())
        if many >= max(_FEWEST, len(group) - many):
            found[which[list(group)]] = True
    return found
