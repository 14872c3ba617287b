"""What was cut between two tiles is looked for again in an enlarged part of the picture."""

import numpy as np
import pytest

from vision.labels import BACK, CLASS_OF, NONE
from vision.picture.closer import looked_closer, told_closer
from vision.picture.faces import Faces, sizes_by

WIDE, HIGH = 30, 40
ROWS, COLUMNS = (100, 300), 6


def quad(x, y, wide=WIDE):
    return [[x, y], [x + wide, y], [x + wide, y + HIGH], [x, y + HIGH]]


def faces(quads, names, sure=0.98, score=0.9):
    chances = np.full((len(quads), 40), 1e-4, np.float32)
    chances[range(len(quads)), [CLASS_OF[name] for name in names]] = sure
    chances[:, NONE] += 1 - sure
    scores = np.full(len(quads), score, np.float32)
    return Faces(np.array(quads, np.float32).reshape(-1, 4, 2), scores, chances)


def table():
    """Two rows of tiles that were found."""
    spots = [(100 + WIDE * at, y) for y in ROWS for at in range(COLUMNS)]
    return faces([quad(*spot) for spot in spots], ["1m", "5p", "9s", "2z", "7z", "3m"] * len(ROWS))


class Tiles:
    """Tiles that a closer look at a part of the picture finds; which parts were asked for."""

    def __init__(self, *spots, name="6s"):
        self.quads = np.array([quad(*spot) for spot in spots], np.float32).reshape(-1, 4, 2)
        self.name, self.asked = name, []
        self.scores = [0.8] * len(spots)

    def find(self, box, width):
        self.asked.append(box)
        middles = self.quads.mean(axis=1)
        inside = ((middles > box[:2]) & (middles < box[2:])).all(axis=1)
        assert width == pytest.approx(WIDE, rel=0.02)
        return self.quads[inside], np.array(self.scores, np.float32)[inside]

    def settle(self, quads):
        return quads, faces(quads, [self.name] * len(quads)).chances


def look(found, refused, tiles):
    return looked_closer(found, sizes_by(found), refused, tiles.find, tiles.settle)


