"""What the detector is asked: centres, corners in two orders, and where it is not asked."""

import numpy as np
import pytest

from models.targets import both_orders, targets
from vision.nets.decode import STRIDE

UPRIGHT = np.array([[100, 80], [140, 80], [140, 136], [100, 136]], np.float32)


def turned(quad, degrees):
    """The quadrilateral turned about its middle."""
    angle = np.radians(degrees)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = quad.mean(axis=0)
    return ((quad - middle) @ matrix.T + middle).astype(np.float32)


@pytest.mark.parametrize("start", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_orders_do_not_depend_on_how_the_corners_come(start, mirrored):
    quad = turned(UPRIGHT, 20)
    given = np.roll(quad[::-1] if mirrored else quad, start, axis=0)
    assert np.allclose(both_orders(given), both_orders(quad))


def test_each_order_is_steady_where_the_other_jumps():
    def jump(degrees, part):
        before, after = (both_orders(turned(UPRIGHT, degrees + d))[part] for d in (-0.5, 0.5))
        return float(np.abs(before - after).max())

    first, second = slice(0, 8), slice(8, 16)
    assert jump(0, first) < 2 < jump(0, second)
    crossing = next(d for d in range(1, 90) if jump(d + 0.5, first) > 2)
    assert jump(crossing + 0.5, second) < 2


@pytest.mark.parametrize(("degrees", "clear"), [(0, 0), (45, 1)])
def test_an_order_that_could_begin_at_either_of_two_corners_counts_little(degrees, clear):
    square = np.array([[100, 80], [140, 80], [140, 120], [100, 120]], np.float32)
    target = targets([turned(square, degrees)], [1.0], 256)
    held = target.hold > 0
    assert np.allclose(target.clear[clear][held], 1)
    assert np.allclose(target.clear[1 - clear][held], 0.1, atol=0.01)
    assert not target.clear[:, ~held].any()


def test_the_heat_peaks_at_the_middle_and_the_corners_are_offsets_from_the_cell():
    target = targets([UPRIGHT], [1.0], 256)
    y, x = np.unravel_index(int(target.heat.argmax()), target.heat.shape)
    cell = (np.array([x, y]) + 0.5) * STRIDE
    assert np.abs(cell - UPRIGHT.mean(axis=0)).max() <= STRIDE / 2
    assert target.heat.max() == 1
    assert np.allclose(target.quads[:8, y, x].reshape(4, 2) + cell, UPRIGHT)
    assert np.isclose(target.hold[y, x], 1 / 40)
    assert target.ask.all()


@pytest.mark.parametrize(
    ("visible", "quad"),
    [(0.4, UPRIGHT), (1.0, UPRIGHT - 110), (1.0, (UPRIGHT - 110) / 4 + 110)],
    ids=["half hidden", "half outside", "too small"],
)
def test_nothing_is_asked_about_faces_that_can_hardly_be_seen(visible, quad):
    target = targets([np.asarray(quad, np.float32)], [visible], 256)
    assert target.heat.max() == 0
    assert not target.ask.all()


def test_a_hidden_face_is_background():
    target = targets([UPRIGHT], [0.05], 256)
    assert target.heat.max() == 0
    assert target.ask.all()


def test_touching_faces_keep_their_own_corners():
    right = UPRIGHT + np.array([40, 0], np.float32)
    target = targets([UPRIGHT, right], [1.0, 1.0], 256)
    for quad in (UPRIGHT, right):
        x, y = (quad.mean(axis=0) / STRIDE - 0.5).round().astype(int)
        cell = (np.array([x, y]) + 0.5) * STRIDE
        assert np.allclose(target.quads[:8, y, x].reshape(4, 2) + cell, quad)
