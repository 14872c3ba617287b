"""A haku has the colour of the other faces; a back or a gap has not."""

import numpy as np
import pytest

from vision.labels import BACK, CLASS_OF, NONE
from vision.picture.blanks import HAKU, coloured
from vision.reader import Thresholds

WHITE, IVORY, BLUE, DARK = (245, 245, 240), (225, 220, 200), (60, 90, 170), (40, 42, 45)


def quad(x):
    return [[x, 10], [x + 30, 10], [x + 30, 50], [x, 50]]


def table(blank, body=WHITE, ink=(20, 20, 20), light=1.0):
    """Six faces with ink on them and one blank, with what the classifier makes of them."""
    image = np.full((60, 300, 3), (20, 110, 50), np.uint8)
    for at in range(6):
        image[10:50, 10 + 40 * at : 40 + 40 * at] = body
        image[20:35, 20 + 40 * at : 30 + 40 * at] = ink
    image[10:50, 250:280] = blank
    quads = np.array([quad(10 + 40 * at) for at in range(7)], np.float32)
    chances = np.full((7, 40), 1e-4, np.float32)
    chances[range(6), [CLASS_OF[one] for one in ("1m", "2m", "5s", "9p", "1z", "7z")]] = 1
    chances[6, HAKU], chances[6, BACK] = 0.8, 0.15
    chances /= chances.sum(axis=1, keepdims=True)
    return (image * light).astype(np.uint8), quads, chances


@pytest.mark.parametrize(
    ("blank", "body", "ink", "light"),
    [
        (WHITE, WHITE, (20, 20, 20), 1.0),
        (IVORY, WHITE, (20, 20, 20), 1.0),
        (WHITE, WHITE, (20, 20, 20), 0.2),
        (DARK, DARK, (240, 240, 240), 1.0),
    ],
)
def test_a_blank_face_of_the_same_colour_stays_a_haku(blank, body, ink, light):
    image, quads, chances = table(blank, body, ink, light)
    assert coloured(image, quads, chances)[6, HAKU] > 0.7


@pytest.mark.parametrize("blank", [BLUE, DARK, (200, 120, 60)])
def test_a_blank_of_another_colour_is_none(blank):
    image, quads, chances = table(blank)
    weighed = coloured(image, quads, chances)
    assert weighed[6, HAKU] < 0.1
    assert weighed[6, BACK] > 0.5
    assert weighed[:6].argmax(axis=1).tolist() == chances[:6].argmax(axis=1).tolist()
    assert weighed.sum(axis=1) == pytest.approx(1)


def test_where_light_falls_off_the_ink_is_told_from_the_body_that_varies_more():
    image, quads, chances = table(WHITE, ink=(20, 20, 20))
    image[15:45, 15:35] = image[15:45, 55:75] = (60, 25, 22)
    shade = np.linspace(0.35, 1.0, 300)[None, :, None]
    weighed = coloured((image * shade).astype(np.uint8), quads, chances)
    assert weighed[6, HAKU] > 0.7


def test_without_other_faces_nothing_is_said():
    image, quads, chances = table(BLUE)
    assert np.array_equal(coloured(image, quads[5:], chances[5:]), chances[5:])


def test_a_face_that_reaches_out_of_the_picture_is_weighed_too():
    image, quads, chances = table(WHITE)
    quads[6] += [100, 30]
    assert np.isfinite(coloured(image, quads, chances)).all()


def crowd(count, colour, label):
    """That many alike in a row, of this colour, under six faces of other kinds."""
    image, quads, chances = table(WHITE)
    image = np.pad(np.vstack([image, image]), ((0, 0), (0, 400), (0, 0)), constant_values=60)
    more = np.array([quad(10 + 40 * at) for at in range(count)], np.float32)
    more += np.array([0, 60], np.float32)
    for at in range(count):
        image[70:110, 10 + 40 * at : 40 + 40 * at] = colour
    named = np.full((count, 40), 1e-4, np.float32)
    named[:, CLASS_OF[label]], named[:, BACK] = 0.9, 0.05
    named /= named.sum(axis=1, keepdims=True)
    return image, np.concatenate([quads[:6], more]), np.concatenate([chances[:6], named])


