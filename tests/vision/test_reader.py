"""The reader's own work, with networks that see perfectly: scales, crops, turns, naming, order."""

import threading
import time

import numpy as np
import pytest
from loading import load

from vision import geometry
from vision import reader as reader_module
from vision.honesty import Honesty
from vision.labels import CLASS_OF, LABELS
from vision.nets.classifier import Classifier
from vision.nets.crops import SIDE, cut, cutter
from vision.nets.detector import ALIGNMENT, Detector, fitted
from vision.picture import scales
from vision.picture.sanity import CREDIBLE
from vision.reader import FLAT, Reader, Thresholds

toy = load("tests/vision/toy_world.py")
World, ink, tile_at = toy.World, toy.ink, toy.tile_at


def flat(quad):
    """The part of a face within its rounded edge, which is what a reading tells."""
    return quad.mean(axis=0) + FLAT * (quad - quad.mean(axis=0))


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_the_polygon_starts_at_the_faces_own_top_left(angle):
    quad = tile_at(320, 240, angle, 40)
    (tile,) = World(640, 480, [("5m", quad)]).read().tiles
    assert tile.tile == "5m"
    assert np.abs(np.array(tile.polygon) - flat(quad)).max() < 1
    assert tile.confidence > 0.99


def test_tiles_of_a_good_size_need_one_look():
    world = World(640, 480, [("5m", tile_at(320, 240, 10, 40))])
    world.read()
    assert world.looks == [(1280, 960)]


