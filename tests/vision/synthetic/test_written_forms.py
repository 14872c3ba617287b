"""Families of written numbers: in the box, the same by seed, and truly many forms."""

from __future__ import annotations

import numpy as np
import pytest

from vision.synthetic.brushwork import Brushwork
from vision.synthetic.pen import Pen
from vision.synthetic.skeletons import SKELETONS
from vision.synthetic.written_forms import FAMILIES


@pytest.mark.parametrize("character", FAMILIES)
def test_every_form_stays_in_its_box_and_has_known_strokes(character):
    for seed in range(200):
        for kind, points in FAMILIES[character](np.random.default_rng(seed)):
            assert kind in "hvpndstk"
            assert np.abs(points).max() < 1.4, f"{character} of seed {seed} runs out of its box"


def test_eight_is_written_in_many_ways():
    forms = {
        "".join(kind for kind, _ in FAMILIES["八"](np.random.default_rng(seed)))
        for seed in range(300)
    }
    assert len(forms) > 20


def written(character: str, seed: int) -> np.ndarray:
    pen = Pen()
    hand = Brushwork.random(np.random.default_rng(seed))
    hand.write(pen, character, (96.0, 128.0, 150.0, 150.0), (0, 0, 0))
    return pen.image[..., 3]


@pytest.mark.parametrize("character", SKELETONS)
def test_a_hand_writes_a_character_alike_each_time_and_leaves_ground_between(character):
    for seed in range(6):
        first = written(character, seed)
        assert np.array_equal(first, written(character, seed))
        rows, columns = np.nonzero(first)
        box = first[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        assert 0.04 < (box > 0).mean() < 0.9, f"{character} by hand {seed}"
