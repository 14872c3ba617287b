"""What the tiles of one picture say about each other: a set holds four of a kind."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats, Ints
from vision.labels import CLASS_OF, COPIES, KIND_OF

EXCESS_ODDS: Final = 0.02
"""How likely a picture truly shows one more tile of a kind than a set holds, against a misreading:
two sets on one table, or a reflection."""

SPARE_ODDS: Final = 0.5
"""The same for the white dragon: most sets bring spare blank tiles."""

_KINDS = np.array(KIND_OF)
_ODDS = np.full(_KINDS.max() + 1, EXCESS_ODDS)
_ODDS[KIND_OF[CLASS_OF["5z"]]] = SPARE_ODDS
_LEAST = 1e-6
_CLASSES = [np.flatnonzero(kind == _KINDS) for kind in range(_KINDS.max() + 1)]
_CLASSES += [np.array([index]) for index in np.flatnonzero(_KINDS < 0)]
_PLAIN = np.array([some[0] for some in _CLASSES])
_REDDER = np.array([some[-1] for some in _CLASSES])
"""The classes of each group that shares places: a kind's plain and its red one, if it has one."""


def reconciled(probabilities: Floats) -> Floats:
    """The probabilities [n,40] of all tiles of a picture, given each other.

    Where some kind seems to be there more often than a set holds, the likeliest joint naming of
    all tiles is found, each excess copy paying ``EXCESS_ODDS``; then each tile's chances are
    weighed by what the others left over. A picture without an excess comes back as it was.
    """
    kinds = _KINDS[probabilities.argmax(axis=1)] if len(probabilities) else np.empty(0, np.int64)
    counts = np.bincount(kinds[kinds >= 0], minlength=1)
    if counts.max(initial=0) <= COPIES:
        return probabilities
    best = joint_naming(probabilities)
    taken = np.bincount(_KINDS[best][_KINDS[best] >= 0], minlength=_KINDS.max() + 1)
    others = taken[None] - (_KINDS[best][:, None] == np.arange(len(taken))[None])
    odds = np.where(others >= COPIES, _ODDS, 1)
    weights = np.where(_KINDS >= 0, odds[:, _KINDS], 1)
    weighed = probabilities * weights
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float32)


def joint_naming(probabilities: Floats) -> Ints:
    """The likeliest classes [n] of all tiles together, four of a kind for free, more at a price.

    A least-cost flow: tiles take their own likeliest name while there is room; each one that finds
    its kind full enters by the cheapest chain of moves. What is no kind (a back, a foreign face)
    has room for all.
    """
    cost, names = _costs(probabilities)
    price = np.zeros(cost.shape[1])
    price[: len(_ODDS)] = -np.log(_ODDS)
    place = cost.argmin(axis=1)
    crowded = np.flatnonzero((np.bincount(place, minlength=len(price)) > COPIES) & (price > 0))
    waiting = [
        tile for group in crowded for tile in np.flatnonzero(place == group)[COPIES:].tolist()
    ]
    place[waiting] = -1
    for tile in waiting:
        _enter(tile, cost, place, price)
    return np.asarray(names[np.arange(len(place)), place], np.int64)


def _costs(probabilities: Floats) -> tuple[NDArray[np.float64], Ints]:
    """Costs [n,g] of groups that share places (a kind with its red), and each one's best class."""
    cost = -np.log(np.maximum(probabilities.astype(np.float64), _LEAST))
    red = cost[:, _REDDER] < cost[:, _PLAIN]
    least = np.where(red, cost[:, _REDDER], cost[:, _PLAIN])
    return least, np.where(red, _REDDER, _PLAIN)


def _enter(tile: int, cost: NDArray[np.float64], place: Ints, price: NDArray[np.float64]) -> None:
    """Give a waiting tile a place, moving others where that is cheapest in all."""
    size = cost.shape[1]
    order = np.argsort(place, kind="stable")
    order = order[np.searchsorted(place[order], 0) :]
    change = cost[order] - cost[order, place[order]][:, None]
    groups, starts = np.unique(place[order], return_index=True)
    step = np.full((size, size), np.inf)
    if len(groups):
        step[groups] = np.minimum.reduceat(change, starts, axis=0)
    reach = cost[tile].copy()
    before = np.full(size, -1)
    for _ in range(size):
        through = reach[:, None] + step
        least = through.min(axis=0)
        better = least < reach - 1e-9
        if not better.any():
            break
        before[better] = through.argmin(axis=0)[better]
        reach = np.where(better, least, reach)
    full = np.bincount(place[place >= 0], minlength=size) >= COPIES
    end = int((reach + full * price).argmin())
    while before[end] >= 0:
        members = np.flatnonzero(place == before[end])
        moved = members[np.argmin(cost[members, end] - cost[members, before[end]])]
        place[moved] = end
        end = int(before[end])
    place[tile] = end
