"""Of faces read as green dragons, those that look otherwise are birds; what looks alike stays."""

import numpy as np
import pytest

from vision.labels import CLASS_OF, LABELS
from vision.picture.namesakes import birds_among_dragons

BIRD, DRAGON = CLASS_OF["1s"], CLASS_OF["6z"]


def faces(names, birds):
    """Chances of faces of these names, with so much of a bird in each."""
    told = np.full((len(names), 40), 1e-7, np.float32)
    told[:, DRAGON] = 1e-5
    told[np.arange(len(names)), [CLASS_OF[name] for name in names]] = 0.97
    told[np.arange(len(names)), BIRD] = birds
    return told / told.sum(axis=1, keepdims=True), np.zeros((len(names), 4, 2), np.float32)


def looking(*angles, turned=()):
    """Features of the faces asked, by the degrees that lie between them; some lie upside down."""
    features = np.zeros((len(angles), 2, 4), np.float32)
    for at, angle in enumerate(np.radians(angles)):
        way = int(at in turned)
        features[at, way, :2] = np.cos(angle), np.sin(angle)
        features[at, 1 - way, 2:] = np.cos(angle), np.sin(angle)
    return lambda quads: features[: len(quads)]


def never(_):
    raise AssertionError("asked for nothing")


def named(told):
    return [LABELS[one] for one in told.argmax(axis=1)]


@pytest.mark.parametrize("turned", [(), (1,), (0, 2)])
def test_a_dragon_that_looks_unlike_the_surer_ones_is_a_bird(turned):
    told, quads = faces(["6z", "6z", "6z"], [1e-5, 1e-5, 0.003])
    after = birds_among_dragons(told, quads, looking(0, 5, 50, turned=turned))
    assert named(after) == ["6z", "6z", "1s"]
    assert 0.8 < after[2, BIRD] < 0.95
    assert after.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert np.array_equal(after[:2], told[:2])


def test_a_bird_found_tells_the_next_one():
    told, quads = faces(["6z", "6z", "6z"], [1e-5, 0.2, 0.003])
    assert named(birds_among_dragons(told, quads, looking(0, 52, 50))) == ["6z", "1s", "1s"]


def test_a_dragon_that_looks_like_a_named_bird_is_one():
    told, quads = faces(["6z", "1s"], [0.003, 0.97])
    assert named(birds_among_dragons(told, quads, looking(3, 10))) == ["1s", "1s"]


def test_dragons_that_look_alike_stay():
    told, quads = faces(["6z", "6z", "1s"], [0.03, 1e-5, 0.97])
    assert named(birds_among_dragons(told, quads, looking(0, 25, 50))) == ["6z", "6z", "1s"]


@pytest.mark.parametrize(
    ("names", "birds"),
    [
        ([], []),
        (["6z"], [0.2]),
        (["6z", "6z"], [1e-5, 1e-5]),
        (["6z"] * 12, [0.01] * 12),
        (["1s", "2s"], [0.97, 0.1]),
    ],
)
def test_nothing_is_looked_at_where_nothing_can_be_told(names, birds):
    told, quads = faces(names, birds)
    assert birds_among_dragons(told, quads, never) is told


def test_more_birds_than_a_set_has_are_none():
    told, quads = faces(["6z"] * 6, [1e-5, *[0.01] * 5])
    assert birds_among_dragons(told, quads, looking(0, *[60] * 5)) is told


def test_features_that_are_kept_back_say_nothing():
    told, quads = faces(["6z", "6z"], [1e-5, 0.01])
    assert birds_among_dragons(told, quads, lambda q: np.empty((len(q), 2, 0), np.float32)) is told
