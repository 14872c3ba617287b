"""Looks at a box: a find at a part of a face is put to all of it where that shows the face."""

import numpy as np
import pytest
from loading import load

from vision.detections import CLASSES
from vision.labels import CLASS_OF
from vision.observation import FACE_NAMES
from vision.tracks.fuse import Track, look_of
from vision.tracks.looks import Looking
from vision.tracks.region import outline

toy_table = load("tests/vision/toy_table.py")

BOX = (150, 300, 400, 500)
PART = {"2m": 0.7, "3m": 0.25}


class HalfBlind(toy_table.ToyReader):
    """Finds a part of each face, and takes it for another; knows it where all of it is shown."""

    def __init__(self, toy, kept, whole):
        super().__init__(toy)
        self.kept, self.whole = kept, whole

    def read_region(self, image, box, short_side):
        assert image.size > 0
        assert min(short_side, *box) > 0
        (left, top), (right, bottom) = self.kept
        quads = []
        for _, quad in self.toy.quads():
            across, down = quad[1] - quad[0], quad[3] - quad[0]
            ends = [(left, top), (right, top), (right, bottom), (left, bottom)]
            quads.append(np.array([quad[0] + x * across + y * down for x, y in ends]))
        self.strange = {"3m": PART}
        return self.detections([("3m", quad) for quad in quads])

    def near_faces(self, image, quads):
        sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
        tall = sides.max(axis=1) > 0.95 * toy_table.SCALE * toy_table.TILE[1]
        self.strange = {"3m": {"3m": self.whole, "4m": 1 - self.whole}}
        assert tall.all()
        (edges,) = [quad for _, quad in self.toy.quads()]
        return super().read_faces(image, [edges for _ in quads])


def looked(kept, whole=0.99):
    toy = toy_table.Toy({"one": ("3m", -65.0, -109.0, 90.0)})
    looking = Looking(
        HalfBlind(toy, kept, whole), toy_table.plane(), lambda quads: np.ones(len(quads))
    )
    (look,) = looking.at_box(toy.frame().rgb, BOX, np.eye(3))
    return look, FACE_NAMES[int(look.chances.argmax())]


@pytest.mark.parametrize(
    "kept",
    [
        ((0, 0), (1, 0.76)), ((0, 0.24), (1, 1)), ((0, 0), (0.8, 1)), ((0.2, 0), (1, 1)),
        ((-0.22, 0), (1, 1)),
    ],
)  # fmt: skip
def test_a_part_of_a_face_or_more_than_it_is_put_to_all_of_it(kept):
    look, name = looked(kept)
    assert name == "3m"
    assert look.spot == pytest.approx([-65, -109], abs=1)


@pytest.mark.parametrize("kept", [((0, 0), (1, 0.76)), ((0, 0), (1, 1))])
def test_a_find_stays_as_it_is_where_no_more_of_it_is_surer_or_nothing_is_missing(kept):
    whole = 0.5 if kept[1][1] < 1 else 0.99
    look, name = looked(kept, whole)
    assert name == "2m"
    assert look.chances.max() == pytest.approx(0.7 / 0.95, abs=0.02)


class Strokes(HalfBlind):
    """Finds what is named so in each face; knows the face where all of it is shown."""

    def __init__(self, toy, kept, label):
        super().__init__(toy, kept, 0.99)
        self.label = label

    def read_region(self, image, box, short_side):
        found = super().read_region(image, box, short_side)
        self.strange = {}
        return self.detections([(self.label, quad) for quad in found.quadrilaterals])

    def near_faces(self, image, quads):
        assert image.size > 0
        return self.detections([(self.label, quad) for quad in quads])


class Inward(HalfBlind):
    """Finds two parts of a face, and goes by edges within it; knows it at its own outline."""

    def read_region(self, image, box, short_side):
        assert image.size > 0
        assert min(short_side, *box) > 0
        (quad,) = [quad for _, quad in self.toy.quads()]
        left_out = np.array([[0], [0], [1], [1]]) * (quad[3] - quad[0])
        return self.detections([("6p", quad - share * left_out) for share in (0.35, 0.7)])

    def near_faces(self, image, quads):
        assert image.size > 0
        middles = quads.mean(axis=1, keepdims=True)
        return self.detections([("3p", quad) for quad in middles + (quads - middles) * 0.62])


