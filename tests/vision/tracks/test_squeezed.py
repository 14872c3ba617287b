"""Finds nearer than tiles can lie are put apart where two faces show; nothing else is touched."""

import numpy as np
import pytest
from loading import load

from vision.tracks.fuse import Track, look_of
from vision.tracks.looks import Looking
from vision.tracks.region import outline
from vision.tracks.squeezed import Squeezed

toy_table = load("tests/vision/toy_table.py")

WIDTH = toy_table.TILE[0]
SECOND = 1_000_000_000


def always(_quad):
    return True


def tile(number, label, x):
    """A tile that stands upright before the bottom seat, as it was found at x."""
    plane = toy_table.plane()
    quad = plane.to_px(outline(np.array([x, -300.0]), np.array([1.0, 0.0]), toy_table.TILE))
    chances = np.full(40, 1e-3, np.float32)
    chances[toy_table.CLASS_OF[label]] = 0.95
    return Track.begin(number, look_of(quad, plane.to_mm(quad), chances, 0.9), 0, 0)


def laid(**places):
    """A table where tiles lie: their labels by x."""
    return toy_table.Toy({
        f"tile{at}": (label.strip("_"), x, -300.0, 90.0)
        for at, (label, x) in enumerate(places.items())
    })  # fmt: skip


def mends(toy, tracks, squeezed=None, now=SECOND, in_sight=always):
    looking = Looking(
        toy_table.ToyReader(toy), toy_table.plane(), lambda quads: np.ones(len(quads))
    )
    squeezed = squeezed or Squeezed(WIDTH)
    return squeezed.mends(looking, tracks, in_sight, toy.frame().rgb, np.eye(3), now)


@pytest.mark.parametrize("places", [(-270.0, -251.0), (-274.0, -254.0), (-265.0, -247.0)])
def test_a_find_across_two_tiles_is_put_right_without_a_third_in_its_row(places):
    toy = laid(_5s=-274.0, _4s=-247.0)
    tracks = [tile(1, "5s", places[0]), tile(2, "6s", places[1])]
    found = mends(toy, tracks)
    assert [one.track for one in found] == tracks
    assert [one.look.spot[0] for one in found] == pytest.approx([-274, -247], abs=5)
    for one in found:
        one.track.lies(one.look, SECOND)
    assert tracks[1].chances.argmax() == toy_table.CLASS_OF["4s"]
    assert mends(toy, tracks) == []


def test_tiles_side_by_side_are_left_alone():
    assert mends(laid(_5s=-274.0, _4s=-247.5), [tile(1, "5s", -274), tile(2, "4s", -247.5)]) == []


def test_one_tile_that_was_found_twice_is_not_made_two():
    assert mends(laid(_5s=-262.0), [tile(1, "5s", -270.0), tile(2, "6s", -252.0)]) == []


def test_what_a_hand_is_over_waits():
    tracks = [tile(1, "5s", -270.0), tile(2, "6s", -251.0)]
    assert mends(laid(_5s=-274.0, _4s=-247.0), tracks, in_sight=lambda _quad: False) == []


def test_what_cannot_be_put_right_is_tried_ever_more_rarely():
    toy, squeezed = laid(_5s=-262.0), Squeezed(WIDTH)
    tracks = [tile(1, "5s", -270.0), tile(2, "6s", -252.0)]
    reader = toy_table.ToyReader(toy)
    asked = []
    reader.read_faces = lambda _image, quads: (
        asked.append(1) or toy_table.ToyReader.read_faces(reader, _image, quads)
    )
    looking = Looking(reader, toy_table.plane(), lambda quads: np.ones(len(quads)))
    for half in range(1, 40):
        now = half * SECOND // 2
        squeezed.mends(looking, tracks, always, toy.frame().rgb, np.eye(3), now)
    assert 2 <= len(asked) <= 8
