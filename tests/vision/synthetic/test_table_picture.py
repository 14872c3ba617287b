"""Pictures of whole tables: the truth tells where every tile is, and how much of it is seen."""

from collections import Counter

import cv2
import numpy as np
import pytest

from vision.errors import TableViewError
from vision.labels import LABELS
from vision.synthetic import table_picture
from vision.synthetic.lens import Lens
from vision.synthetic.scene import random_scene
from vision.synthetic.solids import Body, corners
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_layout import TURN, Plan, lay_table
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_picture import RIICHI_BODY as BODY
from vision.synthetic.table_picture import Studio, watching
from vision.synthetic.table_scene import mixed_scene, random_table_scene
from vision.synthetic.table_view import (
    ACROSS,
    HandView,
    LaidMeld,
    RiverTile,
    SeatView,
    TableView,
    WallView,
)

PLAN = Plan.of(BODY)
MARK = (250, 0, 250)
HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "2z", "2z")
PON = LaidMeld.called("7z", ("7z", "7z"), ACROSS)


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


def discards(count, turned_at=None, taken=()):
    return tuple(
        RiverTile(LABELS[place], place == turned_at, place in taken) for place in range(count)
    )


def full_table():
    """Every zone filled, each seat another way."""
    seats = (
        SeatView(HandView(HAND), discards(10, turned_at=4), (), riichi=True),
        SeatView(HandView(HAND[:10], "up", "2z"), discards(12), (PON,)),
        SeatView(
            HandView(("back",) * 10, "down"), discards(20), (LaidMeld.closed_kan(("9m",) * 4),)
        ),
        SeatView(HandView(HAND), discards(6)),
    )
    return TableView(seats, WallView(40, 90, 1, ("3z", "4z")), dealer=1, sticks=2, counters=3)


def studio(seed=3, tilt=0.0, heading=0.0, size=(1280, 720)):
    camera = watching(size, PLAN.edge, tilt=tilt, heading=heading)
    return Studio(PlainFaces(), seed, size=size, camera=camera)


def inside(quad, across, along):
    """The pixel at a share of the way across and along a quadrilateral."""
    top = quad[0] + (quad[1] - quad[0]) * across
    bottom = quad[3] + (quad[2] - quad[3]) * across
    x, y = top + (bottom - top) * along
    return round(x), round(y)


@pytest.mark.parametrize(("tilt", "heading"), [(0.0, 0.0), (0.35, 1.0), (0.35, 4.0)])
def test_the_polygons_hold_the_faces_from_their_own_top_left(tilt, heading):
    picture = studio(tilt=tilt, heading=heading).shoot(full_table(), clean=True)
    seen = [t for t in picture.tiles if t.visible > 0.9 and (t.face_up or t.tile == "back")]
    seen = [t for t in seen if t.zone != "stick"]
    assert len(seen) > 80
    height, width = picture.image.shape[:2]
    for truth in seen:
        assert (truth.polygon >= -1).all()
        assert (truth.polygon <= [width + 1, height + 1]).all()
        x, y = inside(truth.polygon, 0.25, 0.26)
        red, green, blue = picture.image[y, x].astype(int)
        assert min(red, blue) > green + 40, truth
        x, y = inside(truth.polygon, 0.7, 0.7)
        assert np.ptp(picture.image[y, x].astype(int)) < 12, truth


def test_the_truth_tells_every_tile_in_order():
    view = full_table()
    picture = studio().shoot(view)
    names = ["hand", "river", "meld", "dora", "wall", "stick"]
    zones = {(t.seat, t.zone) for t in picture.tiles}
    assert {zone for _, zone in zones} == set(names)
    for seat, seen in enumerate(view.seats):
        river = [t for t in picture.tiles if (t.seat, t.zone) == (seat, "river")]
        assert [t.tile for t in river] == [tile.label for tile in seen.river]
        assert [t.sideways for t in river] == [tile.turned for tile in seen.river]
        assert all(t.face_up and t.visible > 0.9 for t in river)
    sticks = [t.tile for t in picture.tiles if t.zone == "stick"]
    assert sticks == ["stick"] * 3 + ["counter"] * 3
    assert Counter(t.tile for t in picture.tiles if t.zone == "wall") == {"back": 136 - 90 - 1 - 2}
    assert all(0 <= t.visible <= 1 for t in picture.tiles)
    line = picture.tiles[0].as_mapping()
    assert set(line) >= {"tile", "seat", "zone", "face_up", "sideways", "polygon", "visible"}


