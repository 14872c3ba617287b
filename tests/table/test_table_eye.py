"""The eye of a table: numbers that never come twice, and hands up to a moment of the table's."""

from dataclasses import replace

import numpy as np
import pytest
from loading import load

from scoring.seats import Seat
from table.bootstrap import table_eye
from table.bootstrap.table_eye import HandEyes, TableEye
from vision.capture.frames import Frame
from vision.detections import Detections
from vision.errors import PlaneError
from vision.hand.row import HandRow
from vision.hand.standing import row_of
from vision.labels import BACK, CLASS_OF, LABELS, OTHER
from vision.plane.doubt import MISLAID

TOY = load("tests/vision/toy_table.py")


def looked(eye, toy, frames):
    """The tracks of all observations of so many frames."""
    found = set()
    for _ in range(frames):
        seen = eye.look(toy.frame())
        found |= set() if seen is None else {one.track for one in seen.sightings}
    return found


def test_an_eye_that_begins_anew_numbers_on(monkeypatch):
    toy = TOY.Toy(TOY.river(["1m", "9p", "5s"]))
    lost = []
    eye = TableEye(TOY.ToyReader(toy), TOY.plane(), 40, lost.append)
    first = looked(eye, toy, 12)
    assert len(first) == 3
    assert min(first) > 40
    monkeypatch.setattr(table_eye.TableTracks, "lost", property(lambda _self: True))
    looked(eye, toy, 25)
    assert lost
    assert "another view" in lost[0]
    monkeypatch.undo()
    again = looked(eye, toy, 12)
    assert again
    assert min(again) > max(first)


@pytest.mark.parametrize("off_mm", [0, 105])
def test_a_calibration_that_does_not_fit_the_tiles_is_blamed(off_mm):
    toy = TOY.Toy(TOY.whole_table())
    told = replace(TOY.plane().moved(np.array([[1, 0, off_mm * TOY.SCALE], [0, 1, 0], [0, 0, 1]])),
                   how="file")  # fmt: skip
    lost = []
    eye = TableEye(TOY.ToyReader(toy), told, lose=lost.append)
    looked(eye, toy, 45)
    assert lost == ([MISLAID] if off_mm else [])


# hands


class Faces:
    """Detections of a row of standing tiles, and what lies about."""

    def __init__(self, names, *, flat=(), apart=False):
        places = [(40.0 * at + (30 if apart and at == len(names) - 1 else 0), 60.0, name)
                  for at, name in enumerate(names)]  # fmt: skip
        places += [(40.0 * (len(names) + 3 + at), 62.0, name) for at, name in enumerate(flat)]
        self.quadrilaterals = np.array(
            [_quad(x, y, 50 if at < len(names) else 26) for at, (x, y, _) in enumerate(places)],
            np.float32,
        )
        self.confidence = np.ones(len(places), np.float32)
        self.class_id = np.array([CLASS_OF.get(name, OTHER) for _, _, name in places], np.int64)
        self.probabilities = np.full((len(places), len(LABELS)), 0.001, np.float32)
        self.probabilities[np.arange(len(places)), self.class_id] = 0.9
        for at, (_, _, name) in enumerate(places):
            if name == "odd":
                self.probabilities[at, CLASS_OF["1s"]] = 0.05

    def told(self):
        """The same as what a reader tells."""
        quads = self.quadrilaterals.reshape(-1, 4, 2)
        return Detections(quads, self.confidence, self.class_id, self.probabilities)


def _quad(x, y, high):
    return [[x, y - high / 2], [x + 36, y - high / 2], [x + 36, y + high / 2], [x, y + high / 2]]


class RowReader:
    def __init__(self):
        self.names = ["1m", "2m", "3m"]
        self.beside = []

    def classified(self, _image):
        return Faces(self.names).told()

    def read_faces(self, _image, quads):
        return Faces(["8s"] * len(quads)).told()

    def read_region(self, _image, _box, _short_side):
        return Faces(self.beside).told()

    def features(self, _image, quads):
        return np.empty((len(quads), 2, 0), np.float32)


def best(row):
    names = LABELS[:BACK]
    return [names[int(np.argmax(one[:-1]))] for one in row.chances]


def test_a_row_is_read_from_left_to_right_without_what_lies_flat():
    row = row_of(Faces(["1m", "odd", "9p"], flat=["3p", "4p"]).told(), 5)
    assert best(row) == ["1m", "1s", "9p"]
    assert row.apart is None
    assert all(abs(sum(one) - 1) < 1e-6 for one in row.chances)
    assert row_of(Faces(["1m", "2m", "3m", "9p"], apart=True).told(), 5).apart == 3


def test_a_tile_that_was_cut_in_two_is_read_again_as_one():
    found = Faces(["1m", "2m", "3m", "4m", "1s", "6m", "7m"])
    found.quadrilaterals[4, 1:3, 0] -= 20
    asked = []

    def read(quads):
        asked.append(quads)
        there = ["1m", "2m", "3m", "4m", "7s", "6m", "7m"]
        at = np.round((quads.mean(axis=1)[:, 0] - 18) / 40).astype(int)
        return Faces([there[one] if 0 <= one < 7 else "none" for one in at]).told()

    row = row_of(found.told(), 5, read)
    assert best(row) == ["1m", "2m", "3m", "4m", "7s", "6m", "7m"]
    assert np.abs(asked[0][4][:, 0] - [160, 196, 196, 160]).max() < 2


