"""What is taken for each other is drawn anew, each of it as often as the others."""

import itertools

import numpy as np
import pytest

from models import flat_alike
from vision.labels import CLASS_OF, LABELS
from vision.synthetic.faces import TileSet


def _rng(seed):
    return np.random.default_rng(seed)


def _light(seed):
    """A set whose faces are light and whose backs are not."""
    for number in range(seed, seed + 50):
        faces = TileSet.random(_rng(number))
        palette = faces.design.palette
        if min(palette.body) > 180 and not palette.one_tone:
            return faces
    raise AssertionError


def test_each_is_shown_as_often_as_what_it_is_taken_for():
    patches, classes = flat_alike.of_set(_rng(2), TileSet.random(_rng(2)))
    assert len(patches) == len(classes)
    assert all(patch.shape == (96, 96, 3) for patch in patches)
    often = {label: classes.count(CLASS_OF[label]) for label in LABELS}
    assert {often[label] for label in flat_alike.NUMBERS} == {flat_alike.HANDS}
    assert often["9s"] == often["5s"] == often["0s"]
    assert often["8p"] == often["4p"] == often["6p"]
    assert often["1s"] == often["1p"]
    assert often["5z"] == often["back"]


@pytest.mark.parametrize("kind", flat_alike.KINDS)
def test_no_two_hands_or_suits_are_alike(kind):
    drawn, labels = kind(_rng(3), _light(3))
    again = [drawn[at] for at, label in enumerate(labels) if label == labels[0]]
    assert len(again) > 1
    for one, other in itertools.pairwise(again):
        assert np.abs(one.astype(int) - other).max() > 60


def test_a_white_dragon_has_the_colour_of_the_faces_and_a_back_does_not():
    faces = _light(7)
    body = np.array(faces.design.palette.body)
    ways = []
    for seed in range(12):
        dragon = np.median(flat_alike.white(_rng(seed), faces).face("5z"), axis=(0, 1))
        back = np.median(flat_alike.back(_rng(seed), faces), axis=(0, 1))
        assert np.abs(dragon - body).max() < 30
        ways.append(np.abs(back - body).max())
    assert np.median(ways) > 60
    assert len({round(way) for way in ways}) > 3


def test_no_bare_white_dragon_is_taught_where_backs_are_as_pale():
    found = 0
    for seed in range(300):
        faces = TileSet.random(_rng(seed))
        if faces.design.palette.one_tone:
            found += 1
            frames = {
                flat_alike.white(_rng(again), faces).design.honours.frame for again in range(12)
            }
            assert not frames & {"blank", "written"}
    assert found > 3