def test_polygons_run_clockwise():
    for truth in studio(tilt=0.2).shoot(full_table(), clean=True).tiles:
        if truth.visible > 0.05:
            assert cv2.contourArea(truth.polygon.astype(np.float32), oriented=True) > 0


def test_what_lies_under_or_stands_is_not_seen():
    picture = studio().shoot(full_table(), clean=True)
    full = Counter((t.seat, round(t.visible)) for t in picture.tiles if t.zone == "wall")
    below = sum(count for (_, seen), count in full.items() if not seen)
    assert below == (136 - 90 - 1) // 2
    standing = [t for t in picture.tiles if (t.seat, t.zone) == (0, "hand")]
    assert [t.tile for t in standing] == list(HAND)
    assert not any(t.face_up for t in standing)
    assert max(t.visible for t in standing) < 0.5


def test_a_sideways_tile_is_wider_than_high_for_its_seat():
    picture = studio().shoot(full_table(), clean=True)
    for truth in picture.tiles:
        if truth.seat == 0 and truth.zone == "river":
            wide, high = np.ptp(truth.polygon, axis=0)
            assert (wide > high) == truth.sideways


def test_a_hand_over_the_table_only_hides():
    place = studio()
    bare = place.shoot(full_table())
    below = place.shoot(full_table(), hand=True)
    hidden = [a.visible - b.visible for a, b in zip(bare.tiles, below.tiles, strict=True)]
    assert min(hidden) > -1e-9
    assert max(hidden) > 0.5


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("left", [False, True])
def test_an_arm_comes_from_its_seat_and_hides_what_it_is_over(seat, left):
    place, view = studio(), full_table()
    river = [t for t in place.shoot(view).tiles if (t.seat, t.zone) == (seat, "river")]
    spot = lay_table(view, BODY, place.seed)
    tile = next(t for t in spot if (t.seat, t.zone, t.place) == (seat, "river", 2))
    x, y, _ = tile.placement.centre
    beyond = np.array([x, y]) + 25 * np.array([-np.sin(seat * TURN), np.cos(seat * TURN)])
    reached = place.shoot(view, (Arm(seat, (float(beyond[0]), float(beyond[1])), left),))
    seen = {(t.seat, t.zone, t.place): t for t in reached.tiles}
    assert river[2].visible > 0.9
    assert seen[seat, "river", 2].visible < 0.2
    opposite = [t for t in reached.tiles if t.seat == (seat + 2) % 4 and t.zone == "river"]
    assert min(t.visible for t in opposite) > 0.9


def test_nothing_is_seen_of_a_tile_at_the_edge_where_an_arm_is_over_all_the_picture(monkeypatch):
    camera = watching((640, 640), 150.0)
    place = Studio(PlainFaces(), 3, size=(640, 640), camera=camera)
    bare = place.shoot(full_table(), clean=True).tiles
    assert any(0.2 < t.visible < 0.8 for t in bare)
    monkeypatch.setattr(table_picture, "lay_arm", lambda *_: np.full((640, 640), 255, np.uint8))
    below = place.shoot(full_table(), (Arm(0, (0.0, 0.0)),), clean=True).tiles
    assert {t.visible for t in below} == {0.0}


@pytest.mark.parametrize(("bend", "reach"), [(-0.15, 150.0), (0.06, 300.0)])
def test_what_a_lens_bends_out_of_the_picture_is_not_seen(bend, reach):
    camera = watching((640, 640), reach, lens=1.0)
    straight, bent = (
        Studio(PlainFaces(), 3, size=(640, 640), camera=camera, lens=lens).shoot(full_table()).tiles
        for lens in (None, Lens((640, 640), bend))
    )
    for one, other in zip(straight, bent, strict=True):
        held = share_within(other.polygon, (640, 640))
        assert other.visible <= held + 0.08
        if held > 0.999 and one.zone != "stick":
            assert other.visible == pytest.approx(one.visible, abs=0.12)
    lost = [one.visible - other.visible for one, other in zip(straight, bent, strict=True)]
    assert max(lost) > 0.4


