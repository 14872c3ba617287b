"""Things on the table that are no tiles: drawn where the camera sees them, repeatable."""

import numpy as np
import pytest

from vision.synthetic.camera import look_at
from vision.synthetic.clutter import COVERS, THINGS, lay_thing
from vision.synthetic.hands import hands
from vision.synthetic.occlusion import share_free
from vision.synthetic.sheet import Sheet, Stencil, circle, rounded, square

SIZE = (240, 320, 3)


def camera(tilt=0.4, distance=700.0):
    return look_at(np.zeros(3), distance, tilt, 0.3, 0.2, (400.0, 400.0), (160.0, 120.0))


def blank():
    return np.full(SIZE, 90, np.float32)


def test_a_disc_lies_where_the_camera_sees_its_middle():
    image, eye = blank(), camera()
    at = np.array([40.0, -25.0])
    Sheet(image, eye).disc(at, 30.0, (250, 0, 0))
    rows, columns = np.nonzero(image[..., 0] > 200)
    seen = eye.project(np.array([[40.0, -25.0, 0.0]]))[0]
    assert np.hypot(columns.mean() - seen[0], rows.mean() - seen[1]) < 2
    wanted = abs(np.linalg.det(eye.project(np.array([[70.0, -25, 0], [40, 5, 0]])) - seen)) * np.pi
    assert len(rows) == pytest.approx(wanted, rel=0.12)


def test_what_is_behind_the_lens_is_cut_off():
    low = look_at(np.zeros(3), 300.0, 1.3, 0.0, 0.0, (300.0, 300.0), (160.0, 120.0))
    image = blank()
    sheet = Sheet(image, low)
    sheet.fill(square(5000.0, 0.0), (250, 250, 250))
    assert (image[-1] > 200).all()
    assert len(sheet.pixels(circle(np.array([0.0, -5000.0]), 10.0))) == 0


def test_a_ring_has_a_hole():
    image, eye = blank(), camera(tilt=0.0)
    Sheet(image, eye).ring(np.zeros(2), 60.0, 30.0, (250, 250, 250))
    x, y = np.round(eye.project(np.zeros(3))).astype(int)
    assert image[y, x, 0] == 90
    assert image.max() > 240


@pytest.mark.parametrize("thing", [thing for thing, _ in THINGS], ids=lambda thing: thing.__name__)
def test_things_are_repeatable_and_seen(thing):
    images = []
    for seed in (1, 1, 2):
        image = blank()
        thing(np.random.default_rng(seed), Sheet(image, camera()), np.zeros(2), 0.4)
        assert np.isfinite(image).all()
        assert (image != 90).mean() > 0.0005
        images.append(image)
    assert np.array_equal(images[0], images[1])
    assert not np.array_equal(images[0], images[2])


def test_any_thing_may_lie_anywhere():
    rng = np.random.default_rng(0)
    image = blank()
    for _ in range(60):
        lay_thing(rng, Sheet(image, camera(1.2, 400.0)), rng.normal(0, 800, 2), 0.0)
    assert image.min() >= 0
    assert image.max() <= 255


def test_rounded_corners_stay_within_the_rectangle():
    shape = rounded((40.0, 20.0), 6.0)
    assert np.allclose(np.abs(shape).max(axis=0), (20.0, 10.0))
    assert np.abs(shape).sum(axis=1).max() < 30.0 - 6.0 * (2 - 2**0.5) + 1e-9


def test_a_cover_hides_the_share_that_it_lies_over():
    quad = np.array([[10.0, 10], [50, 10], [50, 90], [10, 90]])
    over = np.zeros((100, 100), bool)
    over[:, :30] = True
    assert share_free(over, quad, beyond=1.0) == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("thing", COVERS, ids=lambda thing: thing.__name__)
def test_a_stencil_marks_what_a_thing_covers(thing):
    image, over = blank(), Stencil(SIZE[1::-1], camera(), 20.0)
    for sheet in (Sheet(image, camera(), 20.0), over):
        thing(np.random.default_rng(4), sheet, np.zeros(2), 0.7)
    changed = np.abs(image - 90).max(axis=2) > 0
    assert not (changed & (over.image == 0)).any()
    assert over.image.max() == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_hand_says_where_it_is(seed):
    image = blank()
    mask = hands(np.random.default_rng(seed), image, tile=20.0)
    assert 0.01 < (mask > 127).mean() < 0.7
    assert np.ptp(image[mask == 0], axis=1).max() < 1e-3
    assert np.isfinite(image).all()
