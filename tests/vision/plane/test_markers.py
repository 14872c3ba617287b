"""Printed markers: the sheet shows them, and a picture with all four tells where the table is."""

import re

import cv2
import numpy as np
import pytest

from vision.errors import PlaneError
from vision.plane.marker_sheet import PAGE_MM, marker_page, marker_sheet
from vision.plane.markers import RIM_MM, SIDE_MM, find_markers, modules, plane_by_markers

SIZE = (1280, 720)
HALF = 320.0
RECT = re.compile(
    r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="black"'
)


def printed(scale=4):
    """The sheet as a printer would have it, uint8 [h,w,3]."""
    page = np.full((PAGE_MM[1] * scale, PAGE_MM[0] * scale, 3), 255, np.uint8)
    for found in RECT.finditer(marker_sheet()):
        x, y, wide, high = (float(one) * scale for one in found.groups())
        low, high_ = (round(x), round(y)), (round(x + wide) - 1, round(y + high) - 1)
        cv2.rectangle(page, low, high_, (0, 0, 0), cv2.FILLED)
    return page


def camera(tilt=0.25):
    """Millimetres of the table to pixels [3,3], from above and a little aslant."""
    focal, away = 1500.0, 1650.0
    c, s = np.cos(tilt), np.sin(tilt)
    pose = np.array([[1, 0, 0], [0, -c, 0], [0, s, away]])
    lens = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    return lens @ pose


def table(numbers=range(4), moved=0.0, matrix=None):
    """A cloth with markers in its corners, seen by the camera."""
    matrix = camera() if matrix is None else matrix
    image = np.full((SIZE[1], SIZE[0], 3), (40, 90, 60), np.uint8)
    whole = SIDE_MM + 2 * RIM_MM
    for number in numbers:
        face = np.full((64, 64), 255, np.uint8)
        inner = np.kron(
            np.where(modules(number), 0, 255).astype(np.uint8), np.ones((8, 8), np.uint8)
        )
        face[8:56, 8:56] = inner
        corner = np.array([HALF - (moved if number == 2 else 0.0), -HALF])
        square = corner + whole * np.array([[-1.0, 1], [0, 1], [0, 0], [-1, 0]])
        for _ in range(number):
            square = square @ np.array([[0.0, 1.0], [-1.0, 0.0]])
        there = cv2.perspectiveTransform(square[None], matrix)[0].astype(np.float32)
        rim = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], np.float32)
        warp = cv2.getPerspectiveTransform(rim, there)
        flat = cv2.warpPerspective(face, warp, SIZE, flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.full_like(face, 255), warp, SIZE)
        image[mask > 127] = flat[mask > 127][:, None]
    return cv2.GaussianBlur(image, (0, 0), 0.7)


def test_the_sheet_shows_the_four_markers_at_their_size():
    found = find_markers(printed())
    assert sorted(found) == [0, 1, 2, 3]
    for corners in found.values():
        sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1) / 4
        assert sides == pytest.approx(SIDE_MM, abs=0.5)
    assert marker_page().count("<svg") == 1


@pytest.mark.parametrize("tilt", [0.0, 0.3])
def test_four_markers_tell_the_plane_in_true_millimetres(tilt):
    plane = plane_by_markers(table(matrix=camera(tilt)), np.empty((0, 4, 2), np.float32))
    assert plane.how == "markers"
    assert plane.half_mm == pytest.approx(HALF, abs=3)
    spots = np.array([[-200.0, -200.0], [0.0, 0.0], [150.0, 220.0]])
    height = 0.7 * plane.tile_mm[0]  # what lies there is seen at a tile's height
    above = camera(tilt)
    above[:, 2] += height * np.array(_up(tilt))
    seen = plane.to_px(spots)
    assert seen == pytest.approx(cv2.perspectiveTransform(spots[None], above)[0], abs=2.5)
    assert not plane.mirrored


def _up(tilt):
    lens = np.array([[1500.0, 0, SIZE[0] / 2], [0, 1500.0, SIZE[1] / 2], [0, 0, 1]])
    return lens @ np.array([0.0, -np.sin(tilt), -np.cos(tilt)])


def test_three_markers_are_not_enough_and_none_is_no_trouble():
    assert plane_by_markers(table(range(3)), np.empty((0, 4, 2), np.float32)) is None
    assert plane_by_markers(table(()), np.empty((0, 4, 2), np.float32)) is None


def test_a_marker_in_a_wrong_place_is_named():
    with pytest.raises(PlaneError, match="mm from its place; expected marker 0"):
        plane_by_markers(table(moved=130.0), np.empty((0, 4, 2), np.float32))


def test_tiles_in_sight_tell_their_size():
    spots = np.array([[x, y] for x in (-100.0, 0.0, 100.0) for y in (-100.0, 0.0, 100.0)])
    tile = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array([21.0, 28.0]) / 2
    quads = cv2.perspectiveTransform((spots[:, None] + tile).reshape(1, -1, 2), camera())
    plane = plane_by_markers(table(), quads.reshape(-1, 4, 2).astype(np.float32))
    assert plane.tile_mm == pytest.approx((21.0, 28.0), rel=0.03)
