"""What is blank on both sides of two of a kind is the back of a closed kan."""

import numpy as np
import pytest

from vision.labels import BACK, CLASS_OF, LABELS
from vision.picture.blanks import HAKU
from vision.picture.kans import with_closed_kans
from vision.picture.lying import Lie


def row(*names, pitch=1.0, blank=0.6):
    """Tiles side by side, those named 5z so surely; and how they lie, in widths."""
    count = len(names)
    spots = np.stack([np.arange(count) * pitch, np.zeros(count)], axis=1)
    flat = np.repeat(np.eye(2)[None], count, axis=0)
    along = np.repeat([[1.0, 0.0]], count, axis=0)
    lie = Lie(spots, flat, along, np.ones(count), np.ones(count))
    chances = np.full((count, 40), 1e-4, np.float32)
    for at, name in enumerate(names):
        chances[at, CLASS_OF[name]] = blank if name == "5z" else 0.95
        chances[at, BACK] += 1 - chances[at, CLASS_OF[name]]
    return chances / chances.sum(axis=1, keepdims=True), lie


def names(chances, lie):
    return [LABELS[best] for best in with_closed_kans(chances, lie).argmax(axis=1)]


def test_doubtful_blanks_around_two_of_a_kind_are_backs():
    assert names(*row("1m", "5z", "7s", "7s", "5z")) == ["1m", "back", "7s", "7s", "back"]
    chances, lie = row("5z", "5p", "0p", "5z")
    told = with_closed_kans(chances, lie)
    assert told[[0, 3], BACK].min() > 0.9
    assert told[:, HAKU].max() < 0.01


@pytest.mark.parametrize(
    ("tiles", "others"),
    [
        (("5z", "7s", "8s", "5z"), {}),
        (("7s", "7s", "5z", "5z"), {}),
        (("5z", "7s", "7s", "5z"), {"blank": 0.95}),
        (("5z", "7s", "7s", "5z"), {"pitch": 1.9}),
        (("5z", "7s", "7s", "7s"), {}),
    ],
    ids=["two kinds", "side by side", "clear", "apart", "one blank"],
)
def test_all_others_stay_what_they_are(tiles, others):
    assert names(*row(*tiles, **others)) == list(tiles)
