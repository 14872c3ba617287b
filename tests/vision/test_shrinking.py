"""Smaller copies: as many pixels as were asked for, and the same picture."""

import numpy as np
import pytest

from vision.shrinking import shrunk


def ramp(wide, high):
    """Brighter to the right in one channel, downward in another."""
    across, down = np.meshgrid(np.linspace(0, 250, wide), np.linspace(0, 250, high))
    return np.stack([across, down, np.full_like(across, 90)], axis=2).astype(np.uint8)


@pytest.mark.parametrize(
    ("wide", "high", "size"),
    [
        (1920, 1080, (640, 360)),
        (1920, 1080, (480, 270)),
        (1921, 1083, (640, 360)),
        (640, 361, (640, 360)),
        (640, 360, (640, 360)),
        (300, 200, (299, 200)),
    ],
)
def test_a_smaller_copy_has_so_many_pixels_and_shows_the_same(wide, high, size):
    small = shrunk(ramp(wide, high), size)
    assert small.shape == (size[1], size[0], 3)
    assert small.dtype == np.uint8
    assert np.abs(small.astype(int) - ramp(*size)).max() <= 3


@pytest.mark.parametrize("size", [(640, 360), (480, 270)])
def test_fine_noise_is_averaged_not_picked(size):
    noise = np.random.default_rng(3).integers(0, 256, (1080, 1920, 3)).astype(np.uint8)
    small = shrunk(noise, size).astype(float)
    assert abs(small.mean() - noise.mean()) < 1
    assert small.std() < 0.6 * noise.std()
