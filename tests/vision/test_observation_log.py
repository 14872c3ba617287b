"""Observations written as lines of what changed, and read back whole."""

import pytest

from vision.errors import ObservationError
from vision.labels import CLASS_OF
from vision.observation import REST, Observation, Sighting, StickSighting
from vision.observation_log import ObservationReader, ObservationWriter


def face(track, name, last, visible=1.0, x=1.0):
    chances = [0.0] * (REST + 1)
    chances[CLASS_OF[name]], chances[CLASS_OF["6p"]], chances[REST] = 0.9, 0.08, 0.02
    return Sighting(track, x, -80.25, 90.5, True, tuple(chances), visible, 3, last)


def back(track, last):
    return Sighting(track, 200.0, 10.0, 0.0, False, (), 1.0, 3, last)


STORY = (
    Observation(10, 0, 26.0, (face(1, "5m", 10), back(2, 10))),
    Observation(20, 2, 26.0, (face(1, "5m", 20), back(2, 20), face(3, "0s", 20))),
    Observation(
        30, 3, 26.0, (face(1, "5m", 20, 0.2), face(3, "0s", 30)),
        (StickSighting(5.0, 6.0, 90.0, 1000),), (((0.0, 1.0), (2.0, 3.0), (4.0, 5.0)),), True,
    ),
    Observation(40, 5, 26.0, (face(1, "5m", 40), face(3, "0s", 40, x=4.0))),
)  # fmt: skip


def told(story):
    writer = ObservationWriter()
    return [writer.line(seen) + "\n" for seen in story]


def heard(lines):
    reader = ObservationReader()
    return [reader.observation(line) for line in lines]


def near(one, other):
    """The same but for chances, which are rounded."""
    assert one.captured_ns == other.captured_ns
    assert (one.frame, one.sticks, one.covered, one.moved) == (
        other.frame, other.sticks, other.covered, other.moved,
    )  # fmt: skip
    assert {s.track for s in one.sightings} == {s.track for s in other.sightings}
    for first in one.sightings:
        second = next(s for s in other.sightings if s.track == first.track)
        assert (first.x_mm, first.y_mm, first.visible, first.last_ns, first.best) == (
            second.x_mm, second.y_mm, second.visible, second.last_ns, second.best,
        )  # fmt: skip
        assert second.probabilities == pytest.approx(first.probabilities, abs=2e-3)


def test_what_was_written_is_read_back():
    lines = told(STORY)
    for one, other in zip(STORY, heard(lines), strict=True):
        near(one, other)


def test_only_changes_are_written():
    lines = told((STORY[0], Observation(20, 1, 26.0, (face(1, "5m", 20), back(2, 20)))))
    assert '"tiles":[]' in lines[1]


def test_reading_and_writing_again_gives_the_same_lines():
    again = told(heard(told(STORY)))
    assert told(heard(again)) == again


def test_what_is_no_observation_is_named():
    with pytest.raises(ObservationError, match="no observation"):
        ObservationReader().observation('"no observation"')
