"""How near the places of a table are, by what tiles cover there."""

import cv2
import numpy as np
import pytest

from vision.picture.perspective import Nearness

SPREADS = (1.0, 0.3, 0.1)
PLANE = np.array([[40, 6, 500], [3, 22, 300], [0.002, -0.03, 1]], np.float64)


def seen(spots, turns):
    """Unit squares around places of a table, as a camera from a low place sees them."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    way = np.stack([np.cos(turns), np.sin(turns), -np.sin(turns), np.cos(turns)], -1)
    corners = half @ way.reshape(-1, 2, 2) + spots[:, None]
    return cv2.perspectiveTransform(corners.reshape(1, -1, 2), PLANE).reshape(-1, 4, 2)


def table(count=30):
    chance = np.random.default_rng(7)
    return chance.uniform(-9, 9, (count, 2)), chance.uniform(0, 2 * np.pi, count)


def test_squares_of_a_table_are_parallelograms_of_one_area_when_they_lie_flat():
    quads = seen(*table()).astype(np.float32)
    areas = np.array([cv2.contourArea(quad) for quad in quads])
    assert areas.max() > 3 * areas.min()
    nearness = Nearness.of(quads, np.ones(len(quads), np.float32), SPREADS)
    flat, _ = nearness.laid_flat(quads.reshape(-1, 2).astype(np.float64))
    laid = flat.reshape(-1, 4, 2).astype(np.float32)
    areas = np.array([cv2.contourArea(quad) for quad in laid])
    assert areas == pytest.approx(np.full(len(areas), areas.mean()), rel=0.05)
    assert laid[:, 0] + laid[:, 2] == pytest.approx(laid[:, 1] + laid[:, 3], abs=1.5)


def test_ways_are_turned_as_the_places_they_lead_to():
    nearness = Nearness.of(seen(*table()).astype(np.float32), np.ones(30, np.float32), SPREADS)
    spots, step = np.array([[480.0, 320.0], [700.0, 410.0]]), np.array([0.4, -0.3])
    here, turned = nearness.laid_flat(spots)
    there, _ = nearness.laid_flat(spots + step)
    assert turned @ step == pytest.approx(there - here, rel=0.01)


def test_what_is_none_of_the_table_has_little_say():
    spots, turns = table()
    quads = seen(spots, turns).astype(np.float32)
    weights = np.ones(30, np.float32)
    middles = quads.mean(axis=1, keepdims=True)
    odd = quads.copy()
    odd[:7] = middles[:7] + 0.4 * (quads[:7] - middles[:7])
    plain, misled = (Nearness.of(some, weights, SPREADS) for some in (quads, odd))
    assert misled.usual == pytest.approx(plain.usual, rel=0.03)
    assert misled.slopes == pytest.approx(plain.slopes, abs=2e-4)


def test_faces_of_no_extent_and_those_beyond_the_horizon_are_borne_with():
    quads = seen(*table(8)).astype(np.float32)
    quads[3] = quads[3].mean(axis=0)
    nearness = Nearness.of(quads, np.ones(8, np.float32), SPREADS)
    near = nearness.at(np.array([[1e5, -1e5], [-1e5, 1e5], [500.0, 300.0]]))
    assert np.isfinite(near).all()
    assert (near > 0).all()
