"""The windows the detector is trained on: often about tiles alike, and as they were rendered."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="NO TORCH: pip install --group train")

from models.train_detector import SIZE, beside_like, middle, view


def quad(x, y, side=30):
    return [[x, y], [x + side, y], [x + side, y + 40], [x, y + 40]]


QUADS = np.array([quad(100, 100), quad(130, 100), quad(160, 100), quad(400, 400)], np.float32)


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        (["4p", "4p", "6s", "4p"], [True, True, False, False]),
        (["1m", "2m", "3m", "4m"], [False] * 4),
        (["back", "back", "back", "back"], [False] * 4),
    ],
)
def test_a_face_beside_its_like_is_known_and_backs_are_none(labels, found):
    assert beside_like(QUADS, np.array(labels)).tolist() == found


def test_more_windows_than_faces_tell_are_about_faces_beside_their_like():
    rng = np.random.default_rng(1)
    labels = np.array(["4p", "4p", "6s", "9m"])
    spots = np.array([middle(rng, QUADS, labels) for _ in range(400)])
    near = (np.abs(spots - QUADS[3].mean(axis=0)) < 200).all(axis=1).mean()
    assert near < 0.25, "the lone face is a quarter of all faces"


def test_without_faces_a_window_is_anywhere():
    assert middle(np.random.default_rng(1), QUADS[:0], np.empty(0, np.str_)).shape == (2,)


@pytest.mark.parametrize("calm", [False, True])
def test_a_calm_window_shows_faces_at_nearly_their_size(calm):
    image = np.zeros((600, 600, 3), np.uint8)
    sizes = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        window, moved = view(rng, image, QUADS, QUADS[0].mean(axis=0), calm)
        assert window.shape == (SIZE, SIZE, 3)
        assert np.abs(moved[0].mean(axis=0) - SIZE / 2).max() < 1
        sizes.append(np.linalg.norm(moved[0, 1] - moved[0, 0]) / 30)
    assert (max(sizes) < 1.3 and min(sizes) > 0.75) == calm
