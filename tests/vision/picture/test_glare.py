"""Faces that glare hides much of: told by the others, not by a bright body, and no blank ones."""

import numpy as np
import pytest

from vision.detections import CLASSES, Detections
from vision.labels import CLASS_OF
from vision.picture import glare

WIDE, HIGH = 40, 56


def picture(hidden, body=200):
    """Faces in a row with ink all over; of each so much, from its left on, is burnt white."""
    image = np.full((HIGH + 20, (WIDE + 10) * len(hidden) + 10, 3), 60, np.uint8)
    quads = []
    for at, share in enumerate(hidden):
        left = 10 + at * (WIDE + 10)
        image[10 : 10 + HIGH, left : left + WIDE] = body
        image[10 : 10 + HIGH : 3, left : left + WIDE] = 40
        image[10 : 10 + HIGH, left : left + round(WIDE * share)] = 255
        right, bottom = left + WIDE, 10 + HIGH
        quads.append([[left, 10], [right, 10], [right, bottom], [left, bottom]])
    return image, np.array(quads, np.float32).reshape(-1, 4, 2)


def found(quads, others=None):
    kinds = np.full(len(quads), CLASS_OF["5m"], np.int64)
    for at, label in (others or {}).items():
        kinds[at] = CLASS_OF[label]
    scores, chances = np.ones(len(quads)), np.zeros((len(quads), CLASSES))
    return Detections(quads, scores.astype(np.float32), kinds, chances.astype(np.float32))


def test_faces_are_hidden_of_which_glare_covers_much():
    image, quads = picture([0, 0, 0, 0, 0, 0, 0.3, 0.65, 0.8, 1.0])
    assert glare.among(image, found(quads)).tolist() == [False] * 7 + [True] * 3


def test_a_bright_body_hides_nothing_while_its_ink_stands_in_it():
    image, quads = picture([0] * 5)
    left, top = quads[4, 0].astype(int)
    bright = image[top : top + HIGH, left : left + WIDE]
    bright[:] = 255
    bright[:, np.arange(WIDE) // 4 % 2 == 0] = 40
    assert not glare.among(image, found(quads)).any()


@pytest.mark.parametrize(
    ("hidden", "body", "others"),
    [
        ([0] * 8, 255, {}),
        ([0.8] * 8, 200, {}),
        ([0.8, 0.8, 0, 0], 200, {}),
        ([0, 0, 0, 0, 0, 0.9], 200, {5: "back"}),
        ([0, 0, 0, 0, 0, 0.9], 200, {5: "5z"}),
        ([], 200, {}),
    ],
    ids=["all burnt evenly", "all alike", "too few to tell", "a back", "a blank one", "none"],
)
def test_none_is_hidden_where_no_lamp_is_seen_on_some_of_the_faces(hidden, body, others):
    image, quads = picture(hidden, body)
    some = found(quads, others)
    assert not glare.among(image, some).any()
    assert glare.words(some, glare.among(image, some)) == ()


def test_what_is_said_counts_them_and_no_backs():
    image, quads = picture([0, 0, 0, 0, 0, 0, 0.7, 0.8])
    some = found(quads, {0: "back"})
    assert glare.words(some, glare.among(image, some)) == (
        "2 of 7 faces lie partly under glare; expected the lamp elsewhere",
    )
