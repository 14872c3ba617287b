"""Whole tables as a mounted camera sees them."""

import numpy as np

from models.mounted import mounted_scene
from models.prepare import Shares, one_scene
from vision.synthetic.evaluation import FEWEST_DISCARDS
from vision.synthetic.faces import TileSet


def _scene(seed):
    rng = np.random.default_rng(seed)
    return mounted_scene(rng, TileSet.random(rng))


def test_a_table_is_whole_and_the_same_one_by_the_same_seed():
    first, other, again = (_scene(seed)[0] for seed in (1, 2, 1))
    assert first.image.shape == other.image.shape == (1080, 1920, 3)
    assert np.array_equal(first.image, again.image)
    assert not np.array_equal(first.image, other.image)
    for scene in (first, other):
        up = [truth for truth in scene.truths if truth.pose == "up"]
        assert len(up) >= FEWEST_DISCARDS
        widths = [np.linalg.norm(truth.quad[1] - truth.quad[0]) for truth in up]
        assert np.median(widths) > 20


def test_a_share_of_the_scenes_is_so():
    shares = Shares(tables=0.0, faceless=0.0, black=None, alike=0.0, mounted=0.5)
    rng = np.random.default_rng(3)
    faces = TileSet.random(rng)
    wide = [one_scene(rng, faces, shares)[0].image.shape[1] == 1920 for _ in range(12)]
    assert 2 <= sum(wide) <= 10
