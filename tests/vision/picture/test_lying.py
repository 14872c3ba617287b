"""How much of each other faces cover, in widths of a tile."""

import numpy as np
import pytest

from vision.picture.lying import common, lie_of
from vision.picture.sizes import TileSizes

WIDE, HIGH = 30, 40


def tile(x, y, wide=WIDE, high=HIGH):
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)


@pytest.mark.parametrize(("wide", "least", "most"), [(30, 0, 0.01), (36, 0, 0.02), (48, 0.25, 1)])
def test_a_tile_seen_a_little_too_large_covers_no_neighbour_but_what_is_larger_does(
    wide, least, most
):
    table = np.array([tile(x, y) for x in range(100, 400, 31) for y in (60, 180)], np.float32)
    sizes = TileSizes.of(table, np.ones(len(table)))
    seen = lie_of(sizes, tile(224 + 15 - wide / 2, 60, wide)[None])
    beside = lie_of(sizes, tile(255, 60)[None])
    assert least <= common(seen, beside, sizes.aspect)[0, 0] <= most
