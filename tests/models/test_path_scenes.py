"""Scenes for another renderer: whole, true to their camera, and measured like any other picture."""

import json

import cv2
import numpy as np
import pytest

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


def test_pictures_that_were_made_are_samples_with_labels(folder):
    with pytest.raises(FileNotFoundError, match="no pictures in"):
        traced_pictures(folder)
    cv2.imwrite(str(folder / "0003.jpg"), np.zeros((1080, 1920, 3), np.uint8))
    cv2.imwrite(str(folder / "part-0004.jpg"), np.zeros((1080, 1920, 3), np.uint8))
    (sample,) = [make() for make in traced_pictures(folder)]
    assert sample.name == "path_traced-0003"
    assert sample.picture().shape == (1080, 1920, 3)
    assert sum(label.counts for label in sample.labels) >= 16
