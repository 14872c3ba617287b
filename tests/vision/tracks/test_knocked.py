"""A camera that was knocked aside: its picture is laid where it is, at once."""

import cv2
import numpy as np
import pytest

from vision.tracks.still import Watching

S = 1_000_000_000
TILE_PX = 8.0


@pytest.fixture
def table():
    """A bright cloth with a grain, in which dark tiles lie: most of it looks the same anywhere."""
    rng = np.random.default_rng(5)
    grey = 190 + 2 * cv2.GaussianBlur(rng.normal(0, 6, (330, 540)), (0, 0), 1.0)
    for row in range(15):
        for left in rng.choice(range(50, 480, 9), 15, replace=False):
            grey[30 + 18 * row : 42 + 18 * row, left : left + 8] = 40
    return np.repeat(grey[:, :, None], 3, axis=2).clip(0, 255).astype(np.uint8)


def test_a_knock_by_more_than_a_tile_is_followed_in_one_frame(table):
    def seen(left, top):
        return table[top : top + 270, left : left + 480]

    watching = Watching(seen(20, 20), TILE_PX)
    for frame in range(1, 6):
        watching.look(seen(20, 20), frame * S // 10)
    knocked = watching.look(seen(8, 10), 6 * S // 10)
    assert knocked.drift.step[:, 2] == pytest.approx([12.0, 10.0], abs=0.3)
    assert knocked.jumped
    assert not knocked.lost
