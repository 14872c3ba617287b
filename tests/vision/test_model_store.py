"""Models are found in their places and only used when they are what the manifest says."""

import hashlib

import pytest

from vision import model_store
from vision.errors import ModelCorruptError, ModelMissingError
from vision.model_store import USUALLY_SURE, find_model, sure_from


def keep(folder, content=b"weights", sha256=None, name="detector.onnx"):
    folder.mkdir(exist_ok=True)
    digest = sha256 or hashlib.sha256(content).hexdigest()
    (folder / "manifest.toml").write_text(
        f'[detector]\nfile = "{name}"\nsha256 = "{digest}"\nseed = 7\n'
    )
    if content is not None:
        (folder / name).write_bytes(content)


def test_a_good_model_is_found_with_its_facts(tmp_path):
    keep(tmp_path)
    model = find_model("detector", tmp_path)
    assert model.path == tmp_path / "detector.onnx"
    assert model.facts["seed"] == 7


def test_the_package_comes_before_the_checkout(tmp_path, monkeypatch):
    monkeypatch.setattr(model_store, "_PACKAGED", tmp_path / "packaged")
    monkeypatch.setattr(model_store, "_CHECKOUT", tmp_path / "checkout")
    keep(tmp_path / "checkout")
    assert find_model("detector").path.parent.name == "checkout"
    keep(tmp_path / "packaged")
    assert find_model("detector").path.parent.name == "packaged"


def test_a_given_folder_is_the_only_place(tmp_path):
    with pytest.raises(
        ModelMissingError, match=r"manifest\.toml is missing: expected it .* in .*none"
    ):
        find_model("detector", tmp_path / "none")


def test_a_missing_file_is_named_with_its_place(tmp_path):
    keep(tmp_path)
    (tmp_path / "detector.onnx").unlink()
    with pytest.raises(
        ModelMissingError, match=r"detector\.onnx is missing: expected it in "
    ) as caught:
        find_model("detector", tmp_path)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[detector", "cannot be read"),
        ("[classifier]\n", r"has no table \[detector\]"),
        ("detector = 5\n", r"has no table \[detector\]"),
        ("[detector]\nfile = 'a.onnx'\n", r"has no text detector\.sha256"),
        ("[detector]\nfile = 3\nsha256 = ''\n", r"has no text detector\.file"),
        ("[detector]\nfile = '../a.onnx'\nsha256 = ''\n", "expected a bare name"),
    ],
)
def test_a_manifest_that_says_too_little_is_refused(tmp_path, text, message):
    (tmp_path / "manifest.toml").write_text(text)
    with pytest.raises(ModelCorruptError, match=message):
        find_model("detector", tmp_path)


def test_changed_bytes_are_refused(tmp_path):
    keep(tmp_path)
    (tmp_path / "detector.onnx").write_bytes(b"weightz")
    with pytest.raises(ModelCorruptError, match=r"detector\.onnx has sha256 .*; expected "):
        find_model("detector", tmp_path)


def test_bytes_that_are_no_network_are_refused_in_one_line(tmp_path):
    from vision.nets.detector import Detector

    keep(tmp_path)
    with pytest.raises(ModelCorruptError, match=r"detector\.onnx cannot be loaded: ") as caught:
        Detector.open(find_model("detector", tmp_path).path)
    assert "\n" not in str(caught.value)


def test_from_when_on_names_are_sure_is_what_the_manifest_says(tmp_path):
    keep(tmp_path)
    assert sure_from(tmp_path) == USUALLY_SURE
    manifest = tmp_path / "manifest.toml"
    manifest.write_text(manifest.read_text() + "\n[reader]\nsure_from = 0.875\n")
    assert sure_from(tmp_path) == 0.875
    assert find_model("detector", tmp_path).facts["seed"] == 7
