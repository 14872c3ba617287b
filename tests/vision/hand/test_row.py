"""A row of standing tiles: what is read of it, how often, and what is known without a look."""

from dataclasses import replace

import numpy as np
import pytest

from vision.capture.frames import Frame
from vision.detections import Detections
from vision.hand.row import HandRow
from vision.hand.standing import row_of, with_those
from vision.labels import BACK, CLASS_OF, LABELS, NONE

PITCH, WIDE, HIGH, LINE = 40.0, 38.0, 50.0, 75.0
HAND = ("2m", "3m", "3m", "4m", "4m", "6p", "7p", "1s", "2s", "4s", "6s", "6z", "7z")
SHADES = {name: 40 + 6 * number for number, name in enumerate(LABELS[:BACK])}


def quad(x, top=LINE - HIGH / 2, bottom=LINE + HIGH / 2):
    return [[x, top], [x + WIDE, top], [x + WIDE, bottom], [x, bottom]]


def faces(names, quads, sure=0.99):
    chances = np.full((len(names), len(LABELS)), (1 - sure) / (len(LABELS) - 1), np.float32)
    for at, name in enumerate(names):
        chances[at, NONE if name is None else CLASS_OF[name]] = sure
    told = chances.argmax(axis=1)
    quads = np.array(quads, np.float32).reshape(-1, 4, 2)
    return Detections(quads, np.ones(len(names), np.float32), told, chances)


class Table:
    """A hand before its camera: tiles by where they stand, and who reads them."""

    def __init__(self, names=HAND):
        self.tiles = {20.0 + PITCH * at: name for at, name in enumerate(names)}
        self.missed = set()
        self.looks = []
        self.sure = 0.99

    def frame(self, number):
        pixels = np.full((150, 720, 3), 20, np.uint8)
        for x, name in self.tiles.items():
            pixels[int(LINE - HIGH / 2) : int(LINE + HIGH / 2), int(x) : int(x + WIDE)] = 90
            pixels[60:90, int(x + 6) : int(x + 30)] = SHADES[name]
        return Frame(number, number * 200_000_000, pixels)

    def found(self, left, right):
        there = {x: name for x, name in self.tiles.items() if left <= x and x + WIDE <= right}
        there = {x: name for x, name in there.items() if x not in self.missed}
        return faces([*there.values()], [quad(x) for x in there], self.sure)

    def classified(self, image):
        self.looks.append("whole")
        return self.found(0, image.shape[1])

    def read_region(self, image, box, _short_side):
        self.looks.append("part")
        return self.found(max(0, box[0]), min(image.shape[1], box[2]))

    def read_faces(self, _image, quads):
        self.looks.append("places")
        return faces([self.at(one[:, 0].mean()) for one in quads], quads, self.sure)

    def at(self, middle):
        return next(
            (name for x, name in self.tiles.items() if abs(x + WIDE / 2 - middle) < 12), None
        )

    def features(self, _image, quads):
        return np.empty((len(quads), 2, 0), np.float32)


def names(row):
    return tuple(LABELS[int(np.argmax(one[:-1]))] for one in row.chances)


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def watching(table):
    """A row that was read, and frame after frame of it."""
    row = HandRow(table)
    frames = iter(range(1000))

    def rest(looks=3):
        return [one for _ in range(looks) if (one := row.look(table.frame(next(frames))))]

    (first,) = rest()
    assert names(first) == HAND
    table.looks.clear()
    return rest


def test_a_drawn_tile_is_read_alone(table, watching):
    table.tiles[20.0 + PITCH * 13 + 20] = "5s"
    (row,) = watching()
    assert names(row) == (*HAND, "5s")
    assert row.apart == 13
    assert set(table.looks) == {"part"}


def test_a_tile_that_is_another_is_read_alone(table, watching):
    table.tiles[20.0 + PITCH * 4] = "9m"
    (row,) = watching()
    assert names(row) == (*HAND[:4], "9m", *HAND[5:])
    assert set(table.looks) == {"places"}


def test_a_drawn_tile_that_is_let_go_again_leaves_the_row_as_it_was(table, watching):
    table.tiles[20.0 + PITCH * 13 + 20] = "5s"
    (row,) = watching()
    table.looks.clear()
    del table.tiles[20.0 + PITCH * 13 + 20]
    (row,) = watching()
    assert (names(row), row.apart) == (HAND, None)
    assert set(table.looks) == {"places"}


def test_a_row_is_read_as_a_whole_where_a_tile_in_it_is_in_doubt(table, watching):
    table.tiles[20.0 + PITCH * 4], table.sure = "9m", 0.95
    (row,) = watching()
    assert names(row) == (*HAND[:4], "9m", *HAND[5:])
    assert "part" in table.looks


def test_a_tile_that_is_hidden_in_its_row_has_not_left_it(table, watching):
    hidden = 20.0 + PITCH * 6
    table.at = lambda middle: (
        None if abs(middle - hidden - WIDE / 2) < 12 else Table.at(table, middle)
    )
    table.tiles[hidden] = "1z"
    (row,) = watching()
    assert len(row.chances) == len(HAND)


