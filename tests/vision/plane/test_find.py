"""Where the table is in a picture: found by tiles and edges, or by tiles alone."""

import json
from functools import cache
from math import inf, nan

import numpy as np
import pytest

from vision.errors import PlaneError
from vision.labels import LABELS
from vision.plane.file import read_plane
from vision.plane.find import find_plane
from vision.plane.fit import fit_tiles
from vision.plane.map import NOMINAL_TILE_MM, Lens, TablePlane
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_picture import RIICHI_BODY, Studio, watching

SIZE = (960, 540)
FACE_HEIGHT = RIICHI_BODY.thickness
GROWN = NOMINAL_TILE_MM / RIICHI_BODY.width


class PlainFaces:
    """Every face is light grey, backs are blue."""

    body_rgb = (230, 230, 230)
    back_rgb = (20, 90, 200)

    def face(self, label):
        return np.full((64, 48, 3), 120 + 3 * LABELS.index(label), np.uint8)


@cache
def shot(seed, tilt, roll=0.0):
    rng = np.random.default_rng(seed)
    studio = Studio(PlainFaces(), seed, size=SIZE)
    heading = float(rng.uniform(0, 6.28))
    camera = watching(SIZE, studio.plan.edge, tilt=tilt, heading=heading, roll=roll)
    studio = Studio(PlainFaces(), seed, size=SIZE, camera=camera)
    picture = studio.shoot(random_view(rng), clean=True)
    quads = [t.polygon for t in picture.tiles if t.zone in {"river", "meld", "dora", "wall"}
             and t.visible > 0.7]  # fmt: skip
    return picture, studio, np.array(quads, np.float32)


def strays(plane, studio):
    """How far the plane's millimetres are from the truth, over the field."""
    grid = np.array([[x, y, FACE_HEIGHT] for x in (-200, 0, 200) for y in (-200, 0, 200)])
    seen = plane.to_mm(studio.camera.project(grid)) / GROWN
    return np.abs(seen - grid[:, :2]).max()


@pytest.mark.parametrize(("seed", "tilt"), [(1, 0.0), (3, 0.2), (4, 0.34)])
def test_a_table_is_found_to_a_few_millimetres(seed, tilt):
    picture, studio, quads = shot(seed, tilt)
    plane = find_plane(picture.image, quads, np.zeros(len(quads), bool))
    assert plane.how == "tiles and edges"
    assert strays(plane, studio) < 9
    assert not plane.mirrored
    assert plane.tile_mm[0] == NOMINAL_TILE_MM
    assert plane.tile_mm[1] == pytest.approx(27 * GROWN, rel=0.06)


