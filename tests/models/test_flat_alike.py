"""What is taken for each other is drawn anew, each of it as often as the others."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from models import flat_alike, flat_sticks
from vision.labels import CLASS_OF, LABELS, NONE
from vision.synthetic.brushwork import Brushwork
from vision.synthetic.designs import is_unseen
from vision.synthetic.faces import TileSet
from vision.synthetic.pen import HEIGHT, WIDTH, Pen


def _rng(seed):
    return np.random.default_rng(seed)


def _light(seed):
    """A set whose faces are light and whose backs are not."""
    for number in range(seed, seed + 50):
        faces = TileSet.random(_rng(number))
        palette = faces.design.palette
        if min(palette.body) > 180 and not palette.one_tone:
            return faces
    raise AssertionError


def test_each_is_shown_as_often_as_what_it_is_taken_for():
    patches, classes = flat_alike.of_set(_rng(2), TileSet.random(_rng(2)))
    assert len(patches) == len(classes)
    assert all(patch.shape == (96, 96, 3) for patch in patches)
    often = {label: classes.count(CLASS_OF[label]) for label in LABELS}
    others = {often[label] for label in ("1m", "2m", "3m", "6m")}
    assert others == {flat_alike.HANDS}
    assert often["8m"] == often["9m"] == flat_alike.HANDS + flat_alike.EIGHTS
    assert often["9s"] == often["7s"]
    assert often["0p"] == often["5p"] == often["0m"] + 2 * flat_sticks.SUITS
    assert often["5s"] == often["0s"]
    assert often["4p"] == often["6p"] == often["8p"] + 2 * flat_sticks.SUITS
    assert often["1s"] == often["1p"]
    assert often["5z"] == often["back"]


def test_some_kinds_are_shown_as_often_as_they_are_named_and_with_them_whites_and_backs():
    patches, classes = flat_alike.of_set(_rng(2), TileSet.random(_rng(2)), ("ones", "ones"))
    assert len(patches) == len(classes)
    often = {label: classes.count(CLASS_OF[label]) for label in LABELS}
    _, labels = flat_alike.ones(_rng(2), TileSet.random(_rng(2)))
    assert often["1s"] == 2 * labels.count("1s")
    assert often["5z"] == often["back"] > 0
    assert often["0p"] == often["9m"] == classes.count(CLASS_OF["none"]) == 0


@pytest.mark.parametrize("kind", flat_alike.KINDS)
def test_no_two_hands_or_suits_are_alike(kind):
    drawn, labels = kind(_rng(3), _light(3))
    again = [drawn[at] for at, label in enumerate(labels) if label == labels[0]]
    assert len(again) > 1
    for one, other in itertools.pairwise(again):
        assert np.abs(one.astype(int) - other).max() > 60


def test_what_leads_into_an_eight_is_not_crossed_by_its_left_stroke():
    hooked = 0
    for seed in range(200):
        (_, left), (lead, level), *rest = flat_alike.led_in(_rng(seed))
        assert lead == "h"
        assert left[:, 1].min() > level[:, 1].max()  # y grows downwards
        hooked += rest[-1][0] == "k"
    assert 50 < hooked < 150


def test_a_hand_writes_a_character_in_its_own_form():
    hand = Brushwork.random(_rng(1))
    box = (0.5 * WIDTH, 0.5 * HEIGHT, 120.0, 120.0)

    def written(brush):
        pen = Pen()
        brush.write(pen, "八", box, (0, 0, 0))
        return pen.image

    bar = [("h", np.array([(-0.9, 0.0), (0.9, 0.0)]))]
    own = replace(hand, own=(("八", lambda _: bar),))
    assert not np.array_equal(written(hand), written(own))
    assert np.array_equal(written(own), written(own))
    assert np.array_equal(written(hand), written(replace(hand, own=(("九", lambda _: bar),))))


def test_a_red_five_bears_a_mark_that_the_plain_one_has_not():
    for seed in range(4):
        drawn, labels = flat_alike.fives(_rng(seed), _light(3))
        for at in range(0, len(labels), 2):
            assert labels[at].replace("5", "0") == labels[at + 1]
            gap = np.abs(drawn[at].astype(int) - drawn[at + 1]).max(axis=2)
            assert (gap > 40).sum() > 40


def test_between_two_tiles_of_a_kind_lies_none():
    _, classes = flat_alike.of_set(_rng(4), _light(4))
    assert classes[-flat_alike.PAIRS :] == [NONE] * flat_alike.PAIRS
    ground = np.zeros(3, np.uint8)
    for patch in flat_alike.twins(_rng(5), _light(5), ground):
        assert patch.shape == (96, 96, 3)
    assert not {"2p", "4p", "8p", "2s", "4s", "6s", "5z"} & set(flat_alike.TWINS)


def test_a_white_dragon_has_the_colour_of_the_faces_and_a_back_does_not():
    faces = _light(7)
    body = np.array(faces.design.palette.body)
    ways = []
    for seed in range(12):
        dragon = np.median(flat_alike.white(_rng(seed), faces).face("5z"), axis=(0, 1))
        back = np.median(flat_alike.back(_rng(seed), faces), axis=(0, 1))
        assert np.abs(dragon - body).max() < 30
        ways.append(np.abs(back - body).max())
    assert np.median(ways) > 60
    assert len({round(way) for way in ways}) > 3


def test_no_bare_white_dragon_is_taught_where_backs_are_as_pale():
    found = 0
    for seed in range(300):
        faces = TileSet.random(_rng(seed))
        if faces.design.palette.one_tone:
            found += 1
            frames = {
                flat_alike.white(_rng(again), faces).design.honours.frame for again in range(12)
            }
            assert not frames & {"blank", "written"}
    assert found > 3


def test_sticks_with_a_knot_are_shown_beside_circles_of_the_same_numbers():
    drawn, labels = flat_sticks.knots(_rng(3), TileSet.random(_rng(3)))
    assert len(drawn) == len(labels)
    numbers = [[label[0] for label in labels if label[1] == suit] for suit in "sp"]
    assert numbers[0] == numbers[1]


def test_leaves_and_beads_are_of_no_form_that_is_kept_for_evaluation(monkeypatch):
    seen = []
    suit = flat_sticks.BambooSuit.draw
    monkeypatch.setattr(
        flat_sticks.BambooSuit, "draw", lambda s, *rest: (seen.append(s), suit(s, *rest))[1]
    )
    for seed in range(6):
        flat_sticks.leaves(_rng(seed), TileSet.random(_rng(seed)))
    assert {one.stick.shape for one in seen} == {"leaf", "beads"}
    assert not any(is_unseen(one.stick.form()) for one in seen)
    low, high = flat_sticks.SPARE
    assert all(low <= one.fill <= high for one in seen)
