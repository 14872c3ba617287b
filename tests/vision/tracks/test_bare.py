"""A blank face in a pond is told from a back by its colour."""

import cv2
import numpy as np
import pytest

from vision.labels import BACK, CLASS_OF, LABELS
from vision.tracks.bare import bare_faces, bare_places
from vision.tracks.fuse import Track, look_of

BODY, INK, BLUE = (60, 20, 30), (230, 230, 220), (30, 60, 160)
WIDTH, HEIGHT = 26.0, 34.0
STILL = np.eye(3)


def outline(x, y):
    """A tile's corners in millimetres, which are pixels about (300, 300)."""
    half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array([WIDTH, HEIGHT]) / 2
    return np.array([x, y]) + half


class Picture:
    """A table of a black set."""

    def __init__(self):
        self.image = np.full((600, 600, 3), 190, np.uint8)
        self.tracks = []

    def lay(self, name, x, y, colour=BODY):
        corners = outline(x, y)
        quad = corners * [1, -1] + 300
        cv2.fillConvexPoly(self.image, np.rint(quad).astype(np.int32), colour)
        if name not in {"back", "5z"}:
            cv2.circle(self.image, np.rint(quad.mean(axis=0)).astype(int).tolist(), 6, INK, -1)
        classes = np.zeros(len(LABELS), np.float32)
        classes[BACK if name in {"back", "5z"} else CLASS_OF[name]] = 1
        look = look_of(quad, corners, classes, 1.0)
        self.tracks.append(Track.begin(len(self.tracks) + 1, look, 0, 0))
        return len(self.tracks)


@pytest.fixture
def picture():
    picture = Picture()
    for at, name in enumerate(("1p", "2p", "3p", "4p")):
        picture.lay(name, -80 + 27 * at, -120)
    for at in range(8):
        picture.lay("back", -100 + 27 * at, 240, BLUE)
    return picture


def found(picture):
    return bare_faces(picture.image, picture.tracks, STILL, WIDTH)


def test_a_blank_tile_of_the_faces_colour_is_a_face(picture):
    number = picture.lay("5z", 28, -120)
    assert found(picture) == {number}


def test_a_back_that_lies_in_a_pond_is_a_back(picture):
    picture.lay("back", 28, -120, BLUE)
    assert not found(picture)


def test_what_lies_beyond_the_ponds_may_be_a_back(picture):
    picture.lay("5z", 28, -240)
    assert not found(picture)


def test_blank_faces_of_a_set_in_a_corner_are_told_from_the_ends_of_a_kan(picture):
    faces = {picture.lay("5z", 280, y) for y in (265, 232)}
    for y in (-270, -216):
        picture.lay("back", 280, y, BLUE)
    assert found(picture) == faces


@pytest.mark.parametrize(("light", "there"), [(2.0, True), (3.0, False)])
def test_they_may_lie_in_another_light_where_backs_are_far_from_alike(picture, light, there):
    number = picture.lay("5z", 280, 265, tuple(round(light * one) for one in BODY))
    assert found(picture) == ({number} if there else frozenset())


def test_more_blank_faces_than_a_set_has_are_none(picture):
    for number in range(5):
        picture.lay("5z", 280, -200 - 18 * number)
    assert not found(picture)


def test_where_backs_have_the_colour_of_the_faces_nothing_tells():
    dark = Picture()
    for at, name in enumerate(("1p", "2p", "3p", "4p")):
        dark.lay(name, -80 + 27 * at, -120)
    for at in range(8):
        dark.lay("back", -100 + 27 * at, 240)
    dark.lay("5z", 28, -120)
    assert not found(dark)


def test_what_fills_a_place_between_faces_and_shows_nothing_is_a_blank_face(picture):
    picture.lay("5z", 28, -120)
    blank = picture.tracks.pop()
    between = [blank.quad, picture.tracks[0].quad, outline(150, 60) * [1, -1] + 300]
    assert bare_places(picture.image, picture.tracks, between, STILL).tolist() == [
        True, False, False,
    ]  # fmt: skip
