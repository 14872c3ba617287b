"""Faces that are burnt white: told by those that were only brightly lit, and by blank ones."""

from dataclasses import replace

import numpy as np
import pytest

from vision.detections import CLASSES, Detections
from vision.labels import BACK, CLASS_OF
from vision.picture import burnt

WIDE, HIGH = 30, 40


def picture(inks, body=250):
    """Faces in a row, each with a tenth and more of ink that is so much darker, 0 to 255."""
    image = np.full((HIGH + 20, (WIDE + 10) * len(inks) + 10, 3), 60, np.uint8)
    quads = []
    for at, ink in enumerate(inks):
        left = 10 + at * (WIDE + 10)
        image[10 : 10 + HIGH, left : left + WIDE] = body
        image[22:36, left + 8 : left + 22, 1] = body - ink
        right, bottom = left + WIDE, 10 + HIGH
        quads.append([[left, 10], [right, 10], [right, bottom], [left, bottom]])
    return image, np.array(quads, np.float32)


def found(quads, kind="5m"):
    count = len(quads)
    kinds = np.full(count, BACK if kind == "back" else CLASS_OF[kind], np.int64)
    return Detections(
        quads, np.ones(count, np.float32), kinds, np.zeros((count, CLASSES), np.float32)
    )


@pytest.mark.parametrize(
    ("inks", "body", "kind", "burnt_ones"),
    [
        ([10] * 8, 250, "5m", [True] * 8),
        ([10] * 10 + [200] * 2, 250, "5m", [True] * 10 + [False] * 2),
        ([0] * 4 + [120] * 2, 250, "5m", [False] * 6),
        ([0] * 3 + [45] * 3, 250, "5m", [False] * 6),
        ([10] * 8, 200, "5m", [False] * 8),
        ([10] * 4, 250, "5m", [False] * 4),
        ([10] * 8, 250, "back", [False] * 8),
        ([], 250, "5m", []),
    ],
    ids=[
        "burnt",
        "a part of them",
        "blank ones",
        "faint ones",
        "grey bodies",
        "few",
        "backs",
        "none",
    ],
)
def test_faces_are_burnt_where_white_ones_have_hardly_any_ink(inks, body, kind, burnt_ones):
    image, quads = picture(inks, body)
    white = burnt.among(image, found(quads.reshape(-1, 4, 2), kind))
    assert white.tolist() == burnt_ones


def test_what_is_said_counts_them_and_no_backs():
    _, quads = picture([10] * 4)
    kinds = np.array([CLASS_OF["5m"]] * 3 + [BACK])
    some = replace(found(quads), class_id=kinds)
    assert burnt.words(some, np.array([True, False, True, False])) == (
        "2 of 3 faces are burnt white; expected less light",
    )
    assert burnt.words(some, np.zeros(4, np.bool_)) == ()
