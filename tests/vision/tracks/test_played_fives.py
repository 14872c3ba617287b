"""Red fives and plain ones of the set that is played are told from each other by how they look."""

import pytest
from designs import design, name, near, read, seen

from vision.club.prototypes import unit
from vision.observation import FACE_NAMES
from vision.tracks.played_set import OwnSet


@pytest.mark.parametrize(("many", "told"), [(3, "5p"), (2, "0p")])
def test_more_alike_fives_than_a_set_has_red_ones_are_plain_ones(many, told):
    """A plain five with much red on it."""
    known = OwnSet()
    for copy in range(many):
        known.see(copy, seen(design(0), copy), read(t0p=0.98, t5p=0.01))
    known.lie(set(range(many)))
    assert [name(known.told(copy)) for copy in range(many)] == [told] * many
    if told == "5p":
        assert known.told(0)[FACE_NAMES.index("0p")] > 0.2  # one of them may be
        known.see(9, seen(near(design(0), 0.95, 1), 9), read(t0p=0.98, t5p=0.01))
        assert name(known.told(9)) == "0p"
        assert known.told(0)[FACE_NAMES.index("0p")] < 0.01


@pytest.mark.parametrize("misread", [0.002, 0.6])
def test_alike_fives_are_doubted_only_if_one_of_them_was_read_as_red(misread):
    known = OwnSet()
    for copy in range(4):
        red = misread if copy == 3 else 0.002
        known.see(copy, seen(design(0), copy), read(t0p=red, t5p=0.99 - red))
    known.lie({0, 1, 2, 3})
    assert known.told(0)[FACE_NAMES.index("0p")] == pytest.approx(min(misread, 0.25), abs=0.01)


@pytest.mark.parametrize(("apart", "told"), [(0.045, "0m"), (0.01, "5m")], ids=["red", "misread"])
def test_a_red_five_is_told_from_the_plain_ones_where_it_looks_a_little_otherwise(apart, told):
    known = OwnSet()
    plain = unit(design(0))
    red = unit(plain + apart**0.5 * 1.45 * unit(design(1) - design(1).mean()))
    for copy in range(3):
        known.see(copy, plain, read(t5m=0.985, t0m=0.01))
    known.see(3, red, read(t0m=0.985, t5m=0.01))
    known.lie({0, 1, 2, 3})
    assert name(known.told(3)) == told
    assert [name(known.told(copy)) for copy in range(3)] == ["5m"] * 3
    assert 0.9 < float(plain[0] @ red[0]) < 0.96 or told == "5m"


@pytest.mark.parametrize(("share", "red"), [(0.3, True), (0.0, False)])
def test_a_five_that_looks_otherwise_than_the_plain_ones_is_the_red_one(share, red):
    known, five, dot = OwnSet(), design(0), design(1)
    for copy in range(3):
        known.see(copy, seen(five, copy), read(t5p=0.98, t0p=0.01))
    known.see(9, seen(five + share * (dot - five), 9), read(t5p=0.6, t0p=0.37))
    known.lie({0, 1, 2, 9})
    assert (name(known.told(9)) == "0p") is red
    assert all(name(known.told(tile)) == "5p" for tile in range(3))
