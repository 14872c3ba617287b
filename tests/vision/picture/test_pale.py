"""What is as pale as the faces where backs have a colour of their own is a haku."""

import numpy as np
import pytest

from vision.labels import BACK, LABELS, NONE
from vision.picture.blanks import HAKU
from vision.picture.pale import with_pale

WHITE, PINK, GREEN = (230, 230, 225), (220, 90, 140), (20, 110, 50)
FACES, BACKS = 12, 8


def table(backs=PINK, blank=WHITE, high=40, haku=0.3):
    """Two rows: faces and, a gap away from their end, a blank; backs."""
    image = np.full((160, 600, 3), GREEN, np.uint8)
    quads, chances = [], np.full((FACES + BACKS + 1, 40), 1e-4, np.float32)
    for at in range(FACES + BACKS + 1):
        row, column = divmod(at, FACES + 2) if at < FACES else (at < FACES + BACKS, at - FACES)
        left, top = 20 + 32 * (column if at < FACES + BACKS else FACES + 2), 20 + 70 * int(row)
        bottom = top + (high if at == FACES + BACKS else 40)
        body = WHITE if at < FACES else backs if at < FACES + BACKS else blank
        image[top:bottom, left : left + 30] = body
        if at < FACES:
            image[top + 14 : top + 26, left + 10 : left + 20] = 20
        chances[at, at if at < FACES else BACK] = 0.98
        quads.append([[left, top], [left + 30, top], [left + 30, bottom], [left, bottom]])
    chances[-1, [BACK, NONE, HAKU]] = 0.55, 0.43 - haku, haku
    return image, np.array(quads, np.float32), chances


def told(image, quads, chances):
    ones = np.ones(len(quads), np.float32)
    return LABELS[with_pale(image, quads, ones, chances)[-1].argmax()]


def test_what_is_as_pale_as_the_faces_where_no_back_is_can_only_be_a_haku():
    assert told(*table()) == "5z"


@pytest.mark.parametrize(
    ("blank", "backs", "name"),
    [((195, 195, 190), PINK, "5z"), ((195, 195, 190), (160, 160, 170), "back")],
)
def test_a_blank_in_the_shade_is_a_haku_where_backs_are_far_from_its_colour(blank, backs, name):
    assert told(*table(backs=backs, blank=blank)) == name


@pytest.mark.parametrize(
    "other",
    [{"backs": WHITE}, {"blank": PINK}, {"high": 18}, {"haku": 0.01}],
    ids=["pale backs", "a back", "half as high", "no thought of it"],
)
def test_anything_else_stays_what_it_was(other):
    assert told(*table(**other)) == "back"


def test_there_are_no_more_of_them_than_a_set_has():
    image, quads, chances = table()
    chances[:4] = 1e-4
    chances[:4, HAKU] = 0.99
    assert told(image, quads, chances) == "back"
