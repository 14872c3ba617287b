"""The tops of standing tiles are told from what lies, and help to find the table early."""

import numpy as np
import pytest

from vision.plane.map import TILE_ASPECT
from vision.plane.standing import as_lying, laid_down, standing


def tiles(spots, size):
    """Upright rectangles of one size about the spots, [n,4,2]."""
    half = np.array(size) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    return (np.array(spots, np.float32)[:, None] + corners).astype(np.float32)


def row(first, step, count):
    return [np.array(first) + np.array(step) * place for place in range(count)]


WALL = tiles(row((100, 100), (25, 0), 17), (24, 32))
HAND = tiles(row((100, 400), (25, 0), 13), (24, 14))
SIDE = tiles(row((50, 100), (0, 25), 13), (14, 24))


def turned(quads, degrees):
    angle = np.radians(degrees)
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (quads @ spin.T).astype(np.float32)


@pytest.mark.parametrize("degrees", [0, 20, 45, 110])
def test_rows_along_their_long_sides_stand(degrees):
    quads = turned(np.concatenate([WALL, HAND, SIDE]), degrees)
    told = standing(quads, np.ones(len(quads), bool))
    assert not told[:17].any()
    assert told[17:].all()


def test_faces_and_single_tiles_never_stand():
    quads = np.concatenate([HAND, tiles([(800, 800)], (24, 14))])
    assert not standing(quads, np.arange(len(quads)) >= len(HAND)).any()
    assert standing(np.zeros((0, 4, 2), np.float32), np.zeros(0, bool)).shape == (0,)


def test_a_top_is_laid_down_about_its_middle():
    (top,) = laid_down(SIDE[:1])
    assert top.mean(axis=0) == pytest.approx(SIDE[0].mean(axis=0))
    assert np.ptp(top, axis=0) == pytest.approx([24 * TILE_ASPECT, 24])
    quads, lying = as_lying(np.concatenate([WALL, SIDE]), np.ones(30, bool))
    assert lying.sum() == len(WALL)
    assert quads[:17] == pytest.approx(WALL)
    assert np.ptp(quads[17], axis=0) == pytest.approx([24 * TILE_ASPECT, 24])
