"""A five is red that is red where the plain ones of its suit are not, however little."""

import cv2
import numpy as np
import pytest

from vision.labels import CLASS_OF, LABELS
from vision.observation import FACE_NAMES
from vision.tracks.fuse import Track, look_of
from vision.tracks.own import Learning
from vision.tracks.redder import RedFives, as_redder

STILL = np.eye(3)
WIDTH, HEIGHT = 30.0, 40.0
FELT, IVORY, GREEN, RED = (30, 100, 60), (230, 222, 205), (40, 110, 60), (190, 40, 45)
NAVY, WHITE, YELLOW, BRIGHT_RED = (30, 30, 70), (225, 220, 225), (220, 190, 40), (230, 40, 45)
PLAIN_P, RED_P = FACE_NAMES.index("5p"), FACE_NAMES.index("0p")
DOTS = np.array([[-7, -10], [7, -10], [0, 0], [-7, 10], [7, 10]])


class Blind:
    """A reader that keeps back what it sees in faces."""

    def features(self, _image, quads):
        return np.empty((len(quads), 2, 0), np.float32)


class Table:
    """Fives of circles in a row, each read as plain."""

    def __init__(self, body=IVORY):
        self.image = np.full((160, 700, 3), FELT, np.uint8)
        self.tracks = []
        self.body = body

    def lay(
        self, ink=GREEN, *, middle=None, dot=None, red=0.001, light=1.0, name="5p", down=False,
        told=True,
    ):  # fmt: skip
        """Lay one; ``down``: upside down, and ``told`` so, as circles hardly are."""
        place = np.array([40 + 45 * len(self.tracks), 80])
        quad = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [WIDTH, HEIGHT] / 2 + place
        lit = [tuple(round(light * one) for one in colour)
               for colour in (self.body, ink, middle or ink, RED)]  # fmt: skip
        cv2.fillConvexPoly(self.image, np.rint(quad).astype(np.int32), lit[0])
        turned = -1 if down else 1
        for at, spot in enumerate(turned * DOTS + place):
            cv2.circle(self.image, spot.tolist(), 4, lit[2] if at == 2 else lit[1], -1)
        if dot is not None:
            cv2.circle(self.image, (place + turned * np.array(dot)).tolist(), 3, lit[3], -1)
        classes = np.zeros(len(LABELS), np.float32)
        classes[CLASS_OF[name]] = 1 - red
        classes[CLASS_OF["0" + name[1]]] += red
        quad = np.roll(quad, 2, axis=0) if down and told else quad
        number = len(self.tracks) + 1
        self.tracks.append(Track.begin(number, look_of(quad, quad, classes, 1.0), 0, 0))
        return number

    def redder(self):
        fives = RedFives()
        fives.look(self.image, self.tracks, STILL)
        return [one.number for one in self.tracks if fives.is_redder(one.number)]

    def plain(self):
        fives = RedFives()
        fives.look(self.image, self.tracks, STILL)
        return [one.number for one in self.tracks if fives.is_plain(one.number)]


@pytest.mark.parametrize(
    "how",
    [
        {"dot": (10, 0)},
        {"dot": (10, 0), "light": 0.6},
        {"dot": (10, 0), "down": True},
        {"ink": RED},
        {"middle": RED},
    ],
)
def test_a_five_with_red_where_others_have_none_is_redder(how):
    table = Table()
    for other in ({}, {"light": 1.1}, {"down": True}):
        table.lay(**other)
    assert table.redder() == []
    red = table.lay(**how)
    assert table.redder() == [red]


@pytest.mark.parametrize(
    "how",
    [
        {"light": 0.7},
        {"down": True},
        {"dot": (10, 0)},
        {"dot": (10, 0), "down": True, "told": False},
    ],
)
def test_what_is_as_red_as_the_plain_ones_is_not(how):
    table = Table()
    for _ in range(3):
        table.lay(middle=RED, dot=(10, 0))
    table.lay(middle=RED, **how)
    assert table.redder() == []


@pytest.mark.parametrize(
    "how",
    [{"dot": (10, 0), "ink": WHITE}, {"ink": BRIGHT_RED}, {"ink": WHITE, "middle": BRIGHT_RED}],
)
def test_on_dark_faces_pale_ink_is_compared(how):
    table = Table(body=NAVY)
    for light in (1.0, 1.1, 0.9):
        table.lay(ink=WHITE, light=light)
    assert table.redder() == []
    red = table.lay(**how)
    assert table.redder() == [red]
    yellow = Table(body=NAVY)
    for _ in range(4):
        yellow.lay(ink=YELLOW, middle=BRIGHT_RED)
    assert yellow.redder() == []
    assert yellow.plain() == [1, 2, 3, 4]


def test_what_is_no_redder_than_three_plain_ones_is_plain_whatever_it_was_read_as():
    table = Table()
    table.lay(middle=RED)
    table.lay(middle=RED)
    read = table.lay(middle=RED, red=0.99)
    assert table.plain() == []
    table.lay(middle=RED, light=0.8)
    assert table.plain() == [read]
    table.lay(ink=RED, red=0.99)
    assert table.plain() == [read]


