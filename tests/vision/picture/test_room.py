"""Room around small pictures, and none around large ones."""

import numpy as np
import pytest

from vision.nets.detector import BORDER
from vision.picture.room import room_around, with_room


@pytest.mark.parametrize(("size", "room"), [((60, 80), 8), ((1500, 200), 32), ((640, 480), 0)])
def test_small_pictures_get_as_much_as_the_detector_sees_alike(size, room):
    assert room_around(*size) == room


def test_the_room_is_as_grey_as_what_lies_beside_a_picture_elsewhere():
    image = np.random.default_rng(1).integers(0, 255, (20, 30, 3), np.uint8)
    wider = with_room(image, 4)
    assert wider.shape == (28, 38, 3)
    assert np.array_equal(wider[4:-4, 4:-4], image)
    wider[4:-4, 4:-4] = BORDER
    assert (wider == BORDER).all()
    assert with_room(image, 0) is image
