"""Narrow characters that look like another's copies take its name; others keep their own."""

import numpy as np
import pytest

from vision.labels import CLASS_OF, LABELS
from vision.picture.alike import agreed


def faces(names, sure=0.9, wide=30.0):
    told = np.full((len(names), 40), 1e-4, np.float32)
    told[:, :9] = (1 - sure) / 9
    told[np.arange(len(names)), [CLASS_OF[name] for name in names]] = sure
    face = np.array([[0, 0], [wide, 0], [wide, wide * 1.3], [0, wide * 1.3]], np.float32)
    return told / told.sum(axis=1, keepdims=True), np.repeat(face[None], len(names), axis=0)


def looking(*angles):
    """Features of faces, by the degrees that lie between them."""
    turned = np.radians(angles)
    features = np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)
    return lambda quads: features[: len(quads)]


def never(_):
    raise AssertionError("asked for nothing")


def test_a_character_that_looks_like_anothers_copies_takes_its_name():
    told, quads = faces(["2m", "2m", "2m", "3m", "3m"])
    after = agreed(told, quads, looking(0, 3, 38, 40, 42))
    assert [LABELS[one] for one in after.argmax(axis=1)] == ["2m", "2m", "3m", "3m", "3m"]
    assert 0.5 < after[2].max() < 0.7
    assert after.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert np.array_equal(after[[0, 1, 3, 4]], told[[0, 1, 3, 4]])


def test_the_only_one_of_its_name_keeps_it_however_like_another_it_looks():
    told, quads = faces(["1m", "2m", "2m"])
    assert np.array_equal(agreed(told, quads, looking(8, 10, 12)), told)


def test_a_face_that_is_surely_named_is_not_doubted():
    told, quads = faces(["2m", "2m", "2m", "3m", "3m"], sure=0.999)
    assert agreed(told, quads, never) is told


def test_copies_that_hardly_differ_more_than_others_say_nothing():
    told, quads = faces(["2m", "2m", "3m", "3m"])
    assert np.array_equal(agreed(told, quads, looking(0, 12, 13, 25)), told)


@pytest.mark.parametrize(
    ("names", "wide"),
    [
        ([], 30),
        (["2m", "2m", "2m"], 30),
        (["1m", "2m", "3m"], 30),
        (["2p", "2p", "3p"], 30),
        (["2m", "2m", "3m"], 60),
    ],
)
def test_nothing_is_looked_at_where_nothing_can_be_told(names, wide):
    told, quads = faces(names, wide=wide)
    assert agreed(told, quads.reshape(-1, 4, 2), never) is told


def test_features_that_are_kept_back_say_nothing():
    told, quads = faces(["2m", "2m", "3m"])
    assert agreed(told, quads, lambda asked: np.empty((len(asked), 0), np.float32)) is told
