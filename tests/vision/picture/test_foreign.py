"""Foreign faces that are there three times are named; flowers are not."""

import numpy as np
import pytest

from vision.labels import CLASS_OF, LABELS, NONE, OTHER
from vision.picture.foreign import asked_for, told_apart

QUADS = np.zeros((5, 4, 2), np.float32)


def seen(*looks):
    """Features [n,2,8] of faces with these looks; turned round, none is like another."""
    upright = np.eye(8, dtype=np.float32)[list(looks)]
    return np.stack([upright, np.roll(upright, 4, axis=1)], axis=1)


def chances(second="1s", count=5):
    told = np.full((count, 40), 1e-4, np.float32)
    told[:, OTHER], told[:, CLASS_OF[second]] = 0.9, 0.05
    return told / told.sum(axis=1, keepdims=True)


def names(told):
    return [LABELS[best] for best in told.argmax(axis=1)]


def test_three_alike_are_what_they_were_read_as_besides():
    told = told_apart(chances(), QUADS, lambda _: seen(0, 1, 0, 0, 2))
    assert names(told) == ["1s", "other", "1s", "1s", "other"]
    assert told.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_two_alike_may_be_flowers():
    before = chances()
    assert names(told_apart(before, QUADS, lambda _: seen(0, 1, 0, 3, 2))) == ["other"] * 5


def test_copies_that_lie_the_other_way_round_are_copies():
    looks = seen(0, 1, 0, 0, 2)
    looks[2] = looks[2, ::-1]
    told = told_apart(chances(), QUADS, lambda _: looks)
    assert names(told)[0] == names(told)[3] == "1s"


def test_nothing_is_looked_at_where_few_are_foreign_or_the_features_are_kept_back():
    def never(_):
        raise AssertionError("asked for nothing")

    two = chances(count=2)
    assert told_apart(two, QUADS[:2], never) is two
    empty = np.empty((0, 40), np.float32)
    assert told_apart(empty, QUADS[:0], never) is empty
    five = chances()
    assert told_apart(five, QUADS, lambda quads: np.empty((len(quads), 2, 0), np.float32)) is five


def on_a_table(strange, birds=0, others=32):
    """A whole table's faces: strange ones first, sure birds, and others."""
    sure = np.full((birds + others, 40), 1e-4, np.float32)
    sure[:birds, CLASS_OF["1s"]] = 1
    sure[birds:, CLASS_OF["5p"]] = 1
    told = np.concatenate([chances(count=strange), sure / sure.sum(axis=1, keepdims=True)])
    return told, np.zeros((len(told), 4, 2), np.float32)


@pytest.mark.parametrize(
    ("strange", "others", "told"),
    [(1, 32, "1s"), (2, 32, "1s"), (1, 20, "other"), (5, 32, "other")],
)
def test_the_one_strange_face_of_a_whole_table_is_a_bird(strange, others, told):
    faces, quads = on_a_table(strange, others=others)
    looks = lambda asked: seen(*range(len(asked)))  # noqa: E731
    assert names(told_apart(faces, quads, looks))[:strange] == [told] * strange


def test_what_is_rather_no_tile_is_no_strange_bird():
    faces, quads = on_a_table(1)
    faces[0, [NONE, OTHER, CLASS_OF["1s"]]] = 0.7, 0.04, 0.2
    assert names(told_apart(faces, quads, lambda _: seen(0)))[0] == "none"


@pytest.mark.parametrize(("like", "told"), [(True, "1s"), (False, "other")])
def test_beside_a_bird_that_is_named_only_what_looks_like_it_is_one(like, told):
    faces, quads = on_a_table(1, birds=1)
    looks = seen(0, 0 if like else 1)
    after = told_apart(faces, quads, lambda _: looks)
    assert names(after)[:2] == [told, "1s"]
    assert after.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_birds_that_are_named_already_cost_no_look():
    faces, quads = on_a_table(0, birds=3)
    faces[:, OTHER] = 0.03

    def never(_):
        raise AssertionError("asked for nothing")

    assert told_apart(faces, quads, never) is faces


@pytest.mark.parametrize(("strange", "birds"), [(1, 2), (1, 0), (0, 3), (4, 1)])
def test_it_is_known_before_which_faces_will_be_looked_at(strange, birds):
    faces, quads = on_a_table(strange, birds=birds)
    quads += np.arange(len(quads), dtype=np.float32)[:, None, None]
    looked = []

    def looks(asked):
        looked.extend(asked[:, 0, 0].astype(int).tolist())
        return seen(*range(len(asked)))

    told_apart(faces, quads, looks)
    alone = [] if strange < 3 else list(range(strange))
    assert looked[len(alone) :] == asked_for(faces).tolist()
