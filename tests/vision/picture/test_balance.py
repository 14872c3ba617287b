"""White balance by the tiles: told where light is coloured, and by no tiles that may be none."""

from pathlib import Path

import numpy as np
import pytest

from vision.detections import CLASSES, Detections
from vision.imagefile import read_image
from vision.labels import BACK, CLASS_OF
from vision.picture import balance

DEMO = Path(__file__).resolve().parents[3] / "table" / "demo"
WHITE, YELLOW, PINK = (230, 226, 214), (240, 200, 120), (230, 170, 214)


def picture(body, kinds):
    """Faces in a row with ink in the middle of each, and what was found there."""
    image = np.full((60, 40 * len(kinds) + 10, 3), 60, np.uint8)
    quads = []
    for left in range(10, 40 * len(kinds) + 10, 40):
        image[10:50, left : left + 30] = body
        image[22:36, left + 8 : left + 22] = np.array(body) // 4
        quads.append([[left, 10], [left + 30, 10], [left + 30, 50], [left, 50]])
    named = np.array(kinds, np.int64)
    chances = np.eye(CLASSES, dtype=np.float32)[named]
    seen = np.ones(len(kinds), np.float32)
    return image, Detections(np.array(quads, np.float32), seen, named, chances)


@pytest.mark.parametrize(
    ("body", "kinds", "coloured"),
    [
        (WHITE, ["1m"] * 4, False),
        (YELLOW, ["1m"] * 4, True),
        (PINK, ["1m"] * 4, True),
        (PINK, ["1m"] * 2, False),
        (PINK, ["5z"] * 4, False),
    ],
    ids=["white light", "a lamp", "a tinge", "few", "blank faces"],
)
def test_light_is_coloured_where_surely_printed_faces_are(body, kinds, coloured):
    image, found = picture(body, [CLASS_OF[kind] for kind in kinds])
    assert (balance.cast(image, found) is not None) is coloured


def test_backs_tell_nothing_of_the_light():
    assert balance.cast(*picture(PINK, [BACK] * 4)) is None


def test_light_ink_on_a_dark_body_tells_nothing_of_the_light():
    image, found = picture((18, 14, 60), [CLASS_OF["1m"]] * 4)
    image[22:36][(image[22:36] == (4, 3, 15)).all(axis=2)] = YELLOW
    assert balance.cast(image, found) is None


@pytest.mark.parametrize("body", [YELLOW, PINK])
def test_faces_are_grey_in_the_light_that_they_tell(body):
    image, found = picture(body, [CLASS_OF["1m"]] * 4)
    white = balance.balanced(image, balance.cast(image, found))
    assert np.ptp(white[12, 12].astype(int)) < 10
    assert balance.cast(white, found) is None


@pytest.mark.parametrize("light", [(1.5, 0.8, 0.2), (1.2, 0.6, 1.2)], ids=["a lamp", "a tinge"])
def test_tiles_keep_their_names_in_coloured_light(reader, light):
    image = read_image(DEMO / "open-hand.jpg")
    names = [tile.tile for tile in reader.read(image).tiles]
    lit = np.clip(image * np.array(light), 0, 255).astype(np.uint8)
    assert [tile.tile for tile in reader.read(lit).tiles] == names
