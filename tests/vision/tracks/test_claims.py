"""Which of two looks read as one face was misread, and which face a misread one looks like."""

import numpy as np
import pytest

from vision.observation import FACE_NAMES
from vision.tracks.claims import misread
from vision.tracks.how_alike import BACK
from vision.tracks.like import Like


def like(face, tiles):
    """Tiles that look alike and were surely read as a face; all of a test lay there at once."""
    chances = np.full(BACK + 1, 0.001 / BACK)
    chances[FACE_NAMES.index(face)] = 0.999
    return Like(np.zeros((2, 1), np.float32), dict.fromkeys(tiles, chances), beside=set(range(9)))


def told(other, *, to_other, to_birds):
    """What is said of a lone tile read as the bird, beside two birds and two of another face."""
    likes = [like("1s", [0]), like("1s", [1, 2]), like(other, [3, 4])]
    near = np.eye(3, dtype=np.float32)
    near[0, 1] = near[1, 0] = to_birds
    near[0, 2] = near[2, 0] = to_other
    return [(at, [FACE_NAMES[face] for face in faces], instead and FACE_NAMES[instead])
            for at, faces, instead in misread(likes, near)]  # fmt: skip


@pytest.mark.parametrize(
    ("other", "to_other", "instead"),
    [("6z", 0.91, "6z"), ("6z", 0.85, None), ("5z", 0.91, None), ("5p", 0.91, None)],
    ids=["a dragon in a glare", "like none", "what is bleached looks blank", "red or plain"],
)
def test_a_lone_tile_that_looks_otherwise_is_what_it_looks_like_instead(other, to_other, instead):
    assert told(other, to_other=to_other, to_birds=0.7) == [(0, ["1s"], instead)]


def test_a_tile_that_looks_as_its_face_does_was_not_misread():
    assert told("6z", to_other=0.91, to_birds=0.95) == []
