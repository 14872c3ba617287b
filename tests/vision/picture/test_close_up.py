"""A picture that one tile fills: when it is asked for, and when it is believed."""

import numpy as np
import pytest

from vision.detections import CLASSES, Detections
from vision.labels import CLASS_OF
from vision.nets.classifier import Settled
from vision.picture import close_up

WIDE, HIGH = 90, 120


def seen(*sides, confidence=0.9, kind="1p"):
    """Faces of so many pixels a side, one beside the other."""
    quads = [
        np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) + 3 * at
        for at, side in enumerate(sides)
    ]
    count = len(quads)
    return Detections(
        np.array(quads, np.float32).reshape(-1, 4, 2), np.full(count, confidence, np.float32),
        np.full(count, CLASS_OF[kind]), np.zeros((count, CLASSES), np.float32),
    )  # fmt: skip


def looks(*names, turn=0):
    """Two looks that see so surely what they name."""
    kinds = np.full((2, CLASSES), 1e-4, np.float32)
    for at, said in enumerate(names):
        for name, chance in said.items():
            kinds[at, CLASS_OF[name]] = chance
    half = np.full(2, 0.5, np.float32)
    return Settled(close_up.places(WIDE, HIGH, 5), kinds, np.full(2, turn), half)


@pytest.mark.parametrize(
    ("found", "size", "asked"),
    [
        (seen(), (WIDE, HIGH), True),
        (seen(), (60, HIGH), True),
        (seen(), (59, HIGH), False),
        (seen(40, 40, 30), (WIDE, HIGH), True),
        (seen(40, 50), (WIDE, HIGH), False),
        (seen(40, 50, confidence=0.3), (WIDE, HIGH), True),
        (seen(90, kind="other"), (WIDE, HIGH), True),
        (seen(*[12] * 8), (WIDE, HIGH), True),
        (seen(*[12] * 9), (WIDE, HIGH), False),
    ],
)
def test_one_tile_may_fill_what_shows_no_larger_one(found, size, asked):
    assert close_up.may_be(found, *size) is asked


def test_the_places_are_all_of_the_picture_and_most_of_it():
    whole, inner = close_up.places(WIDE, HIGH, 5)
    assert whole.tolist() == [[5, 5], [95, 5], [95, 125], [5, 125]]
    assert (inner > whole.min(axis=0)).all()
    assert (inner < whole.max(axis=0)).all()


def test_both_looks_tell_one_face_that_begins_at_its_own_corner():
    told = close_up.told(looks({"6m": 0.97}, {"6m": 0.99}, turn=2), seen(12, 12))
    assert told.labels == ("6m",)
    assert told.quadrilaterals[0].tolist() == [[95, 125], [5, 125], [5, 5], [95, 5]]
    assert told.confidence[0] > 0.9


def test_a_red_five_is_a_five_when_looks_are_compared():
    told = close_up.told(looks({"5p": 0.6, "0p": 0.38}, {"0p": 0.9, "5p": 0.08}), seen())
    assert told.labels == ("0p",)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"6m": 0.97}, {"9m": 0.97}),
        ({"6m": 0.97}, {"6m": 0.9}),
        ({"none": 0.99}, {"none": 0.99}),
        ({"back": 0.99}, {"back": 0.99}),
        ({"5z": 0.99}, {"5z": 0.99}),
        ({"other": 0.99}, {"other": 0.99}),
    ],
)
def test_else_what_was_found_stays(first, second):
    found = seen(12, 12)
    assert close_up.told(looks(first, second), found) is found
