"""Fives of a picture held against each other."""

import numpy as np

from vision.detections import CLASSES
from vision.labels import CLASS_OF
from vision.picture.fives import red_by_others

SIZE = 8


def face(at):
    """An outline far from the others."""
    return np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32) + 100 * at


def chances(*readings):
    """Probabilities [n,40] from the share of a red five, or a name that is sure."""
    rows = np.zeros((len(readings), CLASSES), np.float32)
    for row, reading in zip(rows, readings, strict=True):
        if isinstance(reading, str):
            row[CLASS_OF[reading]] = 1
        else:
            row[[CLASS_OF["0p"], CLASS_OF["5p"]]] = reading, 1 - reading
    return rows


class Looks:
    """Sees a number in each face, upright and upside down; counts what was asked."""

    def __init__(self, *shown):
        self.shown, self.asked = shown, 0

    def __call__(self, quads):
        numbers = [self.shown[int(quad[0, 0] / 100)] for quad in quads]
        self.asked += len(numbers)
        both = [[np.eye(SIZE)[number] + 2, np.eye(SIZE)[number + 4] + 2] for number in numbers]
        return np.array(both, np.float32).reshape(-1, 2, SIZE)


def told(readings, shown):
    """The share of red of each face, and how many were looked at."""
    looks, every = Looks(*shown), chances(*readings)
    quads = np.stack([face(at) for at in range(len(readings))])
    result = red_by_others(every, quads, looks)
    assert np.allclose(result.sum(axis=1), 1)
    return result[:, CLASS_OF["0p"]], looks.asked


def test_two_of_one_look_are_not_both_red():
    red, asked = told((0.9, 0.6), (1, 1))
    assert asked == 2
    assert red[1] < 0.2
    red, _ = told((0.6, 0.5), (1, 1))
    assert red.max() < 0.4


def test_other_faces_and_what_is_clear_are_not_looked_at():
    red, asked = told(("1z", 0.99, 0.01, 0.01), (1, 2, 1, 1))
    assert asked == 0
    assert red[1] > 0.98


def test_one_alone_stays_as_it_was_read():
    red, asked = told((0.4, "1z"), (1, 2))
    assert asked == 0
    assert red[0] == np.float32(0.4)


def test_more_fives_than_two_sets_could_tell_apart_are_left_alone():
    red, asked = told((0.4,) * 7, (1,) * 7)
    assert asked == 0
    assert red.min() > 0.39