def picture(number, shade):
    pixels = np.full((96, 240, 3), 60, np.uint8)
    pixels[30:70, 20:220:4] = shade
    pixels[30:70, 21:220:4] = 250 - shade
    if shade == 90:
        pixels[30:70, 150:200] = 230
    return Frame(number, number * 100_000_000, pixels)


def test_a_row_is_read_when_it_has_come_to_rest_changed():
    reader = RowReader()
    reader.beside = ["4m"]
    row = HandRow(reader)
    shades = [200, 200, 200, 90, 90, 90, 90]
    told = [row.look(picture(number, shade)) for number, shade in enumerate(shades)]
    assert [number for number, one in enumerate(told) if one is not None] == [1, 4]


@pytest.mark.parametrize(
    ("place", "beside", "rows"),
    [((150, 80, 200, 95), [], 1), ((150, 45, 200, 75), [], 1), ((150, 45, 200, 75), ["4m"], 2),
     ((40, 45, 70, 75), [], 2)],
)  # fmt: skip
def test_what_others_do_behind_a_row_does_not_change_it(place, beside, rows):
    reader = RowReader()
    reader.beside = beside
    row, told = HandRow(reader), []
    for number in range(6):
        one = picture(number, 200)
        if number > 2:
            left, top, right, bottom = place
            one.bgr[top:bottom, left:right] = 230
        told.append(row.look(one))
    assert sum(one is not None for one in told) == rows


def test_the_ends_of_a_row_that_goes_down_are_of_it():
    found = Faces([f"{one}m" for one in (1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 8, 7, 6)])
    found.quadrilaterals[:, :, 1] += 0.12 * found.quadrilaterals[:, :, 0]
    assert len(row_of(found.told(), 5).chances) == 13


class Film:
    """Frames that are there already."""

    def __init__(self, frames):
        self.frames = list(frames)

    @property
    def ended(self):
        return not self.frames

    def read(self, _timeout_s=0.0):
        return self.frames.pop(0) if self.frames else None

    def close(self):
        self.frames = []


def test_the_hands_films_are_read_as_far_as_the_tables():
    reader = RowReader()
    film = Film(picture(number, 200) for number in range(10))
    hands = HandEyes(reader, {Seat(2): film})
    assert list(hands.until(50_000_000, live=False)) == []
    (row,) = hands.until(300_000_000, live=False)
    assert (row.seat, row.captured_ns, len(row.tiles)) == (Seat(2), 100_000_000, 3)
    assert len(film.frames) == 5  # the fifth is held until its moment
    hands.close()
    assert film.ended


class Found:
    """Finds the table in the frame of that number."""

    def __init__(self, number):
        self.number, self.fault = number, "not yet"

    def look(self, frame):
        return TOY.plane() if frame.number == self.number else None


def seen_by(eye, toy, frames):
    """What is said of which frames: their numbers, and the most tiles of each."""
    found = []
    for _ in range(frames):
        found += [(taken.number, len(seen.sightings)) for taken, seen in eye.looks(toy.frame())]
    return found


def test_what_lay_there_before_the_table_was_found_is_looked_at_afterwards(monkeypatch):
    toy = TOY.Toy(TOY.river(["1m", "9p", "5s"]))
    eye = TableEye(TOY.ToyReader(toy), None)
    monkeypatch.setattr(eye, "_seeker", Found(40))
    found = seen_by(eye, toy, 42)
    assert found[0][0] < 10
    assert [number for number, _ in found] == sorted(number for number, _ in found)
    assert found[-1][0] >= 40
    assert max(tiles for number, tiles in found if number < 20) == 3


def test_what_was_seen_before_the_camera_moved_is_not(monkeypatch):
    toy = TOY.Toy(TOY.river(["1m", "9p", "5s"]))
    eye = TableEye(TOY.ToyReader(toy), None)
    monkeypatch.setattr(eye, "_seeker", Found(60))
    moved = []
    for _ in range(20):
        frame = toy.frame()
        moved += eye.looks(replace(frame, bgr=np.roll(frame.bgr, 60, axis=1)))
    assert moved == []
    found = seen_by(eye, toy, 42)
    assert found[0][0] >= 20
    assert found[-1][0] >= 60


def of_size(frame, scale):
    high, wide = (round(scale * side) for side in frame.bgr.shape[:2])
    return replace(frame, bgr=np.zeros((high, wide, 3), np.uint8))


def test_pictures_of_another_size_are_another_view():
    toy = TOY.Toy(TOY.river(["1m", "9p", "5s"]))
    lost = []
    eye = TableEye(TOY.ToyReader(toy), TOY.plane(), 0, lost.append)
    first = looked(eye, toy, 12)
    for _ in range(3):
        assert eye.look(of_size(toy.frame(), 0.75)) is None
    assert len(lost) == 1
    assert "another size" in lost[0]
    assert not eye.found
    assert "calibration is for pictures of" in eye.fault
    again = looked(eye, toy, 12)
    assert min(again) > max(first)
    assert eye.found


def test_a_calibration_of_other_pictures_is_refused_at_once():
    toy = TOY.Toy(TOY.river(["1m", "9p", "5s"]))
    eye = TableEye(TOY.ToyReader(toy), TOY.plane())
    with pytest.raises(PlaneError, match="calibration is for pictures of"):
        eye.look(of_size(toy.frame(), 0.75))
