"""Sticks before the ponds: seen where they lie, believed after a second look; tiles are none."""

import cv2
import numpy as np
import pytest

from vision.plane.map import TablePlane
from vision.tracks.sticks import Sticks

SIZE = (640, 640)
TILE = (26.0, 34.0)
FELT, WOOD, IVORY = (60, 110, 40), (225, 195, 130), (235, 230, 215)
STICK = (88.0, 8.0)
STAY = np.eye(3)
NOWHERE = (False,) * 4


def plane():
    matrix = np.array([[0.9, 0, 320.0], [0, -0.9, 320.0], [0, 0, 1.0]])
    return TablePlane(SIZE, matrix, TILE, 340.0)


def oblong(x, y, long, broad, angle=0.0):
    """Corners [4,2] in pixels of what lies at a place in millimetres."""
    turn = np.radians(angle)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array([long, broad]) / 2
    return plane().to_px(np.array([x, y]) + half[:, :1] * along + half[:, 1:] * across)


def picture(*oblongs, light=1.0, ground=FELT):
    image = np.full((SIZE[1], SIZE[0], 3), ground, np.uint8)
    for quad in oblongs:
        cv2.fillConvexPoly(image, np.rint(quad).astype(np.int32), IVORY)
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    blurred = cv2.GaussianBlur(image, (0, 0), 0.8).astype(np.float64)
    return np.clip(blurred * light + noise, 0, 255).astype(np.uint8)


def stick_before(side, image, plane, to_frame, tiles):
    """What a still picture shows to who looks at one side only, often enough to tell of it."""
    sticks = Sticks()
    for _ in range(2):
        sticks.look(image, plane, to_frame, tiles, [other != side for other in range(4)])
    return next(iter(sticks.lying), None)


@pytest.mark.parametrize(
    ("side", "x", "y", "angle"), [(0, 5, -75, 3), (1, 75, -8, 92), (2, 0, 80, -12), (3, -70, 4, 85)]
)
@pytest.mark.parametrize("light", [1.0, 0.5])
def test_a_stick_is_seen_before_its_side_and_no_other(side, x, y, angle, light):
    image = picture(oblong(x, y, *STICK, angle), light=light)
    for other in range(4):
        found = stick_before(other, image, plane(), STAY, ())
        assert (found is not None) == (other == side)
        if found is not None:
            assert (found.x_mm, found.y_mm) == pytest.approx((x, y), abs=2)
            assert abs((found.angle_deg - angle + 90) % 180 - 90) < 3


@pytest.mark.parametrize(("long", "x"), [(58, 0), (112, 0), (112, -8), (124, 0)])
def test_short_sticks_and_long_ones_are_seen(long, x):
    found = stick_before(0, picture(oblong(x, -75, long, 8.0, 2)), plane(), STAY, ())
    assert found is not None
    assert found.x_mm == pytest.approx(x, abs=2)


def test_a_stick_is_seen_on_bright_wood():
    image = picture(oblong(5, -75, *STICK, 3), ground=WOOD)
    found = stick_before(0, image, plane(), STAY, ())
    assert (found.x_mm, found.y_mm) == pytest.approx((5, -75), abs=2)


def test_a_red_dot_in_its_middle_does_not_part_it():
    image = picture(oblong(0, -75, *STICK))
    dot = np.rint(plane().to_px(np.array([[0.0, -75.0]]))[0]).astype(int)
    cv2.circle(image, (int(dot[0]), int(dot[1])), 3, (200, 0, 0), cv2.FILLED)
    assert stick_before(0, image, plane(), STAY, ()) is not None


@pytest.mark.parametrize(
    ("long", "broad", "angle"),
    [(88, 26, 0), (30, 8, 0), (160, 8, 0), (88, 8, 60), (34, 26, 0)],
    ids=["a row of tiles", "a stump", "a line", "askew", "a tile"],
)
def test_what_is_no_stick_is_none(long, broad, angle):
    image = picture(oblong(0, -75, long, broad, angle))
    assert stick_before(0, image, plane(), STAY, ()) is None


def test_the_rims_of_known_tiles_are_none():
    rim = oblong(0, -92, *STICK)
    image = picture(rim)
    tiles = [oblong(26.0 * place, -105, *TILE) for place in range(-2, 3)]
    assert stick_before(0, image, plane(), STAY, ()) is not None
    assert stick_before(0, image, plane(), STAY, tiles) is None


def test_one_between_its_own_shadow_and_that_of_a_row_is_no_broader_for_it():
    cloth = picture(ground=(165, 165, 185))
    for shade in (oblong(0, -68, 92, 5), oblong(0, -89, 132, 6)):
        cv2.fillConvexPoly(cloth, np.rint(shade).astype(np.int32), (60, 60, 70))
    row = [oblong(26.0 * place, -109, *TILE) for place in range(-2, 3)]
    laid = cloth.copy()
    for quad in (*row, oblong(0, -75, *STICK)):
        cv2.fillConvexPoly(laid, np.rint(quad).astype(np.int32), IVORY)
    found = stick_before(0, laid, plane(), STAY, row)
    assert (found.x_mm, found.y_mm) == pytest.approx((0, -75), abs=2)
    assert stick_before(0, cloth, plane(), STAY, row) is None