@pytest.mark.parametrize(("side", "size"), [(3000, 220), (3000, 270), (1600, 130), (640, 80)])
def test_tiles_far_from_the_trained_size_are_looked_at_again(side, size):
    quad = tile_at(side / 2, side / 3, 20, size)
    world = World(side, side * 3 // 4, [("3p", quad)])
    first = scales.first_scale(side, side * 3 // 4)
    scale = scales.second_scale(geometry.short_sides(quad[None]), side, side * 3 // 4, first)
    (tile,) = world.read(scale).tiles
    assert len(world.looks) == 2
    assert scales.TRAINED[0] <= size * scale <= scales.TRAINED[1]
    assert tile.tile == "3p"
    assert np.abs(np.array(tile.polygon) - quad).max() < size / 10


def test_tiles_too_small_for_the_first_look_are_found_by_a_closer_one():
    world = World(2000, 1500, [("7z", tile_at(900, 700, 45, 22))])
    first = scales.first_scale(2000, 1500)
    closer = scales.second_scale(np.empty(0, np.float32), 2000, 1500, first)
    (tile,) = world.read(closer).tiles
    assert tile.tile == "7z"


def test_a_tile_seen_by_both_looks_is_one_tile():
    tiles = [("1s", tile_at(600, 600, 0, 100)), ("2s", tile_at(900, 600, 0, 140))]
    world = World(1600, 1200, tiles)
    first = scales.first_scale(1600, 1200)
    scale = scales.second_scale(np.array([100.0, 140.0], np.float32), 1600, 1200, first)
    assert [tile.tile for tile in world.read(scale).tiles] == ["1s", "2s"]
    assert len(world.looks) == 2


@pytest.mark.parametrize("spot", [(60, 18), (8, 20), (292, 10)])
def test_small_pictures_get_room_and_tiles_keep_their_places(spot):
    world = World(300, 36, [("4p", tile_at(*spot, 0, 20))])
    (tile,) = world.read().tiles
    assert world.room > 0
    assert tile.tile == "4p"
    assert np.abs(np.array(tile.polygon) - flat(world.tiles[0][1])).max() < 1


@pytest.mark.parametrize("angle", [0, 90, 180])
def test_a_tile_that_fills_the_picture_is_told_though_none_is_detected(angle):
    wide, high = (60, 80) if angle % 180 == 0 else (80, 60)
    quad = tile_at(wide / 2, high / 2, angle, 60)
    world = World(wide, high, [("7s", quad)])
    (tile,) = world.read().tiles
    assert tile.tile == "7s"
    assert np.abs(np.array(tile.polygon) - quad).max() < 4
    assert World(wide, high, []).read().tiles == ()


def test_a_picture_without_tiles_reads_as_none():
    reading = World(640, 480, []).read(4.0)
    assert (reading.width, reading.height, reading.tiles) == (640, 480, ())


@pytest.mark.parametrize("size", [(1, 1), (3, 900), (900, 3)])
def test_a_picture_of_next_to_nothing_reads_as_none(size):
    world = World(*size, [])
    world.scale_of = lambda _: 1.0
    assert world.read().tiles == ()


@pytest.mark.parametrize(("label", "shown"), [("other", "?"), ("back", "back"), ("0p", "0p")])
def test_foreign_faces_are_unknown_and_backs_are_backs(label, shown):
    (tile,) = World(640, 480, [(label, tile_at(320, 240, 0, 40))]).read().tiles
    assert tile.tile == shown


def test_what_is_no_tile_is_dropped():
    tiles = [("none", tile_at(200, 240, 0, 40)), ("6z", tile_at(320, 240, 0, 40))]
    assert [tile.tile for tile in World(640, 480, tiles).read().tiles] == ["6z"]


def test_a_face_too_unsure_is_unknown_but_keeps_its_guesses():
    world = World(640, 480, [("6s", tile_at(320, 240, 0, 40))])
    unsure = np.full((1, len(LABELS)), 0.2 / (len(LABELS) - 2), np.float32)
    unsure[0, [CLASS_OF["6s"], CLASS_OF["9s"]]] = (0.5, 0.3)
    turn = np.eye(4, dtype=np.float32)[:1]
    world.classifier = lambda crops: {
        "kind": np.repeat(unsure, len(crops), axis=0), "turn": np.repeat(turn, len(crops), axis=0)
    }  # fmt: skip
    (named,) = world.read().tiles
    assert named.tile == "6s"
    (tile,) = world.read(thresholds=Thresholds(name=0.6)).tiles
    assert tile.tile == "?"
    assert tile.confidence == pytest.approx(0.5, abs=1e-3)
    assert [name for name, _ in tile.alternatives][:2] == ["6s", "9s"]
    (tile,) = world.read(thresholds=Thresholds(seen=0.6), honesty=Honesty(2.0, 2.0)).tiles
    assert tile.tile == "?"
    assert tile.confidence == pytest.approx(0.5, abs=1e-3)  # what has no name is told as seen
    (tile,) = world.read(honesty=Honesty(2.0, 2.0)).tiles
    assert (tile.tile, tile.confidence > 0.8) == ("6s", True)


def test_a_face_that_is_rather_another_or_none_has_no_name():
    world = World(640, 480, [("6s", tile_at(320, 240, 0, 40))])
    turn = np.eye(4, dtype=np.float32)[:1]
    for chance, name in ((0.43, "6s"), (0.37, "?")):
        kind = np.full((1, len(LABELS)), (1 - chance) / (len(LABELS) - 1), np.float32)
        kind[0, CLASS_OF["6s"]] = chance
        world.classifier = lambda crops, kind=kind: {
            "kind": np.repeat(kind, len(crops), axis=0),
            "turn": np.repeat(turn, len(crops), axis=0),
        }
        assert [tile.tile for tile in world.read(honesty=Honesty(2.0, 2.0)).tiles] == [name]


@pytest.mark.parametrize("angle", range(0, 360, 45))
def test_an_unsure_face_is_looked_at_from_all_four_sides(angle):
    quad = tile_at(320, 240, angle, 40)
    world = World(640, 480, [("6s", quad)])
    sure = world.classifier
    glances = []

    def unsure_but_once(crops):
        outputs = sure(crops)
        doubted = np.array([len(glances) + at != 1 for at in range(len(crops))])
        glances.extend(outputs["turn"].argmax(axis=1).tolist())
        outputs["kind"][doubted] = (outputs["kind"][doubted] + 0.02) / (1 + 0.02 * len(LABELS))
        outputs["kind"][doubted, CLASS_OF["9s"]] += 0.1
        return outputs

    world.classifier = unsure_but_once
    (tile,) = world.read().tiles
    assert len(glances) == 4
    assert {(turn + quarter) % 4 for quarter, turn in enumerate(glances)} == {glances[0]}
    assert tile.tile == "6s"
    assert np.abs(np.array(tile.polygon) - flat(quad)).max() < 1


def test_what_faces_are_like_is_begun_while_they_are_mended_and_looked_at_once(monkeypatch):
    names = ["2m", "2m", "2m", "3m", "3m", "3m"]
    every = len(names) + 3 * 3 + 2  # those in doubt from near and both ways up, two that tell
    tiles = [(name, tile_at(60 + 60 * at, 200, 0, 30)) for at, name in enumerate(names)]
    world, begun = World(640, 480, tiles), []
    plain, seen = world.classifier, []

    def doubting(crops):
        outputs = plain(crops)
        seen.extend(crop.tobytes() for crop in crops)
        outputs["kind"][:, CLASS_OF["2m"]] += 0.04
        outputs["kind"] /= outputs["kind"].sum(axis=1, keepdims=True)
        return outputs | {"features": np.ones((len(crops), 4), np.float32)}

    def mended(_image, found, *_):
        late = time.monotonic() + (10 if threads == 2 else 0)
        while len(seen) < every and time.monotonic() < late:
            time.sleep(0.001)
        begun.append(len(seen) == every)
        return found

    monkeypatch.setattr(reader_module, "mended", mended)
    world.scales = [scales.first_scale(640, 480)]
    readings = []
    for threads in (1, 2):
        reader = Reader(Detector(world.detector), Classifier(doubting), threads=threads)
        readings.append(reader.read(world.image))
        assert len(seen) == every
        seen.clear()
    assert begun == [False, True]
    assert readings[0] == readings[1]


def test_the_light_is_judged_while_faces_are_mended(monkeypatch):
    world = World(640, 480, [("5m", tile_at(320, 240, 10, 40))])
    world.scales = [scales.first_scale(640, 480)]
    judged, real, seen_before = threading.Event(), reader_module.about_picture, []

    def about(image):
        judged.set()
        return real(image)

    def mended(_image, found, *_):
        seen_before.append(judged.wait(10))
        return found

    monkeypatch.setattr(reader_module, "about_picture", about)
    monkeypatch.setattr(reader_module, "mended", mended)
    reader = Reader(Detector(world.detector), Classifier(world.classifier), threads=2)
    assert [tile.tile for tile in reader.read(world.image).tiles] == ["5m"]
    assert seen_before == [True]


def test_reading_order_is_row_by_row():
    spots = {"1m": (100, 100), "2m": (200, 108), "3m": (300, 96), "4m": (90, 200), "5m": (190, 204)}
    tiles = [(label, tile_at(x, y, 0, 40)) for label, (x, y) in reversed(spots.items())]
    assert [tile.tile for tile in World(640, 480, tiles).read().tiles] == list(spots)


@pytest.mark.parametrize(("spot", "there"), [((2, 240), 1), ((-6, 240), 0), ((320, 486), 0)])
def test_a_tile_that_is_mostly_outside_of_the_picture_is_none(spot, there):
    world = World(640, 480, [("5m", tile_at(*spot, 0, 40))])
    quad = world.tiles[0][1]
    reader = world.reader()
    reader.located = lambda _: (quad[None], np.array([0.9], np.float32))
    assert len(reader.read(world.image).tiles) == there


def test_burnt_faces_are_worth_less_in_whatever_order_they_were_found(monkeypatch):
    spots = {"1m": (100, 100), "2m": (200, 108), "3m": (300, 96), "4m": (90, 200), "5m": (190, 204)}
    world = World(
        640, 480, [(label, tile_at(x, y, 0, 40)) for label, (x, y) in spots.items()][::-1]
    )
    white = {CLASS_OF["1m"], CLASS_OF["4m"]}
    monkeypatch.setattr(
        reader_module.burnt, "among", lambda _image, found: np.isin(found.class_id, list(white))
    )
    reading = world.read()
    assert reading.notes[-1] == "2 of 5 faces are burnt white; expected less light"
    sure = {tile.tile: tile.confidence for tile in reading.tiles}
    assert {label for label, value in sure.items() if value < 0.9} == {"1m", "4m"}
    assert sure["1m"] == pytest.approx(CREDIBLE * sure["2m"], abs=0.02)


def test_a_crop_shows_the_face_with_its_margin():
    quad = tile_at(300, 200, 25, 150)
    crop = cut(World(640, 480, [("9p", quad)]).image, quad[None])[0].astype(int)
    assert crop.shape == (SIDE, SIDE, 3)
    inset = round(0.12 / 1.24 * SIDE)
    assert np.abs(crop[2, 32] - (20, 90, 160)).max() < 12
    assert np.abs(crop[inset + 5, 32] - toy.BODY).max() < 12
    assert np.abs(crop[40, 32] - ink("9p")).max() < 12


def test_fine_detail_of_a_large_face_is_averaged_not_skipped():
    image = np.zeros((1600, 1600, 3), np.uint8)
    image[:, ::2] = 255
    crop = cut(image, tile_at(800, 800, 0, 1000)[None])[0]
    assert crop.min() > 110
    assert crop.max() < 145


def test_crops_that_are_cut_part_by_part_are_the_same():
    image = np.random.default_rng(1).integers(0, 255, (900, 1600, 3), np.uint8)
    quads = np.stack([tile_at(300 + 5 * at, 400, 7 * at, 12 + 45 * at) for at in range(9)])
    parts = [*map(cutter(image, quads), (slice(0, 2), slice(2, 2), slice(2, 9)))]
    assert np.array_equal(np.concatenate(parts), cut(image, quads))


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((333, 77), 0.7), ((50, 50), 2.0)])
def test_the_canvas_fits_the_network(size, scale):
    picture = np.full((size[1], size[0], 3), 200, np.uint8)
    canvas, factors = fitted(picture, scale, np.empty((0, 0, 3), np.uint8))
    assert canvas.shape[0] % ALIGNMENT == canvas.shape[1] % ALIGNMENT == 0
    assert factors == pytest.approx([scale, scale], rel=0.02)
    before = canvas.copy()
    canvas[:] = 7
    again, _ = fitted(picture, scale, canvas)
    assert again is canvas
    assert np.array_equal(again, before)


def test_known_places_are_read_in_their_order_and_none_is_left_out():
    quads = [tile_at(420, 240, 90, 40), tile_at(120, 240, 0, 40)]
    world = World(640, 480, [("5m", quads[0]), ("7z", quads[1])])
    bare = tile_at(270, 100, 0, 40)
    begun = [np.roll(quads[0], 1, axis=0), bare, quads[1]]
    found = world.reader().read_faces(world.image, np.array(begun))
    assert [found.labels[at] for at in (0, 2)] == ["5m", "7z"]
    assert np.allclose(found.quadrilaterals[[0, 2]], quads)
    assert len(found) == 3


@pytest.mark.parametrize("short", [25, 40, 160])
def test_a_region_is_looked_at_once_at_the_scale_of_its_tiles(short):
    quad = tile_at(1400, 900, 10, short)
    elsewhere = tile_at(400, 300, 10, short)
    world = World(1920, 1080, [("5m", quad), ("1p", elsewhere)])
    box = (1400 - 2 * short, 900 - 2 * short, 1400 + 2 * short, 900 + 2 * short)
    world.window = (*box[:2], scales.region_scale(short))
    found = world.reader().read_region(world.image, box, short)
    assert found.labels == ("5m",)
    assert np.abs(found.quadrilaterals[0] - quad).max() < short / 10
    assert len(world.looks) == 1


@pytest.mark.parametrize("box", [(700, 0, 800, 90), (-90, 0, -10, 90), (50, 50, 50, 90)])
def test_a_region_outside_the_frame_holds_nothing(box):
    world = World(640, 480, [("5m", tile_at(320, 240, 0, 40))])
    assert len(world.reader().read_region(world.image, box, 40)) == 0
    assert world.looks == []
