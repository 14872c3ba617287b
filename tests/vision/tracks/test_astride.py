"""A find across two tiles that lie alone is made two; one tile stays, and one of a row."""

from dataclasses import replace

import numpy as np
import pytest
from loading import load

from vision.tracks.astride import Astride
from vision.tracks.fuse import Track, look_of
from vision.tracks.looks import Looking
from vision.tracks.region import outline

toy_table = load("tests/vision/toy_table.py")

WIDTH, HEIGHT = toy_table.TILE
SECOND = 1_000_000_000
TWO = (-274.0, -247.0)
MIDDLE = -260.5


def always(_quad):
    return True


def tile(number, label, x):
    """A tile that stands upright before the bottom seat, as it was found at x; hardly sure."""
    plane = toy_table.plane()
    quad = plane.to_px(outline(np.array([x, -300.0]), np.array([1.0, 0.0]), toy_table.TILE))
    chances = np.full(40, 1e-3, np.float32)
    chances[toy_table.CLASS_OF[label]] = 0.8
    return Track.begin(number, look_of(quad, plane.to_mm(quad), chances, 0.9), 0, 0)


def mends(
    places, tracks, astride=None, now=SECOND, in_sight=always, covered=None, reader=None
):  # fmt: skip
    """What is mended where 7s lie at places; ``covered``: up to where the table is covered."""
    toy = toy_table.Toy({f"tile{x}": ("7s", x, -300.0, 90.0) for x in places})
    plane = toy_table.plane()
    low, high = covered or (min(places) - WIDTH / 2, max(places) + WIDTH / 2)

    def shares(quads):
        x = plane.to_mm(np.reshape(quads, (-1, 2))).reshape(-1, 4, 2)[..., 0]
        left, right = x.min(axis=1), x.max(axis=1)
        inside = np.minimum(right, high) - np.maximum(left, low)
        return np.clip(inside / (right - left), 0, 1)

    looking = Looking((reader or toy_table.ToyReader)(toy), plane, shares)
    astride = astride or Astride(WIDTH)
    return astride.mends(looking, tracks, in_sight, toy.frame().rgb, np.eye(3), now)


def test_a_find_across_two_tiles_alone_is_made_two():
    across = tile(1, "7s", MIDDLE)
    found = mends(TWO, [across])
    assert [one.track for one in found] == [across, None]
    assert [one.look.spot[0] for one in found] == pytest.approx(TWO, abs=5)
    assert {int(one.look.chances.argmax()) for one in found} == {toy_table.CLASS_OF["7s"]}


class Astray(toy_table.ToyReader):
    """Reads a place across two tiles, too, and more surely than either of them."""

    other = "7s"

    def read_faces(self, image, quads):
        found = super().read_faces(image, quads)
        told = np.full_like(found.probabilities, 1e-4)
        told[:, toy_table.CLASS_OF["7s"]] = 0.9
        told[:, toy_table.CLASS_OF["none"]] = 0.06
        told[0] = 1e-4
        told[0, toy_table.CLASS_OF[self.other]] = 0.99
        return replace(found, probabilities=told)


class AstrayAsAnother(Astray):
    """What lies across two tiles looks like another face."""

    other = "9s"


def test_between_two_of_a_kind_lies_that_face_again_surer_than_either():
    found = mends(TWO, [tile(1, "7s", MIDDLE)], reader=Astray)
    assert [one.look.spot[0] for one in found] == pytest.approx(TWO, abs=5)


def test_a_find_that_is_surer_than_two_others_stays():
    assert mends(TWO, [tile(1, "9s", MIDDLE)], reader=AstrayAsAnother) == []


def test_a_known_tile_beyond_them_changes_nothing():
    tracks = [tile(1, "7s", MIDDLE), tile(2, "5s", -216.0)]
    found = mends(TWO, tracks, covered=(TWO[0] - WIDTH / 2, -216.0 + WIDTH / 2))
    assert [one.track for one in found] == [tracks[0], None]


def test_one_tile_stays_one():
    assert mends([-260.0], [tile(1, "7s", -260.0)]) == []


def test_one_of_three_of_which_nobody_knows_the_others_stays_where_it_is():
    assert mends([-287.0, -260.0, -233.0], [tile(1, "7s", -260.0)]) == []


def test_tiles_that_are_both_known_stay():
    assert mends(TWO, [tile(1, "7s", TWO[0]), tile(2, "7s", TWO[1])]) == []


def test_what_a_hand_is_over_waits():
    assert mends(TWO, [tile(1, "7s", MIDDLE)], in_sight=lambda _quad: False) == []


def test_what_shows_no_two_faces_is_tried_ever_more_rarely():
    astride, asked = Astride(WIDTH), []

    def noted(quad):
        asked.append(quad)
        return True

    for second in range(1, 20):
        covered = (MIDDLE - WIDTH, MIDDLE + WIDTH)
        here = [tile(1, "7s", MIDDLE)]
        assert mends([MIDDLE], here, astride, second * SECOND, noted, covered) == []
    assert 0 < len(asked) < 3 * 12
