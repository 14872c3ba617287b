"""Pictures to measure on: the same by seed, their tiles wide enough, their designs unseen."""

import numpy as np
import pytest

from vision.synthetic import evaluation
from vision.synthetic.evaluation import SIZES, evaluation_table


@pytest.fixture(scope="module")
def pictures():
    return [evaluation_table(seed) for seed in (3, 3, 4)]


def test_a_seed_is_a_picture(pictures):
    one, again, other = pictures
    assert np.array_equal(one.image, again.image)
    assert one.image.shape == (*SIZES["1080p"][::-1], 3)
    assert not np.array_equal(one.image, other.image)


def test_tiles_are_wide_enough_and_many(pictures):
    for picture in pictures:
        faces = [t for t in picture.tiles if t.face_up and t.visible > 0.9 and t.zone != "stick"]
        assert len(faces) > 20
        for tile in faces:
            quad = tile.polygon
            sides = [np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])]
            assert min(sides) >= 20


def test_designs_are_the_unseen_ones(monkeypatch):
    asked = []

    class AskedError(Exception):
        pass

    def random(_rng, forms):
        asked.append(forms)
        raise AskedError

    monkeypatch.setattr(evaluation.TileSet, "random", random)
    with pytest.raises(AskedError):
        evaluation_table(0)
    assert asked == ["unseen"]
