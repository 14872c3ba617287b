"""The released models on real photos of a riichi set that was never trained on."""

import pytest

from models.evaluate import evaluate
from models.measure import summary

FLOORS = {"recall": 0.95, "precision": 0.95, "class_accuracy": 0.93}


def reaches_the_floors(judged):
    figures = summary(judged, all_labelled=True)
    print({key: value for key, value in figures.items() if key != "confusions"})
    short = {key: figures[key] for key, floor in FLOORS.items() if figures[key] < floor}
    assert not short, f"below the floors {FLOORS}: {short}; {figures['confusions'][:10]}"


@pytest.mark.photos
def test_each_tenth_photo_of_the_riichi_tray(reader, photos):
    reaches_the_floors(evaluate(reader, photos / "riichi_tray", every=10))


@pytest.mark.photos
@pytest.mark.long
@pytest.mark.timeout(600)
def test_every_photo_of_the_riichi_tray(reader, photos):
    reaches_the_floors(evaluate(reader, photos / "riichi_tray"))


@pytest.mark.photos
@pytest.mark.long
@pytest.mark.timeout(600)
def test_confidence_is_honest_on_every_photo_of_the_riichi_tray(reader, photos):
    figures = summary(evaluate(reader, photos / "riichi_tray"), all_labelled=True)
    assert figures["calibration_error"] <= 0.05
