"""What the classifier learns to refuse: tables without a face, and what lies between two faces."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from models import flat
from models.faceless import LEAST_SIDE, clockwise, faceless_scene, free, sides, white_of
from models.littered import littered_scene, strewn
from models.mine import KEPT_OF_REFUSED, SURE, halves, hard, teaching
from vision.labels import CLASS_OF, LABELS, NONE
from vision.synthetic.camera import look_at
from vision.synthetic.faces import TileSet
from vision.synthetic.sheet import Sheet
from vision.synthetic.solids import Body, lay

SIZE = (640, 640)
BODY = Body(20.0, 26.0, 16.0, 0.5)


def camera(tilt):
    """A camera half a metre from the table's middle."""
    return look_at(np.zeros(3), 500.0, tilt, 0.0, 0.0, (640.0, 640.0), (320.0, 320.0))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_place_without_a_face_lies_in_the_picture_and_off_all_faces(seed):
    scene, places = faceless_scene(np.random.default_rng(seed), TileSet.random(_rng(seed)), SIZE)
    assert len(places) > 0
    assert (places >= 0).all()
    assert (places < SIZE).all()
    shown = [t.quad for t in scene.truths if t.label != "back"]
    for place in places:
        assert cv2.contourArea(place.astype(np.float32), oriented=True) > 0
        assert np.linalg.norm(place - np.roll(place, 1, axis=0), axis=1).min() >= LEAST_SIDE
        assert free(place, shown)


def test_no_place_is_a_whole_back_and_many_show_a_part_of_one():
    shared = []
    for seed in range(8):
        scene, places = faceless_scene(_rng((5, seed)), TileSet.random(_rng((5, seed))), SIZE)
        backs = [t.quad for t in scene.truths if t.label == "back" and t.visible > 0.7]
        shared += [max((in_common(place, back) for back in backs), default=0) for place in places]
    assert max(shared) <= 0.5
    assert sum(share > 0.2 for share in shared) > 10


def in_common(one, other):
    """What two quadrilaterals share, as a part of both together."""
    hulls = [cv2.convexHull(quad.astype(np.float32)) for quad in (one, other)]
    common = cv2.intersectConvexConvex(*hulls)[0]
    return common / (sum(cv2.contourArea(hull) for hull in hulls) - common)


@pytest.mark.parametrize("scene_of", [faceless_scene, littered_scene])
def test_the_same_seed_gives_the_same_table(scene_of):
    scenes = [scene_of(_rng(3), TileSet.random(_rng(4)), SIZE) for _ in range(2)]
    assert np.array_equal(scenes[0][0].image, scenes[1][0].image)
    assert np.array_equal(scenes[0][1], scenes[1][1])


def test_a_place_at_a_thing_lies_where_something_was_drawn_and_off_all_tiles():
    sheet = Sheet(np.zeros((640, 640, 3), np.float32), camera(0.3))
    for place in strewn(_rng(6), sheet, 200.0, SIZE):
        inside = np.zeros((640, 640), np.uint8)
        cv2.fillPoly(inside, [place.round().astype(np.int32)], 1)
        assert not inside.any() or sheet.image[inside > 0].max() > 0
    scene, places = littered_scene(_rng(1), TileSet.random(_rng(1)), SIZE)
    assert len(places) > 0
    assert all(free(place, [t.quad for t in scene.truths]) for place in places)


def test_from_straight_above_one_tile_shows_no_side_and_from_aslant_one():
    tile = [lay("1m", BODY, (0.0, 0.0), 0.0)]
    assert len(sides(camera(0.0), tile, BODY)) == 0
    seen = sides(camera(0.9), tile, BODY)
    assert len(seen) == 2  # the side, and the part of it in the face's colour
    whole, white = (abs(cv2.contourArea(quad.astype(np.float32))) for quad in seen)
    assert white / whole == pytest.approx(BODY.seam, abs=0.05)


