"""The field's edges are found among many other lines."""

import numpy as np

from vision.plane import square


def test_straight_lines_are_found_beside_many_that_lean():
    side = 800
    steps = np.zeros((side, side))
    ys = np.arange(side)
    for number in range(30):
        at = 20 + 12 * number
        steps[ys, np.rint(at + 0.09 * (ys - side / 2)).astype(int).clip(0, side - 1)] = 1
    steps[:, 700] = 0.5
    found = square.lines(steps, np.ones((side, side), np.bool_))
    assert any(abs(one.at - 300) < 2 and abs(one.lean) < 0.01 for one in found)
