"""A find as bare as a wall, of a tile's size and the faces' colour, is a haku among them."""

import numpy as np
import pytest

from vision.labels import LABELS, NONE
from vision.picture.bare import with_bare
from vision.picture.blanks import HAKU
from vision.picture.faces import Faces

WHITE, GREEN = (240, 240, 235), (20, 110, 50)
HOLE = (1, 2)
"""The row and column without ink."""


def quad(row, column, wide=30, high=40):
    left, top = 20 + 32 * column, 20 + 42 * row
    return [[left, top], [left + wide, top], [left + wide, top + high], [left, top + high]]


def pond(blank=WHITE, ink=False):
    """Three rows of five faces with ink on them; what lies in the hole may have some too."""
    image = np.full((180, 220, 3), GREEN, np.uint8)
    quads = []
    for row in range(3):
        for column in range(5):
            (left, top), _, (right, bottom), _ = quad(row, column)
            hole = (row, column) == HOLE
            image[top:bottom, left:right] = blank if hole else WHITE
            if ink or not hole:
                image[top + 14 : bottom - 14, left + 10 : right - 10] = (20, 20, 60)
            quads += [] if hole else [quad(row, column)]
    chances = np.full((len(quads), 40), 1e-4, np.float32)
    chances[range(len(quads)), range(len(quads))] = 0.99
    return image, Faces(np.array(quads, np.float32), np.ones(len(quads), np.float32), chances)


def find(place, haku=0.1):
    """One find that was left out as no tile."""
    chances = np.full((1, 40), 1e-4, np.float32)
    chances[0, [HAKU, NONE]] = haku, 0.9 - haku
    return Faces(np.array([place], np.float32), np.full(1, 0.2, np.float32), chances)


def added(image, faces, left):
    return [
        LABELS[one] for one in with_bare(image, faces, left).chances[len(faces.quads) :].argmax(1)
    ]


@pytest.mark.parametrize("rolled", [0, 1, 2])
def test_a_bare_place_among_faces_is_a_haku(rolled):
    image, faces = pond()
    assert added(image, faces, find(np.roll(quad(*HOLE), rolled, axis=0))) == ["5z"]


@pytest.mark.parametrize(
    ("blank", "ink", "place"),
    [
        (WHITE, True, quad(*HOLE)),
        (GREEN, False, quad(*HOLE)),
        (WHITE, False, quad(*HOLE, wide=30, high=20)),
        (WHITE, False, quad(0, 4)),
    ],
    ids=["ink", "cloth", "half", "taken"],
)
def test_anything_else_is_none(blank, ink, place):
    image, faces = pond(blank, ink)
    assert added(image, faces, find(place)) == []


@pytest.mark.parametrize(("haku", "told"), [(0.4, ["5z"]), (0.05, [])])
def test_at_the_end_of_a_row_the_classifier_must_think_of_it(haku, told):
    image, faces = pond()
    image[20:60, 148:178] = WHITE
    faces = faces.at(np.delete(np.arange(len(faces.quads)), 4))
    assert added(image, faces, find(quad(0, 4), haku)) == told


def test_two_finds_of_one_place_are_one_haku():
    image, faces = pond()
    both = find(quad(*HOLE)).and_also(find(np.add(quad(*HOLE), 1)))
    assert added(image, faces, both) == ["5z"]


def test_with_few_faces_nothing_is_told():
    image, faces = pond()
    few = faces.at(np.arange(6))
    assert with_bare(image, few, find(quad(*HOLE))) is few
