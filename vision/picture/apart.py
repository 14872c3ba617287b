"""Which of several placements are there together: two tiles are never in one place."""

from typing import Final

import numpy as np

from vision.detections import Ints, Reals

_MOST: Final = 10
"""Of more placements than this that hang together only the best are weighed against each other."""


def best_apart(values: Reals, shared: Reals, most: float) -> Ints:
    """Those [k] of n placements whose values [n], less what they share, sum up to most.

    ``shared`` [n,n] tells what part of each other two cover, at ``most`` so much where both are
    there. What has no value is left out.
    """
    ranked = [one for one in np.argsort(-values, kind="stable").tolist() if values[one] > 0]
    taken: list[int] = []
    left = ranked
    while left:
        group = _together(left, shared)
        left = [one for one in left if one not in group]
        first = [one for one in ranked if one in group][:_MOST]
        taken += _best(first, [], values, shared, most)[1]
    return np.array(sorted(taken), np.int64)


def _together(left: list[int], shared: Reals) -> set[int]:
    """Those that share something with the first, with those, and so on."""
    group, todo = {left[0]}, [left[0]]
    while todo:
        one = todo.pop()
        more = [other for other in left if shared[one, other] > 0 and other not in group]
        group.update(more)
        todo += more
    return group


def _best(
    left: list[int], taken: list[int], values: Reals, shared: Reals, most: float
) -> tuple[float, list[int]]:
    """What the best choice of those left adds to those taken, and all of them together."""
    if not left:
        return 0.0, taken
    one, *rest = left
    without = _best(rest, taken, values, shared, most)
    lost = shared[one, taken]
    if (lost > most).any() or (own := float(values[one] - lost.sum())) <= 0:
        return without
    value, choice = _best(rest, [*taken, one], values, shared, most)
    return max((own + value, choice), without, key=lambda pair: pair[0])
