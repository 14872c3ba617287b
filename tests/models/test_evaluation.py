"""An evaluation can be stopped and goes on; its page shows the worst cases first."""

import json
import os
import re
import sys
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from models import (
    card,
    enrolment,
    evaluate,
    keeping,
    mine,
    prepare,
    report,
    robustness,
    samples,
)
from models.charts import charts
from models.evaluate import figures_of
from models.keeping import Kept, evaluated
from models.measure import Label
from models.robustness import CURVES
from models.samples import Sample
from vision.imagefile import read_image
from vision.labels import LABELS
from vision.reading import Reading, ReadTile

BOX = (10.0, 10.0, 50.0, 60.0)
CORNERS = ((10.0, 10.0), (50.0, 10.0), (50.0, 60.0), (10.0, 60.0))


def sample(number):
    label = Label("5m", BOX, CORNERS, reds=True)
    image = np.full((80, 80, 3), 40 * number, np.uint8)
    return Sample(f"picture{number}", lambda: image, [label], [label])


class FakeReader:
    """Reads the second picture wrongly, and misses the third's tile."""

    def __init__(self):
        self.reads = 0

    def read(self, image):
        self.reads += 1
        names = {0: [("5m", 0.9)], 40: [("6m", 0.8)], 80: []}[int(image[0, 0, 0])]
        tiles = tuple(ReadTile(name, CORNERS, sure, (("9s", 0.01),)) for name, sure in names)
        return Reading(80, 80, tiles)


@pytest.fixture(autouse=True)
def three_pictures(monkeypatch):
    makers = [lambda number=number: sample(number) for number in range(3)]
    monkeypatch.setattr(
        keeping, "samples", lambda _name, every, limit: iter(makers[::every][:limit])
    )


def read(reader, folder, limit=None, **more):
    return evaluated(reader, "tables_1080p", 1, limit, folder=folder, **more)


def test_what_was_read_is_not_read_again(tmp_path):
    reader = FakeReader()
    first = read(reader, tmp_path, limit=2)
    again = read(reader, tmp_path)
    assert reader.reads == 3
    assert again[:2] == first
    read(reader, tmp_path, fresh=True)
    assert reader.reads == 6


def test_what_is_read_afresh_is_disturbed_afresh(tmp_path, monkeypatch):
    curves = tmp_path / "robustness.json"
    curves.write_text("kept")
    seen = []
    monkeypatch.setattr(evaluate, "measured", lambda *args: seen.append(args[3].is_file()) or {})
    monkeypatch.setattr(evaluate, "evaluated", lambda *_, **__: [])
    monkeypatch.setattr(evaluate, "figures_of", lambda *_: {"confusions": []})
    for more in ((), ("--fresh", "--curves", "0"), ("--fresh",)):
        argv = ["evaluate", "--sets", "screens", "--kept", str(tmp_path), *more]
        monkeypatch.setattr(sys, "argv", argv)
        assert evaluate.main() == 0
    assert seen == [True, True, False]


def test_a_line_that_a_kill_cut_off_is_read_again(tmp_path):
    reader = FakeReader()
    whole = read(reader, tmp_path)
    file = tmp_path / "tables_1080p.jsonl"
    file.write_text(file.read_text(encoding="utf-8")[:-30], encoding="utf-8")
    assert [one.tiles for one in read(reader, tmp_path)] == [one.tiles for one in whole]
    assert reader.reads == 4
    read(reader, tmp_path)
    assert reader.reads == 4


