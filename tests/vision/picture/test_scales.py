"""A part of a picture is looked at at the size that the detector likes, at a bearable price."""

import pytest

from vision.picture.scales import IDEAL, part_scale


@pytest.mark.parametrize("wide", [32, 100])
def test_tiles_of_a_part_are_shown_at_the_size_that_the_detector_likes(wide):
    assert wide * part_scale(wide, 200 * 200) == pytest.approx(IDEAL)


def test_a_large_part_costs_no_more_than_one_look_may():
    area = 1920 * 1080
    assert part_scale(20, area) ** 2 * area < 11_000_000
    assert part_scale(20, area) > 2
