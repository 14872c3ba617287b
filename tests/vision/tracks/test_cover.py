"""The bare table is known in any light; a rim that flickers is no hand."""

import cv2
import numpy as np
import pytest

from vision.plane.map import TablePlane
from vision.tracks.cover import Ground, broad, reaching_in
from vision.tracks.tell import hidden_parts

SHAPE = (120, 160)
ALL = np.ones(SHAPE, np.bool_)


def cloth():
    grain = np.random.default_rng(3).normal(0, 5, (*SHAPE, 1))
    return np.clip(np.array([80.0, 110.0, 60.0]) + grain, 0, 255).astype(np.float32)


def known(picture):
    ground = Ground(*SHAPE)
    ground.learn(picture, ALL)
    return ground


def test_a_table_in_a_softly_brighter_light_is_bare():
    picture = cloth()
    away = np.hypot(*(np.indices(SHAPE) - np.array([[[60]], [[80]]])))
    lamp = 1 + 0.35 * np.exp(-((away / 40) ** 2))[..., None]
    brighter = (picture * lamp).astype(np.float32)
    ground = known(picture)
    assert ground.foreign(brighter, ALL, ~ALL, ~ALL)[0].any()
    assert not np.any(ground.foreign(brighter, ALL, ~ALL, ALL))


@pytest.mark.parametrize("change", [0.55, 1.6])
def test_where_a_tile_lay_the_table_is_known_in_the_light_that_has_wandered(change):
    picture, tile = cloth(), np.zeros(SHAPE, np.bool_)
    tile[50:61, 70:78] = True
    ground = known(picture)
    for step in np.linspace(1, change, 300):
        ground.follow(np.asarray(picture * step, np.float32), ~tile)
    cleared = np.asarray(picture * change, np.float32)
    rows, columns = np.nonzero(tile)
    assert ground.bare(cleared, rows, columns).mean() > 0.9


def test_what_lies_in_a_brighter_light_is_foreign():
    picture = cloth()
    laid = picture * np.float32(1.25)
    laid[50:61, 70:78] = 210
    assert known(picture).foreign(laid, ALL, ~ALL, ALL)[0][50:61, 70:78].mean() > 0.9


def test_the_strip_of_a_tile_beside_a_known_one_is_not_the_bare_table():
    laid = cloth()
    laid[50:61, 70:78] = 210
    tiles = ~ALL
    tiles[40:59, 65:85] = True
    parts, strips = known(cloth()).foreign(laid, ALL, tiles, ALL)
    assert not parts[:, 70:78].any()
    assert strips[59:61, 70:78].all()


def test_a_tile_whose_pattern_is_as_bright_as_the_table_is_foreign():
    picture = np.asarray(cv2.GaussianBlur(cloth(), (0, 0), 1.5), np.float32)
    part = slice(50, 60), slice(70, 78)
    laid, lines = picture.copy(), picture.copy()
    laid[part] += np.where((np.indices(SHAPE)[0] % 3)[part] > 0, -12, 40)[..., None]
    lines[52:54, 40:120] += 25
    ground = known(picture)
    assert ground.foreign(laid, ALL, ~ALL, ALL)[0][part].mean() > 0.7
    places = np.indices(SHAPE)[:, part[0], part[1]]
    assert ground.bare(laid, *places).mean() < 0.3
    assert ground.bare(lines, *np.indices(SHAPE)).all()
    assert not ground.foreign(lines, ALL, ~ALL, ALL)[0].any()


@pytest.mark.parametrize(("brightest", "seen"), [(220.0, False), (120.0, True)])
def test_a_dark_sleeve_on_a_dark_table_is_foreign_where_all_is_dark(brightest, seen):
    picture = np.full((*SHAPE, 3), (20, 27, 15), np.float32)
    arm = picture.copy()
    arm[40:80, 60:90] += 14
    ground = known(picture)
    ground.expose(brightest)
    assert ground.foreign(arm, ALL, ~ALL, ~ALL)[0][40:80, 60:90].all() == seen


def test_the_known_table_follows_slow_light():
    picture = cloth()
    ground = known(picture)
    for step in range(100):
        ground.follow(picture * np.float32(1 + 0.006 * step), ALL)
    places = np.indices(SHAPE)
    assert ground.bare(picture * np.float32(1.6), places[0], places[1]).mean() > 0.9
    assert known(picture).bare(picture * np.float32(1.6), places[0], places[1]).mean() < 0.5


def test_a_rim_in_another_light_hides_nothing():
    rim = ALL.copy()
    rim[3:-3, 3:-3] = False
    arm = np.zeros_like(ALL)
    arm[:70, 60:90] = True
    hides = broad(reaching_in(rim | arm, ALL, 40.0))
    assert hides[10:60, 62:88].all()
    assert not hides[100:].any()


def test_a_hand_and_no_ring_about_the_table_is_told():
    matrix = np.array([[0.8, 0, 320.0], [0, -0.8, 240.0], [0, 0, 1.0]])
    plane = TablePlane((640, 480), matrix, (26.0, 34.0), 360.0)
    high, wide = 120, 160
    ring = np.zeros((high, wide), np.uint8)
    cv2.rectangle(ring, (2, 2), (wide - 3, high - 3), 1, 2)
    assert hidden_parts(ring > 0, plane, 4) == ()
    ring[: high // 2, 60:90] = 1
    assert len(hidden_parts(ring > 0, plane, 4)) == 1


@pytest.mark.parametrize(
    ("first", "now", "mistaken"),
    [("white", "cloth", True), ("cloth", "cloth", False), ("white", "hand", False),
     ("white", "white", False), ("cloth", "hand", False), ("cloth", "white", False)],
)  # fmt: skip
@pytest.mark.parametrize("wall", [False, True], ids=["a tile", "a wall's end"])
def test_a_tile_that_was_taken_for_the_table_is_forgotten_once_the_table_is_seen(
    first, now, mistaken, wall
):
    """A wall that lay there from the start and was not read as tiles at once; some of it stands."""
    shown = {"white": 210, "cloth": cloth()[50:61, 70:78], "hand": [90, 120, 190]}
    before, after = cloth(), cloth()
    before[50:61, 70:78], after[50:61, 70:78] = shown[first], shown[now]
    if wall:
        before[50:61, 78:94] = after[50:61, 78:94] = shown["white"]
    ground, value = known(before), after.astype(np.uint8)
    rows, columns = np.indices(SHAPE)
    within = tuple(one[50:61, 70:78].reshape(1, -1) for one in (rows, columns))
    beside = [np.s_[39:50, 70:78], np.s_[61:72, 70:78], np.s_[50:61, 62:70], np.s_[50:61, 78:86]]
    around = tuple(np.stack([one[at].ravel() for at in beside]) for one in (rows, columns))
    ground.forget(*(one[0, :8] for one in within))  # not all of it was known
    assert ground.mistaken(value, within, around) == mistaken
    if mistaken:
        assert ground.bare(value, *within).mean() < 0.15
        ground.forget(*within)
        ground.learn(after, ALL)
        assert ground.bare(value, *within).mean() > 0.9
