"""What lies alone on a table, among faces or backs, and what a wall of backs makes of its faces."""

import numpy as np
import pytest

from vision.labels import BACK, CLASS_OF, LABELS
from vision.picture.faces import Faces, sizes_by
from vision.picture.mending import mended
from vision.picture.sizes import TileSizes

WIDE, HIGH, PITCH = 30, 40, 31
CLOTH, BODY, BACKS = (40, 90, 60), (230, 228, 220), (60, 80, 200)
KINDS = [label for label in LABELS if label not in {"back", "other", "none", "5z"}]


class Table:
    """Rows of tiles around a table, and things that lie on it."""

    def __init__(self):
        self.image = np.full((600, 800, 3), CLOTH, np.uint8)
        self.quads, self.names, self.sure = [], [], []

    def lay(self, x, y, name, sure=0.97, wide=WIDE, high=HIGH, body=None):
        colour = body or (BACKS if name == "back" else BODY)
        self.image[y : y + high, x : x + wide] = colour
        if name != "back":
            self.image[y + high // 3 : y + high // 2, x + 8 : x + wide - 8] = 20
        self.quads.append([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]])
        self.names.append(name)
        self.sure.append(sure)
        return len(self.names) - 1

    def row(self, y, names):
        return [self.lay(100 + PITCH * at, y, name) for at, name in enumerate(names)]

    def mended(self, see=None):
        chances = np.full((len(self.names), 40), 1e-4, np.float32)
        for at, (name, sure) in enumerate(zip(self.names, self.sure, strict=True)):
            chances[at, CLASS_OF[name]] = sure
            chances[at, BACK] += 1 - sure
        chances /= chances.sum(axis=1, keepdims=True)
        quads = np.array(self.quads, np.float32)
        seen = Faces(quads, np.full(len(quads), 0.9, np.float32), chances)

        def settle(quads):
            return quads, np.eye(40)[[-1] * len(quads)]

        return mended(self.image, seen, sizes_by(seen), settle, None, see)


@pytest.fixture
def hands():
    """A table with two hands and a pond shown."""
    table = Table()
    for y, first in ((20, 0), (500, 10), (270, 20)):
        table.row(y, KINDS[first : first + 10])
    return table


@pytest.fixture
def walls():
    """A table with nothing but walls."""
    table = Table()
    for y in (20, 270, 500):
        table.row(y, ["back"] * 10)
    return table


def chance(table, at, name):
    return float(table.mended().chances[at, CLASS_OF[name]])


@pytest.mark.parametrize(("degrees", "plate"), [(8, False), (25, True)])
def test_a_wind_far_from_every_tile_is_a_tile_if_it_looks_just_as_one_does(hands, degrees, plate):
    hands.row(380, ["1z", "9s", "4p"])
    far = hands.lay(600, 150, "1z")

    def see(quads):
        turned = np.radians(np.where(quads[:, 0, 0] > 550, degrees, 0))
        return np.stack([np.cos(turned), np.sin(turned)], axis=1).astype(np.float32)

    told = hands.mended(see).chances[far]
    assert (told[CLASS_OF["1z"]] < 0.2) == plate
    assert hands.mended().chances[far, CLASS_OF["1z"]] < 0.2


def test_what_is_too_large_for_a_tile_does_not_tell_that_a_lone_wind_is_one(hands):
    hands.lay(166, 360, "1z", wide=2 * WIDE, high=2 * HIGH)
    hands.row(380, ["9s", "4p"])
    far = hands.lay(600, 150, "1z")

    def see(quads):
        like = (quads[:, 0, 0] > 550) | (quads[:, 1, 0] - quads[:, 0, 0] > 1.5 * WIDE)
        return np.eye(2, dtype=np.float32)[like.astype(int)]

    assert hands.mended(see).chances[far, CLASS_OF["1z"]] < 0.2


def test_a_wind_far_from_every_tile_is_the_plate_that_tells_the_round(hands):
    far = hands.lay(600, 150, "1z")
    near = hands.lay(100 + 10 * PITCH, 20, "2z")
    assert chance(hands, far, "1z") < 0.2
    assert chance(hands, near, "2z") > 0.9


@pytest.mark.parametrize(("body", "told"), [((30, 30, 30), False), (None, True)])
def test_a_wind_of_a_strange_colour_is_a_plate_if_it_lies_beside_none(hands, body, told):
    near = hands.lay(100 + 11 * PITCH, 20, "1z", body=body)
    assert (chance(hands, near, "1z") > 0.9) == told


def test_another_tile_may_lie_alone_if_it_has_the_colour_of_the_others(hands):
    tile = hands.lay(600, 150, "7p")
    chip = hands.lay(600, 380, "1p", body=(220, 40, 40))
    assert chance(hands, tile, "7p") > 0.9
    assert chance(hands, chip, "1p") < 0.2