def test_a_row_of_sure_faces_is_not_read_again(table, watching):
    assert not watching(40)
    assert not table.looks


def test_the_longer_of_two_readings_is_the_row(table, watching):
    first = [*table.tiles][:4]
    see = table.classified
    table.classified = lambda image: see(image)[np.arange(4)]
    table.read_region = lambda image, _box, _side: see(image)[np.arange(3, 9)]
    for x in first:
        table.tiles[x] = "9p"
    table.at = lambda _middle: None
    (row, *_) = watching(2)
    assert len(row.chances) > 4


def test_what_is_found_before_a_covered_row_is_not_that_row(table, watching):
    def covered(*_arguments):
        return faces(["8p", "9p", "8p"], [quad(60 + PITCH * at, 5, 25) for at in range(3)])

    table.classified = table.read_region = covered
    table.at = lambda _middle: None
    table.tiles = dict.fromkeys(table.tiles, "7p")
    assert not watching(2)


def test_what_lies_beside_a_row_and_is_no_tile_is_looked_at_once(table, watching):
    see, table.tiles = table.found, {**table.tiles, 560.0: "9p"}
    table.found = lambda _left, _right: see(0, 0)
    assert not watching(2)
    assert not watching(10)
    assert len(table.looks) == 1


def test_a_tile_that_still_stands_there_is_not_lost_where_nothing_finds_it(table, watching):
    first, *_, last = table.tiles
    table.missed = {first, last}
    table.tiles[20.0 + PITCH * 4] = "9m"
    table.at = lambda middle: (
        None if abs(middle - last - WIDE / 2) < 12 else Table.at(table, middle)
    )
    (row,) = watching()
    assert names(row) == (*HAND[:4], "9m", *HAND[5:])


def test_a_row_is_followed_to_its_end_past_what_was_cut():
    """Of a dark set many faces are found without their upper halves, or not at all."""
    table = Table()
    whole = [x for x, name in table.tiles.items() if name in {"2s", "4s", "6s", "6z", "7z"}]
    cut = [x for x in table.tiles if x < 230]
    found = faces(
        [table.tiles[x] for x in (*whole, *cut)],
        [*map(quad, whole), *(quad(x, LINE) for x in cut)],
    )

    def read(quads):
        seen = table.read_faces(None, quads)
        bird = np.array([table.at(one[:, 0].mean()) == "1s" for one in quads])
        unsure = np.where(bird[:, None], 1 / len(LABELS), seen.probabilities)
        return Detections(seen.quadrilaterals, seen.confidence, seen.class_id, unsure)

    row = row_of(found, 5, read)
    assert len(row.chances) == len(HAND)
    assert names(row)[:7] == HAND[:7]


def test_what_is_found_of_a_tile_that_stands_where_it_stood_is_that_tile():
    table = Table()
    row = row_of(table.found(0, 720), 5)
    halves = faces(["9p"] * 4, [quad(22.0 + PITCH * at, LINE + 5) for at in range(4)])
    same = np.array([True, True] + [False] * 11)
    seen = with_those(halves, row, same)
    assert [LABELS[one] for one in seen.class_id] == ["9p", "9p", "2m", "3m"]


def test_a_tile_that_is_found_twice_stands_there_once():
    table = Table()
    places = sorted(table.tiles)
    top, bottom = LINE - HIGH / 2, LINE + HIGH / 2
    quads = [quad(x) for x in places]
    quads[1] = quad(places[1] - 1, bottom=bottom - 9)
    twice = quad(places[1] + 3, top=top + 9)
    found = replace(
        faces([*HAND, "8m"], [*quads, twice]),
        confidence=np.array([0.9] * len(HAND) + [0.4], np.float32),
    )
    row = row_of(found, 0, lambda asked: table.read_faces(None, asked))
    assert names(row) == HAND


@pytest.mark.parametrize("count", [4, 13])
def test_a_wall_of_white_backs_is_no_row_of_hakus(count):
    found = faces(["5z"] * count, [quad(20.0 + PITCH * at) for at in range(count)])
    assert row_of(found, 0) is None
    three = faces(["5z"] * 3 + ["6z"], [quad(20.0 + PITCH * at) for at in range(4)])
    assert names(row_of(three, 0)) == ("5z", "5z", "5z", "6z")


def test_a_hand_that_comes_beside_white_backs_is_the_row():
    table = Table(("5z", "5z", "4s", "5z"))
    row, frames = HandRow(table), iter(range(1000))
    told = [row.look(table.frame(next(frames))) for _ in range(3)]
    assert [names(one) for one in told if one] == [("5z", "5z", "4s", "5z")]
    table.tiles |= {340.0 + PITCH * at: name for at, name in enumerate(HAND[:9])}
    told = [row.look(table.frame(next(frames))) for _ in range(3)]
    assert [names(one) for one in told if one][-1:] == [HAND[:9]]
