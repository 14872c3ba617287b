"""Designs that other people drew: their faces lie on our tables as they were drawn."""

import cv2
import numpy as np
import pytest

from models import others, samples
from models.keeping import numbered
from models.report import pictures_of
from vision.synthetic.faces import LABELS, TileSet


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with one design, as large as others draw theirs, without red fives."""
    made = tmp_path_factory.mktemp("designs")
    drawn = TileSet.random(np.random.default_rng(4), black=0.0)
    (made / "theirs").mkdir()
    for label in LABELS[:34]:
        large = cv2.resize(drawn.face(label)[..., ::-1], (384, 512))
        cv2.imwrite(str(made / "theirs" / f"{label}.png"), large)
    return made


def test_faces_are_those_of_the_folder_and_red_fives_are_written_in_red(folder):
    faces = others.tile_set(folder / "theirs", np.random.default_rng(1))
    drawn = TileSet.random(np.random.default_rng(4), black=0.0)
    for label in ("1m", "9s", "5z"):
        assert np.abs(faces.face(label).astype(int) - drawn.face(label)).mean() < 4
    assert np.abs(np.array(faces.body_rgb) - np.median(drawn.face("1m"), axis=(0, 1))).max() < 4
    red, plain = (faces.face(label).astype(int) for label in ("0p", "5p"))
    inked = plain.min(axis=2) < 100
    assert inked.sum() > 500
    assert (red[inked][:, 0] - red[inked][:, 1:].max(axis=1) > 60).mean() > 0.9
    assert np.abs(red - plain)[plain.min(axis=2) > 175].mean() < 12


def test_tables_of_a_design_are_samples_by_its_name_and_the_same_each_time(folder, monkeypatch):
    monkeypatch.setattr(samples, "OTHERS_FOLDER", folder)
    first, second = (make() for make in samples.samples("others", limit=2))
    assert (first.name, second.name) == ("others-theirs-0000", "others-theirs-0001")
    assert {label.tile for label in first.labels} <= {*LABELS}
    assert len(first.labels) > 16
    again = next(samples.samples("others", limit=1))()
    assert np.array_equal(first.picture(), again.picture())
    assert not np.array_equal(first.picture(), second.picture())


@pytest.fixture
def two(folder, tmp_path, monkeypatch):
    """Two designs, whose tables are told rather than pictured."""
    for name in ("hers", "his"):
        (tmp_path / name).symlink_to(folder / "theirs")
    monkeypatch.setattr(samples, "OTHERS_FOLDER", tmp_path)
    monkeypatch.setattr(
        samples,
        "rendered",
        lambda name, seed, _make: samples.Sample(name, lambda: (name, seed), [], []),
    )


@pytest.mark.usefixtures("two")
def test_a_number_is_the_same_table_whatever_part_of_the_set_is_asked_for():
    def asked(every, limit):
        return {number: make().picture() for number, make in numbered("others", every, limit)}

    whole = asked(1, None)
    assert sorted(whole.values()) == [
        (f"others-{name}", seed) for name in ("hers", "his") for seed in range(12)
    ]
    for every, limit in ((1, 5), (5, None), (3, 14)):
        part = asked(every, limit)
        assert part.items() <= whole.items()
        assert len(part) == -(-(limit or 24) // every)


@pytest.mark.usefixtures("two")
def test_a_page_shows_the_tables_that_were_read():
    read = {number: make().picture() for number, make in numbered("others", 1, None)}
    assert pictures_of("others", {0, 17}) == {number: read[number] for number in (0, 17)}


def test_what_lacks_is_named(folder, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no designs in .*models/others\.py"):
        others.designs(tmp_path)
    for file in (folder / "theirs").glob("*.png"):
        if file.stem not in {"3m", "7z"}:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    with pytest.raises(FileNotFoundError, match="no picture of 3m 7z"):
        others.tile_set(tmp_path, np.random.default_rng(1))
