"""The curves' pictures: one cause alone, and the labels where it leaves the tiles."""

import cv2
import numpy as np
import pytest

from models.measure import Label
from models.robustness import CURVES

BOX = (10.0, 10.0, 50.0, 60.0)
CORNERS = ((10.0, 10.0), (50.0, 10.0), (50.0, 60.0), (10.0, 60.0))


@pytest.mark.parametrize("wide", [16, 90])
def test_the_tiles_of_a_curve_are_as_wide_as_it_says(wide):
    image, labels = CURVES["size"][0](1, wide)
    assert max(image.shape) <= 960
    polygons = np.array([label.polygon for label in labels if label.counts])
    sides = np.linalg.norm(polygons - np.roll(polygons, -1, axis=1), axis=2).min(axis=1)
    assert np.median(sides) == pytest.approx(wide, rel=0.12)


@pytest.mark.parametrize(
    "name",
    [name for name in CURVES if name not in {"size", "tilt"}],
)
def test_a_disturbance_of_nothing_leaves_the_labels(name, monkeypatch):
    image = np.full((200, 200, 3), 128, np.uint8)
    labels = [Label("5m", BOX, CORNERS)]
    monkeypatch.setattr("models.robustness._usual", lambda _seed: (image, labels))
    disturb, amounts = CURVES[name]
    same, unmoved = disturb(0, amounts[0])
    assert np.abs(same.astype(int) - 128).mean() < 8
    assert [label.box for label in unmoved] == [pytest.approx(BOX)]
    worst, _ = disturb(0, amounts[-1])
    assert name in {"rotation", "blur"} or worst.shape != same.shape or (worst != same).any()


@pytest.mark.parametrize("name", ["rotation", "near", "lens"])
def test_labels_go_where_a_curve_moves_their_tiles(name, monkeypatch):
    image = np.zeros((400, 400, 3), np.uint8)
    corners = [(260.0, 120.0), (300.0, 120.0), (300.0, 180.0), (260.0, 180.0)]
    cv2.fillPoly(image, [np.array(corners, np.int32)], (255, 255, 255))
    labels = [Label("5m", (260.0, 120.0, 300.0, 180.0), tuple(corners))]
    monkeypatch.setattr("models.robustness._usual", lambda _seed: (image, labels))
    disturb, amounts = CURVES[name]
    for amount in amounts:
        moved, (label,) = disturb(0, amount)
        rows, columns = np.nonzero(moved[..., 0] > 127)
        seen = (columns.min(), rows.min(), columns.max(), rows.max())
        assert label.box == pytest.approx(seen, abs=3)
