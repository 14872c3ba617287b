"""The released models on real photos of a riichi set that was never trained on."""

import pytest

from models.evaluate import figures_of
from models.keeping import evaluated

FLOORS = {"recall": 0.95, "precision": 0.95, "class_accuracy": 0.93}


def figures(reader, folder, every=1):
    return figures_of("riichi_tray", evaluated(reader, "riichi_tray", every, None, folder=folder))


def reaches_the_floors(measured):
    print({key: value for key, value in measured.items() if key != "confusions"})
    short = {key: measured[key] for key, floor in FLOORS.items() if measured[key] < floor}
    assert not short, f"below the floors {FLOORS}: {short}; {measured['confusions'][:10]}"


@pytest.mark.photos
def test_each_tenth_photo_of_the_riichi_tray(reader, photos, tmp_path):
    reaches_the_floors(figures(reader, tmp_path, every=10))


@pytest.mark.photos
@pytest.mark.long
@pytest.mark.timeout(600)
def test_every_photo_of_the_riichi_tray(reader, photos, tmp_path):
    measured = figures(reader, tmp_path)
    reaches_the_floors(measured)
    assert measured["calibration_error"] <= 0.05
