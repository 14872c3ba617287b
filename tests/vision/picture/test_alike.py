"""Doubtful faces take the name of those they look like; the sure ones keep their own."""

import numpy as np
import pytest

from vision.labels import CLASS_OF, LABELS
from vision.picture.alike import agreed, asked_for


def faces(*told):
    """Probabilities [n,40] of faces, each told as names with their chances, and their places."""
    chances = np.full((len(told), 40), 1e-5, np.float32)
    for one, names in zip(chances, told, strict=True):
        for name, chance in names.items():
            one[CLASS_OF[name]] = chance
    quads = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    places = quads + 100 * np.arange(len(told), dtype=np.float32)[:, None, None]
    return chances / chances.sum(axis=1, keepdims=True), places


def looking(*angles):
    """Features of faces, by the degrees between; what lies upside down is like none upright."""

    def seen(quads):
        at = (quads.min(axis=(1, 2)) / 100).round().astype(int)
        upright = quads[:, 0, 0] < quads[:, 2, 0]
        turned = np.radians(np.array(angles)[at] + np.where(upright, 0, 90))
        flat = np.stack([np.cos(turned), np.sin(turned)], axis=1)
        return np.where(
            upright[:, None], np.pad(flat, [(0, 0), (0, 2)]), np.pad(flat, [(0, 0), (2, 0)])
        )

    return seen


def never(_):
    raise AssertionError("asked for nothing")


def names(chances):
    return [LABELS[one] for one in chances.argmax(axis=1)]


SURE_2M, SURE_3M, EITHER = {"2m": 0.999}, {"3m": 0.999}, {"2m": 0.6, "3m": 0.39}


def test_a_face_that_looks_otherwise_than_those_it_was_read_as_takes_another_name():
    told, quads = faces(SURE_2M, SURE_2M, EITHER)
    after = agreed(told, quads, looking(0, 4, 40))
    assert names(after) == ["2m", "2m", "3m"]
    assert after.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert np.array_equal(after[:2], told[:2])


def test_a_face_takes_the_name_of_those_it_looks_like():
    told, quads = faces(SURE_2M, SURE_3M, EITHER)
    assert names(agreed(told, quads, looking(0, 25, 24))) == ["2m", "3m", "3m"]
    assert names(agreed(told, quads, looking(0, 25, 1))) == ["2m", "3m", "2m"]


def test_a_face_that_lies_the_other_way_round_is_known():
    told, quads = faces(SURE_2M, SURE_3M, EITHER)
    quads[2] = np.roll(quads[2], 2, axis=0)
    assert names(agreed(told, quads, looking(0, 25, 24))) == ["2m", "3m", "3m"]


def test_what_looks_alike_is_named_together():
    surely = {"1s": 0.95, "7z": 0.045}
    told, quads = faces({"1s": 0.999}, surely, {"1s": 0.5, "7z": 0.49})
    alone = agreed(told, quads, looking(0, 33, 100))
    together = agreed(told, quads, looking(0, 33, 34))
    bird, dragon = CLASS_OF["1s"], CLASS_OF["7z"]
    assert together[1, dragon] / together[1, bird] > alone[1, dragon] / alone[1, bird]


def test_what_looks_alike_upside_down_is_named_together_too():
    told, quads = faces({"1s": 0.999}, {"1s": 0.95, "7z": 0.045}, {"1s": 0.5, "7z": 0.49})
    quads[2] = np.roll(quads[2], 2, axis=0)

    def seen(places):
        return looking(0, 33, 34)(places)

    one_way = agreed(told, quads, seen)
    quads[2] = np.roll(quads[2], 2, axis=0)
    assert one_way[1] == pytest.approx(agreed(told, quads, seen)[1], rel=1e-4)


def test_a_kind_that_is_hardly_possible_is_not_asked_about():
    told, quads = faces({"3m": 0.999}, {"2m": 0.97, "1m": 0.02, "3m": 0.002})
    assert agreed(told, quads, never) is told
    told, quads = faces({"3m": 0.999}, {"2m": 0.97, "1m": 0.02, "3m": 0.009})
    assert agreed(told, quads, looking(0, 0))[1, CLASS_OF["3m"]] > 0.02


def test_many_that_look_alike_count_twice_at_most():
    doubtful = {"1s": 0.6, "7z": 0.39}
    odds = []
    for copies in (1, 2, 3, 4):
        told, quads = faces({"1s": 0.999}, *[doubtful] * copies)
        after = agreed(told, quads, looking(0, *[90] * copies))[1]
        odds.append(np.log(after[CLASS_OF["1s"]] / after[CLASS_OF["7z"]]))
    assert odds[0] < odds[1] < odds[2] == pytest.approx(odds[3], abs=1e-3)


def test_a_red_five_stays_as_likely_red_among_fives():
    told, quads = faces({"4m": 0.999}, {"4m": 0.5, "5m": 0.12, "0m": 0.36})
    after = agreed(told, quads, looking(0, 60))
    assert names(after)[1] == "0m"
    assert after[1, CLASS_OF["0m"]] / after[1, CLASS_OF["5m"]] == pytest.approx(3, rel=1e-3)


def test_what_is_rather_no_face_stays_so():
    told, quads = faces(SURE_2M, {"back": 0.7, "2m": 0.2, "3m": 0.1})
    assert agreed(told, quads, never) is told


@pytest.mark.parametrize(
    "told", [(), (EITHER,), (EITHER, EITHER), (SURE_2M, SURE_3M), (EITHER, {"1p": 0.999})]
)
def test_nothing_is_looked_at_where_nothing_is_in_doubt_or_nobody_can_tell(told):
    told, quads = faces(*told)
    assert agreed(told, quads.reshape(-1, 4, 2), never) is told
    assert len(asked_for(told, quads.reshape(-1, 4, 2))) == 0


def test_no_more_is_looked_at_than_was_announced():
    told, quads = faces(SURE_2M, SURE_2M, SURE_2M, SURE_3M, EITHER, {"1p": 0.999})
    looked = []
    agreed(told, quads, lambda places: looked.append(places) or looking(*range(6))(places))
    (places,) = looked
    assert np.array_equal(places, asked_for(told, quads))
    assert len(places) == 2 + 3


def test_features_that_are_kept_back_say_nothing():
    told, quads = faces(SURE_2M, EITHER)
    assert agreed(told, quads, lambda asked: np.empty((len(asked), 0), np.float32)) is told
