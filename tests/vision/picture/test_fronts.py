"""Fronts of standing tiles, seen nearly along them, beside backs that lie."""

import numpy as np
import pytest

from vision.labels import BACK, CLASS_OF
from vision.picture.fronts import fronts, openness

FRONT, BACK_ABOVE, BACK_LEANING = (32, 10), (30, 40), (32, 13)


def row(count, x, size):
    """``count`` tiles below each other, each so wide and high."""
    wide, high = size
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    return np.stack([corners + np.array([x, 60 * at]) for at in range(count)])


def chances(faces, backs):
    said = np.full((faces + backs, 40), 0.001, np.float32)
    said[:faces, CLASS_OF["7s"]] = 0.96
    said[faces:, BACK] = 0.96
    return said


def told(faces, backs, face=FRONT, back=BACK_ABOVE):
    quads = np.concatenate([row(faces, 500, face), row(backs, 100, back)])
    return fronts(quads, chances(faces, backs))


@pytest.mark.parametrize("turned", [0, 1])
def test_slivers_beside_backs_that_lie_open_are_fronts(turned):
    quads = np.concatenate([row(5, 500, FRONT), np.roll(row(9, 100, BACK_ABOVE), turned, axis=1)])
    assert fronts(quads, chances(5, 9)).tolist() == [True] * 5 + [False] * 9


def test_backs_that_lean_as_much_say_that_the_camera_is_low():
    assert not told(5, 9, back=BACK_LEANING).any()


def test_faces_that_lie_open_are_none_whatever_the_backs():
    assert not told(5, 9, face=(30, 40)).any()
    assert not told(5, 9, face=(32, 24)).any()


def test_fewer_backs_than_slivers_say_nothing():
    assert not told(9, 8).any()
    assert not told(2, 5).any()
    assert told(9, 9)[:9].all()


def test_openness_is_what_a_lean_leaves():
    leaning = row(1, 0, (30, 30 * 1.34 * np.cos(np.radians(60))))
    assert openness(leaning)[0] == pytest.approx(0.5, abs=0.01)
    turned = np.array([[np.cos(0.7), -np.sin(0.7)], [np.sin(0.7), np.cos(0.7)]])
    assert openness(leaning @ turned.T)[0] == pytest.approx(0.5, abs=0.01)
