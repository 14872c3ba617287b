"""The tiles of a picture name each other: at most four of a kind, the likeliest joint naming."""

import itertools
import math

import numpy as np
import pytest

from vision.labels import CLASS_OF, KIND_OF, LABELS
from vision.picture.consistency import EXCESS_ODDS, joint_naming, reconciled


def chances(*tiles):
    rows = np.full((len(tiles), len(LABELS)), 1e-4, np.float32)
    for row, named in zip(rows, tiles, strict=True):
        for label, chance in named.items():
            row[CLASS_OF[label]] = chance
    return rows / rows.sum(axis=1, keepdims=True)


def labels(rows):
    return [LABELS[index] for index in rows.argmax(axis=1)]


def test_four_of_a_kind_change_nothing():
    before = chances(*[{"5m": 0.9, "4m": 0.1}] * 4, {"2p": 1.0})
    assert np.array_equal(reconciled(before), before)


def test_the_least_sure_of_five_gives_way():
    tiles = [{"9s": 0.98, "6s": 0.02}] * 4 + [{"9s": 0.6, "6s": 0.4}]
    after = reconciled(chances(*tiles))
    assert labels(after) == ["9s"] * 4 + ["6s"]
    assert after[4].max() > 0.9


def test_a_red_five_is_a_copy_of_its_kind():
    tiles = [{"5p": 0.98}] * 3 + [{"0p": 0.97, "5p": 0.03}, {"5p": 0.55, "6p": 0.45}]
    assert labels(reconciled(chances(*tiles))) == ["5p", "5p", "5p", "0p", "6p"]


def test_five_sure_ones_stay_but_none_is_sure_any_more():
    after = reconciled(chances(*[{"1z": 0.995, "2z": 0.005}] * 5))
    assert labels(after) == ["1z"] * 5
    assert all(after.max(axis=1) < 0.9)


def test_spare_blank_tiles_stay_white_dragons():
    after = reconciled(chances(*[{"5z": 0.9, "back": 0.1}] * 6))
    assert labels(after) == ["5z"] * 6
    assert after.max(axis=1).min() > 0.75


def test_backs_and_foreign_faces_have_no_limit():
    before = chances(*[{"back": 0.9, "5z": 0.1}] * 9, *[{"other": 0.9, "1s": 0.1}] * 8)
    assert np.array_equal(reconciled(before), before)


def test_no_tiles_are_no_trouble():
    assert reconciled(chances()).shape == (0, len(LABELS))


def cost_of(rows, classes):
    kinds = [KIND_OF[index] for index in classes]
    excess = sum(max(0, kinds.count(kind) - 4) for kind in set(kinds) if kind >= 0)
    spent = sum(-math.log(rows[at, index]) for at, index in enumerate(classes))
    return spent - excess * math.log(EXCESS_ODDS)


@pytest.mark.parametrize("seed", range(12))
def test_the_joint_naming_is_the_best_of_all(seed):
    rng = np.random.default_rng(seed)
    names = ["6s", "9s", "0s", "5s"]
    likely = rng.dirichlet([0.7, 2.5, 0.4, 0.7], size=8)
    rows = chances(*[dict(zip(names, row + 0.01, strict=True)) for row in likely])
    options = [CLASS_OF[name] for name in names]
    best = min(cost_of(rows, choice) for choice in itertools.product(options, repeat=len(rows)))
    assert cost_of(rows, joint_naming(rows)) == pytest.approx(best, abs=1e-6)
