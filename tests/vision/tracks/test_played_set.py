"""The set that is played: what looks alike is named together, and no face has two looks."""

import numpy as np
import pytest
from designs import design, name, near, read, seen

from vision.observation import FACE_NAMES, REST
from vision.tracks.how_alike import BACK
from vision.tracks.played_set import OwnSet


@pytest.fixture
def table():
    """A set of which the winds were surely read, twice each."""
    known = OwnSet()
    for at, wind in enumerate(("1z", "2z", "3z", "6z")):
        for copy in range(2):
            known.see(10 * at + copy, seen(design(at), 10 * at + copy), read(**{f"t{wind}": 0.98}))
    return known


def test_a_tile_nobody_saw_is_not_told(table):
    assert (table.told(99), table.alike(99), 99 in table) == (None, 0, False)


def test_a_strange_bird_is_what_is_left_over(table):
    bird = design(50)
    for copy in range(3):
        table.see(100 + copy, seen(bird, 60 + copy), read(t6z=0.5, t1s=0.3, t2z=0.15))
    for copy in range(3):
        told = table.told(100 + copy)
        assert name(told) == "1s"
        assert told.max() > 0.8
    assert table.alike(100) == 3


def test_a_bird_is_no_dragon_that_was_seen_but_once():
    known = OwnSet()
    known.see(1, design(1), read(t6z=0.998))
    for copy, sure in enumerate((0.66, 0.67, 0.52)):
        known.see(10 + copy, seen(design(50), copy), read(t6z=sure, t1s=0.3))
    assert name(known.told(1)) == "6z"
    assert name(known.told(10)) == "1s"


def test_a_plate_beside_four_winds_is_none_of_them():
    known = OwnSet()
    for copy in range(4):
        known.see(copy, seen(design(0), copy), read(t1z=0.99))
    known.see(9, design(51), read(t1z=0.99))
    assert name(known.told(9)) == "1z"
    known.lie({0, 1, 2, 3, 9})
    assert known.told(9)[FACE_NAMES.index("1z")] < 0.5
    assert name(known.told(0)) == "1z"


def test_six_of_one_face_are_of_two_faces_that_look_nearly_alike():
    known, nine = OwnSet(), design(0)
    eight = near(nine, 0.95, 1)
    for copy in range(4):
        known.see(copy, seen(nine, copy), read(t9m=0.997))
    for copy in range(4, 6):
        known.see(copy, seen(eight, copy), read(t9m=0.98, t8m=0.011))
    assert known.alike(0) == 6
    known.lie(set(range(6)))
    assert known.alike(0) == 4
    assert all(known.told(tile)[FACE_NAMES.index("9m")] > 0.99 for tile in range(4))
    for tile in (4, 5):
        told = known.told(tile)
        assert told[FACE_NAMES.index("9m")] < 0.8
        assert told[FACE_NAMES.index("8m")] > 0.15


def test_five_that_look_the_same_stay_of_one_face():
    known = OwnSet()
    for copy in range(5):
        known.see(copy, seen(design(0), copy), read(t9m=0.99))
    known.lie(set(range(5)))
    assert known.alike(0) == 5


@pytest.mark.parametrize(("many", "told"), [(4, "2m"), (5, "3m")], ids=["as many", "too many"])
def test_of_more_tiles_that_look_the_same_than_a_face_has_each_is_what_it_was_read_as(many, told):
    """Three 2m and two 3m of faint strokes."""
    known = OwnSet()
    for at in range(many):
        reading = read(t2m=0.4, t3m=0.55) if at == 3 else read(t2m=0.97, t3m=0.02)
        known.see(at, seen(design(80), 80 + at), reading)
    known.lie(set(range(many)))
    assert name(known.told(3)) == told
    assert all(name(known.told(at)) == "2m" for at in range(many) if at != 3)


def test_without_what_speaks_against_it_a_reading_stands():
    known = OwnSet()
    known.see(1, design(50), read(t8m=0.6, t9m=0.3))
    told = known.told(1)
    assert name(told) == "8m"
    assert told[FACE_NAMES.index("9m")] > 0.2


def test_one_bad_look_is_outvoted_by_its_like(table):
    five = design(70)
    for copy in range(3):
        table.see(200 + copy, seen(five, 80 + copy), read(t5m=0.97))
    table.see(203, seen(five, 90), read(t4m=0.9, t5m=0.08))
    assert name(table.told(203)) == "5m"


def test_a_sure_reading_of_another_look_stays(table):
    table.see(300, design(71), read(t4m=0.97))
    assert name(table.told(300)) == "4m"
    assert name(table.told(0)) == "1z"


