"""What lies in a row of backs is one, unless it surely shows a face."""

import numpy as np
import pytest

from vision.labels import BACK, CLASS_OF
from vision.picture.lying import Lie
from vision.picture.walls import as_walls

SHOWN = 3


def wall(chances):
    """A wall of seven backs of the faces' colour, one of them read so; with six faces apart."""
    image = np.full((200, 400, 3), 220, np.uint8)
    spots = [(32.0 * at, 0.0) for at in range(7)] + [(40.0 * at, 120.0) for at in range(6)]
    quads = np.array([[[x, y], [x + 30, y], [x + 30, y + 40], [x, y + 40]] for x, y in spots])
    lie = Lie(
        quads.mean(axis=1), np.repeat(np.eye(2)[None] / 30, 13, axis=0),
        np.repeat([[1.0, 0.0]], 13, axis=0), np.ones(13), np.ones(13),
    )  # fmt: skip
    seen = np.full((13, 40), 1e-4, np.float32)
    seen[:7, BACK], seen[7:, CLASS_OF["3m"]] = 0.95, 0.95
    seen[SHOWN] = 1e-4
    for label, chance in chances.items():
        seen[SHOWN, BACK if label == "back" else CLASS_OF[label]] = chance
    return as_walls(image, quads.astype(np.float32), seen, lie)[SHOWN].argmax()


@pytest.mark.parametrize(
    ("chances", "named"),
    [
        ({"0s": 0.55, "9s": 0.44}, "0s"),
        ({"5z": 0.98}, "5z"),
        ({"0s": 0.45, "9s": 0.3, "back": 0.2}, "back"),
        ({"5z": 0.6, "9s": 0.3, "back": 0.1}, "back"),
    ],
    ids=["one of two faces", "a clear blank", "perhaps a back", "perhaps a blank"],
)
def test_a_face_in_a_wall(chances, named):
    assert wall(chances) == (BACK if named == "back" else CLASS_OF[named])