@pytest.mark.parametrize(("label", "colour"), [("5z", WHITE), ("2z", (200, 150, 60)), ("0p", BLUE)])
def test_what_is_there_more_often_than_two_sets_hold_is_a_back(label, colour):
    image, quads, chances = crowd(9, colour, label)
    told = coloured(image, quads, chances)
    assert (told[6:].argmax(axis=1) == BACK).all()
    assert told.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert told[:6].argmax(axis=1).tolist() == chances[:6].argmax(axis=1).tolist()


def test_nine_of_a_kind_in_the_faces_own_colour_are_a_question():
    image, quads, chances = crowd(9, WHITE, "2z")
    told = coloured(image, quads, chances)
    assert (told[6:, :NONE].max(axis=1) < Thresholds().seen).all()
    assert told[6:, CLASS_OF["2z"]] == pytest.approx(0, abs=1e-6)
    assert told.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_eight_of_a_kind_may_be_two_sets():
    image, quads, chances = crowd(8, WHITE, "2z")
    assert np.array_equal(coloured(image, quads, chances), chances)


def test_a_face_among_backs_that_bear_its_print_keeps_its_name():
    image, quads, chances = crowd(12, (200, 150, 60), "2z")
    image[70:110, 10:40] = WHITE
    told = coloured(image, quads, chances)
    assert told[6].argmax() == CLASS_OF["2z"]
    assert (told[7:].argmax(axis=1) == BACK).all()


def test_those_that_alone_have_the_faces_colour_keep_their_name_though_a_back_is_named_surely():
    image, quads, chances = crowd(12, (200, 150, 60), "1p")
    image[70:110, 10:120] = WHITE
    chances[10:12] = np.eye(40, dtype=np.float32)[CLASS_OF["1p"]]
    told = coloured(image, quads, chances)
    assert (told[6:9].argmax(axis=1) == CLASS_OF["1p"]).all()
    assert (told[9:].argmax(axis=1) == BACK).all()


def test_a_framed_face_that_is_clearly_named_keeps_its_name_among_pale_backs():
    image, quads, chances = crowd(12, WHITE, "5z")
    chances[6] = np.eye(40, dtype=np.float32)[HAKU]
    told = coloured(image, quads, chances)
    assert told[6].argmax() == HAKU
    assert (told[7:].argmax(axis=1) == BACK).all()


def test_the_clearest_of_many_backs_that_look_nearly_as_clear_are_backs_too():
    image, quads, chances = crowd(12, WHITE, "5z")
    chances[6:, HAKU] = np.linspace(0.9, 0.99, 12)
    chances[6:, BACK] = 1 - chances[6:, HAKU]
    told = coloured(image, quads, chances / chances.sum(axis=1, keepdims=True))
    assert (told[6:].argmax(axis=1) == BACK).all()


@pytest.mark.parametrize(
    ("many", "chance", "haku"), [(True, 0.4, True), (True, 0.05, False), (False, 0.4, False)]
)
def test_a_lone_blank_of_their_colour_among_many_faces_is_one_where_it_may_be(many, chance, haku):
    image, quads, chances = table(WHITE)
    if many:
        image = np.concatenate([image, image], axis=0)
        more = quads[:6] + np.array([0, 60], np.float32)
        quads, chances = np.concatenate([quads, more]), np.concatenate([chances, chances[:6]])
        image[70:110, 250:280] = (20, 110, 50)
    chances[6, [HAKU, BACK]] = chance, 0.95 - chance
    told = coloured(image, quads, chances / chances.sum(axis=1, keepdims=True))
    assert (told[6].argmax() == HAKU) == haku


@pytest.mark.parametrize(
    ("colour", "rows", "at", "haku"),
    [
        (WHITE, 2, [2], True),
        (IVORY, 2, [2], False),
        (WHITE, 1, [2], False),
        (WHITE, 2, [0], False),
        (WHITE, 2, [2, 9], False),
    ],
)
def test_what_looks_like_a_back_between_faces_of_just_its_colour_is_a_haku(colour, rows, at, haku):
    image, quads, chances = table(WHITE)
    image[10:50, 250:280] = (20, 110, 50)
    image = np.concatenate([image] * rows, axis=0)
    quads = np.concatenate([quads[:6] + np.array([0, 60 * row], np.float32) for row in range(rows)])
    chances = np.concatenate([chances[:6]] * rows)
    for one in at:
        x, y = quads[one, 0].astype(int)
        image[y : y + 40, x : x + 30] = colour
        chances[one] = 1e-4
        chances[one, [HAKU, BACK]] = 0.05, 0.95
    assert (coloured(image, quads, chances)[at].argmax(axis=1) == HAKU).all() == haku


