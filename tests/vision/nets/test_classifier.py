"""How many pixels a face is looked at in, in which order answers come, and by whose threads."""

import threading

import numpy as np
import pytest

from vision.club.classifier import ClubClassifier
from vision.labels import CLASS_OF, LABELS
from vision.nets.classifier import COARSE, Classifier, suiting
from vision.nets.crops import SIDE, cut

STEP = 6
"""Grey levels from one class to the next."""


def square(x, y, wide):
    return np.array([[x, y], [x + wide, y], [x + wide, y + wide], [x, y + wide]], np.float32)


def table(widths):
    """A picture with a square of each width, as grey as its class's number; the squares."""
    quads = np.stack([square(20 + 90 * at, 30, wide) for at, wide in enumerate(widths)])
    image = np.zeros((140, 90 * len(widths) + 40, 3), np.uint8)
    for number, quad in enumerate(quads.round().astype(int)):
        (left, top), (right, bottom) = quad[0], quad[2]
        image[top:bottom, left:right] = STEP * (number + 1)
    return image, quads


class Eyes:
    """A network that knows classes by their grey; what it was asked, and by which thread."""

    def __init__(self, said=None):
        self.said = said or {}
        self.sides, self.threads = [], []

    def __call__(self, crops):
        side = crops.shape[1]
        self.sides.append(side)
        self.threads.append(threading.current_thread())
        known = np.rint(crops[:, side // 2, side // 2, 0] / STEP).astype(int) - 1
        kind = np.full((len(crops), len(LABELS)), 1e-5, np.float32)
        for tile, chance in self.said.get(side, {}).items():
            kind[:, CLASS_OF[tile]] = chance
        if not self.said:
            kind[np.arange(len(crops)), known] = 1
        turn = np.tile(np.array([1, 0, 0, 0], np.float32), (len(crops), 1))
        return {"kind": kind, "turn": turn, "features": kind}


def test_faces_are_looked_at_in_hardly_more_pixels_than_they_have_and_told_in_their_order():
    image, quads = table([35, 60, 24, 38, 31, 70])
    eyes = Eyes()
    seen, fewer = Classifier(eyes).first_glance(image, quads)
    assert sorted(eyes.sides) == [*COARSE, SIDE]
    assert seen.kinds.argmax(axis=1).tolist() == list(range(6))
    assert fewer.tolist() == [True, False, True, True, True, False]


def test_nothing_is_seen_of_no_faces():
    image, quads = table([30])
    seen, fewer = Classifier(Eyes()).first_glance(image, quads[:0])
    assert len(seen.kinds) == len(fewer) == 0


def test_a_small_face_in_some_doubt_is_looked_at_closer_and_both_looks_count():
    image, quads = table([24])
    first, closer = {"6s": 0.94, "9s": 0.06}, {"6s": 0.6, "9s": 0.4}
    eyes = Eyes({COARSE[0]: first, SIDE: closer})
    settled = Classifier(eyes).settle(image, quads)
    assert eyes.sides[:2] == [COARSE[0], SIDE]
    both = np.array([(first[tile] * closer[tile]) ** 0.5 for tile in first])
    told = settled.kinds[0, [CLASS_OF[tile] for tile in first]]
    assert told == pytest.approx(both / both.sum(), abs=0.02)


@pytest.mark.parametrize(("alone", "jobs"), [(False, 4), (True, 1)])
def test_many_faces_are_shared_out_but_for_who_looks_alone(alone, jobs):
    image, quads = table([30] * 32)
    eyes = Eyes()
    seen = Classifier(eyes, threads=2).glance(cut(image, quads, COARSE[0]), alone)
    assert len(eyes.sides) == jobs
    assert not alone or eyes.threads == [threading.current_thread()]
    assert seen.kinds.argmax(axis=1).tolist() == list(range(32))


@pytest.mark.parametrize(
    ("widths", "side"), [([24, 30, 90], COARSE[0]), ([24, 35, 90], COARSE[1]), ([35, 60], SIDE)]
)
def test_a_picture_is_looked_at_in_the_pixels_that_suit_most_of_its_faces(widths, side):
    assert suiting(table(widths)[1]) == side


def test_the_smallest_side_suits_no_faces():
    assert suiting(np.empty((0, 4, 2), np.float32)) == COARSE[0]


def test_a_set_at_hand_changes_no_glance():
    image, quads = table([35, 60, 24])
    plain = Classifier(Eyes())
    club = ClubClassifier(plain, None)
    for mine, its in zip(
        plain.first_glance(image, quads), club.first_glance(image, quads), strict=True
    ):
        for one, other in zip(mine, its, strict=True):
            assert np.array_equal(one, other)