def test_a_part_of_a_face_that_was_led_to_is_not_the_tile():
    toy = toy_table.Toy({"one": ("7p", -65.0, -109.0, 90.0)})
    looking = Looking(Inward(toy, None, 0.99), toy_table.plane(), lambda quads: np.ones(len(quads)))
    (look,) = looking.at_box(toy.frame().rgb, BOX, np.eye(3))
    assert FACE_NAMES[int(look.chances.argmax())] == "7p"
    assert look.spot == pytest.approx([-65, -109], abs=0.4 * toy_table.TILE[0])


@pytest.mark.parametrize(
    ("part", "there"),
    [((0.8, 0.8), 1), ((0.7, 0.86), 1), ((0.5, 0.5), 0), ((0.6, 0.9), 0), ((0.95, 0.7), 0)],
    ids=["frame", "narrow frame", "half", "strip", "side"],
)
def test_a_haku_is_told_by_its_frame_and_not_by_less(part, there):
    toy = toy_table.Toy({"one": ("5z", -65.0, -109.0, 90.0)})
    across, down = ((1 - share) / 2 for share in part)
    reader = Strokes(toy, ((across, down), (1 - across, 1 - down)), "5z")
    looking = Looking(reader, toy_table.plane(), lambda quads: np.ones(len(quads)))
    looks = looking.at_box(toy.frame().rgb, BOX, np.eye(3))
    assert len(looks) == there
    for look in looks:
        assert look.spot == pytest.approx([-65, -109], abs=1)


@pytest.mark.parametrize(("away", "there"), [(26.6, 2), (40.0, 1)])
def test_a_haku_is_told_by_a_narrower_frame_where_a_row_goes_on(away, there):
    toy = toy_table.Toy(
        {"one": ("3m", -65.0, -109.0, 90.0), "two": ("5z", -65.0 + away, -109.0, 90.0)}
    )

    class Frames(toy_table.ToyReader):
        def read_region(self, image, box, short_side):
            found = super().read_region(image, box, short_side).quadrilaterals
            middle = found[1].mean(axis=0)
            return self.detections([("3m", found[0]), ("5z", middle + 0.72 * (found[1] - middle))])

    looking = Looking(Frames(toy), toy_table.plane(), lambda quads: np.ones(len(quads)))
    looks = looking.at_box(toy.frame().rgb, BOX, np.eye(3))
    assert len(looks) == there


def test_of_finds_across_each_other_those_are_kept_that_overlap_least():
    """Three tiles side by side, and a find across two of them that is as sure."""
    width = toy_table.TILE[0]
    spots = [(0.0, 0.0), (0.85 * width, 0.0), (1.03 * width, 0.0), (2.1 * width, 0.0)]
    plane = toy_table.plane()
    looks = [seen_at(plane, spot) for spot in spots]
    looking = Looking(
        toy_table.ToyReader(toy_table.Toy()), plane, lambda quads: np.ones(len(quads))
    )
    kept = {round(float(look.spot[0] / width), 2) for look in looking.agreed(looks, [])}
    assert kept == {0.0, 1.03, 2.1}


def seen_at(plane, spot):
    """A sure look at a face there, upright."""
    corners = outline(np.array(spot), np.array([1.0, 0.0]), toy_table.TILE)
    chances = np.zeros(CLASSES, np.float32)
    chances[CLASS_OF["6s"]] = 1.0
    return look_of(plane.to_px(corners), corners, chances, 1.0)