def test_faces_that_hardly_may_be_backs_keep_their_name_among_those_that_may():
    image, quads, chances = crowd(12, WHITE, "5z")
    chances[6:, HAKU], chances[6:, BACK] = 0.75, 0.2
    chances[6:9, HAKU], chances[6:9, BACK] = 0.55, 0.0
    chances[6:9, CLASS_OF["7z"]] = 0.35
    told = coloured(image, quads, chances / chances.sum(axis=1, keepdims=True))
    assert (told[6:9].argmax(axis=1) == HAKU).all()
    assert (told[9:].argmax(axis=1) == BACK).all()


def test_the_nearly_clear_keep_their_name_with_the_clear_where_the_others_are_far_from_it():
    image, quads, chances = crowd(12, WHITE, "5z")
    chances[6:, HAKU], chances[6:, BACK] = 0.6, 0.35
    chances[6:8] = np.eye(40, dtype=np.float32)[HAKU]
    chances[8, HAKU], chances[8, BACK] = 0.97, 0.02
    told = coloured(image, quads, chances / chances.sum(axis=1, keepdims=True))
    assert (told[6:9].argmax(axis=1) == HAKU).all()
    assert (told[9:].argmax(axis=1) == BACK).all()


@pytest.mark.parametrize("clear", [0, 2])
def test_the_few_that_have_just_the_faces_colour_keep_their_name_beside_backs_nearly_like_it(clear):
    image, quads, chances = crowd(12, tuple(round(0.75 * x) for x in WHITE), "5z")
    chances[6:, HAKU], chances[6:, BACK] = 0.75, 0.2
    if clear:
        chances[-clear:] = np.eye(40, dtype=np.float32)[HAKU]
    for at in (6, 7, 8):
        x, y = quads[at].min(axis=0).astype(int)
        image[y : y + 40, x : x + 30] = WHITE
    told = coloured(image, quads, chances / chances.sum(axis=1, keepdims=True))
    assert (told[6:9].argmax(axis=1) == HAKU).all()
    assert (told[9:].argmax(axis=1) == BACK).all()


def test_the_few_that_lie_among_faces_keep_their_name_where_all_look_alike():
    image, quads, chances = crowd(12, WHITE, "5z")
    chances[6:] = np.eye(40, dtype=np.float32)[HAKU]
    quads[6], quads[0] = quad(250), quad(290)
    image[10:50, 250:320] = WHITE
    told = coloured(image, quads, chances)
    assert told[6].argmax() == HAKU
    assert (told[7:].argmax(axis=1) == BACK).all()


def test_a_back_beside_a_face_in_a_wall_of_another_colour_stays_one():
    image, quads, chances = walled(WHITE, BLUE)
    beside = np.array([quad(285)], np.float32)
    image[10:50, 285:300] = BLUE
    quads, chances = np.concatenate([quads, beside]), np.concatenate([chances, chances[-1:]])
    assert (coloured(image, quads, chances)[6:].argmax(axis=1) == BACK).all()


def test_many_that_may_be_blank_are_backs_though_few_of_them_are_named_so():
    image, quads, chances = crowd(13, WHITE, "5z")
    chances[6:, HAKU], chances[6:, BACK] = 0.45, 0.5
    chances[6, HAKU], chances[6, BACK] = 0.6, 0.35
    chances /= chances.sum(axis=1, keepdims=True)
    told = coloured(image, quads, chances)
    assert (told[6:].argmax(axis=1) == BACK).all()


@pytest.mark.parametrize(("chance", "named"), [(0.75, HAKU), (0.9, HAKU), (0.65, BACK)])
def test_a_sets_spare_hakus_are_backs_only_where_they_look_so_in_part(chance, named):
    image, quads, chances = crowd(8, WHITE, "5z")
    chances[6:, HAKU], chances[6:, BACK] = chance, 0.95 - chance
    chances /= chances.sum(axis=1, keepdims=True)
    told = coloured(image, quads, chances)
    assert (told[6:].argmax(axis=1) == named).all()


def test_what_is_clearly_named_is_not_doubted_for_its_colour():
    image, quads, chances = table(BLUE)
    chances[6] = np.eye(40, dtype=np.float32)[HAKU]
    assert coloured(image, quads, chances)[6].argmax() == HAKU


