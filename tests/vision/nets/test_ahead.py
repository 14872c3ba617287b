"""Faces that were begun are not looked at again; what was not is, and the order stays."""

import threading

import numpy as np
import pytest

from vision.nets.ahead import Ahead, Looking
from vision.together import Together


def faces(*numbers):
    return np.array([np.full((4, 2), number) for number in numbers], np.float32).reshape(-1, 4, 2)


def seen(quads):
    return quads[:, 0, :1] * np.array([[1, 10]], np.float32)


@pytest.mark.parametrize(
    ("asked", "late"), [((1, 2, 3), []), ((3, 7, 1, 8), [7, 8]), ((7, 8), [7, 8]), ((2,), [])]
)
def test_only_what_was_not_begun_is_looked_at(asked, late):
    looked = []

    def looks(quads):
        looked.extend(quads[:, 0, 0].tolist())
        return seen(quads)

    ahead = Ahead(faces(1, 2, 3), lambda: seen(faces(1, 2, 3)), looks)
    assert np.array_equal(ahead(faces(*asked)), seen(faces(*asked)))
    assert looked == late


def test_what_nobody_asks_for_is_not_waited_for():
    def begun():
        raise AssertionError("waited")

    assert np.array_equal(Ahead(faces(1), begun, seen)(faces(2)), seen(faces(2)))


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_begun_is_cut_by_who_begins_and_seen_in_pieces(threads):
    cut_by, seen_in = [], []

    def cut(quads):
        cut_by.append((threading.current_thread(), len(quads)))
        return quads

    def see(crops, *, alone):
        seen_in.append((len(crops), alone))
        return seen(crops)

    many = faces(*range(20))
    looks = Looking(cut, see).begun(many, Together(threads))
    assert np.array_equal(looks(many), seen(many))
    assert cut_by == [(threading.current_thread(), 20)]
    assert sum(count for count, _ in seen_in) == 20
    assert {alone for _, alone in seen_in} == {threads > 1}
    assert max(count for count, _ in seen_in) == (20 if threads == 1 else 7)
