"""Names of faces that glare hides a part of: worth less the more of it, where others are clear."""

import numpy as np
import pytest

from vision.detections import CLASSES, Detections
from vision.labels import BACK, CLASS_OF
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


def found(quads, backs=()):
    kinds = np.full(len(quads), CLASS_OF["5m"], np.int64)
    kinds[list(backs)] = BACK
    scores, chances = np.ones(len(quads)), np.zeros((len(quads), CLASSES))
    return Detections(quads, scores.astype(np.float32), kinds, chances.astype(np.float32))


def test_a_name_is_worth_less_the_more_of_the_face_glare_hides():
    image, quads = picture([0] * 7 + [0.3, 0.5, 0.65, 0.8, 0.9])
    worth = glare.credit(image, found(quads))
    assert worth[:8].tolist() == [1] * 8
    assert (np.diff(worth[7:]) < 0).all()
    assert worth[8] < 0.9
    assert 0.5 <= worth[-1] < 0.65


@pytest.mark.parametrize(
    ("hidden", "body", "backs"),
    [
        ([0] * 8, 255, ()),
        ([0.6] * 8, 200, ()),
        ([0.6, 0.6, 0, 0], 200, ()),
        ([0, 0, 0, 0, 0, 0.9], 200, (5,)),
        ([], 200, ()),
    ],
    ids=["all burnt evenly", "all alike", "too few to tell", "a back", "none"],
)
def test_names_keep_their_worth_where_no_lamp_is_seen_on_some_of_the_faces(hidden, body, backs):
    image, quads = picture(hidden, body)
    some = found(quads, backs)
    worth = glare.credit(image, some)
    assert (worth == 1).all()
    assert glare.words(some, worth) == ()


def test_what_is_said_counts_them_and_no_backs():
    image, quads = picture([0, 0, 0, 0, 0, 0, 0.5, 0.7])
    some = found(quads, backs=(0,))
    assert glare.words(some, glare.credit(image, some)) == (
        "2 of 7 faces lie partly under glare; expected the lamp elsewhere",
    )