def walled(blank, backs):
    """The same with a blank that is read as a back, and walls of eight backs apart from it."""
    image, quads, chances = table(blank)
    image = np.concatenate([image, np.full((120, 300, 3), (20, 110, 50), np.uint8)])
    walls = np.add([quad(10 + 34 * at) for at in range(8)], (0, 110)).astype(np.float32)
    for left in range(10, 274, 34):
        image[120:160, left : left + 30] = backs
    read = np.full((8, 40), 1e-4, np.float32)
    read[:, BACK] = 1
    chances[6, [HAKU, BACK]] = 0.05, 0.9
    every = np.concatenate([chances, read])
    return image, np.concatenate([quads, walls]), every / every.sum(axis=1, keepdims=True)


@pytest.mark.parametrize(("backs", "named"), [(DARK, BACK), (WHITE, HAKU)])
def test_what_is_clearly_named_is_a_back_where_many_backs_have_its_colour(backs, named):
    """Of a wall of black framed backs three were told as hakus of a white set."""
    image, quads, chances = walled(DARK, backs)
    chances[6] = np.full(40, 5e-5, np.float32)
    chances[6, HAKU] = 0.99
    assert coloured(image, quads, chances)[6].argmax() == named


def test_a_back_among_faces_of_their_colour_is_a_haku_where_backs_have_another():
    image, quads, chances = walled(WHITE, BLUE)
    told = coloured(image, quads, chances)
    assert told[6].argmax() == HAKU
    assert (told[7:].argmax(axis=1) == BACK).all()
    assert told.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize(("blank", "backs"), [(WHITE, WHITE), (BLUE, BLUE), (BLUE, DARK)])
def test_a_back_like_the_others_or_of_a_third_colour_stays_one(blank, backs):
    image, quads, chances = walled(blank, backs)
    assert (coloured(image, quads, chances)[6:].argmax(axis=1) == BACK).all()


def test_two_backs_of_another_colour_are_enough_where_it_may_be_blank():
    image, quads, chances = walled(WHITE, BLUE)
    quads, chances = quads[:9], chances[:9]
    assert coloured(image, quads, chances)[6].argmax() == BACK
    chances[6, [HAKU, BACK]] = 0.25, 0.7
    image[120:160, 30:38] = WHITE
    told = coloured(image, quads, chances)
    assert told[6].argmax() == HAKU
    assert (told[7:].argmax(axis=1) == BACK).all()
    image[120:160] = WHITE
    assert (coloured(image, quads, chances)[6:].argmax(axis=1) == BACK).all()


@pytest.mark.parametrize(
    ("left", "right", "shine"), [(266, 272, WHITE), (260, 280, (232, 240, 236))]
)
def test_a_back_that_mirrors_a_lamp_stays_one(left, right, shine):
    image, quads, chances = walled(BLUE, BLUE)
    image[10:50, 250:280] = np.multiply(shine, 0.7)
    image[10:50, left:right] = shine
    assert (coloured(image, quads, chances)[6:].argmax(axis=1) == BACK).all()


def test_what_lies_apart_from_all_faces_stays_a_back():
    image, quads, chances = walled(BLUE, BLUE)
    image[120:160, 180:210] = WHITE
    assert (coloured(image, quads, chances)[6:].argmax(axis=1) == BACK).all()


@pytest.mark.parametrize(("blank", "haku"), [(WHITE, True), (IVORY, False)])
def test_a_gap_between_faces_shows_the_cloth_and_is_no_haku(blank, haku):
    image, quads, chances = walled(blank, BLUE)
    image[(image == (20, 110, 50)).all(axis=2)] = IVORY
    assert (coloured(image, quads, chances)[6].argmax() == HAKU) == haku


@pytest.mark.parametrize(
    ("chance", "framed", "told"), [(0.95, True, "haku"), (0.95, False, "back"), (0.6, True, "back")]
)
def test_a_framed_haku_is_known_by_its_frame(chance, framed, told):
    """In little light the tint of a black tile strays far; a sure name with ink on it stays."""
    image, quads, chances = table((9, 32, 50), DARK, ink=(240, 240, 240))
    if framed:
        image[18:42, 256:274] = (150, 160, 170)
        image[22:38, 260:270] = (9, 32, 50)
    chances[6, HAKU], chances[6, BACK] = chance, 1 - chance
    weighed = coloured(image, quads, chances)
    assert weighed[6].argmax() == (HAKU if told == "haku" else BACK)