def test_a_tile_upside_down_is_known(table):
    upside_down = seen(design(0), 5)[::-1]
    table.see(400, upside_down, read(t1z=0.4, t9p=0.5))
    assert table.alike(400) == 3
    assert name(table.told(400)) == "1z"


def test_what_looks_like_backs_is_one(table):
    back = np.zeros(BACK + 1)
    back[BACK] = 1.0
    for copy in range(6):
        table.see(500 + copy, seen(design(72), copy), back)
    table.see(510, seen(design(72), 9), read(t5z=0.77, rest=0.2))
    assert int(table.told(510).argmax()) == BACK


def test_a_haku_that_is_nearly_like_the_backs_is_none_of_them(table):
    back = np.zeros(BACK + 1)
    back[BACK] = 1.0
    pale = design(74)
    nearly = pale.copy()
    nearly[:, :8] += 0.55 * np.linalg.norm(pale[0]) / np.sqrt(8)
    for copy in range(8):
        table.see(500 + copy, seen(pale, copy), back)
    cosine = float(pale[0] @ nearly[0] / np.linalg.norm(pale[0]) / np.linalg.norm(nearly[0]))
    assert 0.88 < cosine < 0.93
    table.see(520, nearly, read(t5z=0.9))
    assert name(table.told(520)) == "5z"
    assert name(table.told(500)) == "back"


def test_what_is_surely_read_as_another_face_must_be_very_like(table):
    four = design(76)
    table.see(800, four, read(t4s=0.97))
    table.see(801, near(four, 0.95, 1), read(t2s=0.97))
    table.see(802, near(four, 0.95, 2), read(t2s=0.5, t4s=0.45))
    assert (table.alike(800), table.alike(801)) == (2, 1)
    assert [name(table.told(tile)) for tile in (800, 801)] == ["4s", "2s"]
    table.see(803, near(four, 0.97, 3), read(t2s=0.97))
    assert table.alike(800) == 3


def test_two_looks_that_are_nearly_alike_are_of_two_faces(table):
    nine = design(77)
    eight = near(nine, 0.91, 1)
    for copy in range(3):
        table.see(850 + copy, seen(nine, copy), read(t9m=0.98))
    table.see(860, seen(eight, 4), read(t8m=0.9, t9m=0.1))
    table.see(861, seen(eight, 5), read(t9m=0.9, t8m=0.1))
    assert [table.alike(tile) for tile in (850, 860)] == [3, 2]
    assert [name(table.told(tile)) for tile in (850, 860, 861)] == ["9m", "8m", "8m"]


def test_a_bad_look_at_a_face_keeps_its_name(table):
    eight = design(78)
    for copy in range(3):
        table.see(870 + copy, seen(eight, copy), read(t8s=0.98))
    table.see(875, near(eight, 0.885, 1), read(t8s=0.9, t6s=0.05))
    assert table.alike(875) == 1
    assert name(table.told(875)) == "8s"


def test_more_tiles_of_one_look_than_a_set_has_are_backs_whatever_they_were_read_as(table):
    pale = design(74)
    nearly = pale.copy()
    nearly[:, :8] += 0.55 * np.linalg.norm(pale[0]) / np.sqrt(8)
    table.see(520, nearly, read(t5z=0.97))
    for copy in range(9):
        table.see(500 + copy, seen(pale, copy), read(t5z=0.99))
    assert name(table.told(500)) == "5z"
    table.lie(set(range(500, 508)))
    assert name(table.told(500)) == "5z"
    table.lie(set(range(500, 509)))
    assert {name(table.told(500 + copy)) for copy in range(9)} == {"back"}
    assert [table.in_crowd(tile) for tile in (500, 508, 520)] == [True, True, False]
    assert name(table.told(520)) == "5z"
    table.see(530, seen(pale, 30), read(t5z=0.99))
    assert name(table.told(530)) == "back"


def test_a_haku_like_the_backs_stays_one_where_none_lies_on_its_face(table):
    back = np.zeros(BACK + 1)
    back[BACK] = 1.0
    pale = design(74)
    for copy in range(2):
        table.see(520 + copy, seen(pale, 20 + copy), read(t5z=0.97), shown=True)
    for copy in range(6):
        table.see(500 + copy, seen(pale, copy), read(t5z=0.8, rest=0.15))
    for copy in range(6):
        table.see(506 + copy, seen(pale, 6 + copy), back)
    table.lie({520, 521, *range(500, 512)})
    assert {name(table.told(500 + copy)) for copy in range(12)} == {"back"}
    assert [name(table.told(520 + copy)) for copy in range(2)] == ["5z", "5z"]
    table.see(530, seen(pale, 30), read(t5z=0.9), shown=True)
    assert name(table.told(530)) == "5z"
    assert not table.in_crowd(530)


