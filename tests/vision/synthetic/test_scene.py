"""The invented photos: repeatable, and their truth lies where the tiles are."""

import cv2
import numpy as np
import pytest

from vision.labels import LABELS
from vision.synthetic import scene as scene_module
from vision.synthetic.camera import look_at
from vision.synthetic.layouts import stacks
from vision.synthetic.lens import Lens
from vision.synthetic.render import Light, Painter
from vision.synthetic.scene import PLAYED, Conditions, photograph, random_body, random_scene
from vision.synthetic.showdown import ShownMeld, show
from vision.synthetic.solids import Body, corners, lay

BODY = Body(width=20.0, height=27.0, thickness=16.0, seam=0.5)
MARK = (250, 0, 250)


class PlainFaces:
    """Each label has a grey of its own; the face's top-left quarter is marked."""

    body_rgb = (230, 230, 230)
    back_rgb = (20, 90, 200)

    def grey(self, label):
        return 30 + 5 * LABELS.index(label)

    def face(self, label):
        image = np.full((256, 192, 3), self.grey(label), np.uint8)
        image[20:110, 15:80] = MARK
        return image


def painter(tilt=0.3, heading=0.0, roll=0.0):
    image = np.full((480, 640, 3), 60, np.float32)
    camera = look_at(np.zeros(3), 900.0, tilt, heading, roll, (1400.0, 1400.0), (320.0, 240.0))
    light = Light(np.array([0.0, 0.0, 1.0]), 0.0, 0.3)
    return Painter(image, camera, light, PlainFaces(), BODY, (0.08, 0.06))


def painted(placements, tilt=0.3, heading=0.0, roll=0.0):
    brush = painter(tilt, heading, roll)
    truths = brush.paint(placements)
    return brush.image, truths, brush.camera


def inside(quad, across, along):
    """The pixel at a share of the way across and along a quadrilateral."""
    top = quad[0] + (quad[1] - quad[0]) * across
    bottom = quad[3] + (quad[2] - quad[3]) * across
    x, y = top + (bottom - top) * along
    return round(x), round(y)