def test_a_few_false_tiles_beside_the_table_do_not_hide_its_edges():
    picture, studio, quads = shot(3, 0.2)
    corners = [[GROWN * x, GROWN * y, FACE_HEIGHT] for x, y in ((0, 0), (20, 0), (20, 27), (0, 27))]
    beside = studio.plan.edge + 60
    false = [
        studio.camera.project(np.add(corners, (beside, y, 0)))
        for y in np.linspace(-150, 150, max(3, len(quads) // 15))
    ]
    quads = np.concatenate([quads, np.array(false, np.float32)])
    plane = find_plane(picture.image, quads, np.zeros(len(quads), bool))
    assert plane.how == "tiles and edges"
    assert strays(plane, studio) < 9


def test_what_is_no_tile_does_not_lead_away_from_the_table():
    picture, studio, quads = shot(3, 0.2)
    cell = np.array([(0, 0, 0), (11, 0, 0), (11, 10, 0), (0, 10, 0)])
    cells = [
        studio.camera.project(np.add(cell, (studio.plan.edge + 60 + 12 * row, 12 * column, 0)))
        for row in range(16)
        for column in range(2)
    ]
    quads = np.concatenate([quads, np.array(cells, np.float32)])
    plane = find_plane(picture.image, quads, np.zeros(len(quads), bool))
    assert plane.how == "tiles and edges"
    assert strays(plane, studio) < 9


def test_a_dozen_keys_and_figures_without_a_table_are_none():
    rng = np.random.default_rng(32)
    middles = rng.uniform(100, 440, (14, 1, 2))
    sizes = np.array([20.0, 25.0]) * rng.uniform(0.9, 1.1, (14, 1, 2))
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    quads = (middles + sizes * unit + rng.normal(0, 2.0, (14, 4, 2))).astype(np.float32)
    assert fit_tiles(quads, SIZE).close.sum() >= 8
    with pytest.raises(PlaneError, match="no table's edge is in sight"):
        find_plane(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), quads, np.zeros(len(quads), bool))


def test_the_lowest_side_is_at_the_bottom_in_a_turned_picture():
    picture, _, quads = shot(3, 0.1, np.pi / 2 - 0.05)
    plane = find_plane(picture.image, quads, np.zeros(len(quads), bool))
    bottom, top = plane.to_px(np.array([[0.0, -100.0], [0.0, 100.0]]))
    assert bottom[1] > top[1] + 50
    assert abs(bottom[0] - top[0]) < 30


def test_a_table_without_edges_has_its_middle_among_its_tiles():
    picture, studio, quads = shot(3, 0.1)
    plane = find_plane(np.full_like(picture.image, 90), quads, np.zeros(len(quads), bool))
    assert plane.how == "tiles"
    assert strays(plane, studio) < 90


@pytest.mark.parametrize("count", [0, 3])
def test_too_few_tiles_are_no_table(count):
    picture, _, quads = shot(3, 0.1)
    with pytest.raises(PlaneError, match=f"{count} tiles in sight; expected 8 or more"):
        find_plane(picture.image, quads[:count], np.zeros(len(quads[:count]), bool))


def test_shapes_of_all_sizes_are_no_table():
    rng = np.random.default_rng(5)
    sizes = rng.uniform(5, 90, (40, 1, 2))
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    quads = (rng.uniform(0, 800, (40, 1, 2)) + sizes * unit).astype(np.float32)
    with pytest.raises(PlaneError, match="lie on one table"):
        fit_tiles(quads, SIZE)


@pytest.mark.parametrize("high", [30.0, 66.0])
def test_dominoes_and_dice_are_told_by_their_shape(high):
    column, row = np.meshgrid(np.arange(8), np.arange(5))
    places = np.stack([column.ravel() * 80.0, row.ravel() * 90.0], axis=1)[:, None] + 100
    shape = np.array([[0, 0], [30, 0], [30, high], [0, high]])
    with pytest.raises(PlaneError, match="times as long as wide; expected tiles"):
        fit_tiles((places + shape).astype(np.float32), SIZE)


def test_pixels_and_millimetres_are_there_and_back_through_a_lens():
    lens = Lens(900.0, (480.0, 270.0), (-0.12, 0.03, 0.001, -0.002, 0.0))
    matrix = np.array([[0.8, 0.01, 480.0], [0.02, -0.8, 270.0], [1e-5, 2e-5, 1.0]])
    plane = TablePlane(SIZE, matrix, (26.0, 34.0), 390.0, lens)
    spots = np.array([[-250.0, 200.0], [0.0, 0.0], [180.0, -240.0]])
    assert plane.to_mm(plane.to_px(spots)) == pytest.approx(spots, abs=1e-3)


def test_a_turned_plane_has_another_side_at_the_bottom():
    plane = TablePlane(SIZE, np.diag([1.0, -1.0, 1.0]), (26.0, 34.0), 390.0)
    assert plane.turned(1).to_px(np.array([[0.0, -1.0]])) == pytest.approx(
        plane.to_px(np.array([[1.0, 0.0]]))
    )
    assert plane.turned(4).matrix == pytest.approx(plane.matrix)


def test_a_matrix_that_maps_the_table_to_a_line_is_refused():
    with pytest.raises(PlaneError, match="to a line"):
        TablePlane(SIZE, np.ones((3, 3)), (26.0, 34.0), 390.0)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"size": (0, 540)}, "size"),
        ({"tile_mm": (26.0, nan)}, "tile_mm"),
        ({"half_mm": inf}, "half_mm"),
        ({"matrix": np.zeros((3, 3))}, "not all 0"),
        ({"matrix": np.full((3, 3), nan)}, "finite"),
    ],
)
def test_what_no_table_measures_is_refused(changes, told):
    usual = {"size": SIZE, "matrix": np.diag([1.0, -1.0, 1.0]), "tile_mm": (26.0, 34.0)}
    with pytest.raises(PlaneError, match=told):
        TablePlane(**{**usual, "half_mm": 390.0, **changes})


@pytest.mark.parametrize("focal", [0.0, nan, inf])
def test_no_lens_has_such_a_focal_length(focal):
    with pytest.raises(PlaneError, match="focal"):
        Lens(focal, (480.0, 270.0), (0.0,) * 5)


ROUND = ((200, 100), (700, 90), (760, 500), (150, 510))


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (3, 2, 1, 0), (0, 0, 2, 3)])
def test_corners_that_do_not_go_round_clockwise_are_refused(tmp_path, order):
    path = tmp_path / "plane.json"
    path.write_text(json.dumps({"size": SIZE, "corners": ROUND}))
    assert not read_plane(path).mirrored
    path.write_text(json.dumps({"size": SIZE, "corners": [ROUND[at] for at in order]}))
    with pytest.raises(PlaneError, match="clockwise"):
        read_plane(path)
