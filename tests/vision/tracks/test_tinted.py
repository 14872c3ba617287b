"""A five on a reddish face is likelier red than the classifier thinks."""

import cv2
import numpy as np
import pytest

from vision.labels import CLASS_OF, LABELS
from vision.observation import FACE_NAMES
from vision.tracks.fuse import Track, look_of
from vision.tracks.own import Learning
from vision.tracks.tinted import as_tinted, tinted_fives

STILL = np.eye(3)
WIDTH, HEIGHT = 26.0, 34.0
IVORY, ROSY, WARM = (230, 222, 205), (232, 165, 150), (235, 205, 190)
PLAIN, RED = FACE_NAMES.index("5p"), FACE_NAMES.index("0p")


class Blind:
    """A reader that keeps back what it sees in faces."""

    def features(self, _image, quads):
        return np.empty((len(quads), 2, 0), np.float32)


def table(colour, *, red=0.2, light=1.0, faces=7, clear=1.0):
    """Faces in a row, and a five of some colour that was read so."""
    image = np.full((200, 600, 3), (30, 100, 60), np.uint8)
    tracks = []
    names = ["1m", "2m", "3s", "4p", "6p", "1z", "2z"][:faces]
    for at, name in enumerate([*names, "5p"]):
        middle = np.array([60 + 40 * at, 100])
        corners = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * [WIDTH, HEIGHT] / 2
        quad = corners * [1, -1] + middle
        body = colour if name == "5p" else IVORY
        cv2.fillConvexPoly(image, np.rint(quad).astype(np.int32), body)
        cv2.circle(image, middle.tolist(), 6, (40, 40, 120), -1)
        classes = np.zeros(len(LABELS), np.float32)
        classes[CLASS_OF[name]] = 1
        if name == "5p":
            classes[[CLASS_OF["5p"], CLASS_OF["0p"]]] = 1 - red, red
        tracks.append(Track.begin(at, look_of(quad, corners + middle, classes, 1.0), 0, 0))
    tracks[-1].clear = clear
    return (image * light).astype(np.uint8), tracks


@pytest.mark.parametrize(("colour", "told"), [(ROSY, True), (IVORY, False), (WARM, False)])
def test_a_face_that_is_redder_than_those_about_it_is_seen(colour, told):
    image, tracks = table(colour)
    assert tinted_fives(image, tracks, STILL) == {tracks[-1].number: told}


@pytest.mark.parametrize("how", [{"light": 0.2}, {"faces": 4}, {"clear": 0.6}])
def test_in_little_light_among_few_faces_or_half_hidden_nothing_is_said(how):
    assert tinted_fives(*table(ROSY, **how), STILL) == {}


def told(colour, red):
    image, tracks = table(colour, red=red)
    learning = Learning(Blind())
    learning.learn(image, tracks, STILL, WIDTH)
    return np.array(learning.told(tracks[-1]))


def test_what_was_nearly_read_as_red_is_told_as_red():
    assert told(ROSY, 0.2)[RED] > 0.8
    assert told(IVORY, 0.2)[RED] < 0.3


def test_what_was_surely_read_as_plain_stays_so():
    assert told(ROSY, 0.001)[PLAIN] > 0.9


def test_nothing_but_the_two_fives_of_a_suit_changes():
    chances = np.full(38, 0.01)
    chances[PLAIN], chances[RED] = 0.5, 0.14
    after = as_tinted(chances)
    others = np.delete(np.arange(38), [FACE_NAMES.index(f"{n}{x}") for n in "05" for x in "mps"])
    assert after[others] == pytest.approx(chances[others])
    assert after.sum() == pytest.approx(chances.sum())
    assert after[RED] == pytest.approx(0.64 * np.e**3 * 0.14 / (np.e**3 * 0.14 + 0.5))