def test_a_strange_face_that_is_there_twice_is_a_tile(table):
    for copy in range(2):
        table.see(700 + copy, seen(design(75), copy), read(rest=0.6, t1s=0.25, t1z=0.1))
    assert name(table.told(700)) == "1s"


def test_two_tiles_of_one_face_that_look_different_both_keep_their_name():
    known = OwnSet()
    known.see(1, design(1), read(t3s=0.99))
    known.see(2, design(2), read(t3s=0.99))
    assert name(known.told(1)) == name(known.told(2)) == "3s"


def test_a_new_reading_of_a_known_tile_counts(table):
    table.see(600, design(73), read(t8p=0.5, t9p=0.4))
    assert name(table.told(600)) == "8p"
    table.read(600, read(t9p=0.99))
    assert name(table.told(600)) == "9p"
    table.read(601, read(t9p=0.99))
    assert table.told(601) is None


def test_chances_are_chances(table):
    for tile in (0, 1, 10, 30):
        told = table.told(tile)
        assert told.sum() == pytest.approx(1)
        assert told.min() >= 0
    assert len(table.told(0)) == REST + 2


def test_the_oldest_are_forgotten():
    known = OwnSet()
    for tile in range(700):
        known.see(tile, seen(design(tile % 30), tile), read(t1z=0.5))
    assert 0 not in known
    assert 699 in known
    assert name(known.told(699)) in FACE_NAMES


def test_a_classifier_that_keeps_its_features_back_teaches_nothing():
    known = OwnSet()
    known.see(1, np.empty((2, 0), np.float32), read(t1z=0.9))
    assert known.told(1) is None


def test_what_was_read_as_an_honour_that_all_lie_already_is_the_bird(table):
    for copy in range(4):
        table.see(20 + copy, seen(design(2), 20 + copy), read(t3z=0.98))
    table.see(90, seen(design(50), 1), read(t3z=0.999))
    table.lie({20, 21, 22, 23, 90})
    assert name(table.told(90)) == "1s"
    assert table.told(90).max() > 0.6
    assert name(table.told(20)) == "3z"


@pytest.mark.parametrize("sure", [0.98, 0.9905])
def test_of_two_looks_read_about_as_surely_none_is_renamed(sure):
    """Which of them is of another face nobody can tell."""
    known = OwnSet()
    for copy in range(3):
        known.see(copy, seen(design(0), copy), read(t9m=0.985, t8m=0.005))
    for copy in range(10, 12):
        known.see(copy, seen(design(50), copy), read(t9m=sure, t8m=0.004))
    known.lie({0, 1, 2, 10, 11})
    assert name(known.told(0)) == "9m"


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "of two sets"])
@pytest.mark.parametrize(("face", "other"), [("6z", "1s"), ("9m", "8m")])
def test_tiles_that_were_misread_alike_are_none_of_that_face(face, other, at_once):
    """Two of each, of quite other designs."""
    known = OwnSet()
    for copy in range(2):
        known.see(copy, seen(design(0), copy), read(**{f"t{face}": 0.999}))
        reading = read(**{f"t{face}": 0.98, f"t{other}": 0.01})
        known.see(10 + copy, seen(design(50), copy), reading)
    for tiles in ({0, 1, 10, 11},) if at_once else ({0, 1}, {10, 11}):
        known.lie(tiles)
    assert name(known.told(0)) == face
    assert name(known.told(10)) == (other if at_once else face)


def test_one_tile_that_looks_plainly_otherwise_is_not_surely_what_it_was_read_as():
    known = OwnSet()
    for copy in range(2):
        known.see(copy, seen(design(0), copy), read(t9m=0.999))
    known.see(10, seen(design(50), 10), read(t9m=0.98, t8m=0.01))
    before = known.told(10)[FACE_NAMES.index("9m")]
    known.lie({0, 1, 10})
    assert known.told(10)[FACE_NAMES.index("9m")] < before / 2


@pytest.mark.parametrize("glare", [0.91, 0.3])
def test_one_tile_read_as_a_face_that_looks_otherwise_may_be_what_it_looks_like(table, glare):
    """A dragon in a glare was read as the set's bird."""
    for copy in range(2):
        table.see(100 + copy, seen(design(50), copy), read(t1s=0.999))
    table.see(110, near(design(3), glare, 7), read(t1s=0.98, t6z=0.001))
    table.lie({30, 31, 100, 101, 110})
    bird, dragon = table.told(110)[[FACE_NAMES.index(face) for face in ("1s", "6z")]]
    assert bird < 0.9
    assert (0.5 if glare > 0.9 else 0) < dragon < (0.9 if glare > 0.9 else 0.01)
