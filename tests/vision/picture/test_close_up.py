"""A picture that one tile fills: when it is looked at again, and when what is seen is believed."""

import numpy as np
import pytest

from vision.detections import CLASSES, Detections
from vision.labels import CLASS_OF
from vision.nets.classifier import Settled
from vision.picture.close_up import with_close_up

WIDE, HIGH, ROOM = 90, 120, 5
SIX = {"6m": 0.97}


def square(side, at=0):
    """A square of so many pixels a side, clockwise from its top left."""
    return np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) + ROOM + at


def found(*sides, confidence=0.7, kind="1p"):
    """Faces of so many pixels a side, one after the other."""
    count = len(sides)
    quads = np.array([square(side, 3 * at) for at, side in enumerate(sides)], np.float32)
    return Detections(
        quads.reshape(-1, 4, 2), np.full(count, confidence, np.float32),
        np.full(count, CLASS_OF[kind]), np.zeros((count, CLASSES), np.float32),
    )  # fmt: skip


class Networks:
    """What is detected from afar, and what is said of all of the picture, its middle and that."""

    def __init__(self, *said, afar=(), turn=0):
        self.said, self.afar, self.turn = said, afar, turn
        self.asked = []

    def detect(self, image):
        """Squares of so many pixels of the whole picture."""
        scale = (max(image.shape[:2]) - 64) / (HIGH + 2 * ROOM)
        quads = np.array([square(side) * scale + 32 for side in self.afar], np.float32)
        return quads.reshape(-1, 4, 2), np.ones(len(quads), np.float32)

    def settle(self, quads):
        """So sure are the names that were said; "none" where nothing was."""
        self.asked.extend(quads)
        kinds = np.full((len(quads), CLASSES), 1e-4, np.float32)
        for row, names in zip(kinds, (*self.said, *[{"none": 0.99}] * len(quads)), strict=False):
            for name, chance in names.items():
                row[CLASS_OF[name]] = chance
        turns = np.full(len(quads), self.turn)
        return Settled(quads, kinds, turns, np.full(len(quads), 0.5, np.float32))

    def told(self, faces, size=(WIDE, HIGH)):
        """What is told of a picture of that size in which these faces were found."""
        image = np.zeros((size[1] + 2 * ROOM, size[0] + 2 * ROOM, 3), np.uint8)
        return with_close_up(image, ROOM, faces, self.detect, self.settle)


@pytest.mark.parametrize(
    ("faces", "size", "asked"),
    [
        (found(), (WIDE, HIGH), True),
        (found(), (60, HIGH), True),
        (found(), (59, HIGH), False),
        (found(40, 40, 30), (WIDE, HIGH), True),
        (found(70), (WIDE, HIGH), True),
        (found(40, confidence=0.9), (WIDE, HIGH), False),
        (found(90, confidence=0.9, kind="other"), (WIDE, HIGH), True),
        (found(*[12] * 8), (WIDE, HIGH), True),
        (found(*[12] * 9), (WIDE, HIGH), False),
    ],
)
def test_one_tile_may_fill_what_shows_few_and_none_surely(faces, size, asked):
    networks = Networks(SIX, SIX)
    told = networks.told(faces, size)
    assert bool(networks.asked) is asked
    assert (told.labels == ("6m",)) is asked


def test_all_of_the_picture_is_asked_and_most_of_it():
    networks = Networks(SIX, SIX)
    networks.told(found())
    whole, inner = networks.asked
    assert whole.tolist() == [[5, 5], [95, 5], [95, 125], [5, 125]]
    assert (inner > whole.min(axis=0)).all(where=inner < 50)
    assert (inner < whole.max(axis=0)).all(where=inner > 50)


def test_the_face_begins_at_its_own_corner_and_hides_what_was_found_on_it():
    told = Networks(SIX, {"6m": 0.99}, turn=2).told(found(12, 12))
    assert told.labels == ("6m",)
    assert told.quadrilaterals[0].tolist() == [[95, 125], [5, 125], [5, 5], [95, 5]]
    assert told.confidence[0] > 0.9


def test_a_red_five_is_a_five_when_looks_are_compared():
    told = Networks({"0p": 0.9, "5p": 0.08}, {"5p": 0.6, "0p": 0.38}).told(found())
    assert told.labels == ("0p",)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (SIX, {"9m": 0.97}),
        (SIX, {"6m": 0.9}),
        ({"none": 0.99}, {"none": 0.99}),
        ({"back": 0.99}, {"back": 0.99}),
        ({"5z": 0.99}, {"5z": 0.99}),
        ({"other": 0.99}, {"other": 0.99}),
    ],
)
def test_else_what_was_found_stays(first, second):
    faces = found(12, 12)
    assert Networks(first, second).told(faces) is faces


def test_a_large_tile_is_found_from_afar_and_what_lies_beside_it_stays():
    networks = Networks({"none": 0.9}, {"none": 0.9}, {"7s": 0.95}, afar=[60])
    beside = Detections.merge([found(20), found(20)])
    apart = Detections(
        beside.quadrilaterals + np.array([0, 70], np.float32)[:, None, None],
        beside.confidence, beside.class_id, beside.probabilities,
    )  # fmt: skip
    told = networks.told(apart)
    assert told.labels == ("7s", "1p")
    assert told.quadrilaterals[0] == pytest.approx(square(60), abs=1)


def test_a_large_face_found_stays_where_the_whole_is_named_alike():
    faces = found(70, kind="6m")
    assert Networks(SIX, SIX).told(faces) is faces


@pytest.mark.parametrize("said", [{"7s": 0.85}, {"none": 0.95}])
def test_what_is_unsure_from_afar_is_not_told(said):
    faces = found(12)
    assert Networks({"none": 0.9}, {"none": 0.9}, said, afar=[60]).told(faces) is faces


@pytest.mark.parametrize(("afar", "edge"), [("6m", 60), ("2p", HIGH)])
def test_a_face_from_afar_is_believed_where_the_whole_is_named_alike(afar, edge):
    told = Networks(SIX, SIX, {afar: 0.97}, afar=[60]).told(found())
    assert told.labels == ("6m",)
    assert np.ptp(told.quadrilaterals[0][:, 1]) == pytest.approx(edge, abs=1)
