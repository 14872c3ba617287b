"""Confidence as it is told: its odds raised by what goes with the width of the face."""

import numpy as np
import pytest

from vision.honesty import AS_SEEN, NARROW, WIDE, Honesty

CHANCES = np.array([[0.9, 0.06, 0.04], [0.2, 0.5, 0.3], [0.0, 0.0, 1.0]], np.float32)
WIDTHS = np.array([WIDE, WIDE, WIDE], np.float32)


def test_nothing_measured_nothing_changed():
    assert AS_SEEN.told(CHANCES, WIDTHS) is CHANCES


def test_odds_are_raised_and_the_rest_is_shared():
    told = Honesty(0.0, np.log(3)).told(CHANCES, WIDTHS)
    assert told[0, 0] == pytest.approx(27 / 28, abs=1e-5)
    assert told[0, 1] / told[0, 2] == pytest.approx(1.5, abs=1e-4)
    assert told.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_even_odds_are_raised():
    assert Honesty(0.0, np.log(7)).told(CHANCES, WIDTHS)[1, 1] == pytest.approx(7 / 8, abs=1e-5)


@pytest.mark.parametrize("nats", [-0.6, 0.4, 3.0])
def test_the_likeliest_stays_the_likeliest_and_certainty_stays(nats):
    told = Honesty(nats, nats).told(CHANCES[[0, 2]], WIDTHS[:2])
    assert told.argmax(axis=1).tolist() == [0, 2]
    assert told[1, 2] > 0.999
    assert np.isfinite(told).all()


def test_each_width_has_its_number():
    widths = np.array([5, NARROW, (NARROW * WIDE) ** 0.5, WIDE, 300], np.float32)
    assert Honesty(0.0, 2.0).raised(widths) == pytest.approx([0, 0, 1, 2, 2], abs=1e-5)


def test_a_face_of_thirty_pixels_is_a_wide_one():
    widths = np.array([16, 30], np.float32)
    assert Honesty(0.0, 2.0).raised(widths) == pytest.approx([0, 2], abs=1e-5)


def test_no_faces_are_no_trouble():
    empty = np.empty((0, 40), np.float32)
    assert Honesty(1.0, 1.0).told(empty, np.empty(0, np.float32)).shape == (0, 40)
