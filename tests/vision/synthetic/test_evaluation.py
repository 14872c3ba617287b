"""Pictures to measure on: the same by seed, their tiles wide enough, their designs unseen."""

import numpy as np
import pytest

from vision.synthetic import evaluation
from vision.synthetic.evaluation import SIZES, evaluation_table
from vision.synthetic.photo import ANY, MOUNTED, blur, light


@pytest.fixture(scope="module")
def picture():
    return evaluation_table(3)


def test_a_seed_is_a_picture(picture):
    again = evaluation_table(3)
    assert np.array_equal(picture.image, again.image)
    assert picture.image.shape == (*SIZES["1080p"][::-1], 3)


def test_another_seed_is_another_picture(picture):
    assert not np.array_equal(picture.image, evaluation_table(4).image)


def test_tiles_are_wide_enough_and_many(picture):
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


CHESS = np.kron(np.indices((40, 60)).sum(axis=0) % 2, np.ones((6, 6)))[..., None]
ROOM = (CHESS * np.array([180.0, 172.0, 160.0]) + 40).astype(np.float32)


def worst(care):
    brightest, contrast = [], []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        exposed = ROOM.copy()
        light(rng, exposed, care)
        brightest.append(np.quantile(exposed, 0.98))
        contrast.append(blur(rng, ROOM, 24.0, care)[12:-12, 12:-12].std() / ROOM.std())
    return min(brightest), min(contrast)


def test_a_mounted_camera_keeps_its_tiles_bright_and_sharp():
    bright, sharp = worst(MOUNTED)
    assert bright > 100
    assert sharp > 0.6
    careless_bright, careless_sharp = worst(ANY)
    assert careless_bright < 70
    assert careless_sharp < sharp - 0.05
