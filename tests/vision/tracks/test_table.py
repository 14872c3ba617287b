"""From frames to observations: read at rest, remembered under a hand, followed when pushed."""

from dataclasses import replace

import numpy as np
import pytest
from loading import load

from vision.tracks.fuse import Track, look_of
from vision.tracks.looks import Looking
from vision.tracks.region import outline
from vision.tracks.table import TableTracks

toy_table = load("tests/vision/toy_table.py")

ARM = [(-60.0, -400.0), (60.0, -400.0), (40.0, -80.0), (-40.0, -80.0)]


class Table:
    """A toy table, watched."""

    def __init__(self, tiles):
        self.toy = toy_table.Toy(dict(tiles))
        self.reader = toy_table.ToyReader(self.toy)
        self.tracks = TableTracks(self.reader, toy_table.plane(), self.toy.frame())
        self.seen = []

    def play(self, frames):
        for _ in range(frames):
            seen = self.tracks.see(self.toy.frame())
            if seen is not None:
                self.seen.append(seen)
        return self.seen[-1]

    def faces(self):
        return sorted(s.best for s in self.seen[-1].sightings if s.face_up)


@pytest.fixture
def table():
    table = Table(toy_table.river(("1m", "9s", "5z")))
    table.play(6)
    return table


def test_what_lies_there_at_first_is_told_with_its_place(table):
    assert table.faces() == ["1m", "5z", "9s"]
    first = min(table.seen[-1].sightings, key=lambda s: s.x_mm)
    assert (first.best, first.face_up) == ("1m", True)
    assert first.x_mm == pytest.approx(-65, abs=1.5)
    assert first.y_mm == pytest.approx(-109, abs=1.5)
    assert first.angle_deg == pytest.approx(90, abs=2)
    assert first.probabilities[0] > 0.9


def test_a_quiet_table_is_not_read_again(table):
    reads = table.tracks.reads
    table.play(40)
    assert table.tracks.reads == reads


def test_a_new_tile_is_told_once_it_rests_and_only_its_place_is_read(table):
    table.toy.arms = [ARM]
    table.play(3)
    assert table.faces() == ["1m", "5z", "9s"]
    put_at = table.toy.number
    table.toy.arms = []
    table.toy.tiles["new"] = ("3p", 14.8, -109.0, 90.0)
    before = len(table.reader.boxes)
    table.play(6)
    assert table.faces() == ["1m", "3p", "5z", "9s"]
    new = max(table.seen[-1].sightings, key=lambda s: s.x_mm)
    assert new.first_ns == pytest.approx(put_at * 1e8, abs=2.1e8)
    for left, top, right, bottom in table.reader.boxes[before:]:
        assert (right - left) * (bottom - top) < 0.5 * 640 * 640


def test_a_tile_of_which_only_a_stroke_is_found_is_put_to_size(table):
    table.reader.strokes = {"3p"}
    table.toy.arms = [ARM]
    table.play(3)
    table.toy.arms = []
    table.toy.tiles["new"] = ("3p", 14.8, -109.0, 90.0)
    table.play(6)
    assert table.faces() == ["1m", "3p", "5z", "9s"]
    new = max(table.seen[-1].sightings, key=lambda s: s.x_mm)
    assert new.x_mm == pytest.approx(14.8, abs=3)
    assert new.y_mm == pytest.approx(-109, abs=3)
    assert new.angle_deg == pytest.approx(90, abs=3)


def test_a_tile_that_is_found_only_at_another_scale_is_found(table):
    table.reader.unseen = {"3p"}
    table.toy.tiles["new"] = ("3p", 14.8, -109.0, 90.0)
    table.play(6)
    assert table.faces() == ["1m", "3p", "5z", "9s"]


def test_a_tile_that_no_look_finds_is_sought_where_something_lies(table):
    table.reader.hidden = {"3p"}
    table.toy.tiles["new"] = ("3p", 14.8, -109.0, 90.0)
    table.play(6)
    assert table.faces() == ["1m", "3p", "5z", "9s"]


def test_a_tile_that_lies_as_it_lay_is_not_taken_for_turned(table):
    table.reader.aslant = {"1m"}
    table.tracks.read_all()
    table.play(6)
    first = min(table.seen[-1].sightings, key=lambda s: s.x_mm)
    assert first.best == "1m"
    assert first.angle_deg == pytest.approx(90, abs=5)


def test_two_finds_on_one_tile_are_one_tile(table):
    table.reader.doubled = {"3p"}
    table.toy.tiles["new"] = ("3p", 14.8, -109.0, 90.0)
    table.play(6)
    assert table.faces() == ["1m", "3p", "5z", "9s"]


