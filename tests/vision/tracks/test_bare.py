"""A blank face in a pond is told from a back by its colour."""

import cv2
import numpy as np
import pytest

from vision.labels import BACK, CLASS_OF, LABELS, NONE
from vision.picture.blanks import HAKU
from vision.tracks.bare import backs_beside_both, bare_faces, bare_places, nameless_bare
from vision.tracks.fuse import Track, look_of
from vision.tracks.own import Learning

BODY, INK, BLUE = (60, 20, 30), (230, 230, 220), (30, 60, 160)
FACE, PALE = (200, 185, 150), (215, 210, 212)
WIDTH, HEIGHT = 26.0, 34.0
STILL = np.eye(3)


def outline(x, y):
    """A tile's corners in millimetres, which are pixels about (300, 300)."""
    half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array([WIDTH, HEIGHT]) / 2
    return np.array([x, y]) + half


class Picture:
    """A table of a black set."""

    def __init__(self):
        self.image = np.full((600, 600, 3), 190, np.uint8)
        self.tracks = []

    def lay(self, name, x, y, colour=BODY, *, read=None):
        corners = outline(x, y)
        quad = corners * [1, -1] + 300
        cv2.fillConvexPoly(self.image, np.rint(quad).astype(np.int32), colour)
        if name not in {"back", "5z"}:
            cv2.circle(self.image, np.rint(quad.mean(axis=0)).astype(int).tolist(), 6, INK, -1)
        classes = np.zeros(len(LABELS), np.float32)
        read = read or ("back" if name == "5z" else name)
        if read == "none":
            classes[[NONE, HAKU]] = 0.7, 0.3
        else:
            classes[BACK if read == "back" else CLASS_OF[read]] = 1
        look = look_of(quad, corners, classes, 1.0)
        self.tracks.append(Track.begin(len(self.tracks) + 1, look, 0, 0))
        return len(self.tracks)


def table(faces, backs):
    """Four faces and eight backs of these colours."""
    picture = Picture()
    for at, name in enumerate(("1p", "2p", "3p", "4p")):
        picture.lay(name, -80 + 27 * at, -120, faces)
    for at in range(8):
        picture.lay("back", -100 + 27 * at, 240, backs)
    return picture


@pytest.fixture
def picture():
    return table(BODY, BLUE)


def found(picture):
    told = bare_faces(picture.image, picture.tracks, STILL, WIDTH)
    return {number for number, is_bare in told.items() if is_bare}


def test_a_blank_tile_of_the_faces_colour_is_a_face(picture):
    number = picture.lay("5z", 28, -120)
    assert found(picture) == {number}


def test_a_back_that_lies_in_a_pond_is_a_back(picture):
    picture.lay("back", 28, -120, BLUE)
    assert not found(picture)


def test_a_blank_indicator_among_the_backs_of_a_wall_is_a_face(picture):
    number = picture.lay("5z", -127, 240)
    assert found(picture) == {number}


@pytest.mark.parametrize(("x", "y"), [(-160, 240), (-127, 255)])
def test_a_blank_tile_that_lies_in_no_wall_may_be_a_back(picture, x, y):
    picture.lay("5z", x, y)
    assert not found(picture)


def test_more_blanks_in_the_walls_than_a_set_holds_are_backs_in_another_light(picture):
    for at in range(5):
        picture.lay("5z", -127 - 27 * at, 240)
    assert not found(picture)


def test_two_blank_indicators_side_by_side_are_faces(picture):
    numbers = {picture.lay("5z", -127, 240), picture.lay("5z", -154, 240)}
    picture.lay("back", -181, 240, BLUE)
    assert found(picture) == numbers


def test_backs_that_shine_in_a_lamp_are_no_blank_indicators(picture):
    lit = [tuple(round(a + share * (b - a)) for a, b in zip(BLUE, BODY, strict=True))
           for share in (0.5, 1.0, 0.5)]  # fmt: skip
    for at, colour in enumerate(lit):
        picture.lay("back", -127 - 27 * at, 240, colour)
    picture.lay("back", -208, 240, BLUE)
    assert not found(picture)


def test_a_pale_back_with_the_print_of_the_others_is_no_blank_indicator(picture):
    blank = picture.lay("5z", -127, 240)
    printed = picture.lay("back", -181, 240, BODY)
    for x in (-154, -208):
        picture.lay("back", x, 240, BLUE)
    assert found(picture) == {blank, printed}
    for track in picture.tracks:
        if not track.face_up and track.number != blank:
            middle = np.rint(track.quad.mean(axis=0)).astype(int).tolist()
            cv2.circle(picture.image, middle, 6, (90, 60, 40), -1)
    assert found(picture) == {blank}


def test_what_lies_beyond_the_ponds_may_be_a_back(picture):
    picture.lay("5z", 28, -240)
    assert not found(picture)


def test_blank_faces_of_a_set_in_a_corner_are_told_from_the_ends_of_a_kan(picture):
    faces = {picture.lay("5z", 280, y) for y in (265, 232)}
    for y in (-270, -216):
        picture.lay("back", 280, y, BLUE)
    assert found(picture) == faces


def test_a_card_on_the_rim_beyond_the_corner_is_no_blank_face(picture):
    number = picture.lay("5z", 280, 265)
    assert found(picture) == {number}
    assert backs(picture) == {number: False}
    picture.tracks[number - 1].spot = np.array([379.0, 396.0])
    assert not found(picture)
    assert number not in backs(picture)