NOTHING = faces([], [])
END = 100 + WIDE * COLUMNS
CUT = 40
"""As wide as no tile is."""
ACROSS = quad(END + WIDE // 2, ROWS[0], CUT)
"""Half on one of two tiles beside the first row and half on the other."""


@pytest.mark.parametrize("refused", [False, True])
def test_two_tiles_that_were_cut_as_one_are_told(refused):
    tiles = Tiles((END, ROWS[0]), (END + WIDE, ROWS[0]))
    cut = faces([ACROSS], ["6s"], sure=0.2 if refused else 0.6)
    found = table() if refused else table().and_also(cut)
    seen, left = look(found, cut if refused else NOTHING, tiles)
    assert len(seen.quads) == len(table().quads) + 2
    assert not len(left.quads)
    assert seen.quads[-2:].tolist() == tiles.quads.tolist()


def test_where_all_are_good_nothing_is_looked_at():
    tiles = Tiles((END, ROWS[0]))
    seen, _ = look(table(), NOTHING, tiles)
    assert len(seen.quads) == len(table().quads)
    assert not tiles.asked


@pytest.mark.parametrize(
    ("what", "where"),
    [
        ("back", (END, ROWS[0])),
        ("6s", (END + 9 * WIDE, ROWS[0], CUT)),
        ("6s", (100, ROWS[0], CUT)),
    ],
    ids=["a back", "far from every face", "on a good face"],
)
def test_what_needs_no_closer_look_gets_none(what, where):
    tiles = Tiles((END, ROWS[0]))
    cut = faces([quad(*where)], [what], sure=0.6)
    look(table(), cut, tiles)
    assert not tiles.asked


@pytest.mark.parametrize("rows", [2, 9])
def test_what_is_only_named_unsurely_is_looked_at_where_faces_are_few(rows):
    tiles = Tiles((END, ROWS[0]))
    found = table()
    for y in range(500, 500 + 200 * (rows - len(ROWS)), 200):
        row = [quad(100 + WIDE * at, y) for at in range(COLUMNS)]
        found = found.and_also(faces(row, ["1m", "5p", "9s", "2z", "7z", "3m"]))
    unsure = faces([quad(END, ROWS[0])], ["6s"], sure=0.6)
    look(found.and_also(unsure), NOTHING, tiles)
    assert len(tiles.asked) == (rows == 2)


def test_a_closer_look_takes_no_place_from_a_good_face():
    tiles = Tiles((100 + WIDE * (COLUMNS - 1) + WIDE // 2, ROWS[0]))
    cut = faces([ACROSS], ["6s"], sure=0.6)
    seen, _ = look(table().and_also(cut), NOTHING, tiles)
    assert len(tiles.asked) == 1
    assert len(seen.quads) == len(table().quads) + 1


def test_what_is_no_tile_in_a_closer_look_either_stays_out():
    tiles = Tiles((END, ROWS[0]), name="none")
    cut = faces([ACROSS], ["6s"], sure=0.6)
    seen, _ = look(table().and_also(cut), NOTHING, tiles)
    assert len(tiles.asked) == 1
    assert not (seen.quads == tiles.quads[0]).all(axis=(1, 2)).any()


def test_of_finds_on_each_other_the_surer_is_told():
    tiles = Tiles((END, ROWS[0]), (END + WIDE // 2, ROWS[0]))
    tiles.scores = [0.5, 0.8]
    cut = faces([ACROSS], ["6s"], sure=0.6)
    seen, _ = look(table().and_also(cut), NOTHING, tiles)
    assert len(seen.quads) == len(table().quads) + 1
    assert seen.quads[-1].tolist() == tiles.quads[1].tolist()


@pytest.mark.parametrize(("sure", "stays"), [(0.98, True), (0.8, False)])
def test_a_plain_back_keeps_its_place_and_a_doubtful_one_yields(sure, stays):
    tiles = Tiles((END, ROWS[0]))
    back = faces([quad(END, ROWS[0])], ["back"], sure=sure)
    cut = faces([quad(END + WIDE, ROWS[0], WIDE // 2)], ["6s"], sure=0.6)
    seen, _ = look(table().and_also(back).and_also(cut), NOTHING, tiles)
    assert (seen.chances[:, BACK] > 0.5).any() == stays


def test_a_face_that_seems_to_lie_across_is_looked_at_again():
    tiles = Tiles((100 + 3 * WIDE, ROWS[0]), name="4s")
    found = table()
    found.quads[3] = np.roll(found.quads[3], 1, axis=0)
    seen, _ = look(found, NOTHING, tiles)
    assert len(seen.quads) == len(found.quads)
    assert seen.chances[-1].argmax() == CLASS_OF["4s"]


def test_parts_that_touch_are_looked_at_as_one():
    near = [quad(END + WIDE // 2, y, CUT) for y in (ROWS[0], ROWS[0] + 20)]
    tiles = Tiles()
    look(table(), faces(near, ["6s"] * 2, sure=0.6), tiles)
    assert len(tiles.asked) == 1


def test_the_four_largest_parts_are_looked_at():
    heights = range(500, 2300, 300)
    found, cuts = table(), []
    for at, y in enumerate(heights):
        found = found.and_also(faces([quad(100, y), quad(130, y)], ["1m", "5p"]))
        cuts.append(quad(175, y, CUT + 5 * at))
    tiles = Tiles()
    look(found, faces(cuts, ["6s"] * len(cuts), sure=0.6), tiles)
    middles = sorted((box[1] + box[3]) // 2 for box in tiles.asked)
    assert middles == [y + HIGH // 2 for y in heights[2:]]


@pytest.mark.parametrize(("lost", "closer"), [(0, True), (1, False)])
def test_where_the_faces_as_found_tell_more_they_stay(lost, closer):
    """What was cut wrongly may be what a neighbour is found by."""
    tiles = Tiles((END, ROWS[0]))
    found = table().and_also(faces([ACROSS], ["6s"], sure=0.6))

    def with_tile(some):
        return (some.quads == tiles.quads[0]).all(axis=(1, 2)).any()

    def mend(some, sizes, _):
        assert np.array_equal(sizes.terms, sizes_by(some).terms)
        return some.at(np.arange(lost * with_tile(some), len(some.quads)))

    told, _ = told_closer(found, NOTHING, mend, tiles.find, tiles.settle)
    assert len(told.quads) == len(found.quads)
    assert with_tile(told) == closer