def test_a_tile_that_cannot_lie_so_beside_others_is_seen_as_it_lies():
    plane, size = toy_table.plane(), toy_table.TILE
    spots = [np.array([26.2 * place, -109.0]) for place in (-1, 0, 1)]
    upright = [plane.to_px(outline(spot, np.array([1.0, 0.0]), size)) for spot in spots]
    across = plane.to_px(outline(spots[1], np.array([0.0, 1.0]), size))
    chances = np.full(40, 1e-3, np.float32)
    lying, seen = (look_of(quad, plane.to_mm(quad), chances, 0.9) for quad in (across, upright[1]))
    track = Track.begin(1, lying, 0, 0)
    looking = Looking(
        toy_table.ToyReader(toy_table.Toy()), plane, lambda quads: np.ones(len(quads))
    )
    assert looking.steadied(track, seen, []).quad is track.quad
    assert looking.steadied(track, seen, [upright[0], upright[2]]) is seen


def test_a_tile_that_was_turned_is_seen_turned(table):
    table.toy.arms = [ARM]
    table.play(3)
    table.toy.arms = []
    table.toy.tiles["river0"] = ("1m", -69.0, -109.0, 180.0)
    table.play(12)
    first = min(table.seen[-1].sightings, key=lambda s: s.x_mm)
    assert first.best == "1m"
    assert first.angle_deg == pytest.approx(180, abs=5)


def test_a_strange_face_is_named_by_what_is_left_of_the_set():
    table = Table(toy_table.river(("6z", "2z", "1s")))
    table.reader.strange = {"1s": {"6z": 0.5, "1s": 0.3, "2z": 0.2}}
    table.play(6)
    assert table.faces() == ["1s", "2z", "6z"]


@pytest.mark.parametrize(("grown", "shift"), [(1.3, 0.0), (1.0, 70.0), (0.78, -30.0)])
def test_a_plane_that_was_found_badly_is_given_up_for_a_better_one(grown, shift):
    table = Table(toy_table.whole_table())
    good = table.tracks.plane
    bad = replace(
        good, matrix=good.matrix @ np.array([[grown, 0, shift], [0, grown, shift], [0, 0, 1.0]])
    )
    table.tracks = TableTracks(table.reader, bad, table.toy.frame())
    seen = table.play(40)
    assert any("found better" in word for word in table.tracks.news())
    assert any(one.moved for one in table.seen)
    assert table.faces() == sorted(label for label, *_ in toy_table.whole_table().values()
                                   if label != "back")  # fmt: skip
    first = next(s for s in seen.sightings if s.best == "1m")
    assert first.x_mm == pytest.approx(-65, abs=9)
    assert first.y_mm == pytest.approx(-109, abs=9)


def test_a_mirrored_picture_is_named_once():
    table = Table(toy_table.whole_table())
    table.reader.in_a_mirror = True
    table.play(90)
    (word,) = table.tracks.news()
    assert word.startswith("the picture is mirrored")


def test_a_plane_that_people_gave_is_not_doubted():
    table = Table(toy_table.whole_table())
    given = replace(
        table.tracks.plane, how="file",
        matrix=table.tracks.plane.matrix @ np.diag([1.2, 1.2, 1.0]),
    )  # fmt: skip
    table.tracks = TableTracks(table.reader, given, table.toy.frame())
    table.play(40)
    assert table.tracks.news() == []
    assert table.tracks.plane is given


def test_a_tile_under_a_hand_is_remembered_and_one_taken_away_is_not(table):
    track = {s.best: s.track for s in table.seen[-1].sightings}
    table.toy.arms = [ARM]
    table.play(2)
    seen = table.play(25)  # the hand rests, and covers
    assert table.faces() == ["1m", "5z", "9s"]
    hidden = next(s for s in seen.sightings if s.best == "9s")
    assert hidden.visible < 0.5
    assert hidden.last_ns < seen.captured_ns - 1e9
    assert seen.covered
    table.toy.arms = []
    del table.toy.tiles["river1"]
    table.play(6)
    assert table.faces() == ["1m", "5z"]
    assert {s.best: s.track for s in table.seen[-1].sightings} == {
        name: track[name] for name in ("1m", "5z")
    }
    assert table.seen[-1].covered == ()


