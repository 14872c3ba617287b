"""A camera that is nudged: the picture is found again, however far and turned a nudge leaves it."""

import cv2
import numpy as np
import pytest

from vision.tracks.steady import after
from vision.tracks.still import Watching

SIZE = (480, 270)
"""Width and height of the small copy, pixels."""


def table(seed=5):
    """A bright cloth with a grain, dark tiles in rows: most of it looks the same anywhere."""
    rng = np.random.default_rng(seed)
    grey = 190 + 2 * cv2.GaussianBlur(rng.normal(0, 6, SIZE[::-1]), (0, 0), 1.0)
    for row in range(13):
        for left in rng.choice(range(30, 440, 9), 15, replace=False):
            grey[16 + 18 * row : 28 + 18 * row, left : left + 8] = 40
    return cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)


def frame(grey, step=None):
    if step is not None:
        grey = cv2.warpAffine(grey, step, SIZE, borderMode=cv2.BORDER_REPLICATE)
    return cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def nudged(degrees, x, y):
    step = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), degrees, 1.0)
    step[:, 2] += x, y
    return step


@pytest.mark.parametrize(
    ("degrees", "x", "y"), [(0, 12, 0), (0.9, 12, 9), (-1.8, -8, 13), (2.6, 3, -16), (0, -24, 24)]
)
def test_a_nudge_of_several_tiles_is_found(degrees, x, y):
    step = nudged(degrees, x, y)
    watching = Watching(frame(table()), 8.0)
    watching.look(frame(table()), 100_000_000)
    seen = watching.look(frame(table(), step), 200_000_000)
    assert seen.jumped
    assert not seen.lost
    corners = np.array([[100, 40], [380, 40], [380, 230], [100, 230], [0, 0]], float)
    apart = corners @ (seen.drift.step - step)[:, :2].T + (seen.drift.step - step)[:, 2]
    assert np.abs(apart[:4]).max() < 0.3


def test_a_second_nudge_starts_where_the_first_left_it():
    first, second = nudged(0.8, 11, 7), nudged(-1.2, 9, -12)
    watching = Watching(frame(table()), 8.0)
    watching.look(frame(table(), first), 200_000_000)
    both = after(first, second)
    seen = watching.look(frame(table(), both), 900_000_000)
    assert np.abs(seen.drift.step - both).max(axis=0) @ [200, 200, 1] < 1.0


def test_tiles_that_are_swept_away_move_no_camera():
    full, bare = table(), table()
    bare[:, :440] = 190
    watching = Watching(frame(full), 8.0)
    watching.look(frame(full), 100_000_000)
    seen = watching.look(frame(bare), 200_000_000)
    assert not seen.jumped
