"""Looks at a box: a find at a part of a face is put to all of it where that shows the face."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.observation import FACE_NAMES
from vision.tracks.looks import Looking

_SPEC = importlib.util.spec_from_file_location(
    "toy_table", Path(__file__).parents[1] / "toy_table.py"
)
toy_table = importlib.util.module_from_spec(_SPEC)
sys.modules["toy_table"] = toy_table
_SPEC.loader.exec_module(toy_table)

BOX = (150, 300, 400, 500)
PART = {"2m": 0.7, "3m": 0.25}


class HalfBlind(toy_table.ToyReader):
    """Finds a part of each face, and takes it for another; knows it where all of it is shown."""

    def __init__(self, toy, kept, whole):
        super().__init__(toy)
        self.kept, self.whole = kept, whole

    def read_region(self, image, box, short_side):
        assert image.size > 0
        assert min(short_side, *box) > 0
        (left, top), (right, bottom) = self.kept
        quads = []
        for _, quad in self.toy.quads():
            across, down = quad[1] - quad[0], quad[3] - quad[0]
            ends = [(left, top), (right, top), (right, bottom), (left, bottom)]
            quads.append(np.array([quad[0] + x * across + y * down for x, y in ends]))
        self.strange = {"3m": PART}
        return self.detections([("3m", quad) for quad in quads])

    def near_faces(self, image, quads):
        sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
        tall = sides.max(axis=1) > 0.95 * toy_table.SCALE * toy_table.TILE[1]
        self.strange = {"3m": {"3m": self.whole, "4m": 1 - self.whole}}
        assert tall.all()
        (edges,) = [quad for _, quad in self.toy.quads()]
        return super().read_faces(image, [edges for _ in quads])


def looked(kept, whole=0.99):
    toy = toy_table.Toy({"one": ("3m", -65.0, -109.0, 90.0)})
    looking = Looking(
        HalfBlind(toy, kept, whole), toy_table.plane(), lambda quads: np.ones(len(quads))
    )
    (look,) = looking.at_box(toy.frame().rgb, BOX, np.eye(3))
    return look, FACE_NAMES[int(look.chances.argmax())]


@pytest.mark.parametrize(
    "kept",
    [
        ((0, 0), (1, 0.76)), ((0, 0.24), (1, 1)), ((0, 0), (0.8, 1)), ((0.2, 0), (1, 1)),
        ((-0.22, 0), (1, 1)),
    ],
)  # fmt: skip
def test_a_part_of_a_face_or_more_than_it_is_put_to_all_of_it(kept):
    look, name = looked(kept)
    assert name == "3m"
    assert look.spot == pytest.approx([-65, -109], abs=1)


@pytest.mark.parametrize("kept", [((0, 0), (1, 0.76)), ((0, 0), (1, 1))])
def test_a_find_stays_as_it_is_where_no_more_of_it_is_surer_or_nothing_is_missing(kept):
    whole = 0.5 if kept[1][1] < 1 else 0.99
    look, name = looked(kept, whole)
    assert name == "2m"
    assert look.chances.max() == pytest.approx(0.7 / 0.95, abs=0.02)