def test_walls_that_are_read_as_blank_faces_are_walls_and_their_indicator_a_face():
    table = Table({})
    table.toy.tiles = toy_table.whole_table()
    table.reader.strange = {"back": {"5z": 0.85, "none": 0.1}}
    table.play(12)
    faces = sorted(label for label, *_ in table.toy.tiles.values() if label != "back")
    assert table.faces() == faces
    _, *place = table.toy.tiles["wall0 3"]
    table.toy.tiles["wall0 3"] = ("7s", *place)
    table.play(8)
    assert table.faces() == sorted([*faces, "7s"])


def test_a_tile_that_was_pushed_is_the_same_tile(table):
    track = {s.best: s.track for s in table.seen[-1].sightings}
    table.toy.tiles["river2"] = ("5z", -5.0, -113.0, 84.0)
    table.play(6)
    pushed = next(s for s in table.seen[-1].sightings if s.best == "5z")
    assert pushed.track == track["5z"]
    assert pushed.x_mm == pytest.approx(-5, abs=1.5)
    assert pushed.angle_deg == pytest.approx(84, abs=2)


def test_another_tile_in_the_same_place_is_another_tile(table):
    track = {s.best: s.track for s in table.seen[-1].sightings}
    label, *place = table.toy.tiles["river2"]
    table.toy.tiles["river2"] = ("7m", *place)
    table.play(6)
    assert table.faces() == ["1m", "7m", "9s"]
    other = next(s for s in table.seen[-1].sightings if s.best == "7m")
    assert other.track != track[label]


def test_a_tile_turned_down_is_a_back(table):
    _, *place = table.toy.tiles["river2"]
    table.toy.tiles["river2"] = ("back", *place)
    table.play(6)
    assert table.faces() == ["1m", "9s"]
    assert [s.face_up for s in table.seen[-1].sightings].count(False) == 1


def test_looks_at_a_doubtful_face_add_up():
    table = Table(toy_table.river(("1m",)))
    table.reader.sure = 0.7
    table.play(12)
    assert 0.8 < max(table.seen[-1].sightings[0].probabilities) < 0.97


def test_wandering_light_is_no_change(table):
    reads = table.tracks.reads
    for step in range(40):
        table.toy.light = 1.0 - 0.006 * step
        table.play(1)
    assert table.tracks.reads == reads
    assert table.faces() == ["1m", "5z", "9s"]


def test_a_shaking_camera_is_no_change(table):
    reads = []
    for step in range(36):
        table.toy.shift = (0.7 * (-1) ** step, 0.5 * (step % 3 - 1))
        table.play(1)
        reads.append(table.tracks.reads)
    assert reads[-1] - reads[15] <= 2
    first = min(table.seen[-1].sightings, key=lambda s: s.x_mm)
    assert first.x_mm == pytest.approx(-65, abs=2)


def test_a_nudged_camera_finds_its_place_again(table):
    table.toy.shift = (19.0, -13.0)
    table.play(8)
    assert any(seen.moved for seen in table.seen)
    assert table.faces() == ["1m", "5z", "9s"]
    table.toy.tiles["new"] = ("3p", 14.8, -109.0, 90.0)
    table.play(6)
    new = max(table.seen[-1].sightings, key=lambda s: s.x_mm)
    assert new.best == "3p"
    assert new.x_mm == pytest.approx(14.8, abs=2)
    assert new.y_mm == pytest.approx(-109, abs=2)


def test_tiles_that_were_found_as_one_thing_are_told_when_each_of_them_is_found(table):
    table.reader.merged = {"3p", "4p"}
    table.toy.tiles["third"] = ("3p", 80.0, -109.0, 90.0)
    table.toy.tiles["fourth"] = ("4p", 106.4, -109.0, 90.0)
    table.play(6)
    assert table.faces() == ["1m", "5z", "9s"]
    table.reader.merged = set()
    table.toy.tiles["second"] = ("2p", 132.8, -109.0, 90.0)
    table.play(6)
    assert table.faces() == ["1m", "2p", "3p", "4p", "5z", "9s"]


def test_what_an_arm_hid_when_all_began_is_the_table_too():
    """It had left only after the first look; a tile taken from there seemed to be covered."""
    table = Table({"far": ("1m", -200.0, 100.0, 90.0)})
    table.toy.arms = [ARM]
    table.tracks = TableTracks(table.reader, toy_table.plane(), table.toy.frame())
    table.play(2)
    table.toy.arms = []
    table.play(20)
    table.toy.tiles["laid"] = ("3p", 0.0, -109.0, 90.0)
    table.play(80)
    assert table.faces() == ["1m", "3p"]
    del table.toy.tiles["laid"]
    table.play(20)
    assert table.faces() == ["1m"]
