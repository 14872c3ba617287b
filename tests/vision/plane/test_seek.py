"""A table is believed where the tiles in sight lie on it."""

import numpy as np
import pytest
from loading import load

from vision.capture.frames import Frame
from vision.detections import Detections
from vision.labels import LABELS
from vision.plane.seek import Seeker

PLANE = load("tests/vision/toy_table.py").plane()


class Faces:
    """Reads faces at these places of the table, millimetres."""

    def __init__(self, spots):
        corners = np.array([[-10.0, 13], [10, 13], [10, -13], [-10, -13]])
        quads = [PLANE.to_px(np.array(spot) + corners) for spot in spots]
        chances = np.full((len(quads), len(LABELS)), 0.001, np.float32)
        chances[:, 0] = 1 - 0.001 * (len(LABELS) - 1)
        self.found = Detections(
            np.array(quads, np.float32), chances[:, 0], np.zeros(len(quads), np.int64), chances
        )

    def classified(self, _image):
        return self.found

    def mirrored(self, _image, _found):
        return False


@pytest.fixture
def seek(monkeypatch):
    monkeypatch.setattr("vision.plane.seek.plane_by_markers", lambda _image, _quads: None)
    monkeypatch.setattr("vision.plane.seek.find_plane", lambda _image, _quads, _backs: PLANE)
    monkeypatch.setattr("vision.plane.seek.misfit", lambda _plane, _quads, _backs: 5.0)

    def looked(spots):
        seeker = Seeker(Faces(spots))
        blank = np.zeros((PLANE.size[1], PLANE.size[0], 3), np.uint8)
        planes = [seeker.look(Frame(at, at * 10**10, blank)) for at in range(12)]
        return [plane for plane in planes if plane is not None], seeker.fault

    return looked


def test_a_table_that_most_tiles_lie_off_is_named_and_never_believed(seek):
    on, off = (
        [(20.0 * at, 0.0) for at in range(4)],
        [(2.2 * PLANE.half_mm, 25.0 * n) for n in range(8)],
    )
    found, why = seek([*on, *off])
    assert not found
    assert "8 of 12 tiles lie off the table" in why


def test_a_doubtful_table_with_some_tiles_beside_it_is_believed_in_the_end(seek):
    on, off = [(20.0 * at, 0.0) for at in range(8)], [(2.2 * PLANE.half_mm, 0.0)]
    found, _ = seek([*on, *off])
    assert found