@pytest.mark.parametrize(("light", "there"), [(2.0, True), (3.0, False)])
def test_they_may_lie_in_another_light_where_backs_are_far_from_alike(picture, light, there):
    number = picture.lay("5z", 280, 265, tuple(round(light * one) for one in BODY))
    assert found(picture) == ({number} if there else set())


def test_more_blank_faces_than_a_set_has_are_none(picture):
    for number in range(5):
        picture.lay("5z", 280, -200 - 18 * number)
    assert not found(picture)


def test_where_backs_have_the_colour_of_the_faces_nothing_tells():
    dark = table(BODY, BODY)
    dark.lay("5z", 28, -120)
    assert not found(dark)


def test_what_fills_a_place_between_faces_and_shows_nothing_is_a_blank_face(picture):
    picture.lay("5z", 28, -120)
    blank = picture.tracks.pop()
    between = [blank.quad, picture.tracks[0].quad, outline(150, 60) * [1, -1] + 300]
    assert bare_places(picture.image, picture.tracks, between, STILL).tolist() == [
        True, False, False,
    ]  # fmt: skip


@pytest.fixture
def pale():
    """A set whose backs are nearly of its faces' colour."""
    return table(FACE, PALE)


def backs(picture):
    return backs_beside_both(picture.image, picture.tracks, STILL, WIDTH)


def test_a_pale_back_in_a_wall_that_was_read_as_a_haku_is_told_by_the_backs_beside_it(pale):
    number = pale.lay("5z", 116, 240, PALE, read="5z")
    assert backs(pale) == {number: True}


def test_a_haku_that_was_turned_in_a_wall_stays_one(pale):
    number = pale.lay("5z", 116, 240, FACE, read="5z")
    assert backs(pale) == {number: False}


def test_a_haku_of_a_shown_hand_that_was_read_as_a_pale_back_is_told_by_the_faces(pale):
    number = pale.lay("5z", 28, -285, FACE)
    other = pale.lay("back", 80, -285, PALE)
    assert backs(pale) == {number: False, other: True}


@pytest.mark.parametrize(
    ("faces", "colour", "told"), [(16, BLUE, True), (16, BODY, False), (8, BLUE, None)],
    ids=["a back", "a face", "hardly any faces known"],
)  # fmt: skip
def test_what_is_left_of_a_wall_is_told_by_many_faces_where_hardly_a_back_is_known(
    faces, colour, told
):
    few = Picture()
    for at in range(faces):
        few.lay("1p", -100 + 27 * (at % 8), -120 - 36 * (at // 8))
    few.lay("back", -27, 240, BLUE)
    number = few.lay("5z", 0, 240, colour, read="5z")
    assert backs(few).get(number) is told


@pytest.mark.parametrize("colour", [FACE, PALE])
def test_what_lies_in_a_wall_that_stands_far_out_is_told_by_its_backs(colour):
    """There hands are shown, too; but no set has so many white dragons as backs lie here."""
    far = table(FACE, PALE)
    far.tracks = [track for track in far.tracks if track.face_up]
    for at in range(9):
        far.lay("back", -100 + 27 * at, 282, PALE)
    number = far.lay("5z", 143, 282, colour, read="5z")
    told = backs(far)
    assert told.pop(number) is (colour == PALE)
    assert all(told.values())


def test_where_backs_have_just_the_faces_colour_a_haku_in_a_wall_is_not_told():
    same = table(FACE, FACE)
    same.lay("5z", 116, 240, FACE, read="5z")
    assert not backs(same)


@pytest.mark.parametrize(("colour", "there"), [(BODY, True), (BLUE, False)])
def test_what_lies_blank_in_a_pond_and_has_no_name_is_a_haku(picture, colour, there):
    number = picture.lay("5z", 28, -120, colour, read="none")
    found = nameless_bare(picture.image, picture.tracks, STILL, WIDTH)
    assert found == ({number} if there else frozenset())


def test_what_shows_something_and_has_no_name_is_no_haku(picture):
    number = picture.lay("1p", 28, -120, read="none")
    found = nameless_bare(picture.image, picture.tracks, STILL, WIDTH)
    assert number not in found


class Blind:
    """A reader that sees no features."""

    def features(self, _image, quads):
        return np.zeros((len(quads), 0), np.float32)


def test_what_is_told_of_blank_tiles_is_what_their_colour_says(pale):
    wall = pale.lay("5z", 116, 240, PALE, read="5z")
    pond = pale.lay("5z", 28, -120, FACE, read="none")
    shown = pale.lay("5z", 28, -285, FACE)
    learning = Learning(Blind())
    learning.learn(pale.image, pale.tracks, STILL, WIDTH)
    told = {track.number: learning.told(track) for track in pale.tracks}
    assert told[wall] == ()
    for number in (pond, shown):
        assert np.argmax(told[number]) == HAKU


def test_a_palm_over_a_wall_for_a_moment_shows_no_blank_indicator(picture):
    wall = [track.number for track in picture.tracks if not track.face_up][3]
    still, learning = picture.image.copy(), Learning(Blind())
    corners = np.rint(picture.tracks[wall - 1].quad).astype(np.int32)
    palm = cv2.fillConvexPoly(still.copy(), corners, BODY)

    def learnt(image):
        learning.learn(image, picture.tracks, STILL, WIDTH)
        return learning.told(picture.tracks[wall - 1])

    learnt(still)
    assert learnt(palm) == ()
    turned = [learnt(palm) for _ in range(6)][-1]
    assert np.argmax(turned) == HAKU
    back = [learnt(still) for _ in range(6)][-1]
    assert back == ()
