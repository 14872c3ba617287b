"""How badly a plane explains tiles: its middle is that of the walls about it."""

import numpy as np
import pytest

from vision.plane.check import aside, misfit
from vision.plane.map import TablePlane

WIDE, HIGH = 26.0, 34.0
OUT = 9.0
"""Tile widths from the middle to each wall."""


def plane():
    matrix = np.array([[1.0, 0, 400.0], [0, -1.0, 400.0], [0, 0, 1.0]])
    return TablePlane((800, 800), matrix, (WIDE, HIGH), 390.0)


def walls(right, up):
    """The tiles [n,4,2] in pixels of four walls whose middle lies so many widths aside."""
    quads = []
    for at in np.arange(-8, 9) * WIDE:
        for x, y, wide, high in (
            (at, OUT * WIDE, WIDE, HIGH), (at, -OUT * WIDE, WIDE, HIGH),
            (OUT * WIDE, at, HIGH, WIDE), (-OUT * WIDE, at, HIGH, WIDE),
        ):  # fmt: skip
            corners = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * (wide / 2, high / 2)
            quads.append(corners + np.array([x + right * WIDE, y + up * WIDE]))
    quads = np.array(quads)
    along = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) > WIDE + 1
    quads[along] = np.roll(quads[along], 1, axis=1)
    return plane().to_px(quads.reshape(-1, 2)).reshape(-1, 4, 2).astype(np.float32)


@pytest.mark.parametrize(("right", "up"), [(2.0, 0.0), (0.0, -3.0), (4.0, 4.0), (-4.5, 0.0)])
def test_a_plane_whose_middle_is_not_that_of_the_walls_fits_badly(right, up):
    quads = walls(right, up)
    backs = np.ones(len(quads), bool)
    off = max(abs(right), abs(up))
    assert aside(plane(), quads, backs) == pytest.approx(off, abs=0.1)
    assert misfit(plane(), quads, backs) > 0.4 * off


def test_one_whose_middle_is_fits_well():
    quads = walls(0.0, 0.0)
    assert misfit(plane(), quads, np.ones(len(quads), bool)) < 0.3