def test_two_tiles_one_on_the_other_show_an_end_as_high_as_both():
    wall = [lay("back", BODY, (0.0, 0.0), 0.0, "down", level) for level in (0, 1)]
    seen = sides(camera(0.9), wall, BODY)
    areas = sorted(abs(cv2.contourArea(quad.astype(np.float32))) for quad in seen)
    assert areas[-1] > 1.8 * areas[-2]


def test_the_light_part_of_a_side():
    side = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]])
    assert white_of(side, 0.25).tolist() == [[0, 0], [4, 0], [4, 0.5], [0, 0.5]]
    assert np.array_equal(clockwise(side[::-1]), side)


def test_a_half_lies_between_two_faces_that_touch_and_nowhere_else():
    def square(x):
        return {
            "quad": [[x, 0.0], [x + 30.0, 0.0], [x + 30.0, 30.0], [x, 30.0]],
            "visible": 1.0,
        }

    row = [square(0.0), square(30.0)]
    found = halves(_rng(5), row)
    assert len(found) == 2
    left = found[:, :, 0].min(axis=1)
    assert (left >= 0.4 * 30).all()
    assert (left <= 0.6 * 30).all()
    assert len(halves(_rng(5), [square(0.0), square(50.0)])) == 0
    assert len(halves(_rng(5), [square(0.0)])) == 0


def test_a_patch_off_by_half_a_face_shows_both():
    light, dark = (np.full((256, 192, 3), value, np.uint8) for value in (230, 60))
    ground = np.array([128, 128, 128], np.uint8)
    seam = flat.patch(_rng(1), light, [dark] * 4, ground, touching=1.0, off=(0.5, 0.0))
    middle = seam[40:56].astype(float).mean(axis=(0, 2))
    assert middle[15:40].mean() > 2 * middle[56:81].mean()


def test_each_flat_set_shows_backs_and_what_is_no_tile():
    patches, classes = flat.of_set(_rng(2), TileSet.random(_rng(2)))
    assert len(patches) == len(classes)
    assert classes.count(CLASS_OF["back"]) == flat.BACKS + flat.BURNT
    assert classes.count(CLASS_OF["none"]) == flat.SEAMS + flat.TOPS
    assert set(classes) >= {CLASS_OF[label] for label in flat.LABELS}


def test_a_flock_is_of_different_birds():
    patches, classes = flat.flock(_rng(3), TileSet.random(_rng(3)))
    assert classes == [CLASS_OF[label] for label in ["1s"] * flat.FLOCK + list(flat.MISTAKEN)]
    faces = [flat.blotted(_rng(seed), TileSet.random(_rng(3))).face("1s") for seed in (1, 2)]
    assert np.abs(faces[0].astype(int) - faces[1]).max() > 100
    assert all(patch.shape == (96, 96, 3) for patch in patches)


def test_a_shrunk_motif_stands_in_more_white():
    plain = TileSet.random(_rng(6))
    small = flat.shrunk(_rng(6), plain, "z")
    before, after = (one.design.boxes for one in (plain, small))
    assert after["z"][:2] == before["z"][:2]
    assert after["z"][2] / before["z"][2] == pytest.approx(after["z"][3] / before["z"][3])
    assert flat.SMALLEST <= after["z"][2] / before["z"][2] < 1
    assert {part: box for part, box in after.items() if part != "z"} == {
        part: box for part, box in before.items() if part != "z"
    }


def test_each_hand_writes_what_is_taken_for_another():
    patches, classes = flat.written(_rng(4), TileSet.random(_rng(4)))
    assert len(patches) == len(classes) == flat.HANDS * len(flat.ALIKE)
    for few in flat.ALIKE:
        assert sum(classes.count(CLASS_OF[label]) for label in few) >= flat.HANDS
    faces = [flat.handed(_rng(seed), TileSet.random(_rng(4))).face("8m") for seed in (1, 2)]
    assert np.abs(faces[0].astype(int) - faces[1]).max() > 100


