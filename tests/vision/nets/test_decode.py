"""From the detector's peaks to quadrilaterals, on peaks built from known quadrilaterals."""

import numpy as np
import pytest

from vision import geometry
from vision.nets.decode import STRIDE, decode, gathered, joined


def tile(x, y, angle=0.0, wide=30.0, high=40.0):
    half = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return (half @ matrix.T + [x, y]).astype(np.float32)


def starting(quad, key):
    return np.roll(quad, -int(key(quad).argmin()), axis=0)


def heads(quad):
    return (
        starting(quad, lambda corners: corners.sum(axis=1)),
        starting(quad, lambda corners: corners[:, 1]),
    )


def peaks(quads, scores=None):
    """What a perfect detector would say: cells, heat and corners around each face's peak."""
    cells = np.array([(quad.mean(axis=0) // STRIDE).astype(int)[::-1] for quad in quads])
    heat = np.zeros((len(quads), 3, 3), np.float32)
    heat[:, 1, 1] = scores or [0.9] * len(quads)
    corners = np.zeros((len(quads), 16, 3, 3), np.float32)
    for at, (quad, cell) in enumerate(zip(quads, cells, strict=True)):
        corners[at, :, 1, 1] = said(quad, cell)
    return cells, heat, corners


def said(quad, cell):
    """The corners' answer of one cell (row, column) for a face."""
    centre = (cell[::-1] + 0.5) * STRIDE
    return np.concatenate([(head - centre).ravel() for head in heads(quad)])


def same_shape(found, quad, tolerance):
    return min(np.abs(np.roll(found, roll, axis=0) - quad).max() for roll in range(4)) < tolerance


@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_a_tile_at_any_angle_comes_back(angle):
    quad = tile(120, 130, angle)
    quads, scores = decode(*peaks([quad]), threshold=0.3)
    assert scores.tolist() == [pytest.approx(0.9)]
    assert same_shape(quads[0], quad, 0.01)
    assert geometry.areas(quads)[0] > 0


@pytest.mark.parametrize("angle", range(0, 180, 5))
@pytest.mark.parametrize("mix", [0.1, 0.3, 0.5])
def test_the_head_that_runs_together_at_its_jump_is_left_out(angle, mix):
    quad = tile(120, 130, angle)
    a, b = heads(quad)
    a_jumps = abs((angle % 90) - 45) < 20
    if a_jumps:
        a = (1 - mix) * a + mix * np.roll(a, 1, axis=0)
    elif min(angle % 90, 90 - angle % 90) < 20:
        b = (1 - mix) * b + mix * np.roll(b, 1, axis=0)
    quads = joined(a[None].astype(np.float32), b[None].astype(np.float32))
    assert same_shape(quads[0], quad, 2.7)


def test_touching_tiles_all_stay():
    row = [tile(40 + 31 * at, 100) for at in range(6)] + [
        tile(40 + 31 * at, 141) for at in range(6)
    ]
    quads, _ = decode(*peaks(row), threshold=0.3)
    assert len(quads) == 12
    for quad in row:
        assert any(same_shape(found, quad, 0.01) for found in quads)


def test_touching_tiles_turned_all_stay():
    step = np.array([np.cos(0.5), np.sin(0.5)]) * 31
    row = [tile(*(np.array([40, 60]) + at * step), np.rad2deg(0.5)) for at in range(6)]
    assert len(decode(*peaks(row), threshold=0.3)[0]) == 6


def test_of_two_answers_for_one_face_the_surer_stays():
    twice = [tile(120, 120), tile(128, 124)]
    quads, scores = decode(*peaks(twice, [0.6, 0.8]), threshold=0.3)
    assert scores.tolist() == [pytest.approx(0.8)]
    assert same_shape(quads[0], twice[1], 0.01)


def test_a_part_inside_a_face_is_no_second_face():
    quads, scores = decode(*peaks([tile(120, 120), tile(120, 130, 0, 14, 18)], [0.9, 0.7]), 0.3)
    assert len(quads) == 1
    assert scores[0] == pytest.approx(0.9)


@pytest.mark.parametrize(
    "quad",
    [
        tile(120, 120, 0, 3, 40),
        tile(120, 120, 0, 12, 70),
        tile(120, 120)[::-1],
        tile(120, 120)[[0, 2, 1, 3]],
    ],
    ids=["tiny", "sliver", "inside out", "crossed"],
)
def test_what_cannot_be_a_face_is_dropped(quad):
    cells, heat, corners = peaks([tile(120, 120)])
    corners[0, :, 1, 1] = np.tile((quad - (cells[0, ::-1] + 0.5) * STRIDE).ravel(), 2)
    assert len(decode(cells, heat, corners, 0.3)[0]) == 0


def test_below_the_threshold_there_is_nothing():
    quads, scores = decode(*peaks([tile(120, 120)], [0.29]), threshold=0.3)
    assert quads.shape == (0, 4, 2)
    assert scores.shape == (0,)


def test_faces_come_the_best_first():
    two = [tile(60, 60), tile(160, 160)]
    quads, scores = decode(*peaks(two, [0.6, 0.8]), 0.3)
    assert scores.tolist() == pytest.approx([0.8, 0.6])
    assert same_shape(quads[0], two[1], 0.01)


def test_cells_around_a_peak_are_heard_where_they_mean_the_same_face():
    quad, other = tile(120, 120), tile(160, 120)
    cells, heat, corners = peaks([quad])
    heat[0, 1] = (0.8, 0.9, 0.8)
    corners[0, :, 1, 0] = said(quad + np.array([3, 0]), cells[0] + np.array([0, -1]))
    corners[0, :, 1, 2] = said(other, cells[0] + np.array([0, 1]))
    heat[0, 0, 1] = 0.1
    corners[0, :, 0, 1] = said(quad + np.array([0, 3]), cells[0] + np.array([-1, 0]))
    (found,) = gathered(cells, heat, corners)
    assert same_shape(found, quad + np.array([3 * 0.8 / 1.7, 0]), 0.01)


def test_nothing_found_is_no_faces():
    empty = np.empty((0, 2), np.int64), np.empty((0, 3, 3)), np.empty((0, 16, 3, 3))
    assert decode(*empty, 0.3)[0].shape == (0, 4, 2)