def test_a_dragon_that_looks_a_little_like_a_bird_is_a_dragon():
    """So does that of a real set, at every look: nothing makes a bird likelier than it was read."""
    classes = np.full(CLASSES, 1e-4, np.float32)
    classes[CLASS_OF["1s"]], classes[CLASS_OF["6z"]] = 0.15, 0.8
    corners = outline(np.zeros(2), np.array([1.0, 0.0]), toy_table.TILE)
    look = look_of(toy_table.plane().to_px(corners), corners, classes, 1.0)
    assert look.chances[FACE_NAMES.index("6z")] > 0.8
    assert look.chances.sum() == pytest.approx(1)


@pytest.mark.parametrize(("off_mm", "kept"), [(3.0, True), (13.0, False)])
def test_what_was_read_of_a_tile_that_was_cut_a_little_wrongly_still_counts(off_mm, kept):
    """After a knock a tile that had been read often was named by one look, wrongly."""

    def look(face, x_mm):
        classes = np.full(CLASSES, 1e-4, np.float32)
        classes[CLASS_OF[face]] = 0.9
        corners = outline(np.array([x_mm, 0.0]), np.array([1.0, 0.0]), toy_table.TILE)
        return look_of(toy_table.plane().to_px(corners), corners, classes, 1.0)

    track = Track.begin(1, look("6z", 0.0), 0, 0)
    for _ in range(4):
        track.see(look("6z", 0.0), 0)
    track.mended(look("1z", off_mm), 0)
    assert track.spot[0] == pytest.approx(off_mm, abs=0.5)
    assert (FACE_NAMES[int(track.chances.argmax())] == "6z") is kept


class AnyOutline(toy_table.ToyReader):
    """Knows the face in any outline."""

    def near_faces(self, image, quads):
        assert image.size > 0
        return self.detections([("1s", quad) for quad in quads])


def test_a_find_broader_than_high_is_laid_as_it_has_room_between_its_neighbours():
    toy, plane = toy_table.Toy(), toy_table.plane()
    looking = Looking(AnyOutline(toy), plane, lambda quads: np.ones(len(quads)))
    corners = np.array([-65.0, -109.0]) + np.array([[-20, 17], [20, 17], [20, -17], [-20, -17]])
    chances = np.zeros(CLASSES, np.float32)
    chances[CLASS_OF["1s"]] = 1.0
    find = look_of(plane.to_px(corners), corners, chances, 0.6)
    beside = [seen_at(plane, (-65.0 + way * 27, -109.0)) for way in (-1, 1)]
    laid = looking._completed(toy.frame().rgb, [*beside, find], np.eye(3))[-1]
    assert abs(laid.angle_deg % 180 - 90) < 8
    assert laid.spot == pytest.approx([-65, -109], abs=2)


@pytest.mark.parametrize(("name", "turned"), [("4z", False), ("5z", True)])
def test_a_part_of_a_face_lies_as_it_is_read_and_a_blank_one_as_it_is_long(name, turned):
    corners = np.array([[0.0, 0.0], [30, 0], [30, 26], [0, 26]])
    classes = np.full(CLASSES, 1e-3, np.float32)
    classes[CLASS_OF[name]] = 0.95
    assert look_of(corners, corners, classes, 1.0).angle_deg == (0 if turned else 270)


@pytest.mark.parametrize("turned", [False, True])
def test_what_is_tried_between_known_tiles_lies_as_they_leave_room(turned):
    along = np.array([0.0, 1.0]) if turned else np.array([1.0, 0.0])
    spots = [np.array([-65.0, -109.0]) + 26.6 * step * along for step in (-1, 0, 1)]
    toy = toy_table.Toy({"one": ("1s", *spots[1], 180.0 if turned else 90.0)})
    plane = toy_table.plane()
    looking = Looking(toy_table.ToyReader(toy), plane, lambda quads: np.ones(len(quads)))
    known = [plane.to_px(outline(spot, along, toy_table.TILE)) for spot in spots[::2]]
    quads = looking.square(plane.to_px(spots[1][None]))
    (found,) = looking.tried(toy.frame().rgb, quads, np.eye(3), beside=known)
    assert found.angle_deg % 180 == pytest.approx(0 if turned else 90, abs=2)