def share_within(quad, size):
    """The share of a quadrilateral that lies in a picture of this size."""
    hull = cv2.convexHull(quad.astype(np.float32))
    frame = np.float32([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]])
    return cv2.intersectConvexConvex(hull, frame)[0] / cv2.contourArea(hull)


def test_an_arm_changes_nothing_that_is_far_from_it():
    place = studio()
    bare, below = (
        place.shoot(full_table(), clean=True),
        place.shoot(full_table(), (Arm(0, (60.0, -250.0)),), clean=True),
    )
    far = np.s_[:300, 300:900]
    assert np.array_equal(bare.image[far], below.image[far])
    assert not np.array_equal(bare.image, below.image)


@pytest.mark.parametrize(
    ("seat", "at", "word"),
    [(4, (0.0, 0.0), "seat 4"), (0, (0.0, 2000.0), "2000"), (0, (np.nan, 0.0), "nan")],
)
def test_an_arm_that_cannot_be_is_named(seat, at, word):
    with pytest.raises(TableViewError, match="expected") as caught:
        Arm(seat, at)
    assert word in str(caught.value)


def test_the_same_seed_takes_the_same_picture():
    view = random_view(np.random.default_rng(8))
    first, second = (Studio(PlainFaces(), 5, size=(640, 360)).shoot(view) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert [t.as_mapping() for t in first.tiles] == [t.as_mapping() for t in second.tiles]
    again = Studio(PlainFaces(), 5, size=(640, 360)).shoot(view, exposure=1)
    assert not np.array_equal(first.image, again.image)
    assert [t.visible for t in first.tiles] == [t.visible for t in again.tiles]


def test_the_frames_of_a_film_differ_by_their_grain():
    place, view = Studio(PlainFaces(), 5, size=(640, 360)), full_table()
    for exposure in range(6):
        first, second = (place.shoot(view, exposure=exposure, frame=f).image for f in (1, 2))
        assert np.abs(first.astype(int).mean((0, 1)) - second.mean((0, 1))).max() < 1
        if not np.array_equal(first, second):
            return
    pytest.fail("no exposure has any noise")


@pytest.mark.parametrize("heading", [0.0, 1.3, 3.0, 5.0])
@pytest.mark.parametrize("size", [(1280, 720), (480, 640)])
def test_the_whole_table_is_in_the_picture_with_seat_0_below(heading, size):
    table = studio(tilt=0.35, heading=heading, size=size).shoot(TableView()).table
    assert (table > 0).all()
    assert (table < size).all()
    far_left, far_right, right, left = table
    assert far_left[1] < left[1]
    assert far_right[1] < right[1]
    assert left[0] < right[0]


def test_a_larger_set_has_a_larger_table():
    large = Body(width=26, height=34, thickness=21, seam=0.5)
    tiles = lay_table(full_table(), large, 1)
    assert Plan.of(large).edge > PLAN.edge
    assert np.abs(corners([t.placement for t in tiles], large)[..., :2]).max() < Plan.of(large).edge


@pytest.mark.parametrize("seed", range(6))
def test_training_scenes_of_tables_are_whole(seed):
    scene = random_table_scene(np.random.default_rng(seed), PlainFaces(), (512, 384))
    assert scene.image.shape == (384, 512, 3)
    assert scene.truths
    for truth in scene.truths:
        assert truth.label in LABELS
        assert 0 < truth.visible <= 1
        assert (truth.pose == "down") == (truth.label == "back")


def test_without_tables_the_mix_is_what_it_was():
    mixed = mixed_scene(np.random.default_rng(4), PlainFaces(), 0.0)
    assert np.array_equal(mixed.image, random_scene(np.random.default_rng(4), PlainFaces()).image)
    table = mixed_scene(np.random.default_rng(4), PlainFaces(), 1.0)
    assert not np.array_equal(mixed.image, table.image)
