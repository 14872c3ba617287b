"""What is wrong with a picture as a whole is said, and nothing where nothing is wrong."""

import cv2
import numpy as np
import pytest

from vision.detections import Detections
from vision.labels import CLASS_OF
from vision.nets.classifier import Glance
from vision.picture.sanity import (
    DRAWN_WORDS,
    MIRRORED_WORDS,
    about_picture,
    drawn,
    looks_mirrored,
    mirrored,
    remarks,
)


def patterned(side=400, grain=True):
    chance = np.random.default_rng(1)
    cells = chance.integers(30, 230, (side // 10, side // 10, 3)).astype(np.uint8)
    picture = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)
    return picture + chance.integers(0, 4, picture.shape).astype(np.uint8) * grain


def noisy(spread):
    stray = np.random.default_rng(2).normal(0, spread, (400, 400, 3))
    return np.clip(patterned() + stray, 0, 255).astype(np.uint8)


def faces(*tiles, sure=0.98):
    quads = np.array(
        [
            [[30 * at, 10], [30 * at + 25, 10], [30 * at + 25, 45], [30 * at, 45]]
            for at in range(len(tiles))
        ],
        np.float32,
    ).reshape(-1, 4, 2)
    chances = np.full((len(tiles), 40), (1 - sure) / 39, np.float32)
    classes = [CLASS_OF[tile] for tile in tiles]
    chances[range(len(tiles)), classes] = sure
    return Detections(quads, np.ones(len(tiles)), np.array(classes, np.int64), chances)


class Mirror:
    """Says of every face how surely it is mirrored."""

    def __init__(self, chance):
        self.chance = chance
        self.asked = 0

    def first_glance(self, _image, quads):
        self.asked += len(quads)
        nothing = np.empty((len(quads), 0), np.float32)
        mirrored = np.full(len(quads), self.chance, np.float32)
        return Glance(nothing, nothing, nothing, mirrored, nothing), np.zeros(len(quads), bool)


def judged(image, found, mirror=0.5):
    light, unreal = about_picture(image)
    return remarks(found, light, mirrored(image, found, Mirror(mirror)), unreal)


def said(image, found=None, mirror=0.5):
    return " ".join(judged(image, found or Detections.empty(), mirror).words)


@pytest.mark.parametrize(
    ("image", "word"),
    [
        (np.zeros((300, 400, 3), np.uint8), "black"),
        (patterned() // 20, "black"),
        (patterned() // 7, "very dark"),
        (noisy(40), "noise"),
        (np.full((300, 400, 3), 255, np.uint8), "white"),
        (np.full((300, 400, 3), 120, np.uint8), "one shade (grey 120)"),
        (patterned(20), "only 20 x 20 pixels"),
        (cv2.GaussianBlur(patterned(), (0, 0), 5), "blurred"),
        (cv2.GaussianBlur(patterned(1600), (0, 0), 40), "blurred"),
    ],
)
def test_light_size_and_sharpness(image, word):
    assert word in said(image)


def test_a_good_picture_needs_no_words():
    assert said(patterned(), faces("1m", "2m", "3m", "4z")) == ""
    assert said(patterned()) == ""


def test_a_drawn_picture_is_said_and_its_tiles_believed():
    found = faces("1m", "2m", "6z", "4z")
    assert judged(patterned(grain=False), found, 0.1) == ((DRAWN_WORDS,), 1.0)


def test_dark_and_burnt_grounds_are_not_drawn():
    night = patterned()
    night[100:] = 5
    assert not drawn(night)
    night[100:] = 255
    assert not drawn(night)


@pytest.mark.parametrize("quality", [95, 60, 25])
def test_a_compressed_photo_is_not_drawn(quality):
    chance = np.random.default_rng(2)
    cloth = cv2.GaussianBlur(chance.normal(0, 60, (400, 600, 3)), (0, 0), 2) + 90
    photo = np.clip(cloth + chance.normal(0, 2, cloth.shape), 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    assert not drawn(np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8))


def test_mostly_doubtful_faces_are_said():
    assert "5 of 5 faces are doubtful" in said(patterned(), faces(*["1p"] * 5, sure=0.4))


def test_backs_are_no_doubtful_faces():
    table = ("1m", "2m", "6z", "4z", *["back"] * 12)
    assert said(patterned(), faces(*table)) == ""
    assert said(patterned(), faces(*table), mirror=0.9) == MIRRORED_WORDS


def test_a_mirrored_picture_is_said():
    assert said(patterned(), faces("1m", "2m", "6z", "4z"), mirror=0.9) == MIRRORED_WORDS
    assert said(patterned(), faces("1m", "2m", "6z", "4z"), mirror=0.1) == ""


def test_faces_that_a_mirror_leaves_alone_say_nothing():
    assert said(patterned(), faces("1p", "2p", "8s", "5z"), mirror=0.9) == ""
    circles = faces("3p", "3p", "7p", "7p")  # their slant goes the other way in some sets
    assert said(patterned(), circles, mirror=0.9) == ""


@pytest.mark.parametrize(
    ("names", "chances", "reflected"),
    [
        (["1m", "2m", "6z", "4z"], [0.9, 0.9, 0.9, 0.3], True),
        (["1m", "2m", "6z", "4z"], [0.9, 0.1, 0.1, 0.3], False),
        (["1m", "2m", "5z", "1p"], [0.9, 0.9, 0.9, 0.9], False),
        ([], [], False),
    ],
)
def test_what_the_classifier_said_already_tells_a_mirror(names, chances, reflected):
    kinds = faces(*names).probabilities
    assert looks_mirrored(kinds, np.array(chances, np.float32)) is reflected


def test_only_a_few_faces_are_asked_where_they_deny_it():
    mirror = Mirror(0.1)
    assert not mirrored(patterned(), faces(*["1m"] * 12), mirror)
    assert mirror.asked == 6


def test_the_less_sharp_a_picture_is_the_less_its_tiles_are_believed():
    seen = [
        judged(cv2.GaussianBlur(patterned(), (0, 0), spread), faces("1m"), 0.1).credit
        for spread in (0.1, 2, 3)
    ]
    assert seen[0] == 1
    assert seen[0] > seen[1] > seen[2] > 0


def test_a_mirrored_picture_is_believed_half():
    found = faces("1m", "2m", "6z", "4z")
    assert judged(patterned(), found, 0.9).credit == 0.5


def test_tiles_too_small_to_be_read_are_said_to_be_and_none_is_sure():
    small = faces("1m", "2m", "3m")
    small = Detections(small.quadrilaterals / 4, small.confidence, small.class_id,
                       small.probabilities)  # fmt: skip
    said = judged(patterned(), small, 0.5)
    assert said.words == ("the tiles are only 6 pixels wide; expected at least 16",)
    assert said.credit < 0.9


@pytest.mark.parametrize("image", [patterned() // 7, noisy(25)])
def test_a_bad_picture_leaves_no_name_sure(image):
    assert 0.5 <= judged(image, faces("1m"), 0.5).credit < 0.9


def test_a_little_noise_and_a_dim_light_are_nothing():
    assert said(noisy(8)) == ""
    assert said(patterned() // 4) == ""