def test_whites_are_framed_and_written_beside_what_they_are_taken_for():
    patches, classes = flat.whites(_rng(4), TileSet.random(_rng(4)))
    assert classes.count(CLASS_OF["5z"]) == flat.WHITES
    assert len(patches) == len(classes) == flat.WHITES + flat.WHITES // 2
    sets = [flat.whitened(_rng(seed), TileSet.random(_rng(4))) for seed in range(30)]
    frames = [one.design.honours.frame for one in sets]
    assert 8 < frames.count("written") < 24
    assert len(set(frames)) > 3
    character = sets[frames.index("written")]
    bare = sets[frames.index("blank")]
    assert np.std(character.face("5z")) > 2 * np.std(bare.face("5z"))


def test_some_hands_draw_all_suits_in_one_ink():
    sets = [flat.handed(_rng(seed), TileSet.random(_rng(4))) for seed in range(40)]
    designs = [each.design for each in sets]
    one_ink = [
        len({*each.characters.inks, *each.circles.inks, *each.bamboo.inks}) == 1 for each in designs
    ]
    assert 4 < sum(one_ink) < 24
    assert sum(len(set(each.characters.inks)) > 1 for each in designs) > 10


def test_some_hands_draw_slim_sticks_whose_rows_nearly_meet():
    sets = [flat.handed(_rng(seed), TileSet.random(_rng(4))) for seed in range(60)]
    suit = sets[0].design.bamboo
    slim = flat.slim(_rng(1), suit)
    assert slim.thick < suit.thick
    assert flat.MEETING[0] <= slim.fill <= flat.MEETING[1]
    assert sum(each.design.bamboo.fill > 0.98 for each in sets) > 0  # no other set is drawn so


def test_a_lamp_burns_the_middle_white_and_leaves_the_rim():
    back = np.full((96, 96, 3), (190, 80, 20), np.uint8)
    lit = flat.shone_on(_rng(5), back, 1.5)
    assert lit.reshape(-1, 3).min(axis=1).max() > 220
    assert (lit[[0, 0, -1, -1], [0, -1, 0, -1], 2] < 150).all()


def test_little_is_kept_of_what_the_classifier_refuses_already():
    kinds = np.zeros((16, len(LABELS)), np.float32)
    kinds[:8, NONE] = 0.99
    kinds[8:, NONE] = 0.4
    classifier = SimpleNamespace(glance=lambda _crops: SimpleNamespace(kinds=kinds))
    kept = teaching(classifier, np.zeros((16, 96, 96, 3), np.uint8))
    assert kept[8:].all()
    assert kept[:8].sum() == 8 / KEPT_OF_REFUSED
    assert len(teaching(classifier, np.empty((0, 96, 96, 3), np.uint8))) == 0


def test_what_is_named_hesitantly_is_hard_unless_nothing_can_be_seen(tmp_path):
    named = [("1m", 0.99, 0), ("2m", 0.9, 0), ("1m", SURE / 2, 0), ("1m", SURE / 2, 255)]
    kinds = np.full((len(named), len(LABELS)), 0.001, np.float32)
    patches = np.full((len(named), 96, 96, 3), 255, np.uint8)
    for row, (label, chance, ink) in enumerate(named):
        kinds[row, CLASS_OF[label]] = chance
        patches[row, 40:56, 30:66] = ink
        patches[row, 0, 0] = row
    classifier = SimpleNamespace(glance=lambda _crops: SimpleNamespace(kinds=kinds))
    kinds[1, CLASS_OF["1m"]] = 0.05
    for label, kept in (("1m", [1, 2]), ("back", [0, 1, 2, 3])):
        classes = np.full(len(named), CLASS_OF[label])
        np.savez(tmp_path / "patches.npz", patches=patches, classes=classes)
        found, said = hard(classifier, tmp_path)
        assert found[:, 0, 0, 0].tolist() == kept
        assert said.tolist() == [CLASS_OF[label]] * len(kept)


def _rng(seed):
    return np.random.default_rng(seed)