def test_the_same_seed_makes_the_same_photo():
    first, second = (random_scene(np.random.default_rng(5), PlainFaces()) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert [t.label for t in first.truths] == [t.label for t in second.truths]
    other = random_scene(np.random.default_rng(6), PlainFaces())
    assert not np.array_equal(first.image, other.image)


def test_a_table_of_the_tiles_colour():
    def middle_of_the_cloth(*, alike):
        cloths = [
            scene_module.cloth(
                np.random.default_rng(seed),
                look_at(np.zeros(3), 900.0, 0.0, 0.0, 0.0, (300.0, 300.0), (80.0, 60.0)),
                np.zeros(3),
                (160, 120),
                (20, 30, 70) if alike else None,
            )
            for seed in range(6)
        ]
        return np.array([np.median(one, axis=(0, 1)) for one in cloths])

    off = np.abs(middle_of_the_cloth(alike=True) - (20, 30, 70)).max(axis=1)
    assert np.median(off) < 40
    assert np.median(np.abs(middle_of_the_cloth(alike=False) - (20, 30, 70)).max(axis=1)) > 40


@pytest.mark.parametrize("seed", range(12))
def test_scenes_are_whole(seed):
    scene = random_scene(np.random.default_rng(seed), PlainFaces(), (512, 384))
    assert scene.image.shape == (384, 512, 3)
    assert scene.image.dtype == np.uint8
    for truth in scene.truths:
        assert truth.label in {*PLAYED, "back", "other"}
        assert 0 <= truth.visible <= 1
        assert np.isfinite(truth.quad).all()


@pytest.mark.parametrize("yaw", [0.0, 0.7, 1.6, 3.0, 4.4])
@pytest.mark.parametrize("pose", ["up", "standing", "side"])
def test_the_quad_holds_the_face_from_its_own_top_left(yaw, pose):
    heading = 0.4 if pose == "up" else -yaw
    tilt = 0.3 if pose == "up" else 0.9
    image, truths, _ = painted([lay("3p", BODY, (5, -8), yaw, pose)], tilt, heading, roll=0.3)
    (truth,) = truths
    assert truth.label == "3p"
    assert truth.visible > 0.9
    x, y = inside(truth.quad, 0.25, 0.25)
    assert image[y, x, 0] > 2 * image[y, x, 1]
    for across, along in ((0.75, 0.25), (0.75, 0.75), (0.25, 0.75)):
        x, y = inside(truth.quad, across, along)
        assert np.ptp(image[y, x]) < 8


def test_a_tile_face_down_shows_its_back():
    image, truths, _ = painted([lay("back", BODY, (0, 0), 0.2, "down")])
    (truth,) = truths
    assert truth.label == "back"
    x, y = inside(truth.quad, 0.75, 0.75)
    assert np.ptp(image[y, x]) < 8


def test_a_standing_tile_seen_from_behind_is_no_face():
    _, truths, _ = painted([lay("3p", BODY, (0, 0), 0.0, "standing")], tilt=0.9, heading=np.pi)
    assert truths == []


def test_a_tile_on_its_side_shows_a_blank_flank_from_above():
    image, truths, _ = painted([lay("3p", BODY, (0, 0), 0.5, "side")], tilt=0.0)
    assert truths == []
    middle = image[image.shape[0] // 2, image.shape[1] // 2]
    assert np.ptp(middle) < 8


def test_a_tile_behind_another_is_seen_in_part():
    front = lay("1m", BODY, (0, 0), 0.0, "standing")
    behind = lay("2m", BODY, (0, 22), 0.0, "standing")
    _, truths, _ = painted([front, behind], tilt=1.1)
    visible = {truth.label: truth.visible for truth in truths}
    assert visible["1m"] > 0.9
    assert visible["2m"] < 0.7


def test_the_plane_homography_is_the_projection_of_the_table():
    camera = look_at(np.array([3.0, 4.0, 0.0]), 700.0, 0.6, 1.1, 0.4, (900.0, 700.0), (100.0, 90.0))
    points = np.array([[10.0, -30.0], [55.0, 70.0], [-80.0, 5.0]])
    flat = np.column_stack([points, np.zeros(3)])
    mapped = np.column_stack([points, np.ones(3)]) @ camera.plane_homography().T
    assert np.allclose(mapped[:, :2] / mapped[:, 2:], camera.project(flat))


def test_a_tile_rests_on_the_table_at_its_size():
    solid = corners([lay("1m", BODY, (7, 9), 0.8)], BODY)[0]
    assert np.isclose(solid[:, 2].min(), 0)
    assert np.isclose(solid[:, 2].max(), BODY.thickness)
    assert np.isclose(np.linalg.norm(solid[0] - solid[1]), BODY.width)
    assert np.isclose(np.linalg.norm(solid[1] - solid[2]), BODY.height)


def test_a_shown_hand_lies_from_left_to_right():
    rng = np.random.default_rng(1)
    melds = (ShownMeld(("7z", "7z", "7z"), 1), ShownMeld(("2z",) * 4, None))
    placements = show(rng, BODY, ("1m", "2m", "3m", "9p"), "9p", melds)
    assert [p.label for p in placements] == [
        "1m", "2m", "3m", "9p", "9p", "7z", "7z", "7z", "back", "2z", "2z", "back",
    ]  # fmt: skip
    xs = [p.centre[0] for p in placements]
    assert xs == sorted(xs)
    assert xs[4] - xs[3] > BODY.width + 10
    camera = look_at(np.array([120.0, 0, 0]), 900.0, 0.2, 0, 0, (1000.0, 1000.0), (320.0, 240.0))
    scene = photograph(
        rng, PlainFaces(), BODY, placements, camera, (640, 480), Conditions(False, False, False)
    )
    assert [t.label for t in sorted(scene.truths, key=lambda t: t.quad[:, 0].mean())] == [
        p.label for p in placements
    ]


def test_a_stack_of_which_the_one_tile_would_be_missing_has_it():
    lonely = 1312
    placements = stacks(np.random.default_rng(lonely), BODY, lambda: "1m")
    assert [(tile.label, tile.pose) for tile in placements] == [("back", "down")]


@pytest.mark.parametrize("seed", range(6))
def test_the_truth_goes_through_lens_and_frame(seed, monkeypatch):
    monkeypatch.setattr(scene_module, "BENT", 1.0)
    monkeypatch.setattr(scene_module, "FRAMED", 0.5)
    monkeypatch.setattr(scene_module, "STREWN", 0.0)
    monkeypatch.setattr(
        scene_module, "develop", lambda _, image, **_tile: np.clip(image, 0, 255).astype(np.uint8)
    )
    rng = np.random.default_rng(seed)
    body = random_body(rng)
    placements = scene_module.arrange(rng, body, scene_module.random_deal(rng))
    camera = scene_module.random_camera(rng, placements, body, (640, 640))
    conditions = Conditions(boxed=False, glare=False, hand=False)
    scene = photograph(rng, PlainFaces(), body, placements, camera, (640, 640), conditions)
    clear = [t for t in scene.truths if t.visible > 0.99 and t.label != "back"]
    clear = [t for t in clear if np.ptp(t.quad, axis=0).min() > 24]
    hits = 0
    for truth in clear:
        x, y = inside(truth.quad, 0.25, 0.25)
        red, green = scene.image[y, x, :2].astype(int)
        hits += red > green + 40
        x, y = inside(truth.quad, 0.75, 0.75)
        red, green = scene.image[y, x, :2].astype(int)
        hits += abs(red - green) < 40
    assert hits >= 0.97 * 2 * len(clear)


def test_what_the_lens_bends_out_of_a_photo_is_not_seen(monkeypatch):
    monkeypatch.setattr(scene_module, "BENT", 1.0)
    monkeypatch.setattr(scene_module.Lens, "random", lambda _, size: Lens(size, -0.16))
    placements = [lay("3p", BODY, (20.5 * x, 27.5 * y), 0.0) for x in (-3, 3) for y in (-3, 0, 3)]
    camera = look_at(np.zeros(3), 900.0, 0.0, 0.0, 0.0, (1400.0, 1400.0), (100.0, 135.0))
    rng, clear = np.random.default_rng(2), Conditions(boxed=False, glare=False, hand=False)
    scene = photograph(rng, PlainFaces(), BODY, placements, camera, (200, 270), clear)
    frame = np.float32([[0, 0], [200, 0], [200, 270], [0, 270]])
    for truth in scene.truths:
        hull = cv2.convexHull(truth.quad.astype(np.float32))
        held = cv2.intersectConvexConvex(hull, frame)[0] / cv2.contourArea(hull)
        assert truth.visible == pytest.approx(held, abs=0.08)
    assert min(truth.visible for truth in scene.truths) < 0.7


def test_what_lies_over_a_tile_and_what_stands_before_it_are_not_counted_twice():
    front = lay("1m", BODY, (0, 0), 0.0, "standing")
    behind = lay("2m", BODY, (0, 22), 0.0, "standing")
    brush = painter(tilt=1.1)
    drawn = brush.draw([front, behind])

    def seen():
        return {truth.label: truth.visible for truth in brush.truths([front, behind], drawn)}

    bare = seen()
    assert 0.1 < bare["2m"] < 0.7
    brush.hide(brush.owner == 0)  # all that is seen of the one in front
    assert seen() == {"1m": 0.0, "2m": bare["2m"]}


def test_bodies_have_the_proportions_of_tiles():
    for seed in range(50):
        body = random_body(np.random.default_rng(seed))
        assert 1.05 < body.height / body.width < 1.65
        assert body.thickness < body.height