def test_an_empty_table_has_none():
    image = picture()
    assert all(stick_before(side, image, plane(), STAY, ()) is None for side in range(4))


def test_one_of_which_a_part_glares_is_seen_where_the_bare_table_is_known():
    bare, laid = (picture(*what, light=0.6) for what in ((), (oblong(0, -75, *STICK),)))
    shine = np.zeros(laid.shape, np.uint8)
    cv2.fillConvexPoly(shine, np.rint(oblong(-26, -75, 36, 8)).astype(np.int32), (110, 110, 110))
    glaring = np.clip(laid.astype(np.float64) + shine, 0, 255).astype(np.uint8)
    sticks = Sticks()
    for image in (bare, glaring, glaring):
        sticks.look(image, plane(), STAY, (), NOWHERE)
    (found,) = sticks.lying
    assert found.x_mm == pytest.approx(0, abs=3)


def test_a_faint_one_is_seen_where_the_bare_table_is_known():
    ground = tuple(one - 34 for one in IVORY)
    bare, laid = picture(ground=ground), picture(oblong(0, -75, *STICK), ground=ground)
    assert stick_before(0, laid, plane(), STAY, ()) is None
    sticks = Sticks()
    for image in (bare, laid, laid):
        sticks.look(image, plane(), STAY, (), NOWHERE)
    (found,) = sticks.lying
    assert (found.x_mm, found.y_mm) == pytest.approx((0, -75), abs=2)


def test_it_is_believed_at_the_second_look_and_given_up_at_the_second_miss():
    sticks = Sticks()
    there, away = picture(oblong(0, -75, *STICK)), picture()
    told = []
    for image in (there, there, there, away, away):
        sticks.look(image, plane(), STAY, (), NOWHERE)
        told.append(len(sticks.lying))
    assert told == [0, 1, 1, 1, 0]


def test_what_a_hand_hides_is_still_there():
    sticks = Sticks()
    for _ in range(2):
        sticks.look(picture(oblong(0, -75, *STICK)), plane(), STAY, (), NOWHERE)
    for _ in range(5):
        sticks.look(picture(), plane(), STAY, (), (True, False, False, False))
    assert len(sticks.lying) == 1


def test_what_was_there_before_is_none_however_bright_it_gets():
    rim = np.full((SIZE[1], SIZE[0], 3), 0, np.uint8)
    cv2.fillConvexPoly(rim, np.rint(oblong(0, -75, 105, 6)).astype(np.int32), (40, 40, 44))
    sticks = Sticks()
    for shine in (0.8, 0.9, 1.2, 1.4, 1.4, 1.4):
        image = np.clip(picture() + shine * rim, 0, 255).astype(np.uint8)
        sticks.look(image, plane(), STAY, (), NOWHERE)
    assert stick_before(0, image, plane(), STAY, ()) is not None
    assert sticks.lying == ()
    laid = np.clip(picture(oblong(0, -95, *STICK)) + 1.2 * rim, 0, 255).astype(np.uint8)
    for _ in range(2):
        sticks.look(laid, plane(), STAY, (), NOWHERE)
    assert len(sticks.lying) == 1


def test_the_bright_sides_of_known_tiles_are_none():
    tiles = [oblong(26.0 * place, -88, *TILE) for place in range(-1, 3)]
    image = picture(oblong(13, -67, 104, 8), *tiles)
    assert stick_before(0, image, plane(), STAY, tiles) is None


def test_one_that_touches_a_row_of_tiles_is_seen_and_a_growing_row_is_none():
    sticks = Sticks()
    tiles = [oblong(26.0 * place, -88, *TILE) for place in range(-3, 3)]
    for count in range(1, 7):
        side = oblong(26.0 * (count - 6) / 2 - 13, -70, 26.0 * count, 3)
        row = picture(side, *tiles[:count])
        for _ in range(4):
            sticks.look(row, plane(), STAY, tiles[:count], NOWHERE)
            assert sticks.lying == ()
    laid = picture(side, oblong(0, -65, *STICK), *tiles)
    for _ in range(2):
        sticks.look(laid, plane(), STAY, tiles, NOWHERE)
    assert len(sticks.lying) == 1


def test_a_bar_that_goes_on_beside_the_zone_is_none():
    """The bright side of a row of tiles, of which the near part lies on a bright stripe."""
    assert stick_before(0, picture(oblong(10, -75, *STICK)), plane(), STAY, ()) is not None
    assert stick_before(0, picture(oblong(45, -75, *STICK)), plane(), STAY, ()) is None


def test_one_that_only_flickers_lies_where_it_lay_and_one_that_is_moved_does_not():
    sticks = Sticks()
    for y in (-75.0, -75.6, -74.5):
        sticks.look(picture(oblong(0, y, *STICK)), plane(), STAY, (), NOWHERE)
        if y == -75.6:
            before = sticks.lying
    assert sticks.lying == before
    sticks.look(picture(oblong(0, -80, *STICK)), plane(), STAY, (), NOWHERE)
    assert sticks.lying[0].y_mm == pytest.approx(-80, abs=1)