@pytest.mark.parametrize("beside", [0, 3])
def test_a_red_five_of_one_set_is_not_as_plain_ones_of_the_other_are(beside):
    """The middle of one set is red in all its fives, of the other in its red one."""
    fives = RedFives()
    other = Table()
    for _ in range(8 if beside else 5):
        other.lay(middle=RED)
    fives.look(other.image, other.tracks, STILL)
    table = Table()
    for _ in range(beside):
        table.lay()
    table.lay(middle=RED, red=0.99)
    for track in table.tracks:
        track.number += 10
    fives.look(table.image, table.tracks, STILL)
    assert not fives.is_plain(table.tracks[-1].number)


@pytest.mark.parametrize(("both", "plain"), [(False, True), (True, False)])
def test_where_no_plain_one_lies_it_is_plain_only_if_it_is_no_redder_than_any_of_many(both, plain):
    fives, table = RedFives(), Table()
    for at in range(6):
        table.lay(middle=None if both and at % 2 else RED)
    fives.look(table.image, table.tracks, STILL)
    alone = Table()
    alone.lay(middle=RED, red=0.99)
    alone.tracks[0].number = 10
    fives.look(alone.image, alone.tracks, STILL)
    assert fives.is_plain(10) is plain


def test_a_red_five_in_a_shadow_is_no_dark_one():
    table = Table()
    for _ in range(3):
        table.lay()
    red = table.lay(ink=RED)
    middle = 40 + 45 * (red - 1)
    shaded = table.image[:, middle - 12 : middle + 20]
    shaded[:] = np.rint(shaded * 0.45).astype(np.uint8)
    assert table.redder() == [red]


def test_two_plain_ones_say_nothing():
    table = Table()
    table.lay()
    table.lay()
    table.lay(dot=(10, 0))
    assert table.redder() == []


def test_plain_ones_whose_ink_is_burnt_away_say_nothing():
    table = Table()
    for _ in range(3):
        table.lay(ink=(225, 200, 190))
    table.lay(middle=RED)
    assert table.redder() == []


def test_another_suit_says_nothing():
    table = Table()
    for _ in range(3):
        table.lay(name="5s")
    table.lay(dot=(10, 0))
    assert table.redder() == []


def test_those_that_were_read_as_red_are_no_plain_ones():
    table = Table()
    reds = [table.lay(ink=RED, red=0.98) for _ in range(2)]
    table.lay()
    table.lay()
    table.lay(dot=(10, 0))
    assert table.redder() == reds


def test_of_two_sets_the_plain_ones_of_one_are_not_red_beside_those_of_the_other():
    """An automatic table plays two sets in turn; the middle of one is red, of the other green."""
    fives, told = RedFives(), []
    for hand in range(8):
        table = Table()
        for _ in range(2):
            table.lay(middle=RED if hand % 2 else None)
            table.tracks[-1].number += 10 * hand
            fives.look(table.image, table.tracks, STILL)
            told += [one.number for one in table.tracks if fives.is_redder(one.number)]
    assert told == []


@pytest.mark.parametrize(("face", "many"), [("9p", 2), ("0p", 1)])
def test_what_comes_to_be_read_otherwise_is_no_plain_one(face, many):
    table, fives = Table(), RedFives()
    for _ in range(3):
        table.lay()
    red = table.lay(dot=(10, 0))
    fives.look(table.image, table.tracks, STILL)
    assert fives.is_redder(red)
    for track in table.tracks[:many]:
        track.chances = np.eye(len(FACE_NAMES) + 1)[FACE_NAMES.index(face)]
    fives.look(table.image, table.tracks, STILL)
    assert not fives.is_redder(red)


def test_one_that_is_half_hidden_is_not_looked_at():
    table, fives = Table(), RedFives()
    for _ in range(3):
        table.lay()
    red = table.lay(dot=(10, 0))
    table.tracks[-1].clear = 0.6
    fives.look(table.image, table.tracks, STILL)
    assert not fives.is_redder(red)


def test_it_is_told_as_red_though_it_was_read_as_plain():
    table = Table()
    for _ in range(3):
        table.lay()
    table.lay(dot=(10, 0))
    learning = Learning(Blind())
    learning.learn(table.image, table.tracks, STILL, WIDTH)
    told = [np.array(learning.told(track)) for track in table.tracks]
    assert [FACE_NAMES[one.argmax()] for one in told] == ["5p", "5p", "5p", "0p"]
    assert told[3].sum() == pytest.approx(1)


def test_it_is_told_as_plain_though_it_was_read_as_red_unless_its_face_is_reddish():
    table = Table()
    for _ in range(3):
        table.lay()
    read = table.lay(red=0.99)
    learning = Learning(Blind())
    learning.learn(table.image, table.tracks, STILL, WIDTH)
    assert learning.told(table.tracks[-1])[RED_P] > 0.9  # nothing tells its tint
    for at in range(6):
        table.lay(name=f"{at + 1}s" if at != 4 else "9s")
    learning.learn(table.image, table.tracks, STILL, WIDTH)
    assert learning.told(table.tracks[read - 1])[PLAIN_P] > 0.9


def test_what_was_read_as_red_more_surely_stays_so():
    chances = np.zeros(len(FACE_NAMES) + 1)
    chances[[PLAIN_P, RED_P, 0]] = 0.01, 0.97, 0.02
    told = as_redder(chances)
    assert told[RED_P] == pytest.approx(0.97)
    assert told[0] == pytest.approx(0.02)
