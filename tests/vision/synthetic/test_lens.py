"""The lens: points go where the picture goes, middle and corners stay, blur grows off the focus."""

import cv2
import numpy as np
import pytest

from vision.synthetic.camera import look_at
from vision.synthetic.lens import Lens, defocused

SIZE = (320, 240)


@pytest.mark.parametrize("bend", [-0.15, -0.05, 0.0, 0.06])
def test_points_go_where_the_picture_goes(bend):
    lens = Lens(SIZE, bend)
    spots = np.array([[160.0, 120.0], [60.0, 50.0], [270.0, 190.0], [160.0, 25.0]])
    for spot in spots:
        image = np.zeros((240, 320, 3), np.float32)
        cv2.circle(image, tuple(np.round((spot - 0.5) * 16).astype(int)), 48, (255,) * 3, -1, 16, 4)
        seen = lens.through(image)[..., 0]
        rows, columns = np.mgrid[:240, :320]
        middle = np.array([(columns * seen).sum(), (rows * seen).sum()]) / seen.sum() + 0.5
        assert np.linalg.norm(middle - lens.bent(spot)) < 0.3


@pytest.mark.parametrize("bend", [-0.16, -0.03, 0.06])
def test_the_picture_stays_filled(bend):
    lens = Lens(SIZE, bend)
    middle = np.array([160.0, 120.0])
    assert np.allclose(lens.bent(middle), middle)
    ramp = np.dstack([np.tile(np.linspace(0, 255, 320, dtype=np.float32), (240, 1))] * 3)
    seen = lens.through(ramp)
    assert (np.diff(seen[120, :, 0]) > 0).all()


def test_a_flat_lens_changes_nothing():
    rng = np.random.default_rng(1)
    image = rng.uniform(0, 255, (240, 320, 3)).astype(np.float32)
    assert np.allclose(Lens(SIZE, 0.0).through(image), image, atol=0.2)


def test_what_is_far_from_the_focus_is_softer():
    camera = look_at(np.zeros(3), 500.0, 1.0, 0.0, 0.0, (400.0, 400.0), (160.0, 120.0))
    stripes = np.dstack([np.tile(np.float32([0, 0, 255, 255]), (240, 80))] * 3)
    seen = defocused(np.random.default_rng(3), stripes, camera, 40.0)[..., 0]
    contrast = np.ptp(seen[:, 100:200], axis=1)
    assert contrast.max() > 2 * contrast.min()