@pytest.mark.parametrize(
    ("at", "damaged"),
    [(0, '{"co'), (0, "[]"), (0, "\x00\xff"), (1, "{}"), (1, '{"set": 1'), (2, "null")],
)
def test_a_line_that_is_damaged_is_named_and_nothing_of_it_is_lost(
    tmp_path, monkeypatch, capsys, at, damaged
):
    monkeypatch.setattr(evaluate.Reader, "open", lambda *_: FakeReader())
    monkeypatch.setattr(evaluate, "sure_from", lambda _models: 0.9)
    read(FakeReader(), tmp_path)
    file = tmp_path / "tables_1080p.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[at] = damaged
    file.write_text("\n".join(lines) + "\n", encoding="latin-1")
    before = file.read_bytes()
    argv = ["evaluate", "--sets", "tables_1080p", "--curves", "0", "--kept", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", argv)
    assert evaluate.main() == 2
    expected = f"{file}: line {at + 1} is damaged; expected what models.evaluate kept, or no such"
    assert capsys.readouterr().err.splitlines()[-1].startswith(expected)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "damaged", [b"", b'{"code": "a', b"\xff", b"[]", b'{"code": "a"}', b'{"code": 1, "curves": {}}']
)
def test_curves_that_are_damaged_are_named(tmp_path, monkeypatch, capsys, damaged):
    monkeypatch.setattr(robustness.Reader, "open", lambda *_: FakeReader())
    file = tmp_path / "robustness.json"
    file.write_bytes(damaged)
    monkeypatch.setattr(sys, "argv", ["robustness", "--curves", "size", "--kept", str(file)])
    assert robustness.main() == 2
    expected = f"{file}: is damaged; expected what models.robustness kept, or no such file\n"
    assert capsys.readouterr().err == expected
    read(FakeReader(), tmp_path)
    monkeypatch.setattr(report, "numbered", keeping.numbered)
    monkeypatch.setattr(sys, "argv", ["card", "--kept", str(tmp_path), "--out", str(tmp_path)])
    assert card.main() == 2
    assert capsys.readouterr().err == expected


def test_other_code_begins_anew(tmp_path, monkeypatch):
    reader = FakeReader()
    read(reader, tmp_path)
    monkeypatch.setattr(keeping, "digest", lambda _models: "another")
    read(reader, tmp_path)
    assert reader.reads == 6


def test_labels_that_were_mended_since_are_asked_about_by_their_own_boxes(tmp_path, monkeypatch):
    def told(_reader, _image, labels):
        return [(label.tile, "5m") for label in labels]

    monkeypatch.setattr(keeping, "given_boxes", told)
    (kept,) = evaluated(FakeReader(), "autotable", 1, 1, folder=tmp_path)
    assert kept.given == [("5m", "5m")]
    mended = [Label("6m", BOX), Label("7m", BOX)]
    again = replace(sample(0), mended=mended)
    monkeypatch.setattr(keeping, "samples", lambda *_: iter([lambda: again]))
    reader = FakeReader()
    (kept,) = evaluated(reader, "autotable", 1, 1, folder=tmp_path)
    assert (reader.reads, kept.mended) == (0, mended)
    assert kept.given == [("6m", "5m"), ("7m", "5m")]


@pytest.mark.parametrize(
    ("name", "folder", "file"),
    [
        (samples.OTHERS, "OTHERS_FOLDER", "theirs/1m.png"),
        (samples.TRACED, "TRACED_FOLDER", "0001.jpg"),
        (samples.TRACED, "TRACED_FOLDER", "0001/scene.json"),
    ],
)
def test_pictures_of_a_set_that_change_are_read_again(tmp_path, monkeypatch, name, folder, file):
    monkeypatch.setattr(samples, folder, tmp_path / "made")
    changed = tmp_path / "made" / file
    for one in (tmp_path / "made" / "0001.jpg", tmp_path / "made" / "0001" / "scene.json", changed):
        one.parent.mkdir(parents=True, exist_ok=True)
        one.write_bytes(b"as it was")
    reader = FakeReader()
    for reads in (3, 3):
        evaluated(reader, name, 1, None, folder=tmp_path)
        assert reader.reads == reads
    changed.write_bytes(b"as it is")
    evaluated(reader, name, 1, None, folder=tmp_path)
    assert reader.reads == 6


