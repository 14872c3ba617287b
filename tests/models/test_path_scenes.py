"""Scenes for another renderer: whole, true to their camera, and measured like any other picture."""

import json
import sys

import cv2
import numpy as np
import pytest

from models import path_scenes
from models.path_scenes import write_scene
from models.samples import traced_pictures
from vision.synthetic.camera import Camera
from vision.synthetic.faces import LABELS


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("traced")
    write_scene(made, 3)
    return made


def camera_of(scene):
    told = scene["camera"]
    middle = (scene["size"][0] / 2, scene["size"][1] / 2)
    return Camera(
        np.array(told["position"]), np.array(told["rotation"]), (told["focal"],) * 2, middle
    )


def test_the_truth_lies_where_the_told_camera_sees_the_told_faces(folder):
    scene = json.loads((folder / "0003" / "scene.json").read_text())
    camera, half = camera_of(scene), np.array(scene["body"]["size"]) / 2
    faces = [
        (tile, truth)
        for tile, truth in zip(scene["tiles"], scene["truth"], strict=False)
        if tile["up"]
    ]
    assert len(faces) >= 16
    for tile, truth in faces:
        right, down, out = np.array(tile["axes"]) * half[:, None]
        corners = [
            np.array(tile["centre"]) + out + x * right + y * down
            for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        assert truth["tile"] == tile["label"]
        assert np.allclose(camera.project(np.array(corners)), truth["polygon"], atol=0.1)


def test_every_face_lies_beside_its_scene(folder):
    drawn = {file.stem for file in (folder / "0003").glob("*.png")}
    assert drawn == set(LABELS)


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    """Two designs as other people draw them: one blue, one green all over."""
    made = tmp_path_factory.mktemp("designs")
    for name, colour in (("blue", (255, 60, 60)), ("green", (60, 255, 60))):
        (made / name).mkdir()
        for label in LABELS[:34]:
            cv2.imwrite(str(made / name / f"{label}.png"), np.full((512, 384, 3), colour, np.uint8))
    return made


def test_designs_of_others_take_turns_and_the_camera_leans_as_far_as_asked(
    theirs, tmp_path, monkeypatch
):
    asked = ["path_scenes", "--out", str(tmp_path), "--pictures", "3"]
    leaning = [*asked, "--designs", str(theirs), "--steepest", "50"]
    monkeypatch.setattr(sys, "argv", leaning)
    assert path_scenes.main() == 0
    scenes = [json.loads((tmp_path / f"000{n}" / "scene.json").read_text()) for n in range(3)]
    assert [scene["design"] for scene in scenes] == ["blue", "green", "blue"]
    for number, scene in enumerate(scenes):
        shown = cv2.imread(str(tmp_path / f"000{number}" / "9s.png"))[128, 96]
        assert shown.argmax() == (0, 1, 0)[number]
        assert scene["body"]["front"][::-1] == shown.tolist()
    leans = [np.degrees(np.arccos(-scene["camera"]["rotation"][2][2])) for scene in scenes]
    assert 20 < max(leans) <= 50
    cv2.imwrite(str(tmp_path / "0001.jpg"), np.zeros((1080, 1920, 3), np.uint8))
    (sample,) = [make() for make in traced_pictures(tmp_path)]
    assert sum(label.counts for label in sample.labels) >= 16


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--steepest", "58", "argument --steepest: '58': expected 0 to 57"),
        ("--designs", "gone", "argument --designs: 'gone': expected a folder of designs"),
        ("--designs", ".", "no designs in .; models/others.py says how"),
        ("--steepest", "30", "was made with"),
    ],
)
def test_options_that_cannot_be_and_other_options_for_a_folder_are_refused(
    folder, tmp_path, monkeypatch, capsys, option, value, expected
):
    monkeypatch.chdir(tmp_path)
    given = ["path_scenes", "--out", str(folder), "--pictures", "0"]
    monkeypatch.setattr(sys, "argv", [*given, option, value])
    try:
        status = path_scenes.main()
    except SystemExit as stop:
        status = stop.code
    assert status == 2
    assert expected in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", given)
    assert path_scenes.main() == 0


def test_a_command_without_options_writes_the_scenes_it_always_wrote(tmp_path, monkeypatch):
    asked = ["path_scenes", "--out", str(tmp_path / "told"), "--pictures", "1"]
    monkeypatch.setattr(sys, "argv", asked)
    assert path_scenes.main() == 0
    write_scene(tmp_path / "plain", 0)
    told, plain = ((tmp_path / name / "0000" / "scene.json") for name in ("told", "plain"))
    assert told.read_bytes() == plain.read_bytes()
    assert "design" not in json.loads(plain.read_text())


def test_pictures_that_were_made_are_samples_with_labels(folder):
    with pytest.raises(FileNotFoundError, match="no pictures in"):
        traced_pictures(folder)
    cv2.imwrite(str(folder / "0003.jpg"), np.zeros((1080, 1920, 3), np.uint8))
    cv2.imwrite(str(folder / "part-0004.jpg"), np.zeros((1080, 1920, 3), np.uint8))
    (sample,) = [make() for make in traced_pictures(folder)]
    assert sample.name == "path_traced-0003"
    assert sample.picture().shape == (1080, 1920, 3)
    assert sum(label.counts for label in sample.labels) >= 16