@pytest.mark.parametrize(("x", "told"), [(100 + 18 * PITCH, False), (100 + 10 * PITCH, True)])
def test_of_many_faces_none_lies_far_from_all_others(hands, x, told):
    hands.row(320, KINDS[25:])
    print_ = hands.lay(x, 400, "6s", sure=0.99)
    assert (chance(hands, print_, "6s") > 0.9) == told


def test_a_hand_in_a_row_has_its_winning_tile_apart():
    table = Table()
    table.row(270, KINDS[:13])
    apart = table.lay(100 + 18 * PITCH, 270, "1z")
    assert chance(table, apart, "1z") > 0.9


def test_the_only_face_of_a_table_full_of_backs_is_not_sure(walls):
    die = walls.lay(600, 150, "6p", wide=WIDE, high=HIGH)
    assert 0.1 < chance(walls, die, "6p") < 0.3


def test_a_face_of_another_size_than_the_backs_loses_credit(walls):
    plate = walls.lay(100, 120, "4z", wide=22, high=27)
    indicator = walls.lay(100 + 10 * PITCH, 20, "4z")
    assert chance(walls, plate, "4z") < 0.35
    assert chance(walls, indicator, "4z") > 0.9


def test_backs_tell_how_large_tiles_are_however_they_are_turned(walls):
    quads = np.array(walls.quads, np.float32)
    turned = quads.copy()
    turned[::2] = np.roll(turned[::2], 1, axis=1)
    sizes = TileSizes.with_backs(turned, np.ones(30), np.ones(30, np.bool_))
    assert sizes is not None
    assert sizes.sizes(quads)[0] == pytest.approx(1, abs=0.05)
    assert sizes.sizes(quads)[1] == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize(("body", "told"), [(BACKS, "back"), (BODY, "7z")])
def test_a_doubtful_face_in_a_wall_is_a_back_unless_its_colour_says_otherwise(hands, body, told):
    hands.row(400, ["back"] * 6)
    doubtful = hands.lay(100 + 6 * PITCH, 400, "7z", sure=0.6, body=body)
    assert LABELS[hands.mended().chances[doubtful].argmax()] == told


def test_the_print_of_a_back_is_no_face_however_sure_its_name(walls):
    printed = walls.lay(100 + 10 * PITCH, 20, "1p", body=BACKS)
    indicator = walls.lay(100 + 10 * PITCH, 500, "7s")
    after = walls.mended().chances.argmax(axis=1)
    assert [LABELS[after[at]] for at in (printed, indicator)] == ["back", "7s"]


def test_prints_of_two_backs_in_a_wall_are_none_either_but_two_indicators_are_faces(hands):
    hands.row(400, ["back"] * 8)
    prints = [hands.lay(100 + at * PITCH, 400, "1p", sure=0.96, body=BACKS) for at in (8, 9)]
    after = hands.mended().chances.argmax(axis=1)
    assert [LABELS[after[at]] for at in prints] == ["back", "back"]
    for x in (8, 9):
        hands.image[400 : 400 + HIGH, 100 + x * PITCH : 100 + x * PITCH + WIDE] = BODY
    after = hands.mended().chances.argmax(axis=1)
    assert [LABELS[after[at]] for at in prints] == ["1p", "1p"]


def test_a_face_among_things_of_another_size_is_a_cell_of_a_sheet(hands):
    cell = hands.lay(600, 150, "7p")
    assert chance(hands, cell, "7p") > 0.9
    hands.lay(632, 155, "9s", wide=22, high=26)
    assert chance(hands, cell, "7p") > 0.9
    hands.lay(656, 155, "2s", wide=22, high=26)
    assert chance(hands, cell, "7p") < 0.4


def test_backs_of_another_size_are_cells_only_where_they_may_be_blank(hands):
    cell = hands.lay(600, 150, "7p")
    around = [hands.lay(632 + 24 * at, 155, "back", sure=0.99, wide=22, high=26) for at in (0, 1)]
    assert chance(hands, cell, "7p") > 0.9
    for at in around:
        hands.names[at], hands.sure[at] = "5z", 0.4  # rather a back
    assert chance(hands, cell, "7p") < 0.4


def test_the_empty_cells_of_a_sheet_do_not_make_a_back_of_a_haku(hands):
    haku = hands.lay(100 + 10 * PITCH, 20, "5z", sure=0.93)
    for at in range(6):
        hands.lay(500 + 24 * at, 150, "5z", sure=0.93, wide=22, high=26)
    assert chance(hands, haku, "5z") > 0.9