def test_a_kill_at_the_start_loses_nothing_that_was_read(tmp_path, monkeypatch):
    reader = FakeReader()
    read(reader, tmp_path)
    file = tmp_path / "tables_1080p.jsonl"
    before = file.read_bytes()

    def killed(_handle):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        read(reader, tmp_path)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "name",
    [
        "vision/reader.py",
        "vision/synthetic/faces.py",
        "vision/synthetic/art/faces.zip",
        "models/samples.py",
        "models/others.py",
    ],
)
def test_what_makes_the_pictures_is_part_of_the_code(tmp_path, monkeypatch, name):
    for folder in ("vision/synthetic/art", "models"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(keeping, "ROOT", tmp_path)
    before = keeping.digest(None)
    assert keeping.digest(None) == before
    (tmp_path / name).write_bytes(b"changed")
    assert keeping.digest(None) != before


def test_files_that_are_hashed_are_there():
    for pattern in keeping.CODE:
        assert list(keeping.ROOT.glob(pattern)) or pattern == "models/others.py", pattern


def test_a_reading_comes_back_as_it_was(tmp_path):
    (one, *_) = read(FakeReader(), tmp_path)
    assert Kept.from_json(one.to_json()) == one


def test_the_page_shows_the_worst_first(tmp_path, monkeypatch):
    kept = read(FakeReader(), tmp_path)
    monkeypatch.setattr(report, "numbered", keeping.numbered)
    report.write_report(
        tmp_path / "page", {"tables_1080p": kept}, {"tables_1080p": figures_of("x", kept)}
    )
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert page.index("read as <b>6m</b>") < page.index("missed <b>5m</b>")
    assert "picture0:" not in page
    shown = sorted(path.name for path in (tmp_path / "page" / "tables_1080p").iterdir())
    assert shown == ["face000.jpg", "face001.jpg", "picture1.jpg", "picture2.jpg"]


def test_the_card_shows_the_surest_mistakes_first(tmp_path, monkeypatch):
    kept = read(FakeReader(), tmp_path)
    monkeypatch.setattr(report, "numbered", keeping.numbered)
    found = card.mistakes(kept)
    assert [case[-1] for case in found] == [("5m as 6m", "80%"), ("5m missed", "")]
    faces = card.contact_sheet(found)
    wide = faces.shape[1] // card.COLUMNS
    assert [int(faces[40, at * wide + 40, 0]) for at in range(3)] == [40, 80, 255]


def test_a_card_wants_an_evaluation(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["card", "--kept", str(tmp_path), "--out", str(tmp_path)])
    assert card.main() == 2
    assert "run models.evaluate first" in capsys.readouterr().err


def test_a_card_is_two_pictures(tmp_path, monkeypatch):
    read(FakeReader(), tmp_path)
    monkeypatch.setattr(report, "numbered", keeping.numbered)
    point = {"amount": 0, "recall": 0.9, "precision": None, "class_accuracy": 1.0}
    code = f"{robustness.disturbed_by(None)} 3"
    curves = {"code": code, "curves": {name: [point] for name in CURVES}}
    (tmp_path / "robustness.json").write_text(json.dumps(curves))
    out = tmp_path / "card"
    monkeypatch.setattr(sys, "argv", ["card", "--kept", str(tmp_path), "--out", str(out)])
    with (tmp_path / "tables_1080p.jsonl").open("a") as file:
        file.write('{"set": "tables_1080p", "numb')  # where a kill cut it off
    assert card.main() == 0
    drawn = ET.fromstring((out / "robustness.svg").read_text())  # noqa: S314 - our own
    assert len(drawn.findall(".//{*}svg")) == len(CURVES)
    assert read_image(out / "misread.jpg").shape[1] > 1000


@pytest.mark.parametrize("stale", ["tables_1080p.jsonl", "robustness.json"])
def test_a_card_of_other_models_or_code_is_not_made(tmp_path, monkeypatch, capsys, stale):
    read(FakeReader(), tmp_path)
    monkeypatch.setattr(report, "numbered", keeping.numbered)
    curves = {"code": f"{robustness.disturbed_by(None)} 3", "curves": {}}
    (tmp_path / "robustness.json").write_text(json.dumps(curves))
    file = tmp_path / stale
    code = json.loads(file.read_text().splitlines()[0])["code"]
    file.write_text(file.read_text().replace(code, code[::-1]))
    monkeypatch.setattr(sys, "argv", ["card", "--kept", str(tmp_path), "--out", str(tmp_path)])
    assert card.main() == 2
    assert f"{file}: was measured by other models or code; expected" in capsys.readouterr().err
    assert not (tmp_path / "misread.jpg").exists()


@pytest.mark.parametrize("name", ["models/robustness.py", "vision/reader.py"])
def test_curves_that_are_disturbed_otherwise_are_measured_again(tmp_path, monkeypatch, name):
    for folder in ("vision", "models"):
        (tmp_path / folder).mkdir()
    monkeypatch.setattr(keeping, "ROOT", tmp_path)
    before = robustness.disturbed_by(None)
    (tmp_path / name).write_bytes(b"changed")
    assert robustness.disturbed_by(None) != before


def test_a_curve_is_drawn_point_by_point():
    points = [
        {"amount": at, "recall": 1 - at / 10, "precision": None, "class_accuracy": 1.0}
        for at in range(4)
    ]
    (chart,) = re.findall(r"<svg.*?</svg>", charts({"blur": points}))
    recall, precision, names = re.findall(r"points='(.*?)'", chart)
    heights = [float(point.split(",")[1]) for point in recall.split()]
    assert heights == sorted(heights)
    assert len(heights) == 4
    assert precision == ""
    assert {point.split(",")[1] for point in names.split()} == {f"{heights[0]:.1f}"}


def test_sure_and_wrong_is_told(tmp_path):
    kept = read(FakeReader(), tmp_path)
    assert figures_of("tables_1080p", kept, 0.7)["wrong_when_sure"] == 0.5
    figures = figures_of("tables_1080p", kept, 0.85)
    assert figures["wrong_when_sure"] == 0
    assert figures["sure_share"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("program", "option", "value"),
    [
        (evaluate, "--every", "0"),
        (evaluate, "--limit", "-3"),
        (evaluate, "--threads", "0"),
        (enrolment, "--every", "0"),
        (mine, "--workers", "0"),
        (mine, "--data", "no-such-folder"),
        (prepare, "--workers", "0"),
    ],
)
def test_an_option_that_cannot_be_is_named(monkeypatch, capsys, program, option, value):
    given = ["--out", "x"] if program is prepare else []
    monkeypatch.setattr(sys, "argv", ["models", *given, option, value])
    with pytest.raises(SystemExit) as stop:
        program.main()
    assert stop.value.code == 2
    assert f"argument {option}: '{value}': expected " in capsys.readouterr().err


@pytest.mark.parametrize("shared", ["/no/such/place", ""])
def test_photos_that_are_not_there_are_looked_for_where_it_says(monkeypatch, shared):
    monkeypatch.setenv("JANTAKU_SHARED", shared)
    monkeypatch.setattr(samples, "photo_folder", lambda: None)
    with pytest.raises(FileNotFoundError, match=f"no photos in {shared or '../shared'}/data/photo"):
        next(samples.samples("autotable"))


def test_held_back_scenes_count_what_can_be_read():
    (one,) = (make() for make in samples.samples(samples.HELD_BACK, limit=1))
    assert one.picture().shape == (*samples.HELD_SIZE[::-1], 3)
    assert any(label.counts for label in one.labels)
    assert {label.tile for label in one.labels} <= {*LABELS, "bother"}


def test_a_screen_of_a_game_has_its_tiles_in_the_picture():
    (one,) = (make() for make in samples.samples("screens", limit=1))
    boxes = np.array([label.box for label in one.labels if label.counts])
    height, width = one.picture().shape[:2]
    assert len(boxes) > 20
    assert boxes.min() >= 0
    assert (boxes[:, 2:] <= [width, height]).all()
