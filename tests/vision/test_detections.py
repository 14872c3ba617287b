"""The container refuses arrays that do not belong together, and cannot be changed after."""

import numpy as np
import pytest

from vision.detections import CLASSES, Detections
from vision.errors import DetectionsError


def arrays(count, **changes):
    probabilities = np.full((count, CLASSES), 1 / CLASSES, np.float32)
    values = {
        "quadrilaterals": np.arange(count * 8, dtype=np.float32).reshape(count, 4, 2),
        "confidence": np.linspace(0, 1, count, dtype=np.float32),
        "class_id": np.arange(count),
        "probabilities": probabilities,
    }
    return values | changes


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"quadrilaterals": np.zeros((3, 8))},
         r"quadrilaterals must have shape \(n, 4, 2\), but has shape \(3, 8\)"),
        ({"quadrilaterals": np.zeros((2, 4, 2))},
         r"confidence must have shape \(2\), but has shape \(3,\)"),
        ({"confidence": np.zeros((3, 1))}, r"confidence must have shape \(3\)"),
        ({"confidence": np.array([0, 0.5, 1.5])},
         r"confidence must lie in 0\.\.1, but spans 0\.\.1\.5"),
        ({"confidence": np.array([0, np.nan, 1])}, "confidence must be finite, but holds nan"),
        ({"class_id": np.array([0, 1, CLASSES])},
         rf"class_id must lie in 0\.\.{CLASSES - 1}, but spans 0\.\.{CLASSES}"),
        ({"class_id": np.array([-1, 1, 2])}, "class_id must lie in"),
        ({"probabilities": np.zeros((3, 37))}, r"probabilities must have shape \(3, 40\)"),
        ({"probabilities": np.full((3, CLASSES), -0.1)}, "probabilities must lie in"),
    ],
)  # fmt: skip
def test_arrays_that_do_not_fit_are_refused_by_name(changes, message):
    with pytest.raises(DetectionsError, match=message):
        Detections(**arrays(3, **changes))


def test_it_keeps_its_own_frozen_copies():
    values = arrays(2)
    detections = Detections(**values)
    values["confidence"][0] = 0.9
    assert detections.confidence[0] == 0
    with pytest.raises(ValueError, match="read-only"):
        detections.quadrilaterals[0, 0, 0] = 5
    with pytest.raises(AttributeError):
        detections.confidence = values["confidence"]


@pytest.mark.parametrize(
    ("index", "kept"),
    [
        (slice(1, None), [1, 2, 3]),
        (np.array([True, False, False, True]), [0, 3]),
        (np.array([2, 0]), [2, 0]),
        (np.array([], np.int64), []),
    ],
)
def test_indexing_takes_the_same_faces_from_every_array(index, kept):
    detections = Detections(**arrays(4))[index]
    assert len(detections) == len(kept)
    assert detections.class_id.tolist() == kept
    assert detections.quadrilaterals[:, 0, 0].tolist() == [8.0 * one for one in kept]


def test_a_single_number_is_no_index():
    with pytest.raises(DetectionsError, match="indexed by a slice"):
        Detections(**arrays(4))[2]


def test_merging_keeps_order_and_nothing_merges_to_empty():
    whole = Detections(**arrays(4))
    again = Detections.merge([whole[:1], Detections.empty()[:0], whole[1:]])
    assert np.array_equal(again.quadrilaterals, whole.quadrilaterals)
    assert again.labels == ("1m", "2m", "3m", "4m")
    assert len(Detections.merge([])) == 0
