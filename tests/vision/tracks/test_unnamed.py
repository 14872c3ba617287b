"""A blank face that nobody found is one where it stays: plain, as large as a tile, and as white."""

import cv2
import numpy as np
import pytest
from loading import load

from vision.labels import CLASS_OF
from vision.picture.blanks import HAKU
from vision.tracks.blobs import Blob
from vision.tracks.fuse import Track, look_of
from vision.tracks.looks import Looking
from vision.tracks.region import outline
from vision.tracks.unnamed import Unnamed

toy_table = load("tests/vision/toy_table.py")

WIDTH, HEIGHT = toy_table.TILE
WHITE, RED, BLUE = (225, 220, 215), (180, 60, 50), (60, 90, 190)
SECOND = 1_000_000_000
FACES = ((-80.0, 60.0), (80.0, 60.0), (80.0, -60.0), (-80.0, -60.0))
HERE = (0.0, -100.0)
UPRIGHT = (WIDTH, HEIGHT)


def quad_at(spot, size=UPRIGHT, across=(1.0, 0.0)):
    return toy_table.plane().to_px(outline(np.array(spot), np.array(across), size))


def table(things):
    """A dark table with four white faces that have ink, and more: (spot, size, colour) each."""
    image = np.full((640, 640, 3), (40, 60, 45), np.uint8)
    for spot in FACES:
        paint(image, quad_at(spot), WHITE)
        paint(image, quad_at(spot, (0.3 * WIDTH, 0.5 * HEIGHT)), RED)
    for spot, size, colour in things:
        paint(image, quad_at(spot, size), colour)
    return cv2.GaussianBlur(image, (0, 0), 0.7)


def paint(image, quad, colour):
    cv2.fillConvexPoly(image, np.rint(quad).astype(np.int32), colour)


def known():
    """The tracks of the four faces."""
    plane, found = toy_table.plane(), []
    for number, spot in enumerate(FACES):
        quad = quad_at(spot)
        chances = np.full(40, 1e-3, np.float32)
        chances[CLASS_OF["5m"]] = 0.95
        found.append(Track.begin(number, look_of(quad, plane.to_mm(quad), chances, 0.9), 0, 0))
    return found


def seen(image, unnamed, now, spot=HERE):
    """What is told of a blob about a place."""
    plane = toy_table.plane()
    looking = Looking(
        toy_table.ToyReader(toy_table.Toy()), plane, lambda quads: np.ones(len(quads))
    )
    points = plane.to_px(np.array([spot]))
    (x, y), side = points[0], 1.6 * plane.tile_px()
    blob = Blob((int(x - side), int(y - side), int(x + side), int(y + side)), points, None)
    return unnamed.look(looking, image, np.eye(3), known(), [blob], now)


@pytest.mark.parametrize("size", [UPRIGHT, (HEIGHT, WIDTH)])
def test_a_blank_face_that_stays_is_a_haku_as_it_lies(size):
    image, unnamed = table([(HERE, size, WHITE)]), Unnamed()
    assert seen(image, unnamed, SECOND) == []
    (look,) = seen(image, unnamed, 2 * SECOND)
    assert look.chances.argmax() == HAKU
    assert look.spot == pytest.approx(HERE, abs=2)
    assert look.angle_deg % 180 == pytest.approx(90.0 if size == UPRIGHT else 0.0, abs=3)


@pytest.mark.parametrize(
    "thing",
    [
        (HERE, UPRIGHT, BLUE),
        (HERE, (0.6 * WIDTH, 0.6 * HEIGHT), WHITE),
        (HERE, (2 * WIDTH, HEIGHT), WHITE),
    ],
)  # fmt: skip
def test_what_has_another_colour_or_size_is_none(thing):
    image, unnamed = table([thing]), Unnamed()
    assert [seen(image, unnamed, second * SECOND) for second in range(1, 5)] == [[]] * 4


def test_what_has_ink_is_none():
    inked = [(HERE, UPRIGHT, WHITE), (HERE, (0.7 * WIDTH, 0.2 * HEIGHT), RED)]
    image, unnamed = table(inked), Unnamed()
    assert [seen(image, unnamed, second * SECOND) for second in range(1, 5)] == [[]] * 4


def test_what_passes_is_none():
    unnamed = Unnamed()
    assert seen(table([(HERE, UPRIGHT, WHITE)]), unnamed, SECOND) == []
    assert seen(table([]), unnamed, 2 * SECOND) == []
    assert seen(table([(HERE, UPRIGHT, WHITE)]), unnamed, 3 * SECOND) == []


def test_beyond_the_ponds_it_may_lie_on_its_face():
    spot = (0.0, -8.0 * WIDTH)
    image, unnamed = table([(spot, UPRIGHT, WHITE)]), Unnamed()
    assert [seen(image, unnamed, second * SECOND, spot) for second in range(1, 4)] == [[]] * 3


def test_what_has_no_name_is_read_again_soon_and_later_and_then_no_more():
    unnamed, asked = Unnamed(), []
    seen(table([(HERE, UPRIGHT, BLUE)]), unnamed, SECOND)
    for tenth in range(10, 80):
        asked += [tenth] * len(unnamed.due(tenth * SECOND // 10))
    assert asked == [17, 40]
