"""`jantaku read` keeps its promises: a line a photo, bad items named, the exit code at the end."""

import json
import re

import cv2
import numpy as np
import pytest

from table.cli.main import main
from vision.errors import ModelMissingError
from vision.model_store import USUALLY_SURE
from vision.reader import Reader
from vision.reading import Reading, ReadTile

SQUARE = ((10.04, 10.0), (40.0, 10.0), (40.0, 50.0), (10.0, 50.0))


class FakeReader:
    """Reads the same two tiles in every picture."""

    def __init__(self):
        self.thresholds = self.club = None

    def read(self, image):
        sure = ReadTile("5m", SQUARE, 0.98761, (("6m", 0.01),))
        unsure = ReadTile("?", SQUARE, 0.3, (("9s", 0.3), ("6s", 0.2)))
        return Reading(image.shape[1], image.shape[0], (sure, unsure))


@pytest.fixture
def fake(monkeypatch):
    reader = FakeReader()

    def opened(_folder, thresholds, club):
        reader.thresholds, reader.club = thresholds, club
        return reader

    monkeypatch.setattr(Reader, "open", opened)
    return reader


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "a photo.png"
    cv2.imwrite(str(path), np.full((60, 80, 3), 90, np.uint8))
    return path


def test_json_is_a_line_a_photo(fake, photo, capsys):
    assert main(["read", str(photo), str(photo), "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == 2
    assert lines[0] == {
        "image": str(photo),
        "width": 80,
        "height": 60,
        "tiles": [
            {
                "tile": "5m",
                "polygon": [[10.0, 10.0], [40.0, 10.0], [40.0, 50.0], [10.0, 50.0]],
                "confidence": 0.9876,
                "alternatives": [["6m", 0.01]],
            },
            {
                "tile": "?",
                "polygon": [[10.0, 10.0], [40.0, 10.0], [40.0, 50.0], [10.0, 50.0]],
                "confidence": 0.3,
                "alternatives": [["9s", 0.3], ["6s", 0.2]],
            },
        ],
    }


def test_bad_items_are_named_and_the_rest_go_on(fake, photo, tmp_path, capsys):
    empty = tmp_path / "empty.jpg"
    empty.write_bytes(b"")
    missing = tmp_path / "missing.jpg"
    assert main(["read", str(empty), str(missing), str(photo), "--json"]) == 2
    out, err = capsys.readouterr()
    bad, gone, good = (json.loads(line) for line in out.splitlines())
    assert bad == {"image": str(empty), "error": "is empty (0 bytes); expected a picture"}
    assert gone == {"image": str(missing), "error": "No such file or directory"}
    assert len(good["tiles"]) == 2
    assert err.splitlines() == [
        f"jantaku: {empty}: is empty (0 bytes); expected a picture",
        f"jantaku: {missing}: No such file or directory",
    ]


def test_without_json_it_is_a_table_for_people(fake, photo, capsys):
    assert main(["read", str(photo)]) == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head == f"{photo}: 2 tiles in 80 x 60 pixels"
    assert re.fullmatch(r"  5m    99%  at    25,   30  6m 1%", first)
    assert re.fullmatch(r"  \?     30%  at    25,   30  9s 30%  6s 20%", second)


def test_annotated_photos_are_written_each_under_its_own_name(fake, photo, tmp_path, capsys):
    folder = tmp_path / "drawn" / "deep"
    assert main(["read", str(photo), str(photo), "--annotate", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [
        "a photo-2.tiles.jpg",
        "a photo.tiles.jpg",
    ]
    drawn = cv2.imread(str(folder / "a photo.tiles.jpg"))
    assert drawn.shape == (60, 80, 3)
    assert np.abs(drawn.astype(int) - 90).max() > 60


def test_no_drawing_takes_the_name_of_another(fake, photo, tmp_path):
    places = [tmp_path / "x" / "a.png", tmp_path / "y" / "a.png", tmp_path / "x" / "a-2.png"]
    for place in places:
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(photo.read_bytes())
    assert main(["read", *map(str, places), "--annotate", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "a-2-2.tiles.jpg",
        "a-2.tiles.jpg",
        "a.tiles.jpg",
    ]


def test_a_drawing_that_would_replace_a_photo_is_refused(fake, photo, tmp_path, capsys):
    drawn = tmp_path / "a photo.tiles.jpg"
    drawn.write_bytes(photo.read_bytes())
    assert main(["read", str(photo), str(drawn), "--annotate", str(tmp_path)]) == 2
    assert drawn.read_bytes() == photo.read_bytes()
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"jantaku: --annotate {tmp_path}: a drawing would replace the photo {drawn}; "
        "expected another folder\n"
    )


def test_a_drawing_that_cannot_be_written_costs_no_reading(fake, photo, tmp_path, capsys):
    drawing = tmp_path / "out" / "a photo.tiles.jpg"
    drawing.mkdir(parents=True)
    assert main(["read", str(photo), "--json", "--annotate", str(drawing.parent)]) == 2
    out, err = capsys.readouterr()
    assert len(json.loads(out)["tiles"]) == 2
    assert err == f"jantaku: {drawing}: the drawing is not written: Is a directory\n"


def test_a_drawing_beside_its_photo_does_not_replace_it(fake, photo, capsys):
    picture = photo.rename(photo.with_suffix(".jpg"))
    before = picture.read_bytes()
    assert main(["read", str(picture), "--annotate", str(picture.parent)]) == 0
    assert picture.read_bytes() == before
    assert len(list(picture.parent.iterdir())) == 2


def test_the_least_confidence_reaches_the_reader(fake, photo):
    assert main(["read", str(photo), "--min-confidence", "0.75"]) == 0
    assert (fake.thresholds.name, fake.thresholds.seen) == (0.75, 0)


def test_sure_is_what_was_measured(fake, photo, monkeypatch):
    monkeypatch.setattr("vision.model_store.sure_from", lambda _folder: 0.93)
    assert main(["read", str(photo), "--min-confidence", "sure"]) == 0
    assert fake.thresholds.name == 0.93


def test_the_help_says_from_where_on_a_name_is_usually_sure(capsys):
    with pytest.raises(SystemExit):
        main(["read", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert f"sure_from, or it is {USUALLY_SURE})" in said


def test_names_that_are_not_sure_are_marked(fake, photo, capsys, monkeypatch):
    for sure_from, marked in ((0.98, False), (0.99, True)):
        monkeypatch.setattr("vision.model_store.sure_from", lambda _folder, at=sure_from: at)
        assert main(["read", str(photo)]) == 0
        _, named, nameless = capsys.readouterr().out.splitlines()
        assert ("unsure" in named) == marked
        assert "unsure" not in nameless


@pytest.mark.parametrize("value", ["2", "-0.1", "high", "nan"])
def test_a_confidence_that_is_none_is_refused(value, photo, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["read", str(photo), f"--min-confidence={value}"])
    assert caught.value.code == 2
    assert re.fullmatch(
        rf".*'{value}': expected a number from 0 to 1, or sure\n", capsys.readouterr().err
    )


def test_missing_models_are_one_line(photo, tmp_path, capsys):
    assert main(["read", str(photo), "--models", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"jantaku: manifest.toml is missing: expected it with the models in {tmp_path}\n"


def test_the_reader_says_the_same_itself(tmp_path):
    with pytest.raises(ModelMissingError):
        Reader.open(tmp_path)


def test_a_picture_without_tiles_is_an_empty_answer(reader, tmp_path, capsys):
    path = tmp_path / "felt.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), (60, 110, 40), np.uint8))
    assert main(["read", str(path), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line.pop("notes") == ["the picture shows nothing but one shade (grey 83)"]
    assert line == {"image": str(path), "width": 640, "height": 480, "tiles": []}
